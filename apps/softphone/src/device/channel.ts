import { type Clock, timersOf } from '../clock.ts'
import { callType, control, event, paramDefaults, param, ringing } from '../protocol/codes.ts'
import { createCadence } from './cadence.ts'
import { beganCall, type CallLog, connected, emptyCallLog, ended, rangBack, refused } from './call-log.ts'
import { type DialStep, readDialString } from './dial-string.ts'
import { createHandsetBell } from './handset-bell.ts'
import type { Line, LineListener } from './line.ts'

/**
 * - `ringing` a call comes in, `answering` we took it, `refusing` we reject it
 * - `dialling` digits go out, `calling` the number is rung, `talking` both sides are there
 * - `over` the far end has gone and the line is still off the hook
 */
export type Phase = 'idle' | 'ringing' | 'refusing' | 'answering' | 'dialling' | 'calling' | 'talking' | 'over'

/** What the channel tells: an event of table 6. */
export type Emit = (type: number, values?: { result?: number; data?: string; handle?: number }) => void

export interface ChannelState {
  phase: Phase
  softHook: boolean
  handsetUp: boolean
  number: string
  /** `callType` of the call in `number`. */
  direction: number
  callerIdKind: number
  handsetDigits: string
  lastDialled: string
  flashing: boolean
  acceptsCalls: boolean
  ready: boolean
  /** Instants in ms since 1970, 0 before it comes to that. */
  beganMs: number
  connectedMs: number
}

export interface Channel {
  readonly ch: number
  readonly line: Line
  readonly bell: { times(): number; sounding(): boolean }
  readonly handsetBell: { start(callerId: string): void; stop(): boolean; ringing(): boolean }
  readonly controls: Map<number, number>
  readonly params: Map<number, number>
  readonly user: { number: number; text: string }
  state(): Readonly<ChannelState>
  callLog(): CallLog
  setCallLog(log: CallLog): void
  emit: Emit
  isOffHook(): boolean
  setSoftHook(on: boolean): void
  dial(text: string): void
  stopDial(): void
  refuse(silently: boolean): void
  stopRefuse(): boolean
  flash(): void
  forgetHandsetDigits(): void
  acceptCalls(on: boolean): void
  start(): void
  /** Ends what is going on, as pulling the plug does. */
  reset(): void
  stop(): Promise<void>
}

/** How long a line stays off the hook after the far end has gone when no page puts it back. */
const overMs = 30_000
const dialToneAfterMs = 300

interface Parts {
  ch: number
  line: Line
  clock: Clock
  emit: Emit
  /** Calls that ring are taken only while a page has the device open. */
  isOpen(): boolean
  changed(): void
  say(words: string): void
}

export function createChannel({ ch, line, clock, emit, isOpen, changed, say }: Parts): Channel {
  const timers = timersOf(clock)
  const controls = new Map<number, number>([[control.handsetConnected, line.can.handset ? 1 : 0]])
  for (const on of [control.microphoneToLine, control.lineToHeadset, control.playToLine]) controls.set(on, 1)
  const params = new Map(paramDefaults)
  const user = { number: 0, text: '' }
  let log = emptyCallLog()
  const state: ChannelState = {
    phase: 'idle',
    softHook: false,
    handsetUp: false,
    number: '',
    direction: callType.none,
    callerIdKind: 0,
    handsetDigits: '',
    lastDialled: '',
    flashing: false,
    acceptsCalls: true,
    ready: line.isReady(),
    beganMs: 0,
    connectedMs: 0,
  }
  const nowS = () => Math.floor(Date.now() / 1_000)
  const ms = (id: number) => params.get(id) ?? 0
  const enter = (phase: Phase) => {
    state.phase = phase
    changed()
  }
  const handsetOnLine = () => state.handsetUp && controls.get(control.handsetConnected) === 1
  const isOffHook = () => state.softHook || handsetOnLine()

  const begin = (direction: number, number: string) => {
    log = beganCall(direction, number, nowS())
    Object.assign(state, { direction, number, beganMs: Date.now(), connectedMs: 0, callerIdKind: 0 })
  }

  /** The line is idle again; the call log is complete before anybody is told to read it. */
  const finish = () => {
    timers.stop()
    bell.stop()
    log = ended(log, nowS())
    Object.assign(state, { handsetDigits: '', flashing: false })
    enter('idle')
    emit(event.lineFree)
    emit(event.callLog)
  }

  const release = () => {
    if (isOffHook()) return
    if (['answering', 'dialling', 'calling', 'talking'].includes(state.phase)) line.hangUp()
    if (state.phase === 'idle') timers.stop()
    else if (state.phase !== 'ringing' && state.phase !== 'refusing') finish()
  }

  const farEndGone = (type: number, result = 0) => {
    if (state.phase === 'idle' || state.phase === 'over') return
    timers.stop()
    emit(type, { result })
    enter('over')
    timers.after(overMs, () => api.setSoftHook(false))
    release()
  }

  const showCaller = () => {
    state.callerIdKind = 1
    emit(event.callerId, { result: 1, data: state.number })
    emit(event.callerScreen, { result: 1, data: state.number })
    changed()
  }

  const missed = () => {
    bell.stop()
    emit(event.gaveUp)
    finish()
  }

  let stopWaiting = () => {}
  /** An exchange only stops ringing: that the caller has gone is known when the next ring is overdue. */
  const waitForRing = () => {
    stopWaiting = timers.after(Math.max(ms(param.ringSilenceMs), ringing.silenceMs + 1), missed)
  }

  const bell = createCadence(clock, () => ringing, {
    ring: (times) => {
      stopWaiting()
      emit(event.ring, { result: times, data: '0' })
      if (times === 1 && !line.can.callerIdAfterRing && state.number !== '') showCaller()
    },
    silence: (times) => {
      emit(event.ring, { result: times, data: '1' })
      if (!line.can.tellsGaveUp) waitForRing()
      if (times === 1 && line.can.callerIdAfterRing && state.number !== '') showCaller()
    },
    limit: () => {},
  })

  const talk = () => {
    state.connectedMs ||= Date.now()
    log = log.connectedS > 0 ? log : connected(log, nowS())
    enter('talking')
  }

  const answer = () => {
    bell.stop()
    timers.stop()
    enter('answering')
    line.answer()
  }

  const sendDigits = (steps: DialStep[]) => {
    let atMs = 0
    for (const { digit, pauseMs } of line.can.tones ? steps : []) {
      atMs += pauseMs
      timers.after(atMs, () => line.sendDigits(digit))
      atMs += ms(param.dialSpeedMs) + ms(param.dialSilenceMs)
    }
    timers.after(atMs, () => emit(event.dialEnd))
    return atMs
  }

  const listener: LineListener = {
    incoming: (number) => {
      if (!isOpen() || !state.acceptsCalls || state.phase !== 'idle' || isOffHook()) return false
      handsetBell.stop()
      begin(callType.in, number)
      enter('ringing')
      bell.start()
      return true
    },
    gaveUp: (elsewhere = false) => {
      if (state.phase !== 'ringing' && state.phase !== 'answering') return
      if (elsewhere) return finish()
      const [rings, cutShort] = [bell.times(), bell.sounding()]
      bell.stop()
      if (cutShort) emit(event.ring, { result: rings, data: '1' })
      if (line.can.tellsGaveUp) missed()
      else if (cutShort) waitForRing()
    },
    established: () => {
      if (state.phase === 'answering') talk()
    },
    ringBack: () => {
      if (state.phase !== 'dialling' && state.phase !== 'calling') return
      if (log.ringBackS === 0) {
        log = rangBack(log, nowS())
        emit(event.ringBack, { result: 0, data: state.softHook ? '1' : '0' })
      }
      enter('calling')
    },
    remoteAnswered: () => {
      if (state.phase !== 'dialling' && state.phase !== 'calling') return
      talk()
      emit(event.remoteAnswered, { result: 1 })
    },
    remoteHungUp: () => farEndGone(event.remoteHungUp, 1),
    busy: () => farEndGone(event.busy),
    digit: (key) => {
      if (state.phase === 'talking') emit(event.digit, { data: key })
    },
    handset: (up) => {
      if (state.handsetUp === up) return
      const wasOff = isOffHook()
      state.handsetUp = up
      emit(up ? event.handsetUp : event.handsetDown)
      changed()
      if (up) handsetBell.stop()
      if (up && handsetOnLine() && state.phase === 'ringing') answer()
      else if (up && !wasOff && handsetOnLine() && line.can.tones) timers.after(dialToneAfterMs, () => emit(event.dialTone))
      if (!up) release()
    },
    handsetDigit: (key) => {
      if (!handsetOnLine() || state.softHook) return false
      if (state.phase === 'idle') {
        timers.stop()
        begin(callType.out, '')
        enter('dialling')
      }
      if (state.phase !== 'dialling') return false
      state.handsetDigits += key
      state.number = state.handsetDigits
      log = { ...log, number: state.number }
      emit(event.handsetDial, { data: state.handsetDigits })
      changed()
      return true
    },
    soundFailed: (words) => {
      say(`sound failed: ${words}`)
      emit(event.soundFailed)
    },
    ready: (ready, words) => {
      state.ready = ready
      say(words)
      changed()
    },
  }

  const handsetBell = createHandsetBell(clock, params, emit)

  const api: Channel = {
    ch,
    line,
    bell,
    handsetBell,
    controls,
    params,
    user,
    state: () => state,
    callLog: () => log,
    setCallLog: (given) => {
      log = given
    },
    emit,
    isOffHook,
    setSoftHook: (on) => {
      if (state.softHook === on) return on ? undefined : release()
      state.softHook = on
      emit(event.hook, { result: on ? 1 : 0 })
      changed()
      if (on && state.phase === 'ringing') answer()
      else if (on && state.phase === 'idle' && line.can.tones) timers.after(dialToneAfterMs, () => emit(event.dialTone))
      if (!on) release()
    },
    dial: (text) => {
      const steps = readDialString(text, ms(param.cityCode))
      const number = steps.map(({ digit }) => digit).join('')
      timers.stop()
      begin(callType.out, number)
      state.lastDialled = text
      enter('dialling')
      // A telephone told to dial is lifted by its own hand.
      if (line.can.answer && !state.softHook) {
        state.softHook = true
        emit(event.hook, { result: 1 })
      }
      emit(event.dialProgress, { result: 0, data: number })
      const send = () => {
        if (line.can.tones) emit(event.dialTone)
        emit(event.dialProgress, { result: line.can.tones ? 1 : 2, data: number })
        timers.after(sendDigits(steps), () => line.dial(number))
      }
      if (line.can.tones) timers.after(dialToneAfterMs, send)
      else send()
    },
    stopDial: () => {
      timers.stop()
      line.hangUp()
      enter('over')
    },
    refuse: (silently) => {
      bell.stop()
      timers.stop()
      log = refused(log)
      enter('refusing')
      line.refuse()
      timers.after(ms(param.refuseMs), () => {
        if (!silently) emit(event.refuseEnd)
        finish()
      })
    },
    stopRefuse: () => state.phase === 'refusing',
    flash: () => {
      state.flashing = true
      const kind = state.softHook ? 1 : 2
      timers.after(ms(param.flashMs), () => {
        line.flash()
        timers.after(ms(param.flashEndMs), () => {
          state.flashing = false
          emit(event.flashEnd, { result: kind })
        })
      })
    },
    forgetHandsetDigits: () => {
      state.handsetDigits = ''
    },
    acceptCalls: (on) => {
      state.acceptsCalls = on
    },
    start: () => line.start(listener),
    reset: () => {
      handsetBell.stop()
      if (state.phase === 'ringing') line.refuse()
      if (state.softHook) api.setSoftHook(false)
      if (state.phase === 'ringing') finish()
    },
    stop: async () => {
      timers.stop()
      bell.stop()
      handsetBell.stop()
      await line.stop()
    },
  }
  return api
}

import { type Clock, timersOf } from '../clock.ts'
import { type AudioBus, createAudioBus, type Frame, samplesPerFrame } from '../device/audio-bus.ts'
import type { Line, LineListener } from '../device/line.ts'

/** What a number called meets: somebody who answers, an engaged line, or nobody. */
export type FarEnd = 'answers' | 'busy' | 'silent'

export interface SimLine extends Line {
  /** Somebody calls. False when the line is taken. */
  call(number: string): boolean
  /** The far end hangs up. False when there is none. */
  farHangUp(): boolean
  handset(up?: boolean): boolean
  handsetDial(digits: string): void
  farDigit(key: string): void
  nextCallMeets(farEnd: FarEnd): void
}

const ringBackAfterMs = 1_000
const answersAfterMs = 5_000
const handsetKeyMs = 300
/** The exchange gives a caller up after twelve rings. */
const exchangeRingsMs = 60_000
/** IA1: one line with caller id, handset port, soft hook, headset. */
const deviceType = 0x8111
const modules = 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 2048

/** A line of an exchange that plays its part by script. */
export function createSimLine(clock: Clock): SimLine {
  const timers = timersOf(clock)
  const audio = createAudioBus()
  let listener: LineListener | undefined
  let call: 'none' | 'incoming' | 'calling' | 'talking' = 'none'
  let up = false
  let farEnd: FarEnd = 'answers'

  const talk = () => {
    call = 'talking'
    openAudio(audio)
  }
  const end = () => {
    timers.stop()
    audio.close()
    call = 'none'
  }
  const place = () => {
    call = 'calling'
    if (farEnd === 'busy') {
      timers.after(ringBackAfterMs, () => {
        call = 'none'
        listener?.busy()
      })
      return
    }
    timers.after(ringBackAfterMs, () => listener?.ringBack())
    if (farEnd === 'answers') {
      timers.after(ringBackAfterMs + answersAfterMs, () => {
        talk()
        listener?.remoteAnswered()
      })
    }
  }

  const farHangUp = () => {
    if (call === 'none') return false
    const was = call
    end()
    if (was === 'incoming') listener?.gaveUp()
    else if (was === 'talking') listener?.remoteHungUp()
    else listener?.busy()
    return true
  }

  return {
    type: deviceType,
    modules,
    controls: new Set([...Array(28).keys()].map((id) => id + 1)),
    can: {
      dial: true,
      answer: true,
      refuse: true,
      hangUp: true,
      digits: true,
      flash: true,
      handset: true,
      ringHandset: true,
      tones: true,
      callerIdAfterRing: true,
      tellsGaveUp: false,
    },
    audio,
    isReady: () => true,
    start: (given) => {
      listener = given
    },
    stop: async () => end(),
    dial: place,
    answer: () => {
      if (call !== 'incoming') return
      timers.stop()
      talk()
      listener?.established()
    },
    refuse: end,
    hangUp: end,
    sendDigits: () => {},
    flash: () => {},
    call: (number) => {
      if (call !== 'none') return false
      call = 'incoming'
      if (listener?.incoming(number) === true) {
        timers.after(exchangeRingsMs, farHangUp)
        return true
      }
      end()
      return false
    },
    farHangUp,
    handset: (given = !up) => {
      up = given
      listener?.handset(up)
      return up
    },
    handsetDial: (digits) => {
      const last = digits.length - 1
      for (const [at, key] of digits.split('').entries())
        timers.after(at * handsetKeyMs, () => {
          const taken = listener?.handsetDigit(key) === true
          if (taken && at === last) timers.after(handsetKeyMs, place)
        })
    },
    farDigit: (key) => listener?.digit(key),
    nextCallMeets: (given) => {
      farEnd = given
    },
  }
}

/** The far end hums a soft 440 Hz, so that a recording of a simulated call has something in it. */
function openAudio(audio: AudioBus) {
  let at = 0
  audio.open({
    far: (): Frame => {
      const frame = Int16Array.from({ length: samplesPerFrame }, (_, i) =>
        Math.round(1_500 * Math.sin((2 * Math.PI * 440 * (at + i)) / 8_000)),
      )
      at += samplesPerFrame
      return frame
    },
    microphone: () => undefined,
    toFar: () => {},
    toSpeaker: () => {},
  })
}

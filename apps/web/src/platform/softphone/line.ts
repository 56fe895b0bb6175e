import type { CallDirection, CallResult } from '@chauffeur/contract/call-centre/phone'
import { DIAL_FAILED, ERROR_REMOVED, EVENT } from './codes.ts'
import { digitsOf, type PhoneEvent } from './wire.ts'

export type Phase = 'ringing' | 'dialling' | 'ringback' | 'talking' | 'busy' | 'over'

/** A call on one channel, from its first sign to the line being free again. Instants in ms since 1970. */
export interface LineCall {
  /** Names the call towards our server. */
  ref: string
  ch: number
  direction: CallDirection
  number: string
  phase: Phase
  startedMs: number
  answeredMs: number | null
  endedMs: number | null
  rings: number
  handsetUp: boolean
  softHook: boolean
  heardRingBack: boolean
  result: CallResult | null
}

const isLive = (call: LineCall | null): call is LineCall => call !== null && call.phase !== 'over'

function begin(event: PhoneEvent, direction: CallDirection, nowMs: number, ref: string): LineCall {
  return {
    ref,
    ch: event.ch,
    direction,
    number: '',
    phase: direction === 'IN' ? 'ringing' : 'dialling',
    startedMs: nowMs,
    answeredMs: null,
    endedMs: null,
    rings: 0,
    handsetUp: false,
    softHook: false,
    heardRingBack: false,
    result: null,
  }
}

function over(call: LineCall, nowMs: number, result: CallResult | null = null): LineCall {
  if (call.phase === 'over') return call
  const told = result ?? (call.answeredMs !== null ? 'CONNECTED' : unanswered(call))
  // Who had hung up already, and left a busy tone, ended the call then.
  return { ...call, phase: 'over', endedMs: call.endedMs ?? nowMs, result: told, softHook: false }
}
const unanswered = (call: LineCall): CallResult => (call.direction === 'IN' ? 'MISSED' : call.heardRingBack ? 'RINGBACK' : 'NONE')

const answered = (call: LineCall, nowMs: number): LineCall =>
  call.phase === 'over' || call.answeredMs !== null ? call : { ...call, phase: 'talking', answeredMs: nowMs }

/** The state of a channel after an event; null is an idle line. Orders of events: `softphone-protocol` 4.4, whatever comes first. */
export function afterEvent(call: LineCall | null, event: PhoneEvent, nowMs: number, newRef: () => string): LineCall | null {
  const live = isLive(call)
  const incoming = () => (live ? call : begin(event, 'IN', nowMs, newRef()))
  const outgoing = () => (live ? call : begin(event, 'OUT', nowMs, newRef()))
  switch (event.code) {
    case EVENT.ring: {
      const now = incoming()
      return now.direction === 'IN' ? { ...now, rings: Math.max(now.rings, event.result) } : now
    }
    case EVENT.callerId:
    case EVENT.customer: {
      // The number may come after the caller gave up: it is still theirs.
      if (call?.phase === 'over') return call.number === '' && call.direction === 'IN' ? { ...call, number: digitsOf(event.data) } : call
      const now = incoming()
      return now.direction === 'IN' && now.number === '' ? { ...now, number: digitsOf(event.data) } : now
    }
    case EVENT.callerGaveUp:
      return live && call.phase === 'ringing' ? over(call, nowMs, 'MISSED') : call
    case EVENT.handsetUp:
      return picksUp({ ...outgoing(), handsetUp: true }, nowMs)
    case EVENT.softHook:
      if (event.result === 1) return picksUp({ ...outgoing(), softHook: true }, nowMs)
      return live && call.softHook && !call.handsetUp ? over(call, nowMs) : live ? { ...call, softHook: false } : call
    case EVENT.handsetDown:
      return live && call.phase !== 'ringing' ? over({ ...call, handsetUp: false }, nowMs) : call
    case EVENT.startDial: {
      if (live && call.direction === 'IN') return call
      const now = { ...outgoing(), number: digitsOf(event.data) || (call?.number ?? '') }
      return event.result === DIAL_FAILED ? over(now, nowMs, 'NONE') : now
    }
    case EVENT.handsetDigits:
      return live && call.direction === 'OUT' ? { ...call, number: digitsOf(event.data) } : call
    case EVENT.ringBack:
      if (!live || call.phase !== 'dialling') return call
      return { ...call, phase: 'ringback', heardRingBack: call.heardRingBack || event.result === 0 }
    case EVENT.remoteAnswered:
      return live && call.direction === 'OUT' ? answered(call, nowMs) : call
    case EVENT.remoteHungUp:
      return live ? over(call, nowMs) : call
    case EVENT.busy:
      return live && call.phase !== 'ringing' ? { ...call, phase: 'busy', endedMs: nowMs } : call
    case EVENT.refused:
      return live && call.direction === 'IN' && call.answeredMs === null ? over(call, nowMs, 'REFUSED') : call
    case EVENT.plugOut:
      return live ? over(call, nowMs) : call
    case EVENT.deviceError:
      return live && event.result === ERROR_REMOVED ? over(call, nowMs) : call
    case EVENT.lineFree:
      return live ? over(call, nowMs) : call
    default:
      return call
  }
}

/** Lifting answers a call that rings, and begins one on a quiet line. */
const picksUp = (call: LineCall, nowMs: number): LineCall => (call.phase === 'ringing' ? answered(call, nowMs) : call)

/** A telephone's log is filled by its own clock, and begins with the first ring it heard. */
const LOG_BEGINS_WITHIN_MS = 20_000
/** Whether the telephone's own log is about this call, and not about a later one on the channel. */
export const isLogOf = (call: LineCall, log: { beganS: number }): boolean =>
  log.beganS <= 0 || Math.abs(log.beganS * 1000 - call.startedMs) < LOG_BEGINS_WITHIN_MS

const RESULTS: readonly CallResult[] = ['NONE', 'MISSED', 'REFUSED', 'RINGBACK', 'CONNECTED']
/** What the telephone's own log says of a call that is over, where it knows more: it also hears answers that raise no event. */
export function withDeviceLog(call: LineCall, log: { result: number; connectedS: number }): LineCall {
  const result = RESULTS[log.result]
  if (call.endedMs === null || !result || result === 'NONE') return call
  if (result === 'CONNECTED' && call.answeredMs === null) {
    const toldMs = log.connectedS * 1000
    const fits = toldMs >= call.startedMs - 1000 && toldMs <= call.endedMs
    return { ...call, result, answeredMs: fits ? Math.max(toldMs, call.startedMs) : call.startedMs }
  }
  const fits = call.direction === 'IN' ? result === 'MISSED' || result === 'REFUSED' : result === 'RINGBACK'
  return call.answeredMs === null && fits ? { ...call, result } : call
}

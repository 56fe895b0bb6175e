import { phone as phoneField } from '@chauffeur/contract/kernel/fields'
import type { CallDirection, CallResult } from '@chauffeur/contract/call-centre/phone'

/** A call as far as it is known. */
export interface CallState {
  phone: string
  startedAt: Date
  answeredAt: Date | null
  endedAt: Date | null
  result: CallResult | null
  recordFile: string
  /** The end is our guess, because the desk fell silent: the next thing it says goes before it. */
  endPresumed: boolean
}
export interface CallReport {
  direction: CallDirection
  number: string
  startedAgoS: number
  answeredAgoS?: number | undefined
  endedAgoS?: number | undefined
  result?: CallResult | undefined
  recordFile?: string | undefined
}

const instantOf = (now: Date, agoS: number) => new Date(now.getTime() - Math.round(agoS * 1000))
const notBefore = (at: Date, earliest: Date) => (at < earliest ? earliest : at)

/**
 * What is known of a call after another report: instants that were told once stay, an end needs a result, and who was
 * answered was connected whatever the telephone's own log says.
 */
export function afterReport(before: CallState | null, report: CallReport, now: Date): CallState {
  const known = before?.endPresumed ? { ...before, endedAt: null, result: null } : before
  const startedAt = known?.startedAt ?? instantOf(now, report.startedAgoS)
  const told = (agoS: number | undefined, earliest: Date) => (agoS === undefined ? null : notBefore(instantOf(now, agoS), earliest))
  // A call that has ended is not answered afterwards: a late report of the answer must not make a missed call a connected one.
  const answeredAt = known?.answeredAt ?? (known?.endedAt ? null : told(report.answeredAgoS, startedAt))
  const endedAt = known?.endedAt ?? told(report.endedAgoS, answeredAt ?? startedAt)
  return {
    phone: known?.phone || normalNumber(report.number),
    startedAt,
    answeredAt,
    endedAt,
    result: endedAt ? (known?.result ?? resultOf(report, answeredAt)) : null,
    recordFile: report.recordFile || (known?.recordFile ?? ''),
    endPresumed: false,
  }
}

function resultOf({ direction, result }: CallReport, answeredAt: Date | null): CallResult {
  if (answeredAt) return 'CONNECTED'
  if (direction === 'OUT') return result === 'RINGBACK' ? 'RINGBACK' : 'NONE'
  return result === 'REFUSED' ? 'REFUSED' : 'MISSED'
}

/** As customers' telephones are written; what is no public number (an extension, a service code) stays as the line told it. */
export function normalNumber(told: string): string {
  const read = phoneField.safeParse(told)
  return read.success ? read.data : told
}

const wholeSeconds = (from: Date, to: Date) => Math.round((to.getTime() - from.getTime()) / 1000)
export const ringS = (call: Pick<CallState, 'startedAt' | 'answeredAt' | 'endedAt'>): number | null => {
  const until = call.answeredAt ?? call.endedAt
  return until ? wholeSeconds(call.startedAt, until) : null
}
export const talkS = (call: Pick<CallState, 'answeredAt' | 'endedAt'>): number | null =>
  call.endedAt ? (call.answeredAt ? wholeSeconds(call.answeredAt, call.endedAt) : 0) : null

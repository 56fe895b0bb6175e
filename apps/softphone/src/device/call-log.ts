import { callResult, callType } from '../protocol/codes.ts'

/** The record of a channel's last call, as CallLog reads it. Times are Unix seconds, 0 when it did not come to that. */
export interface CallLog {
  beginS: number
  ringBackS: number
  connectedS: number
  endS: number
  type: number
  result: number
  number: string
  recordFile: string
}

export const emptyCallLog = (): CallLog => ({
  beginS: 0,
  ringBackS: 0,
  connectedS: 0,
  endS: 0,
  type: callType.none,
  result: callResult.none,
  number: '',
  recordFile: '',
})

export function beganCall(type: number, number: string, nowS: number): CallLog {
  return { ...emptyCallLog(), beginS: nowS, type, number, result: type === callType.in ? callResult.missed : callResult.none }
}

export const rangBack = (log: CallLog, nowS: number): CallLog => ({ ...log, ringBackS: nowS, result: callResult.ringBack })
export const connected = (log: CallLog, nowS: number): CallLog => ({ ...log, connectedS: nowS, result: callResult.connected })
export const refused = (log: CallLog): CallLog => ({ ...log, result: callResult.refused })
export const ended = (log: CallLog, nowS: number): CallLog => ({ ...log, endS: nowS })

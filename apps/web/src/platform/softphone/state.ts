import { create } from 'zustand'
import type { DeviceInfo, DeviceState } from './client.ts'
import type { LineCall } from './line.ts'
import { requestId } from '../http/http.ts'
import type { PhoneEvent } from './wire.ts'

export interface CallOfDesk extends LineCall {
  /** Ours, once the server knows the call. */
  callId: string | null
  /** The number as this operator may see it; empty: as the line told it. */
  shown: string
  name: string
  customerId: string | null
  /** The server knows how it ended. */
  filed: boolean
  muted: boolean
  /** Handle of the recording under way. */
  recording: number | null
  /** A recording was made of it, whether or not it still runs. */
  recorded: boolean
}
export interface LoggedEvent extends PhoneEvent {
  atMs: number
  /** Counts up, so that lists have a key. */
  seq: number
}

/** What every window of this browser shows of the desk phone; one of them, the one that talks to the service, writes it. */
export interface PhoneState {
  /** Whether this machine's telephone is used at all. */
  on: boolean
  device: DeviceState | 'elsewhere'
  driver: number
  info: DeviceInfo | null
  calls: readonly CallOfDesk[]
  log: readonly LoggedEvent[]
  /** The number whose window the browser did not let us open. */
  blocked: string
}

export const idlePhone: PhoneState = { on: false, device: 'connecting', driver: -99, info: null, calls: [], log: [], blocked: '' }
export const usePhone = create<PhoneState>()(() => idlePhone)
export const phone = (): PhoneState => usePhone.getState()

/** Calls that are not over, the oldest first: a caller who comes later moves none of them. */
export const liveCalls = ({ calls }: PhoneState): readonly CallOfDesk[] =>
  calls.filter(({ phase }) => phase !== 'over').toSorted((a, b) => a.startedMs - b.startedMs)
/** The call that keys and tones are for: the one being talked to, else the one that rings longest, else the last one. */
export const liveCall = (state: PhoneState): CallOfDesk | null => {
  const live = liveCalls(state)
  return live.find(({ phase }) => phase !== 'ringing') ?? live[0] ?? state.calls[0] ?? null
}

const SWITCH = 'chauffeur.softphone'
const WINDOWS = 'chauffeur.softphone.windows'
const AUTO_RECORD = 'chauffeur.softphone.record'
const stored = (name: string): string => {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}
const store = (name: string, value: string) => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // NOTE: blocked storage: the choice lasts until the page is left.
  }
}
/** Of this machine and browser: a telephone stands on a desk, not with an account. */
export const phoneSwitchOn = (): boolean => stored(SWITCH) === 'on'
export const setPhoneSwitch = (on: boolean): void => store(SWITCH, on ? 'on' : 'off')
export const autoRecord = (): boolean => stored(AUTO_RECORD) !== 'off'
export const setAutoRecord = (on: boolean): void => store(AUTO_RECORD, on ? 'on' : 'off')
/**
 * The name of the channel between this browser's windows. It cannot be guessed: a script in the JSONP worker may open any channel
 * whose name it knows, and finds no storage to read this one from.
 */
export function windowsChannel(): string {
  if (stored(WINDOWS) === '') store(WINDOWS, `chauffeur.softphone.${requestId()}`)
  return stored(WINDOWS) || `chauffeur.softphone.${requestId()}`
}

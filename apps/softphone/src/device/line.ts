import type { AudioBus } from './audio-bus.ts'

/** What a line tells its channel. */
export interface LineListener {
  /** A call rings. `number` is empty when the caller hides it. False when it is not taken: the line refuses it. */
  incoming(number: string): boolean
  /** The caller left before anybody answered. `elsewhere`: another telephone took the call. */
  gaveUp(elsewhere?: boolean): void
  /** Our answer is through: both sides hear each other. */
  established(): void
  /** The number called is rung. */
  ringBack(): void
  remoteAnswered(): void
  remoteHungUp(): void
  /** The call did not come about. */
  busy(): void
  digit(key: string): void
  handset(up: boolean): void
  /** False when the handset's keys go nowhere: it is cut off the line, or the line is taken. */
  handsetDigit(key: string): boolean
  soundFailed(words: string): void
  /** The line can or cannot be used, in words for the operator. */
  ready(ready: boolean, words: string): void
}

/** One line behind one channel: simulated, or an account at a PBX. */
export interface Line {
  /** Shown as the channel's type and capabilities (DEVTYPE_*, DEVMODULE_*). */
  readonly type: number
  readonly modules: number
  /** Controls of table 5.3 that mean something here. */
  readonly controls: ReadonlySet<number>
  readonly can: LineAbilities
  readonly audio: AudioBus | undefined
  isReady(): boolean
  start(listener: LineListener): void
  /** Releases the line for good. */
  stop(): Promise<void>
  dial(number: string): void
  answer(): void
  refuse(): void
  hangUp(): void
  sendDigits(digits: string): void
  flash(): void
}

export interface LineAbilities {
  dial: boolean
  answer: boolean
  refuse: boolean
  hangUp: boolean
  digits: boolean
  flash: boolean
  /** A telephone hangs on the line beside us. */
  handset: boolean
  /** It can be rung from here. */
  ringHandset: boolean
  /** Exchange tones: a dial tone before, pulses of tone for each digit. An exchange line has them, SIP has none. */
  tones: boolean
  /** The number comes after the first ring (an exchange line) or with it (SIP). */
  callerIdAfterRing: boolean
  /** The caller's leaving is told at once; otherwise it is known by the ring that does not come. */
  tellsGaveUp: boolean
}

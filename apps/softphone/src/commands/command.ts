import type { Channel } from '../device/channel.ts'
import type { Device } from '../device/device.ts'
import type { Log } from '../log.ts'
import { failure } from '../protocol/codes.ts'
import type { Para } from '../protocol/para.ts'
import type { Player } from './player.ts'
import type { Recorder } from './recorder.ts'
import type { UserSettings } from './user-settings.ts'
import type { Uploader } from './uploader.ts'

/** What goes back. `result` is text only where the client has no other field to read (the version, a recording's path). */
export interface Answer {
  result: number | string
  content?: string
  outbuf?: string
}

export interface CommandContext {
  device: Device
  recorder: Recorder
  player: Player
  uploader: Uploader
  settings: UserSettings
  log: Log
  /** As the vendor's file version: four numbers. */
  version: string
}

export type Command = (para: Para, context: CommandContext) => Answer | Promise<Answer>

/** A refusal with its error number (section 9). */
export class Refused extends Error {
  readonly code: number
  constructor(code: number) {
    super(`refused: ${code}`)
    this.code = code
  }
}

export const refuse = (code: number): never => {
  throw new Refused(code)
}

/** The channel named in `a`. Refuses on a closed device and for a channel that is not there. */
export function channelIn(para: Para, { device }: CommandContext): Channel {
  if (!device.isOpen()) return refuse(failure.notOpen)
  return device.channel(para.number('a')) ?? refuse(failure.invalidChannel)
}

import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { maxChannels } from '../protocol/codes.ts'
import type { EventStream } from '../protocol/poll.ts'
import { type Channel, createChannel } from './channel.ts'
import type { Line } from './line.ts'

/** The box with all its channels. Pages open and close it; the lines behind stay as they are. */
export interface Device {
  isOpen(): boolean
  open(): number
  /** Closed for every page at once; calls are only dropped when no page opens it again within moments (a page being reloaded). */
  close(): void
  channels(): readonly Channel[]
  channel(ch: number): Channel | undefined
  /** Heard when a channel's state changes. */
  onChange(listener: (channel: Channel) => void): () => void
  onClose(listener: () => void): void
  stop(): Promise<void>
}

const reloadMs = 3_000

export function createDevice({
  lines,
  clock,
  events,
  log,
}: {
  lines: readonly Line[]
  clock: Clock
  events: EventStream
  log: Log
}): Device {
  if (lines.length === 0 || lines.length > maxChannels) throw new Error(`A device has 1 to ${maxChannels} lines, not ${lines.length}.`)
  let open = false
  let closing: NodeJS.Timeout | undefined
  const listeners = new Set<(channel: Channel) => void>()
  const closers = new Set<() => void>()

  const channels = lines.map((line, ch): Channel => {
    const channel: Channel = createChannel({
      ch,
      line,
      clock,
      isOpen: () => open || closing !== undefined,
      emit: (type, { result = 0, data = '', handle = 0 } = {}) => {
        log(`line ${ch + 1}: event ${type} (${result}) ${data}`)
        events.push({ ch, e_type: type, e_handle: handle, l_result: result, e_data: data })
      },
      changed: () => {
        for (const listener of listeners) listener(channel)
      },
      say: (words) => log(`line ${ch + 1}: ${words}`),
    })
    return channel
  })
  for (const channel of channels) channel.start()

  const release = () => {
    closing = undefined
    for (const channel of channels) channel.reset()
    for (const closer of closers) closer()
  }

  return {
    isOpen: () => open,
    open: () => {
      clearTimeout(closing)
      closing = undefined
      open = true
      return channels.length
    },
    close: () => {
      if (!open) return
      open = false
      clearTimeout(closing)
      closing = setTimeout(release, reloadMs)
    },
    channels: () => channels,
    channel: (ch) => channels[ch],
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onClose: (listener) => void closers.add(listener),
    stop: async () => {
      clearTimeout(closing)
      open = false
      release()
      await Promise.all(channels.map((channel) => channel.stop()))
    },
  }
}

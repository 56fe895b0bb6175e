import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** So often whoever reads hears that the line still stands. */
const BEAT_MS = 15_000
/** A client that reads slower than this falls out, and comes back. */
const MAX_BUFFERED = 4 * 1_048_576

/** One event as it goes out; many streams may be given the same. */
export const eventBlock = (event: string, data: unknown, id?: string): Buffer =>
  Buffer.from(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)

export interface EventStream {
  send(event: string, data: unknown, id?: string): void
  sendBlock(block: Buffer): void
  isOpen(): boolean
  close(): void
}
export interface EventStreams {
  /**
   * Answers a request with a stream of server-sent events that stays open until somebody closes it. Of one owner's the oldest gives way to
   * one more than `most`.
   */
  begin(
    request: FastifyRequest,
    reply: FastifyReply,
    on: { owner: string; most: number; beat?: () => void; close: () => void },
  ): EventStream
  open(): number
  /** Ends the streams that are open, one after the other over so long: their readers come back, to another process by then, not all at once. */
  sendAway(overMs: number): Promise<void>
}

/** The streams of one route; all of them end when the server stops. */
export function eventStreams(app: FastifyInstance): EventStreams {
  const closers = new Set<() => void>()
  const ofOwner = new Map<string, EventStream[]>()
  app.addHook('preClose', async () => closers.forEach((close) => close()))
  return {
    open: () => closers.size,
    sendAway: async (overMs) => {
      const all = [...closers]
      for (const close of all) {
        close()
        await sleep(overMs / all.length)
      }
    },
    begin: (request, reply, on) => {
      reply.hijack()
      const out = reply.raw
      out.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-request-id': request.id,
      })
      let open = true
      const close = () => {
        if (!open) return
        open = false
        clearInterval(beat)
        closers.delete(close)
        const left = ofOwner.get(on.owner)?.filter((one) => one !== stream) ?? []
        if (left.length) ofOwner.set(on.owner, left)
        else ofOwner.delete(on.owner)
        on.close()
        out.end()
      }
      const beat = setInterval(() => {
        out.write(': beat\n\n')
        on.beat?.()
      }, BEAT_MS)
      closers.add(close)
      out.on('close', close)
      const stream: EventStream = {
        isOpen: () => open,
        close,
        send: (event, data, id) => stream.sendBlock(eventBlock(event, data, id)),
        sendBlock: (block) => {
          if (!open) return
          if (out.writableLength > MAX_BUFFERED) {
            close()
            // Ended in order it would wait, with all that it holds, for a reader who takes nothing.
            out.destroy()
            return
          }
          out.write(block)
        },
      }
      const all = [...(ofOwner.get(on.owner) ?? []), stream]
      ofOwner.set(on.owner, all)
      if (all.length > on.most) all[0]!.close()
      return stream
    },
  }
}

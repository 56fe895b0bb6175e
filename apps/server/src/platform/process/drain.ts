import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { EventStreams } from '../live/event-stream.ts'

/** How a server stops, in milliseconds. */
export interface StopTimes {
  /** So long it says at /readyz that it wants no more requests, and still serves those that come: who balances the load has to notice. */
  drain: number
  /** So long requests that were begun may take to their end. */
  finish: number
}

export const AT_ONCE: StopTimes = { drain: 0, finish: 5_000 }
/** Streams end over the last part of the draining: their readers come back at once, and find another process. */
const STREAMS_MS = 3_000
const LOOK_MS = 50

/** Lets everybody go in order: nobody's request is cut. `hurry` answers whoever only waits for something to happen. */
export function drainOf(http: FastifyInstance, parts: { streams: readonly Pick<EventStreams, 'sendAway'>[]; hurry: () => void }) {
  let stopping = false
  // A client that keeps its connection opens the next one elsewhere.
  http.addHook('onSend', async (_request, reply) => {
    if (stopping) void reply.header('connection', 'close')
  })
  return {
    stopping: () => stopping,
    close: async (times: StopTimes): Promise<void> => {
      stopping = true
      const streamsMs = Math.min(STREAMS_MS, times.drain)
      await sleep(times.drain - streamsMs)
      await Promise.all([sleep(streamsMs), ...parts.streams.map((streams) => streams.sendAway(streamsMs))])
      const last = performance.now() + times.finish
      const timer = setInterval(() => {
        parts.hurry()
        if (performance.now() < last) http.server.closeIdleConnections()
        else http.server.closeAllConnections()
      }, LOOK_MS)
      await http.close().finally(() => clearInterval(timer))
    },
  }
}

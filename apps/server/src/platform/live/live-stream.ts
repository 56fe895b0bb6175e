import type { FastifyInstance } from 'fastify'
import { LIVE_PATH, liveTopic, type LiveTopic } from '@chauffeur/contract/operations/live'
import { notSignedIn, pendingRefusal, tokenOf } from '../http/bind.ts'
import { type EventStreams, eventStreams } from './event-stream.ts'
import type { FeedEvent, LiveFeed } from './live-feed.ts'
import type { Session, Sessions } from '../identity/session.ts'
import type { Scope } from '../database/scope.ts'

export interface DriverFrames {
  /**
   * Hands over what changed on duty within the scope, once a second where anything did, as the events of a stream; first all who are on duty.
   * Returns how to stop.
   */
  watch(scope: Scope, handOver: (parts: readonly Buffer[]) => void): () => void
  stop(): void
}

/** A topic is open to whoever holds the authority of the lists it speaks of. */
const NEEDS: Record<LiveTopic, string | null> = {
  orders: 'order.view',
  drivers: 'driver.view',
  withdrawals: 'withdrawal.view',
  reconciliation: 'recon.view',
  webhooks: 'webhook.view',
  // Drivers hear of theirs on their own stream.
  driverMessages: 'messageLog.view',
  notices: null,
  jobs: null,
  session: null,
}
/** Windows of one session: more of them than anybody has open, and few enough that one account does not keep the server busy. */
const STREAMS = 32
/** With the two seconds that a session is remembered, a change of authority is told within five. */
const CHECK_MS = 2_500

/** `GET /api/live/stream?topics=…`: server-sent events over fetch. See the contract's live area. */
export function liveStreamRoute(app: FastifyInstance, parts: { sessions: Sessions; feed: LiveFeed; frames: DriverFrames }): EventStreams {
  const { sessions, feed, frames } = parts
  const streams = eventStreams(app)

  app.get(LIVE_PATH, async (request, reply) => {
    const token = tokenOf(request)
    const session = token ? await sessions.find(token, true) : null
    if (session?.kind !== 'OPERATOR' || !token) return notSignedIn(request)
    const waits = pendingRefusal(session, request)
    if (waits) return waits
    const asked = String((request.query as { topics?: string }).topics ?? '').split(',')
    const topics = new Set(
      asked.filter((name): name is LiveTopic => liveTopic.safeParse(name).success && allowed(session, name as LiveTopic)),
    )

    const stream = streams.begin(request, reply, {
      owner: session.sessionId,
      most: STREAMS,
      close: () => {
        unlisten()
        clearInterval(check)
        unwatch?.()
      },
    })
    const deliver = (events: FeedEvent[]) =>
      events.filter((event) => concerns(event, session.sessionId)).forEach((event) => stream.send(event.topic, event.payload, event.id))

    // Listening begins before the past is read, so that nothing falls between the two.
    let held: FeedEvent[] | null = []
    const unlisten = feed.listen(session.scope, topics, {
      events: (events) => (held ? void held.push(...events) : deliver(events)),
      gap: () => stream.send('gap', {}, feed.position()),
    })
    const unwatch = topics.has('drivers') ? frames.watch(session.scope, (parts) => parts.forEach(stream.sendBlock)) : null
    const authorities = [...session.authorities].sort().join()
    const check = setInterval(() => void recheck(), CHECK_MS)
    const recheck = async () => {
      const now = await sessions.find(token, true).catch(() => session)
      if (now?.kind !== 'OPERATOR') {
        stream.send('session', { what: 'ended' })
        return stream.close()
      }
      // The stream was opened under the old scope: the client opens it again under the new one.
      if ([...now.authorities].sort().join() !== authorities || JSON.stringify(now.scope) !== JSON.stringify(session.scope)) {
        stream.send('session', { what: 'authorities' })
        stream.close()
      }
    }

    const lastId = request.headers['last-event-id']
    const missed = typeof lastId === 'string' && lastId !== '' ? await feed.since(session.scope, topics, lastId).catch(() => null) : []
    if (missed === null) stream.send('gap', {}, feed.position())
    else deliver(missed)
    stream.send('ready', { topics: [...topics] }, missed?.at(-1)?.id ?? feed.position())
    const done = new Set(missed?.map((event) => event.id))
    deliver(held.filter((event) => !done.has(event.id)))
    held = null
    return reply
  })
  return streams
}

/** The end of one session is no news to the account's others. */
function concerns({ topic, payload }: FeedEvent, sessionId: string): boolean {
  const about = topic === 'session' ? (payload as { sessionId?: string }).sessionId : undefined
  return about === undefined || about === sessionId
}

function allowed(session: Extract<Session, { kind: 'OPERATOR' }>, topic: LiveTopic): boolean {
  const needed = NEEDS[topic]
  return needed === null || session.authorities.has(needed)
}

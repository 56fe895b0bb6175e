import type { FastifyInstance } from 'fastify'
import { LIVE_PATH, liveTopic, type LiveTopic } from '@chauffeur/contract/live'
import { CODE } from '@chauffeur/contract/kernel/envelope'
import { refusalOf, tokenOf } from './bind.ts'
import type { DriverFrames } from './driver-frames.ts'
import type { FeedEvent, LiveFeed } from './live-feed.ts'
import type { Session, Sessions } from './session.ts'

/** A topic is open to whoever holds the authority of the lists it speaks of. */
const NEEDS: Record<LiveTopic, string | null> = { orders: 'order.view', drivers: 'driver.view', notices: null, session: null }
const FRAME_MS = 1_000
const BEAT_MS = 15_000
/** With the two seconds that a session is remembered, a change of authority is told within five. */
const CHECK_MS = 2_500
/** A client that reads slower than this falls out and comes back with its last id. */
const MAX_BUFFERED = 4 * 1_048_576

/** `GET /api/live/stream?topics=…`: server-sent events over fetch. See the contract's live area. */
export function liveStreamRoute(
  app: FastifyInstance,
  parts: { sessions: Sessions; feed: LiveFeed; frames: DriverFrames },
): { open(): number } {
  const { sessions, feed, frames } = parts
  const closers = new Set<() => void>()
  app.addHook('preClose', async () => closers.forEach((close) => close()))

  app.get(LIVE_PATH, async (request, reply) => {
    const token = tokenOf(request)
    const session = token ? await sessions.find(token, true) : null
    if (session?.kind !== 'OPERATOR' || !token)
      return { code: CODE.notSignedIn, message: '登录信息失效,请重新登录', msg: '登录信息失效,请重新登录', data: null }
    if (session.pending)
      return refusalOf(session.pending === 'PASSWORD' ? 'session.mustChangePassword' : 'session.mustBindAuthenticator', request)
    const asked = String((request.query as { topics?: string }).topics ?? '').split(',')
    const topics = new Set(
      asked.filter((name): name is LiveTopic => liveTopic.safeParse(name).success && allowed(session, name as LiveTopic)),
    )

    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    const send = (event: string, data: unknown, id?: string) => {
      if (out.writableLength > MAX_BUFFERED) return close()
      out.write(`${id ? `id: ${id}\n` : ''}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    }
    const deliver = (events: FeedEvent[]) =>
      events.filter((event) => concerns(event, session.sessionId)).forEach((event) => send(event.topic, event.payload, event.id))

    // Listening begins before the past is read, so that nothing falls between the two.
    let held: FeedEvent[] | null = []
    const unlisten = feed.listen(session.scope, topics, (events) => (held ? void held.push(...events) : deliver(events)))
    const watcher = topics.has('drivers') ? frames.watch(session.scope) : null
    const frame = watcher
      ? setInterval(() => {
          const next = frames.next(watcher)
          if (next) send('drivers', next)
        }, FRAME_MS)
      : undefined
    const beat = setInterval(() => out.write(': beat\n\n'), BEAT_MS)
    const authorities = [...session.authorities].sort().join()
    const check = setInterval(() => void recheck(), CHECK_MS)
    const recheck = async () => {
      const now = await sessions.find(token, true).catch(() => session)
      if (now?.kind !== 'OPERATOR') {
        send('session', { what: 'ended' })
        return close()
      }
      // The stream was opened under the old scope: the client opens it again under the new one.
      if ([...now.authorities].sort().join() !== authorities || JSON.stringify(now.scope) !== JSON.stringify(session.scope)) {
        send('session', { what: 'authorities' })
        close()
      }
    }
    const close = () => {
      unlisten()
      clearInterval(frame)
      clearInterval(beat)
      clearInterval(check)
      if (watcher) frames.unwatch(watcher)
      closers.delete(close)
      out.end()
    }
    closers.add(close)
    out.on('close', close)

    const lastId = request.headers['last-event-id']
    const missed = typeof lastId === 'string' && lastId !== '' ? await feed.since(session.scope, topics, lastId).catch(() => null) : []
    if (missed === null) send('gap', {}, feed.position())
    else deliver(missed)
    send('ready', { topics: [...topics] }, missed?.at(-1)?.id ?? feed.position())
    const done = new Set(missed?.map((event) => event.id))
    deliver(held.filter((event) => !done.has(event.id)))
    held = null
    return reply
  })
  return { open: () => closers.size }
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

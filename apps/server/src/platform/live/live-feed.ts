import type { LiveTopic } from '@chauffeur/contract/operations/live'
import type { Logger } from 'pino'
import type { Database } from '../database/db.ts'
import { inScope, type ScopedRow, type Scope } from '../database/scope.ts'

/** An event as it left the database. `id` orders events by commit. */
export interface FeedEvent extends ScopedRow {
  id: string
  topic: LiveTopic
  payload: unknown
}
export interface Listener {
  events(events: FeedEvent[]): void
  /** What was told so far may not be so: the database went on from an earlier moment. Whatever is shown is to be read anew. */
  gap(): void
}

interface Listening {
  scope: Scope
  topics: ReadonlySet<LiveTopic>
  listener: Listener
}

export interface LiveFeed {
  /** Calls back with the events of these topics within the scope, in order. Returns how to stop. */
  listen(scope: Scope, topics: ReadonlySet<LiveTopic>, listener: Listener): () => void
  /** Events since `lastId`; null when they go back further than what is kept. */
  since(scope: Scope, topics: ReadonlySet<LiveTopic>, lastId: string): Promise<FeedEvent[] | null>
  /** The newest event id handed out. */
  position(): string
  /** For how long the oldest running transaction has held events back, seconds. */
  heldS(): number
  poke(): void
  stop(): Promise<void>
}

/** What befalls every session of a tenant lies in no city; everything else is heard where its row is seen. */
const reaches = (scope: Scope, event: FeedEvent): boolean =>
  event.topic === 'session' && event.userId === null ? event.tenantId === scope.tenantId : inScope(scope, event)

const POLL_MS = 500
const KEEP_MINUTES = 5
const BATCH = 1_000
/** Held for longer, it is said in the log, once, with who holds them. */
const HELD_TOO_LONG_S = 10

interface Row {
  tx: string
  event_id: string
  tenant_id: string
  city_id: string | null
  org_id: string | null
  channel_id: string | null
  user_id: string | null
  topic: LiveTopic
  payload: unknown
}
const idOf = (tx: string, eventId: string, timeline: string) => `${tx}.${eventId}.${timeline}`
const eventOf = (row: Row, timeline: string): FeedEvent => ({
  id: idOf(row.tx, row.event_id, timeline),
  tenantId: row.tenant_id,
  cityId: row.city_id,
  orgId: row.org_id,
  channelId: row.channel_id,
  userId: row.user_id,
  topic: row.topic,
  payload: row.payload,
})
const parseId = (id: string) => /^(\d{1,20})\.(\d{1,19})(?:\.(\w{1,40}))?$/.exec(id)

/** `timeline` is another one once a standby took over or the database was restored; ids before and after have nothing to do with each other. */
const MOMENT = `select pg_snapshot_xmin(snapshot)::text as xmin, pg_snapshot_xmax(snapshot)::text as xmax, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline
  from pg_current_snapshot() as snapshot`
interface Moment {
  xmin: string
  xmax: string
  timeline: string
}
/** Who holds events back; what the role may not see is left out. */
const HOLDERS = `select pid, datname as database, usename as user, state, round(extract(epoch from now() - xact_start)) as seconds
  from pg_stat_activity where backend_xid is not null or state like 'idle in transaction%' order by xact_start nulls first limit 3`

/**
 * Reads the events that other transactions committed, one reader a process, and hands them to the streams in scope.
 * `tx` below the oldest running transaction is what makes it miss none: ids alone commit out of order.
 */
export async function startLiveFeed(
  db: Database,
  logger: Logger,
  { heldTooLongS = HELD_TOO_LONG_S }: { heldTooLongS?: number } = {},
): Promise<LiveFeed> {
  const listeners = new Set<Listening>()
  /** One that cannot be served cuts no other off. */
  const toEach = (tell: (one: Listening) => void) => {
    for (const one of listeners)
      try {
        tell(one)
      } catch (error) {
        logger.error({ err: error }, 'a live stream could not be served')
      }
  }
  const momentNow = async () => (await db.platform.query<Moment>({ name: 'live-moment', text: MOMENT })).rows[0]!
  let moment = await momentNow()
  let tx = ''
  let eventId = ''
  const beginAtHead = () => {
    tx = String(BigInt(moment.xmin) - 1n)
    eventId = '9223372036854775807'
  }
  beginAtHead()
  let holder = { xmin: moment.xmin, since: performance.now(), told: false }
  const heldS = () => (performance.now() - holder.since) / 1000
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let reading: Promise<void> | undefined
  let again = false

  /** Whether the database still is the one that the last events were read from; if not, everybody is told. */
  const look = async () => {
    const before = moment
    moment = await momentNow()
    if (moment.xmin !== holder.xmin || moment.xmin === moment.xmax) holder = { xmin: moment.xmin, since: performance.now(), told: false }
    else if (!holder.told && heldS() > heldTooLongS) {
      holder.told = true
      const { rows } = await db.platform.query(HOLDERS)
      logger.warn({ heldS: Math.round(heldS()), holders: rows }, 'live events wait for a transaction that stays open')
    }
    if (moment.timeline === before.timeline && BigInt(moment.xmax) > BigInt(tx)) return
    logger.warn(
      { before, now: moment },
      'the database went on from an earlier moment or on another server; live streams are told to read anew',
    )
    beginAtHead()
    toEach(({ listener }) => listener.gap())
  }

  const read = async () => {
    await look()
    for (;;) {
      const { rows } = await db.platform.query<Row>({
        name: 'live-feed',
        text: `select tx::text, event_id, tenant_id, city_id, org_id, channel_id, user_id, topic, payload from live_events
               where (tx, event_id) > ($1::xid8, $2::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot()) order by live_events.tx, event_id limit ${BATCH}`,
        values: [tx, eventId],
      })
      const last = rows.at(-1)
      if (!last) return
      tx = last.tx
      eventId = last.event_id
      const events = rows.map((row) => eventOf(row, moment.timeline))
      toEach(({ scope, topics, listener }) => {
        const mine = events.filter((event) => topics.has(event.topic) && reaches(scope, event))
        if (mine.length) listener.events(mine)
      })
      if (rows.length < BATCH) return
    }
  }
  const tick = () => {
    if (stopped) return
    if (reading) {
      again = true
      return
    }
    clearTimeout(timer)
    reading = read()
      .catch((error: unknown) => logger.warn({ err: error }, 'live events could not be read'))
      .finally(() => {
        reading = undefined
        timer = setTimeout(tick, again ? 20 : POLL_MS)
        again = false
      })
  }
  const sweep = setInterval(() => {
    db.platform.query(`delete from live_events where at < now() - interval '${KEEP_MINUTES + 1} minutes'`).catch(() => {})
  }, 60_000)
  tick()

  return {
    listen: (scope, topics, listener) => {
      const entry = { scope, topics, listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
    since: async (scope, topics, lastId) => {
      const id = parseId(lastId)
      if (!id) return null
      const current = await momentNow()
      // From another timeline, or from the future of one that was set back: what it followed is not what is here.
      if (id[3] !== current.timeline || BigInt(id[1]!) >= BigInt(current.xmax)) return null
      const oldest = await db.platform.query<{ tx: string | null }>(
        `select min(tx)::text as tx from live_events where at > now() - interval '${KEEP_MINUTES} minutes'`,
      )
      const kept = oldest.rows[0]?.tx
      // Nothing older than the last id is left: whether something in between was swept cannot be told any more.
      const known = await db.platform.query('select 1 from live_events where tx = $1::xid8 and event_id = $2', [id[1], id[2]])
      if (!known.rowCount && (kept === null || kept === undefined || BigInt(kept) > BigInt(id[1]!))) return null
      const { rows } = await db.platform.query<Row>(
        `select tx::text, event_id, tenant_id, city_id, org_id, channel_id, user_id, topic, payload from live_events
         where tenant_id = $1 and topic = any ($2) and (tx, event_id) > ($3::xid8, $4::bigint) and (tx, event_id) <= ($5::xid8, $6::bigint) order by live_events.tx, event_id limit 5000`,
        [scope.tenantId, [...topics], id[1], id[2], tx, eventId],
      )
      return rows.map((row) => eventOf(row, current.timeline)).filter((event) => reaches(scope, event))
    },
    position: () => idOf(tx, eventId === '9223372036854775807' ? '0' : eventId, moment.timeline),
    heldS: () => (moment.xmin === moment.xmax ? 0 : heldS()),
    poke: tick,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      clearInterval(sweep)
      await reading
    },
  }
}

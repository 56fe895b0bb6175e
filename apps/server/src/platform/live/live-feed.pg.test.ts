import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../../runtime/embedded-postgres.ts'
import { connect } from '../database/db.ts'
import { type FeedEvent, type Listener, type LiveFeed, startLiveFeed } from './live-feed.ts'
import { migrate, runtimeUrls } from '../upkeep/migrate.ts'
import { wholeTenant } from '../database/scope.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

async function serverOf() {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'chauffeur-feed-'))
  chmodSync(dataDir, 0o755)
  ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const start = () => startEmbeddedPostgres({ dataDir, database: 'feed', settings: { fsync: 'off', restore_command: 'false' } })
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', join(dataDir, from), join(dataDir, to)])
  let running = await start()
  ends.push(() => running.stop())
  const url = running.url('feed')
  await migrate(url)
  const db = connect(await runtimeUrls(url))
  ends.push(() => db.close())
  return {
    url,
    db,
    /** The files as they are now, to go back to. */
    async kept() {
      await running.stop()
      copy('postgres-18', 'kept')
      running = await start()
    },
    /** The kept files become those of another server that is made the primary. */
    takesOver: () => {
      const signal = join(dataDir, 'kept', 'recovery.signal')
      writeFileSync(signal, '')
      const { uid, gid } = statSync(join(dataDir, 'kept'))
      chownSync(signal, uid, gid)
    },
    async backToKept() {
      await running.stop()
      rmSync(join(dataDir, 'postgres-18'), { recursive: true })
      copy('kept', 'postgres-18')
      running = await start()
    },
  }
}

async function asOwner(url: string, ...texts: string[]) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  // A server that takes over answers reads while it still recovers, and refuses what is written.
  const recovers = async () => (await client.query<{ it: boolean }>('select pg_is_in_recovery() it')).rows[0]?.it
  await expect.poll(recovers, { timeout: 20_000 }).toBe(false)
  for (const text of texts) await client.query(text)
  await client.end()
}
const event = (n: number) => `insert into live_events (tenant_id, topic, payload) values (1, 'orders', '{"n": ${n}}')`

const fail = () => {
  throw new Error('broken')
}
const broken: Listener = { events: fail, gap: fail }

function heard(feed: LiveFeed) {
  const seen: (number | 'gap')[] = []
  feed.listen(wholeTenant('1'), new Set(['orders']), {
    events: (events: FeedEvent[]) => seen.push(...events.map(({ payload }) => (payload as { n: number }).n)),
    gap: () => seen.push('gap'),
  })
  return seen
}

for (const [name, newTimeline] of [
  ['a database that was set back to an earlier moment', false],
  ['another server that took over, and has gone past where the old one was', true],
] as const) {
  test(`${name}: every stream is told to read anew, and hears what comes after`, async () => {
    const server = await serverOf()
    await server.kept()
    const feed = await startLiveFeed(server.db, pino({ level: 'silent' }))
    ends.push(() => feed.stop())
    // One that cannot be served cuts no other off.
    feed.listen(wholeTenant('1'), new Set(['orders']), broken)
    const seen = heard(feed)
    for (let n = 1; n <= 20; n++) await asOwner(server.url, event(n))
    await expect.poll(() => seen.length, { timeout: 10_000 }).toBe(20)
    const last = feed.position()
    expect(await feed.since(wholeTenant('1'), new Set(['orders']), last)).toEqual([])

    if (newTimeline) server.takesOver()
    await server.backToKept()
    // More than were lost: by its number alone the old place looks like one of the past.
    if (newTimeline) await asOwner(server.url, ...Array.from({ length: 60 }, () => 'select pg_current_xact_id()'))
    await expect.poll(() => seen.at(-1), { timeout: 10_000 }).toBe('gap')
    await asOwner(server.url, event(100))
    await expect.poll(() => seen.slice(20), { timeout: 10_000 }).toEqual(['gap', 100])
    expect(await feed.since(wholeTenant('1'), new Set(['orders']), last)).toBeNull()
    expect(await feed.since(wholeTenant('1'), new Set(['orders']), feed.position())).toEqual([])
  }, 60_000)
}

test('a transaction that stays open in another database delays events, is counted and is named in the log', async () => {
  const server = await serverOf()
  const lines: { holders?: { database: string }[] }[] = []
  const feed = await startLiveFeed(server.db, pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) }), {
    heldTooLongS: 0.5,
  })
  ends.push(() => feed.stop())
  const seen = heard(feed)
  const neighbour = new pg.Client({ connectionString: server.url.replace('/feed', '/postgres') })
  await neighbour.connect()
  await neighbour.query('begin; select pg_current_xact_id()')
  await asOwner(server.url, event(1))
  await expect.poll(() => feed.heldS(), { timeout: 10_000 }).toBeGreaterThan(1)
  expect(seen).toEqual([])
  await expect
    .poll(() => lines.flatMap(({ holders }) => holders?.map(({ database }) => database) ?? []), { timeout: 10_000 })
    .toContain('postgres')
  await neighbour.query('rollback')
  await expect.poll(() => seen, { timeout: 10_000 }).toEqual([1])
  await expect.poll(() => feed.heldS(), { timeout: 10_000 }).toBe(0)
  expect(lines).toHaveLength(1)
  await neighbour.end()
})

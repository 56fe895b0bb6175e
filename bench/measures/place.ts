import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import { load } from '../load.ts'
import { type Figure, ms, perSecond, printFigures } from '../report.ts'
import { addOrders } from '../orders.ts'
import { addCities, addDrivers, addOperator, addTenant, cities, home } from '../world.ts'

const CONCURRENCY = 32
const SECONDS = 8
const TARGET_PER_S = 200
const HISTORY = 100_000
/** Of each city; they drove what is history, and none of them is near. */
const DRIVERS = 100

/** Orders placed by eight operators for customers who all differ, with the dispatcher searching beside, and how the desk is answered meanwhile. */
export async function place(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('place')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const tokens: string[] = []
  for (let n = 0; n < 8; n++) tokens.push(await addOperator(owner, tenant))
  for (const { cityId } of cities) await addDrivers(owner, tenant, cityId, DRIVERS)
  await addOrders(owner, tenant, HISTORY)
  const commits = await bareCommits(ownerUrl, SECONDS / 2)
  const server = await startChild('server', { OWNER_URL: ownerUrl })
  try {
    const placed: string[] = []
    let customer = 0
    const placing = (seconds: number) =>
      load({
        address: server.address,
        pids: [server.pid, postgres.pid],
        concurrency: CONCURRENCY,
        seconds,
        request: (number) => ({
          method: 'POST',
          path: '/djweb/callCenter/place_order',
          headers: { token: tokens[number % tokens.length]!, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
          body: JSON.stringify({
            cityId: home.cityId,
            pickupLat: home.lat,
            pickupLng: home.lng,
            pickupDatum: 'WGS84',
            pickupAddress: '武林广场',
            dropoffLat: home.lat + 0.05,
            dropoffLng: home.lng + 0.05,
            dropoffAddress: '钱江新城',
            phone: String(13_500_000_000 + customer++),
          }),
        }),
        expect: '{"code":0',
        onAnswer: (body) => placed.push(/"orderId":"(\d+)"/.exec(body)![1]!),
      })
    await placing(2)
    // As autovacuum does within a minute: plans made for the empty tables of a database just begun are made anew.
    await owner.query('vacuum (analyze)')
    await placing(1)
    const before = await rowsOf(owner)
    const [orders, status] = await Promise.all([
      placing(SECONDS),
      load({
        address: server.address,
        concurrency: 4,
        seconds: SECONDS,
        perS: 40,
        request: (number) => ({
          method: 'GET',
          path: `/djweb/callCenter/order_status?orderId=${placed[Math.floor((number * 7919) % placed.length)]}`,
          headers: { token: tokens[number % tokens.length]! },
        }),
        expect: '{"code":0',
      }),
    ])
    const after = await rowsOf(owner)
    for (const table of [
      'orders',
      'bookings',
      'order_events',
      'live_events',
      'operation_logs',
      'idempotency_keys',
      'dispatch_searches',
    ] as const)
      if (after[table] - before[table] < orders.count)
        throw new Error(`${orders.count} orders left ${after[table] - before[table]} rows in ${table}`)
    const figures: Figure[] = [
      {
        name: `orders placed, ${CONCURRENCY} at a time`,
        ours: `${perSecond(orders.perS)}, p50 ${ms(orders.p50)}, p99 ${ms(orders.p99)}${Number.isNaN(orders.cpuMs) ? '' : `, processor ${ms(orders.cpuMs)}`}`,
        baseline: `one bare row a commit: ${perSecond(commits)}`,
        ratio: orders.perS / commits,
        target: `≥ ${TARGET_PER_S}/s`,
        met: orders.perS >= TARGET_PER_S,
      },
      { name: 'order_status meanwhile, 40/s', ours: `p50 ${ms(status.p50)}, p99 ${ms(status.p99)}` },
    ]
    printFigures('place: orders end to end, with every guard, event and row, durable when answered', figures)
  } finally {
    await server.stop()
  }
}

type Counts = Record<
  'orders' | 'bookings' | 'order_events' | 'live_events' | 'operation_logs' | 'idempotency_keys' | 'dispatch_searches',
  number
>
async function rowsOf(owner: pg.Client): Promise<Counts> {
  const { rows } = await owner.query<Counts>(
    `select (select count(*)::int from orders) as orders, (select count(*)::int from bookings) as bookings, (select count(*)::int from order_events) as order_events,
       (select count(*)::int from live_events) as live_events, (select count(*)::int from operation_logs) as operation_logs,
       (select count(*)::int from idempotency_keys) as idempotency_keys, (select count(*)::int from dispatch_searches) as dispatch_searches`,
  )
  return rows[0]!
}

/** What this disk and PostgreSQL do at most: one row and one commit at a time, as many at once as orders are placed. */
async function bareCommits(url: string, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: CONCURRENCY })
  await pool.query('create table bare (id bigint generated always as identity primary key, text text not null)')
  let done = 0
  const until = performance.now() + seconds * 1000
  const worker = async () => {
    while (performance.now() < until) {
      await pool.query({ name: 'bare', text: 'insert into bare (text) values ($1)', values: ['武林广场'] })
      done++
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  await pool.end()
  return done / seconds
}

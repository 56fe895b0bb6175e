import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { Pool } from 'undici'
import { type Child, startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import { type CrowdCount, type CrowdOrder, REPORT_S } from '../processes/crowd-pace.ts'
import { placeOf } from '../processes/feed.ts'
import type { Memory, Vitals } from '../processes/server.ts'
import { median, ms, percentile, printFigures } from '../report.ts'
import { addCities, addDrivers, addDriverSessions, addOperator, addTenant, home } from '../world.ts'

const ORDERS_PER_MINUTE = 60
const ASKED_PER_S = 20
const TARGET_P99_MS = 50
/** Not measured: caches fill, connections open, code is compiled. */
const WARM_S = 30
/** Memory may differ by so much between the first and the last quarter of the run and is still said not to grow. */
const STEADY = 1.1

type Answer = { code: number; error?: string; data: unknown }

/**
 * A city's evening, held for a while: drivers (5 000 by themselves, in a process of their own) who report, hear of offers on a stream each, and take and
 * drive what they are offered; 60 orders a minute; and what desks ask meanwhile. Through the public APIs alone.
 */
export async function soak(postgres: BenchPostgres, minutes: number, drivers: number): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('soak')
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  const operators = [await addOperator(owner, tenant), await addOperator(owner, tenant)]
  const driverIds = await addDrivers(owner, tenant, home.cityId, drivers)
  const tokens = await addDriverSessions(owner, tenant.tenantId, driverIds)
  await owner.query('vacuum (analyze)')
  const server = await startChild('server', { OWNER_URL: ownerUrl })
  try {
    const crowd = await startChild('crowd', { SERVER: server.address })
    const counted = async (order: CrowdOrder = {}) => (await crowd.tell(order)) as CrowdCount
    await counted({ tokens })
    const callers = startCallers(server, operators)
    try {
      await pause(WARM_S * 1_000)
      const seconds = Math.max(20, minutes * 60 - WARM_S)
      const vitals = watch(server)
      const before = { placed: callers.placed.length, positions: (await counted()).positions, at: performance.now() }
      const [status, nearby] = await Promise.all([
        asking(server, seconds, (number) => ({
          path: `/djweb/callCenter/order_status?orderId=${callers.placed[(number * 7) % callers.placed.length]}`,
          token: operators[number % 2]!,
        })),
        asking(server, seconds, (number) => {
          const { lat, lng } = placeOf(number * 37, home)
          const query = `cityId=${home.cityId}&lat=${lat.toFixed(6)}&lng=${lng.toFixed(6)}&datum=WGS84&limit=20`
          return { path: `/djweb/callCenter/nearby_driver_list?${query}`, token: operators[number % 2]! }
        }),
      ]).finally(vitals.stop)
      const { seen, memory } = vitals
      const count = await counted()
      const { rows } = await owner.query<{ placed: number; filed: number; failed: number }>(
        `select count(*)::int as placed, count(*) filter (where service_status = ${SERVICE_STATUS.billFiled})::int as filed, count(*) filter (where service_status = ${SERVICE_STATUS.dispatchFailed})::int as failed from orders`,
      )
      const { placed, filed, failed } = rows[0]!
      const tookS = (performance.now() - before.at) / 1_000
      const perMinute = ((callers.placed.length - before.placed) / tookS) * 60
      const quarter = Math.ceil(memory.length / 4)
      const [early, late] = [memory.slice(0, quarter), memory.slice(-quarter)]
      const resident = (of: readonly Memory[]) => median(of.map(({ residentMb }) => residentMb))
      printFigures(`soak: ${drivers} drivers on duty for ${Math.round((tookS + WARM_S) / 6) / 10} minutes`, [
        {
          name: 'orders placed a minute',
          ours: `${perMinute.toFixed(0)} (${placed} placed, ${filed} driven and filed, ${failed} without a driver)`,
          target: `${ORDERS_PER_MINUTE}`,
          met: perMinute >= ORDERS_PER_MINUTE * 0.95,
        },
        {
          name: 'positions received',
          ours: `${((count.positions - before.positions) / tookS).toFixed(0)}/s of ${(drivers / REPORT_S).toFixed(0)}/s sent`,
        },
        { name: 'order_status, 20/s', ours: `p50 ${ms(status.p50)}, p99 ${ms(status.p99)}, ${status.failed} failed`, ...under(status.p99) },
        {
          name: 'nearby_driver_list, 20/s',
          ours: `p50 ${ms(nearby.p50)}, p99 ${ms(nearby.p99)}, ${nearby.failed} failed`,
          ...under(nearby.p99),
        },
        {
          name: 'heap of the server after collection',
          ours: `${lowest(early).toFixed(0)} MB in the first quarter, ${lowest(late).toFixed(0)} MB in the last; resident ${resident(early).toFixed(0)} and ${resident(late).toFixed(0)} MB`,
          ratio: lowest(late) / lowest(early),
          target: `≤ ${STEADY}`,
          met: lowest(late) / lowest(early) <= STEADY,
        },
        {
          name: 'event loop of the server late by',
          ours: `p99 ${ms(median(seen.map(({ lateP99Ms }) => lateP99Ms)))}, at worst ${ms(Math.max(...seen.map(({ lateMaxMs }) => lateMaxMs)))}`,
        },
        { name: 'load of the machine', ours: `${loadavg()[0]!.toFixed(1)} at the end, ours included` },
        {
          name: 'refused, connections lost',
          ours: `${count.refused} answers to drivers and ${callers.refused()} to callers, ${count.lost} connections${count.why ? ` (${count.why})` : ''}`,
        },
      ])
    } finally {
      callers.stop()
      await crowd.stop()
    }
  } finally {
    await server.stop()
  }
}

const under = (p99: number) => ({ target: `p99 < ${TARGET_P99_MS} ms`, met: p99 < TARGET_P99_MS })
const pause = (forMs: number) => new Promise((resolve) => setTimeout(resolve, forMs))

async function ask(pool: Pool, method: 'GET' | 'POST', path: string, token: string, body?: object): Promise<Answer> {
  const answer = await pool.request({
    method,
    path,
    headers: { token, ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }) },
    body: body ? JSON.stringify(body) : null,
  })
  return (await answer.body.json()) as Answer
}

/** How late the server is, every two seconds; what it keeps, at once and now and then: each time it answers nobody for a fifth of a second. */
function watch(server: Child) {
  const seen: Vitals[] = []
  const memory: Memory[] = []
  const look = async () => void seen.push((await server.tell({ vitals: true })) as Vitals)
  const weigh = async () => void memory.push((await server.tell({ collect: true })) as Memory)
  const timers = [setInterval(() => void look().catch(() => {}), 2_000), setInterval(() => void weigh().catch(() => {}), 120_000)]
  void weigh().catch(() => {})
  return { seen, memory, stop: () => timers.forEach(clearInterval) }
}
const lowest = (memory: readonly Memory[]) => Math.min(...memory.map(({ heapMb }) => heapMb))

/** Twenty requests a second, evenly spread; what goes wrong is counted and the run goes on. */
async function asking({ address }: Child, seconds: number, request: (number: number) => { path: string; token: string }) {
  const pool = new Pool(address, { connections: 4, pipelining: 1 })
  const took: number[] = []
  let failed = 0
  const one = async (number: number) => {
    const { path, token } = request(number)
    const began = performance.now()
    try {
      const { code } = await ask(pool, 'GET', path, token)
      if (code === 0) took.push(performance.now() - began)
      else failed++
    } catch {
      failed++
    }
  }
  const all: Promise<void>[] = []
  for (let number = 0; number < seconds * ASKED_PER_S; number++) {
    all.push(one(number))
    await pause(1_000 / ASKED_PER_S)
  }
  await Promise.all(all)
  await pool.destroy()
  return { p50: percentile(took, 50), p99: percentile(took, 99), failed }
}

/** Calls for customers who all differ, from places where there are drivers. */
function startCallers({ address }: Child, operators: readonly string[]) {
  const pool = new Pool(address, { connections: 4, pipelining: 1 })
  const placed: string[] = []
  let refused = 0
  let number = 0
  const place = async () => {
    const n = number++
    const { lat, lng } = placeOf(n * 53, home)
    const answer = await ask(pool, 'POST', '/djweb/callCenter/place_order', operators[n % operators.length]!, {
      cityId: home.cityId,
      pickupLat: lat,
      pickupLng: lng,
      pickupDatum: 'WGS84',
      pickupAddress: '武林广场',
      phone: String(13_600_000_000 + n),
    })
    if (answer.code !== 0) refused++
    else placed.push((answer.data as { orders: { orderId: string }[] }).orders[0]!.orderId)
  }
  const timer = setInterval(() => void place().catch(() => refused++), 60_000 / ORDERS_PER_MINUTE)
  return {
    placed,
    refused: () => refused,
    stop: () => {
      clearInterval(timer)
      void pool.destroy()
    },
  }
}

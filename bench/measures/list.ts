import { startChild } from '../child.ts'
import type { BenchPostgres } from '../database.ts'
import { inTurn, load } from '../load.ts'
import { addOrders } from '../orders.ts'
import { type Figure, median, ms, perSecond, printFigures, say } from '../report.ts'
import { addCities, addDrivers, addOperator, addTenant, cities, home } from '../world.ts'

const ORDERS = 1_000_000
const DRIVERS = 2_000
const TARGET = 0.8
const CONCURRENCY = 16

/** The first page of the order list, through the whole server and through bare Fastify and pg. */
export async function list(postgres: BenchPostgres): Promise<void> {
  const { owner, ownerUrl } = await postgres.database('list')
  const began = performance.now()
  await addCities(owner)
  const tenant = await addTenant(owner, '甲代驾')
  for (const city of cities) await addDrivers(owner, tenant, city.cityId, Math.round(DRIVERS * city.share))
  await addOrders(owner, tenant, ORDERS)
  say(`  ${ORDERS.toLocaleString('en')} orders made in ${((performance.now() - began) / 1000).toFixed(0)} s`)

  const channel = async (name: string, channelId: string) => [
    { name, token: await addOperator(owner, tenant, { channelId }), asked: { channelId } },
  ]
  const scopes = [
    { name: 'whole tenant', token: await addOperator(owner, tenant), asked: {} },
    // A total beyond 10 000 is counted once and remembered: this one asks no more of the baseline than we ask of the database.
    { name: 'whole tenant, no total in the baseline', token: await addOperator(owner, tenant), asked: { total: 'no' } },
    { name: 'one city', token: await addOperator(owner, tenant, { cityId: home.cityId }), asked: { cityId: home.cityId } },
    ...(await channel('one channel, 12 % of orders', tenant.channels[0]!)),
    ...(await channel('one channel, 0.1 % of orders', tenant.channels[3]!)),
  ]
  const [server, bare] = await Promise.all([
    startChild('server', { OWNER_URL: ownerUrl }),
    startChild('bare-list', { OWNER_URL: ownerUrl }),
  ])
  const figures: Figure[] = []
  try {
    for (const { name, token, asked } of scopes) {
      const options = { concurrency: CONCURRENCY, seconds: 1.5 }
      const ours = { method: 'GET' as const, path: '/djweb/order/order_list?pageNo=1&pageSize=20', headers: { token } }
      const query = new URLSearchParams(Object.entries({ tenantId: tenant.tenantId, ...asked }))
      const theirs = { method: 'GET' as const, path: `/list?${query}`, headers: {} }
      const same = await sameAnswer(`${server.address}${ours.path}`, token, `${bare.address}${theirs.path}`)
      if (!same) throw new Error(`The two lists differ: ${name}`)
      const result = await inTurn(
        9,
        () => load({ ...options, pids: [server.pid, postgres.pid], address: server.address, request: () => ours, expect: '{"code":0' }),
        () => load({ ...options, pids: [bare.pid, postgres.pid], address: bare.address, request: () => theirs, expect: '{"rows"' }),
      )
      figures.push({
        name,
        ours: `${perSecond(result.ours)}, p99 ${ms(result.oursP99)}${cpu(result.oursCpuMs)}`,
        baseline: `${perSecond(result.theirs)}, p99 ${ms(result.theirsP99)}${cpu(result.theirsCpuMs)}`,
        ratio: result.ratio,
        target: `≥ ${TARGET}`,
        met: result.ratio >= TARGET,
      })
    }
  } finally {
    await Promise.all([server.stop(), bare.stop()])
  }
  const ratios = figures.map((figure) => figure.ratio!)
  printFigures(
    `list: 20 of ${ORDERS.toLocaleString('en')} orders with their total, ${CONCURRENCY} at a time; baseline: the same SQL, bare`,
    figures,
  )
  say(`  median ratio ${median(ratios).toFixed(2)}`)
}

/** Of server and database together: what else the machine does hardly touches it. */
const cpu = (forMs: number) => (Number.isNaN(forMs) ? '' : `, processor ${ms(forMs)}`)

/** Both have to give the same orders, or the comparison says nothing. */
async function sameAnswer(oursUrl: string, token: string, theirsUrl: string): Promise<boolean> {
  const ours = (await (await fetch(oursUrl, { headers: { token } })).json()) as { data: { rows: { orderId: string }[]; total: number } }
  const theirs = (await (await fetch(theirsUrl)).json()) as { rows: { order_id: string }[]; total: number | null }
  return (
    ours.data.rows.length === 20 &&
    ours.data.rows.every((row, n) => row.orderId === theirs.rows[n]?.order_id) &&
    (theirs.total === null || ours.data.total === Math.min(theirs.total, 10_000))
  )
}

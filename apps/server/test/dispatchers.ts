import { SERVICE_STATUS as S, liveServiceStatuses, inHandServiceStatuses, searchingServiceStatuses } from '@chauffeur/contract/order/model'
import { afterEach, expect } from 'vitest'
import { type Dispatcher, startDispatch } from '#areas/dispatch/engine'
import type { World } from './world.ts'

/** Nobody on duty, nobody asked, nothing looked for. */
const CLEAR = [
  `update drivers set work_status = 'OFFLINE'`,
  `update orders set service_status = ${S.operatorCancelled} where service_status in (${liveServiceStatuses.join()})`,
  `update offers set result = 'WITHDRAWN' where result = 'SENT'`,
  `update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`,
  'delete from order_teams',
]

/** A dispatcher for the whole of a test file that has nothing to say of it. */
export const engineOf = (world: World, tickMs = 50): Dispatcher =>
  startDispatch(world.app.platform, { log: { warn: () => {}, error: () => {} }, tickMs })

/** The dispatchers that the tests of a file start. After each test they are stopped, its world is cleared, and they complained of nothing. */
export function dispatchersOf(world: () => World) {
  const problems: unknown[] = []
  const note = (detail: object, message: string) => void problems.push([message, detail])
  let running: Dispatcher[] = []
  const stop = async () => {
    await Promise.all(running.map((dispatcher) => dispatcher.stop()))
    running = []
  }
  afterEach(async () => {
    await stop()
    for (const text of CLEAR) await world().owner.query(text)
    expect(problems.splice(0)).toEqual([])
  })
  return {
    start: ({ platform = world().app.platform, tickMs = 100, ...rest }: { platform?: Platform; tickMs?: number; leaseS?: number } = {}) => {
      const dispatcher = startDispatch(platform, { log: { warn: note, error: note }, tickMs, ...rest })
      running.push(dispatcher)
      return dispatcher
    },
    stop,
    problems,
  }
}
type Platform = World['app']['platform']

/** Numbers between 0 and 1, the same sequence in every run. */
export function chance(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

/** What holds of all rows once nobody asks any more, each with what finds the rows that break it. */
const HOLDS: Readonly<Record<string, string>> = {
  'who is being asked has an open offer': `
    select d.driver_id, d.work_status from drivers d
    where (d.work_status = 'OFFERED') <> exists (select from offers f where f.driver_id = d.driver_id and f.result = 'SENT')`,
  'a driver does what their order says': `
    select d.driver_id, d.work_status, o.service_status from drivers d left join orders o on o.driver_id = d.driver_id and o.service_status in (${inHandServiceStatuses.join()})
    where d.work_status not in ('OFFLINE', 'ONLINE_IDLE', 'OFFERED') and o.order_id is null
      or o.order_id is not null and d.work_status <> case o.service_status when ${S.accepted} then 'TO_PICKUP' when ${S.arrived} then 'WAITING' when ${S.driving} then 'DRIVING' else 'FILING' end`,
  'only an order without a driver is offered': `
    select f.offer_id from offers f join orders o using (tenant_id, order_id) where f.result = 'SENT' and (o.service_status <> ${S.dispatching} or o.driver_id is not null)`,
  'a booking is searched for as long as an order of it needs a driver': `
    select b.booking_id from bookings b where exists (select from dispatch_searches s where s.booking_id = b.booking_id and s.state = 'OPEN')
      <> exists (select from orders o where o.booking_id = b.booking_id and o.service_status in (${searchingServiceStatuses.join()}))`,
  'an order is won once': `select order_id from offers where result = 'ACCEPTED' group by order_id having count(*) > 1`,
  'who refused a booking is not asked again': `
    select later.offer_id from offers refused join offers later on later.booking_id = refused.booking_id and later.driver_id = refused.driver_id and later.offer_id > refused.offer_id
    where refused.result = 'REJECTED'`,
  'who gave an order back is not asked for its booking again': `
    select later.offer_id from orders gone join offers later on later.booking_id = gone.booking_id and later.driver_id = gone.driver_id and later.sent_at > gone.cancelled_at
    where gone.service_status = ${S.driverCancelled}`,
}
/** What does not hold, with the rows that break it. */
export async function broken(world: World): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const [name, text] of Object.entries(HOLDS)) {
    const { rows } = await world.owner.query<Record<string, unknown>>(text)
    if (rows.length) found[name] = rows
  }
  return found
}

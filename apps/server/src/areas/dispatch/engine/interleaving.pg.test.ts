import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import type { ActorType, ServiceStatus } from '@chauffeur/contract/order/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockOrder, nextStatus, type OrderEvent } from '#areas/order/model'
import { checkLedger } from '#areas/finance/ledger'
import { wholeTenant } from '#platform/database/scope'
import { broken, chance, dispatchersOf } from '#test/dispatchers'
import { as, driverAt, offersOf, placeCall, seenAt, type TestDriver, until } from '#test/drivers'
import { lockWaits } from '#test/held'
import { makeWorld, type World } from '#test/world'
import { queueStatusOf } from '../search/index.ts'

let world: World
const { start, stop } = dispatchersOf(() => world)
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const rows = async <T>(text: string, values: unknown[] = []) => (await world.owner.query(text, values)).rows as T[]

/** Long enough for the engines' timers to run out now and then; on a busy machine as long as it takes to have been everywhere. */
const RUN_MS = 9_000
const LONGEST_MS = 60_000
/** Where the run has to have been. */
const MOVES = ['102 offer', '180 accept', '301 arrive', '302 depart', '303 end', '304 file', '180 dispatchFail', '180 customerCancel']
const movesSeen = async () =>
  new Set(
    (
      await rows<{ move: string }>(`select distinct from_status || ' ' || event as move from order_events where from_status <> to_status`)
    ).map(({ move }) => move),
  )

test('drivers, customers, two operators and the clock at once, each request sent twice: every order went an allowed way, each step once, and all rows agree', {
  timeout: 120_000,
}, async () => {
  const random = chance(23)
  const drivers: TestDriver[] = []
  for (let i = 0; i < 14; i++) drivers.push(await driverAt(world, 100 + i * 40))
  for (let n = 0; n < 2; n++) start({ tickMs: 30, leaseS: 0 })
  const answered: { code: number; message: string }[] = []
  let over = false
  const began = Date.now()
  const clock = async () => {
    await pause(RUN_MS)
    while (Date.now() - began < LONGEST_MS && !MOVES.every((move) => seen.has(move))) {
      await pause(500)
      seen = await movesSeen()
    }
    over = true
  }
  let seen = new Set<string>()
  /** Sent twice at the same moment, as a phone in a tunnel does. */
  const twice = async <T extends { code: number; message: string }>(send: () => Promise<T>): Promise<T> => {
    const answers = await Promise.all([send(), send()])
    answered.push(...answers)
    return answers.find(({ code }) => code === 0) ?? answers[0]
  }
  const some = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]

  const driving = drivers.map(async (driver) => {
    const call = as(world, driver)
    const trip = async (id: string) => {
      for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end]) {
        if (random() < 0.12 && step !== dispatchCalls.end) {
          await twice(() => call(dispatchCalls.cancel, { id, reason: '临时有事' }))
          return
        }
        seenAt(world, driver.driverId, 0)
        if ((await twice(() => call(step, { id, reason: '客户要求' }))).code !== 0) return
        await pause(random() * 60)
      }
      // Some leave the bill to the desk.
      if (random() < 0.8) await twice(() => call(dispatchCalls.file, { id, cashCollected: random() < 0.5 }))
    }
    while (!over) {
      const me = (await call(dispatchCalls.me)).data as { order: { orderId: string } | null; workStatus: string }
      if (me.order) {
        await trip(me.order.orderId)
        await pause(20)
        continue
      }
      seenAt(world, driver.driverId, 50 + random() * 800)
      const [offer] = await offersOf(world, driver, 1)
      if (!offer) continue
      const what = random()
      if (what < 0.15) await twice(() => call(dispatchCalls.reject, { id: offer.offerId }))
      else if (what < 0.9) await twice(() => call(dispatchCalls.accept, { id: offer.offerId }))
    }
  })
  const placed: string[] = []
  const calling = Array.from({ length: 2 }, async () => {
    while (!over) {
      const order = await placeCall(world, { driverCount: random() < 0.2 ? 2 : 1 }, { offerS: 1, roundS: 3, totalS: 4 })
      placed.push(...order.all.map(({ orderId }) => orderId))
      await pause(60)
    }
  })
  const live = async () =>
    some(
      await rows<{ id: string; version: number; status: number }>(
        'select order_id::text as id, version, service_status as status from orders where service_status < 400 or service_status = 506 order by order_id desc limit 30',
      ),
    )
  const desk = ['all', 'hangzhou'].map(async (operator) => {
    while (!over) {
      await pause(25)
      const order = await live()
      if (!order) continue
      const what = random()
      if (what < 0.3) {
        const byCustomer = random() < 0.7
        const judged = await world.send(callCentreCalls.cancel, { orderId: order.id, byCustomer }, operator)
        const { quoteId } = (judged.data ?? {}) as { quoteId?: string }
        if (quoteId)
          await twice(() => world.send(callCentreCalls.cancel, { orderId: order.id, byCustomer, quoteId, reason: '取消' }, operator))
      } else if (what < 0.6) {
        const driver = some(drivers)!
        await twice(() => world.send(dispatchDeskCalls.assign, { orderId: order.id, driverId: driver.driverId, anyway: true }, operator))
      } else if (what < 0.75)
        await twice(() =>
          world.send(dispatchDeskCalls.redispatch, { orderId: order.id, reason: '换司机', version: order.version }, operator),
        )
      else if (what < 0.85)
        await twice(() =>
          world.send(deskTripCalls.terminate, { orderId: order.id, version: order.version, reason: '事故', billing: 'NOTHING' }, operator),
        )
      else if (order.status === 304)
        await twice(() => world.send(orderBillCalls.forceSubmit, { orderId: order.id, totalFen: 3_500, reason: '司机手机没电' }, operator))
    }
  })
  await Promise.all([clock(), ...driving, ...calling, ...desk])
  await stop()
  expect(answered.filter(({ code }) => code === 500)).toEqual([])

  // Each order's events lead from one to the next by the table, and no transition happened twice.
  const events = await rows<{ id: string; event: string; from: number | null; to: number; actor: ActorType; seq: number }>(
    'select order_id::text as id, event, from_status as from, to_status as to, actor_type as actor, seq from order_events order by order_id, seq',
  )
  const moves = new Map<string, number>()
  for (const [id, own] of Map.groupBy(events, (event) => event.id)) {
    let status = own[0]!.to
    for (const { event, from, to, actor } of own.slice(1)) {
      expect([id, event, from ?? status]).toEqual([id, event, status])
      if (to !== status) {
        expect([id, event, nextStatus(status as ServiceStatus, event as OrderEvent, actor)]).toEqual([id, event, to])
        moves.set(`${status} ${event}`, (moves.get(`${status} ${event}`) ?? 0) + 1)
      }
      status = to
    }
    const stored = await rows<{ status: number }>('select service_status as status from orders where order_id = $1', [id])
    expect([id, stored[0]!.status]).toEqual([id, status])
  }
  expect(MOVES.filter((move) => !moves.has(move))).toEqual([])

  expect(
    await rows(
      `select order_id from orders where not (coalesce(accepted_at, '-infinity') <= coalesce(arrived_at, 'infinity') and coalesce(arrived_at, '-infinity') <= coalesce(depart_at, 'infinity')
         and coalesce(depart_at, '-infinity') <= coalesce(ended_at, 'infinity') and coalesce(ended_at, '-infinity') <= coalesce(filed_at, 'infinity'))`,
    ),
  ).toEqual([])
  expect(await broken(world)).toEqual({})
  // One live attempt of an order at a time.
  expect(
    await rows(
      `select booking_id, split_part(order_no, '-', 1) from orders where service_status < 400 or service_status = 501 group by 1, 2 having count(*) > 1`,
    ),
  ).toEqual([])
  for (const { queue, statuses } of await rows<{ queue: string; statuses: number[] }>(
    'select b.queue_status as queue, array_agg(o.service_status::int) as statuses from bookings b join orders o using (tenant_id, booking_id) group by b.booking_id, b.queue_status',
  ))
    expect([queue, statuses]).toEqual([queueStatusOf(statuses), statuses])
  // What is owed or paid is on the pay axis, and posted once.
  expect(
    await rows(
      `select order_id, service_status, pay_status, total_fen from orders where (pay_status <> 0) <> (service_status = 501 or service_status in (403, 404, 405, 502) and coalesce(total_fen, 0) > 0)`,
    ),
  ).toEqual([])
  expect(
    await rows(
      `select o.order_id from orders o where coalesce(o.total_fen, 0) > 0 and o.pay_status in (10, 30)
         and (select count(*) from ledger_entries e where e.business_type = 'ORDER' and e.business_id = o.order_id and e.step = case o.pay_status when 10 then 'FILED' else 'PAID' end) <> 1`,
    ),
  ).toEqual([])
  const health = await checkLedger(world.app.platform.db)
  expect(health.checked.filter(({ findings }) => findings.length > 0)).toEqual([])
})

test('a driver who goes off duty while one order is taken back and the next one offered holds up nobody who decides on it', async () => {
  const driver = await driverAt(world, 100, 'OFFERED')
  const offered = async ({ orderId, bookingId }: { orderId: string; bookingId: string }) => {
    await world.owner.query(
      `insert into offers (tenant_id, search_id, booking_id, order_id, round, driver_id, expires_at, distance_m, eta_s)
       select tenant_id, search_id, booking_id, $2, 1, $3, now() + interval '1 minute', 100, 20 from dispatch_searches where booking_id = $1`,
      [bookingId, orderId, driver.driverId],
    )
    return orderId
  }
  const [first, next] = [await placeCall(world), await placeCall(world)]
  await offered(first)
  const holding = async (orderId: string) => {
    const { promise: free, resolve: release } = Promise.withResolvers<void>()
    const { promise: held, resolve: hold } = Promise.withResolvers<void>()
    const over = world.app.platform.db.write(wholeTenant(world.tenantA), async (tx) => {
      await lockOrder(tx, orderId)
      hold()
      await free
      // As an acceptance of the order by somebody else does, which takes its offers back.
      await tx.updateTable('drivers').set({ listen_radius_m: 5_000 }).where('driver_id', '=', driver.driverId).execute()
    })
    await held
    return { release, over }
  }
  const waiting = () => until(() => lockWaits(world), 'a wait for a lock')
  const [one, other] = [await holding(first.orderId), await holding(next.orderId)]
  const leaving = as(world, driver)(dispatchCalls.goOffline)
  await waiting()
  await world.owner.query(`update offers set result = 'WITHDRAWN' where order_id = $1`, [first.orderId])
  await offered(next)
  one.release()
  await one.over
  await waiting()
  other.release()
  await other.over
  expect(await leaving).toMatchObject({ code: 0 })
  expect(
    await rows('select work_status, result from drivers join offers using (tenant_id, driver_id) where driver_id = $1 order by offer_id', [
      driver.driverId,
    ]),
  ).toEqual([
    { work_status: 'OFFLINE', result: 'WITHDRAWN' },
    { work_status: 'OFFLINE', result: 'REJECTED' },
  ])
})

import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { templateCalls } from '@chauffeur/contract/pricing/template'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDispatch } from '#areas/dispatch/engine'
import { lockOrder } from '#areas/order/model'
import { checkLedger } from './check.service.ts'
import { post } from './ledger.service.ts'
import { postPaidOnline } from '#areas/order/bill'
import { templateA } from '#demo/pricing/price-templates'
import { wholeTenant } from '#platform/database/scope'
import { as, driverAt, offersOf, onTheWay, placeCall, seenAt, type TestDriver, until } from '#test/drivers'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
const problems: unknown[] = []
const log = {
  warn: (detail: object, message: string) => problems.push([message, detail]),
  error: (detail: object, message: string) => problems.push([message, detail]),
}
const rows = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows
const broken = async () =>
  (await checkLedger(world.app.platform.db)).checked
    .filter(({ findings }) => findings.length)
    .map(({ invariant, findings }) => [invariant, findings])
const balance = async (kind: string, ownerId = '0') =>
  Number((await rows('select balance_fen from ledger_accounts where kind = $1 and owner_id = $2', [kind, ownerId]))[0]?.balance_fen ?? 0)

beforeAll(async () => {
  world = await makeWorld({ brokenLedger: true })
})
afterAll(() => world.close())

/** The same sequence in every run. */
function chance(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}

/** Accepts what is offered and takes it to its end, after a rest on the way; null when the order was lost there. */
async function drive(driver: TestDriver, bill: Record<string, unknown>, rest: (orderId: string) => Promise<void>): Promise<string | null> {
  const call = as(world, driver)
  const [offer] = await offersOf(world, driver, 1)
  if (!offer || (await call(dispatchCalls.accept, { id: offer.offerId })).code !== 0) return null
  const id = offer.orderId
  await rest(id)
  seenAt(world, driver.driverId, 50)
  for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end]) if ((await call(step, { id })).code !== 0) return null
  // From two phones at once.
  const answers = await Promise.all([call(dispatchCalls.file, { id, ...bill }), call(dispatchCalls.file, { id, ...bill })])
  expect(answers.map(({ code }) => code)).toEqual([0, 0])
  return id
}

/** An operator of one city cancels for a customer whose driver has been on the way for four minutes. */
async function cancelAtFee(): Promise<void> {
  await world.owner.query(`update drivers set work_status = 'OFFLINE' where work_status = 'ONLINE_IDLE'`)
  const driver = await driverAt(world, 100)
  const { orderId } = await placeCall(world)
  const mine = async () => (await offersOf(world, driver)).find((offer) => offer.orderId === orderId)
  const offer = await until(mine, 'offer')
  expect((await as(world, driver)(dispatchCalls.accept, { id: offer.offerId })).code).toBe(0)
  await world.owner.query(`update orders set accepted_at = now() - interval '4 minutes' where order_id = $1`, [orderId])
  const asked = await world.send(callCentreCalls.cancel, { orderId }, 'hangzhou')
  const { quoteId, feeFen } = asked.data as { quoteId: string; feeFen: number }
  expect(feeFen).toBe(1_000)
  expect((await world.send(callCentreCalls.cancel, { orderId, quoteId }, 'hangzhou')).code).toBe(0)
}

test('after a busy random run of orders, paid in cash and online, cancelled at a fee and repeated, every account agrees with its lines', {
  timeout: 180_000,
}, async () => {
  const random = chance(11)
  const drivers: TestDriver[] = []
  for (let i = 0; i < 10; i++) drivers.push(await driverAt(world, 100 + i * 40))
  const engine = startDispatch(world.app.platform, { log, tickMs: 30 })
  // So much work, however long it takes; the limit ends a run in which nothing moves.
  const limit = Date.now() + 120_000
  const filed: string[] = []
  const placed: string[] = []
  let cancelled = 0
  const enough = () => (filed.length >= 24 && cancelled >= 6) || Date.now() > limit
  // Some rest until their customer has tried to cancel, however busy the machine is.
  const resting: { orderId: string; goOn: () => void }[] = []
  const rest = (orderId: string) =>
    new Promise<void>((goOn) => {
      if (enough()) goOn()
      else resting.push({ orderId, goOn })
    })
  const driving = drivers.map(async (driver) => {
    while (!enough()) {
      seenAt(world, driver.driverId, 100 + random() * 500)
      const extras =
        random() < 0.3
          ? [
              { type: 'TIP', amountFen: 500 },
              { type: 'TOLL', amountFen: 1_000 },
            ]
          : []
      const id = await drive(driver, { cashCollected: random() < 0.5, extras }, random() < 0.3 ? rest : () => Promise.resolve())
      if (id) filed.push(id)
    }
  })
  const calling = (async () => {
    while (!enough()) {
      placed.push((await placeCall(world, {}, { offerS: 5 })).orderId)
      await new Promise((resolve) => setTimeout(resolve, 40))
    }
  })()
  const cancelling = (async () => {
    while (!enough()) {
      await new Promise((resolve) => setTimeout(resolve, 60))
      // Of the newest, the others are over.
      const recent = placed.slice(-6)
      const rested = resting.shift()
      const orderId = rested?.orderId ?? recent[Math.floor(random() * recent.length)]
      if (!orderId) continue
      // Long enough after acceptance that it costs something.
      await world.owner.query(
        `update orders set accepted_at = now() - interval '4 minutes', arrived_at = arrived_at - interval '4 minutes' where order_id = $1 and service_status in (301, 302)`,
        [orderId],
      )
      const asked = await world.send(callCentreCalls.cancel, { orderId, reason: '客户取消' }, 'hangzhou')
      let { quoteId } = (asked.data ?? {}) as { quoteId?: string }
      // Whose order went on meanwhile decides on a fresh judgement.
      for (let tries = 0; quoteId && tries < 3; tries++) {
        const done = await world.send(callCentreCalls.cancel, { orderId, reason: '客户取消', quoteId }, 'hangzhou')
        if (done.code === 0) cancelled++
        quoteId = done.code === 0 ? undefined : (done.data as { quoteId?: string } | null)?.quoteId
      }
      rested?.goOn()
    }
    for (const { goOn } of resting) goOn()
  })()
  await Promise.all([...driving, calling, cancelling])
  await cancelAtFee()
  await engine.stop()
  expect(problems).toEqual([])
  expect(filed.length).toBeGreaterThanOrEqual(24)
  expect(cancelled).toBeGreaterThanOrEqual(6)

  const unpaid = await rows('select order_id::text as id from orders where pay_status = 10 and total_fen > 0 order by order_id')
  const paid = unpaid.filter((_, i) => i % 3 !== 0).map(({ id }) => String(id))
  const pay = (orderId: string) =>
    world.app.platform.db.write(wholeTenant(world.tenantA), async (tx) =>
      postPaidOnline(tx, (await lockOrder(tx, orderId))!, 'CASH_WX', { type: 'CUSTOMER', id: null }),
    )
  const answers = await Promise.all(paid.flatMap((id) => [pay(id), pay(id)]))
  expect(answers.filter((answer) => 'done' in answer && answer.done === 'posted')).toHaveLength(paid.length)

  expect(await broken()).toEqual([])
  const health = await checkLedger(world.app.platform.db)
  expect(health.sound).toBe(true)
  expect(health.entries).toBeGreaterThan(filed.length)
  const [expected] = await rows(
    `select coalesce(sum(total_fen) filter (where pay_status = 10), 0)::int as open from orders where not order_id = any ($1)`,
    [paid],
  )
  expect(await balance('CUSTOMER_RECEIVABLE')).toBe(expected!.open)
  expect(await balance('SUSPENSE')).toBe(expected!.open)
  const [revenue] = await rows(
    `select sum(commission)::int as fen from (
       select round(sum(amount_fen) filter (where type in ('START', 'MILEAGE', 'WAIT', 'REMOTE', 'DYNAMIC')) * 0.2) as commission
       from bill_lines where order_id in (select order_id from orders where pay_status = 30) or order_id = any ($1) group by order_id) per_order`,
    [paid],
  )
  expect(await balance('REVENUE')).toBe(revenue!.fen)
})

test('a driver who owes too much may not collect cash; the same bill is filed to be paid online', async () => {
  await world.owner.query(`update drivers set work_status = 'OFFLINE'`)
  await world.owner.query(`update orders set service_status = 405 where service_status < 400`)
  await world.owner.query(`update dispatch_searches set state = 'CANCELLED' where state = 'OPEN'`)
  const driver = await driverAt(world, 100)
  await world.owner.query(
    `insert into ledger_accounts (tenant_id, owner_type, owner_id, kind, floor_fen) values ($1, 'DRIVER', $2, 'DRIVER_AVAILABLE', 0)`,
    [world.tenantA, driver.driverId],
  )
  const engine = startDispatch(world.app.platform, { log, tickMs: 50 })
  const order = await placeCall(world)
  const [offer] = await until(async () => (await offersOf(world, driver)).length && offersOf(world, driver), 'offer')
  const call = as(world, driver)
  for (const [step, id] of [
    [dispatchCalls.accept, offer!.offerId],
    [dispatchCalls.arrive, order.orderId],
    [dispatchCalls.depart, order.orderId],
    [dispatchCalls.end, order.orderId],
  ] as const)
    expect((await call(step, { id })).code).toBe(0)
  expect((await call(dispatchCalls.file, { id: order.orderId, cashCollected: true })).error).toBe('driver.walletTooLow')
  expect(await rows('select service_status from orders where order_id = $1', [order.orderId])).toEqual([{ service_status: 304 }])
  expect((await call(dispatchCalls.file, { id: order.orderId })).code).toBe(0)
  expect(await rows('select step from ledger_entries where business_id = $1', [order.orderId])).toEqual([{ step: 'FILED' }])
  await engine.stop()
  expect(await broken()).toEqual([])
})

test('the platform keeps the part that the order’s version of the template says, whatever a newer one says', async () => {
  const template = { code: 'TENTH', name: '抽成一成', ownerType: 'CITY', cityIds: [HANGZHOU], rules: { ...templateA, commissionBp: 1_000 } }
  const { templateId } = (await world.send(templateCalls.templateSave, template)).data as { templateId: string }
  const engine = startDispatch(world.app.platform, { log, tickMs: 50 })
  const { orderId: id, driver, call } = await onTheWay(world)
  const dearer = { ...template, templateId, baseVersion: 1, rules: { ...templateA, commissionBp: 5_000 } }
  expect((await world.send(templateCalls.templateSave, dearer)).code).toBe(0)
  seenAt(world, driver.driverId, 50)
  for (const step of [dispatchCalls.arrive, dispatchCalls.depart, dispatchCalls.end]) expect((await call(step, { id })).code).toBe(0)
  expect((await call(dispatchCalls.file, { id, cashCollected: true })).code).toBe(0)
  await engine.stop()
  const [bill] = await rows('select template_version, total_fen from orders where order_id = $1', [id])
  expect(bill).toMatchObject({ template_version: 1 })
  expect(await balance('DRIVER_AVAILABLE', driver.driverId)).toBe(-Math.round(Number(bill!.total_fen) / 10))
  expect(await broken()).toEqual([])
})

test('of many who take from an account at the same moment only as many succeed as it has money for', async () => {
  const account = { ownerType: 'DRIVER', ownerId: '987654', kind: 'DRIVER_AVAILABLE' } as const
  const revenue = { ownerType: 'PLATFORM', ownerId: '0', kind: 'REVENUE' } as const
  await world.owner.query(
    `insert into ledger_accounts (tenant_id, owner_type, owner_id, kind, floor_fen) values ($1, 'DRIVER', 987654, 'DRIVER_AVAILABLE', -300)`,
    [world.tenantA],
  )
  const move = (step: string, side: 'D' | 'C', amountFen: number) =>
    world.app.platform.db
      .write(wholeTenant(world.tenantA), async (tx) => {
        const entry = { tenantId: world.tenantA, businessType: 'TEST', businessId: '1', step, actor: { type: 'TIMER', id: null } } as const
        const posted = await post(tx, entry, [
          { account, side, amountFen },
          { account: revenue, side: side === 'D' ? 'C' : 'D', amountFen },
        ])
        // A refused posting is rolled back by its caller.
        if ('refused' in posted) throw new Error('refused')
        return posted.done
      })
      .catch((error: Error) => error.message)
  expect(await move('GIVEN', 'C', 1_000)).toBe('posted')
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => move(`TAKEN${n}`, 'D', 100)))
  expect(answers.filter((answer) => answer === 'posted')).toHaveLength(13)
  expect(answers.filter((answer) => answer === 'refused')).toHaveLength(17)
  expect(await balance('DRIVER_AVAILABLE', '987654')).toBe(-300)
  // The same step at the same moment is one posting.
  expect(await move('GIVEN2', 'C', 500)).toBe('posted')
  const same = await Promise.all(Array.from({ length: 8 }, () => move('SAME', 'D', 100)))
  expect(same.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'again'), 'posted'])
  expect(await balance('DRIVER_AVAILABLE', '987654')).toBe(100)
  expect(await broken()).toEqual([])
})

test('what was posted cannot be changed by the server, and a changed balance is found', async () => {
  const { runtime } = world.app.platform.db
  await expect(runtime.query('update ledger_lines set amount_fen = 1')).rejects.toThrow(/permission denied/)
  await expect(runtime.query('delete from ledger_entries')).rejects.toThrow(/permission denied/)
  await expect(runtime.query('update ledger_accounts set floor_fen = null')).rejects.toThrow(/permission denied/)
  const [entry] = await rows(`select entry_id::text as id from ledger_entries where step = 'FILED' limit 1`)
  await world.owner.query(`update ledger_accounts set balance_fen = balance_fen + 100 where kind = 'REVENUE'`)
  await world.owner.query(`update ledger_lines set amount_fen = amount_fen + 1 where entry_id = $1 and side = 'D'`, [entry!.id])
  expect((await broken()).map(([invariant]) => String(invariant)[0])).toEqual(['1', '2', '3', '3', '8'])
})

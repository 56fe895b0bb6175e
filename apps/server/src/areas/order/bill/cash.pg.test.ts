import { orderBillCalls as calls } from '@chauffeur/contract/order/bill'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { driverAccount, post } from '#areas/finance/ledger'
import { asking } from '#test/ask'
import { as, driverAt, placeCall, type TestDriver } from '#test/drivers'
import { makeWorld, type World } from '#test/world'

let world: World
const { ok, one, refused } = asking(() => world)
beforeAll(async () => {
  world = await makeWorld()
})
// The books are checked when the world is closed.
afterAll(() => world.close())

/** What a driver may owe at most, fen. */
const FLOOR_FEN = 200_000
let owed = 0
const owes = (driver: TestDriver, amountFen: number) =>
  world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
    post(
      tx,
      {
        tenantId: world.tenantA,
        businessType: 'ORDER',
        businessId: String(800_000 + ++owed),
        step: 'PENALTY',
        actor: { type: 'TIMER', id: null },
      },
      [
        { account: driverAccount(driver.driverId), side: 'D', amountFen },
        { account: { ownerType: 'PLATFORM', ownerId: '0', kind: 'REVENUE' }, side: 'C', amountFen },
      ],
    ),
  )
/** A trip at its end, its driver about to file the bill, who owes so much already. */
async function atEnd(debtFen = 0): Promise<{ orderId: string; driver: TestDriver }> {
  const { orderId } = await placeCall(world)
  const driver = await driverAt(world, 0, 'FILING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 304, accepted_at = now(), arrived_at = now(), depart_at = now(), ended_at = now(), distance_m = 8000 where order_id = $1`,
    [orderId, driver.driverId],
  )
  if (debtFen > 0) await owes(driver, debtFen)
  return { orderId, driver }
}
const stands = (orderId: string) =>
  one(
    `select service_status || ' ' || pay_status || ' ' || coalesce(total_fen::text, '-') || ' ' || (select count(*) from order_events e where e.order_id = o.order_id)
     || ' ' || (select count(*) from ledger_entries e where e.business_type = 'ORDER' and e.business_id = o.order_id) from orders o where order_id = $1`,
    [orderId],
  )
const balanceOf = async ({ driverId }: TestDriver) =>
  Number(
    await one(
      `select coalesce(sum(balance_fen), 0) from ledger_accounts where owner_type = 'DRIVER' and owner_id = $1 and kind = 'DRIVER_AVAILABLE'`,
      [driverId],
    ),
  )
interface Shown {
  version: number
  after: { totalFen: number; payStatus: number }
}
const preview = (orderId: string, more: object = {}) => ok<Shown>(calls.forceSubmitPreview, { orderId, ...more })
async function byHand(orderId: string, more: { cashCollected?: boolean; totalFen?: number } = {}, by = 'all') {
  const { version, after } = await preview(orderId, { cashCollected: more.cashCollected ?? false })
  return refused(calls.forceSubmit, { orderId, version, totalFen: after.totalFen, reason: '司机手机没电', ...more }, by)
}

describe('a bill that was paid into the driver’s hand', () => {
  test('is not filed by the desk where the driver could not owe what of it is not theirs; nothing of it is left, and online it is', async () => {
    const { orderId, driver } = await atEnd(FLOOR_FEN)
    const before = await stands(orderId)
    expect(await byHand(orderId, { cashCollected: true })).toBe('order.walletTooLow')
    expect(await stands(orderId)).toBe(before)
    expect(await balanceOf(driver)).toBe(-FLOOR_FEN)
    expect(await one('select count(*) from bill_lines where order_id = $1', [orderId])).toBe('0')
    expect(await one('select work_status from drivers where driver_id = $1', [driver.driverId]), 'they have it in hand still').toBe(
      'FILING',
    )
    expect(await byHand(orderId)).toBe('done')
    expect(await stands(orderId)).toMatch(/^501 10 /)
  })

  test('takes the driver to the floor and not a fen below it', async () => {
    const { orderId } = await atEnd()
    const other = await atEnd()
    const { after } = await preview(orderId, { cashCollected: true })
    expect(after.payStatus).toBe(30)
    // What of such a bill the driver owes: found by filing one.
    expect(await byHand(orderId, { cashCollected: true })).toBe('done')
    const dueFen = -(await balanceOf((await ownerOf(orderId))!))
    expect(dueFen).toBeGreaterThan(0)
    await owes(other.driver, FLOOR_FEN - dueFen + 1)
    expect(await byHand(other.orderId, { cashCollected: true })).toBe('order.walletTooLow')
    const third = await atEnd(FLOOR_FEN - dueFen)
    expect(await byHand(third.orderId, { cashCollected: true })).toBe('done')
    expect(await balanceOf(third.driver)).toBe(-FLOOR_FEN)
  })
})
const ownerOf = async (orderId: string) =>
  ({ driverId: await one('select driver_id from orders where order_id = $1', [orderId]) }) as TestDriver

describe('a bill that two file at the same moment', () => {
  test('by the driver, who pressed twice, is one bill, paid once', async () => {
    const { orderId, driver } = await atEnd()
    const call = as(world, driver)
    const answers = await Promise.all([1, 2, 3].map(() => call(dispatchCalls.file, { id: orderId, extras: [], cashCollected: true })))
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(new Set(answers.map(({ data }) => (data as { totalFen: number }).totalFen)).size).toBe(1)
    expect(await one(`select count(*) from order_events where order_id = $1 and event = 'pay'`, [orderId])).toBe('1')
    expect(await one(`select count(*) from order_events where order_id = $1 and event = 'file'`, [orderId])).toBe('1')
  })

  test('by the driver and by the desk is the bill of one of them, and the other is told', async () => {
    const { orderId, driver } = await atEnd()
    const { version, after } = await preview(orderId)
    const [own, desks] = await Promise.all([
      as(world, driver)(dispatchCalls.file, { id: orderId, extras: [{ type: 'TIP', amountFen: 500 }], cashCollected: false }),
      refused(calls.forceSubmit, { orderId, version, totalFen: after.totalFen, reason: '司机手机没电' }),
    ])
    const total = Number(await one('select total_fen from orders where order_id = $1', [orderId]))
    if (desks === 'done') {
      expect(total).toBe(after.totalFen)
      // The driver reads the bill that holds, and not the one they filed.
      expect(own).toMatchObject({ code: 0, data: { totalFen: after.totalFen } })
    } else {
      expect(['order.versionConflict', 'order.wrongState']).toContain(desks)
      expect(total).toBe(after.totalFen + 500)
    }
    expect(await one(`select count(*) from order_events where order_id = $1 and event in ('file', 'forceFile')`, [orderId])).toBe('1')
  })
})

describe('what the desk files by hand', () => {
  test('is what it was shown: of another sum, of a trip that changed meanwhile, or of somebody else’s city it is nothing', async () => {
    const { orderId } = await atEnd()
    const before = await stands(orderId)
    const { version, after } = await preview(orderId)
    const file = (more: object, by = 'all') =>
      refused(calls.forceSubmit, { orderId, version, totalFen: after.totalFen, reason: '司机手机没电', ...more }, by)
    expect(await file({ totalFen: after.totalFen - 1 })).toBe('order.billChanged')
    expect(await file({ totalFen: after.totalFen + 1 })).toBe('order.billChanged')
    expect(await file({ version: version + 1 })).toBe('order.versionConflict')
    expect(await file({}, 'other')).toBe('order.notFound')
    expect(await file({}, 'nowhere')).toBe('order.notFound')
    expect(await file({ reason: '' })).toBe('400')
    expect(await stands(orderId)).toBe(before)
  })

  test('is filed once, however often it is sent under one key, and a second time not at all', async () => {
    const { orderId } = await atEnd()
    const { version, after } = await preview(orderId)
    const send = (key: string) =>
      world.send(calls.forceSubmit, { orderId, version, totalFen: after.totalFen, reason: '司机手机没电' }, 'all', {
        'idempotency-key': key,
      })
    const first = await send('cash-1')
    expect(first.code).toBe(0)
    expect(await send('cash-1')).toEqual(first)
    expect(['order.versionConflict', 'order.wrongState']).toContain((await send('cash-2')).error)
    expect(await one(`select count(*) from order_events where order_id = $1 and event = 'forceFile'`, [orderId])).toBe('1')
  })
})

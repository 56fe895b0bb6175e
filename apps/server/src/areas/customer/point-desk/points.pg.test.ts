import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { customerAppCalls } from '@chauffeur/contract/customer/app'
import { customerAppPointCalls, pointCalls } from '@chauffeur/contract/customer/points'
import { pointConfigCalls as config, type PointTermsRow } from '@chauffeur/contract/customer/points-config'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverFileCalls } from '@chauffeur/contract/driver/file'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { couponGrantCalls } from '@chauffeur/contract/pricing/coupon-grant'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkLedger } from '#areas/finance/ledger'
import { wholeTenant } from '#platform/database/scope'
import { as, driverAt } from '#test/drivers'
import { messagesIn } from '#test/harness/messages'
import { pointsDesk } from '#test/money/points'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { countPoints, endPoints, noteOrderJudged } from '../points/index.ts'

let world: World
let { newPhone, standing, records, adjust, redeem, withPoints, template, has } = {} as ReturnType<typeof pointsDesk>
beforeAll(async () => {
  world = await makeWorld()
  ;({ newPhone, standing, records, adjust, redeem, withPoints, template, has } = pointsDesk(world))
})
afterAll(() => world.close())
afterEach(async () => {
  const { checked } = await checkLedger(world.app.platform.db)
  expect(checked.flatMap(({ findings }) => findings)).toEqual([])
})

const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
const rules = [
  { event: 'AMOUNT', points: 2, expiryMonths: 12 },
  { event: 'ORDER', points: 10, dayCap: 15, expiryMonths: 12 },
  { event: 'FIRST_ORDER', points: 100 },
]
const terms = { enabled: true, rules, remindDays: 7, secondFromPoints: 1_000, hundredPointsFen: 100 }
let setting: PointTermsRow | undefined
async function set(more: object = {}, person: Person = 'all') {
  const answer = await world.send(config.save, { settingId: setting?.settingId, version: setting?.version, ...terms, ...more }, person)
  expect(answer.code, answer.message).toBe(0)
  setting = answer.data as PointTermsRow
}
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.35, dropoffLng: 120.3 }

/** A trip that was driven, billed and paid to the platform. */
async function paid(phone: string): Promise<{ orderId: string; paidFen: number; driverId: string; customerId: string }> {
  const answer = await world.send(callCentreCalls.place, { ...trip, phone, pickupAddress: '武林门', dropoffAddress: '下沙' })
  expect(answer.code, answer.message).toBe(0)
  const { orderId } = (answer.data as { orders: { orderId: string }[] }).orders[0]!
  const driver = await driverAt(world, 0, 'FILING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 304, accepted_at = now(), arrived_at = now(), depart_at = now(), ended_at = now(), distance_m = estimate_distance_m where order_id = $1`,
    [orderId, driver.driverId],
  )
  expect((await as(world, driver)(dispatchCalls.file, { id: orderId, extras: [], cashCollected: false })).code).toBe(0)
  const { personal_fen, customer_id } = await one('select personal_fen, customer_id from orders where order_id = $1', [orderId])
  const paidFen = Number(personal_fen)
  const settled = await world.send(orderBillCalls.recordPayment, { orderId, way: 'WECHAT', amountFen: paidFen, reference: `P-${orderId}` })
  expect(settled.code, settled.message).toBe(0)
  return { orderId, paidFen, driverId: driver.driverId, customerId: String(customer_id) }
}
const count = () => countPoints(world.app.platform)

describe('points are given for what the rules name', () => {
  test('nothing until rules are on; then an order gives by its yuan, once, and the first one more', async () => {
    const phone = newPhone()
    const before = await paid(phone)
    await count()
    expect((await standing(before.customerId)).balance).toBe(0)
    await set()
    const phone2 = newPhone()
    const { customerId, paidFen } = await paid(phone2)
    await Promise.all([count(), count()])
    await count()
    const yuan = Math.floor(paidFen / 100)
    expect(await records(customerId)).toEqual([
      ['FIRST_ORDER', 100],
      ['ORDER', 10],
      ['AMOUNT', 2 * yuan],
    ])
    const { balance, ending } = await standing(customerId)
    expect(balance).toBe(110 + 2 * yuan)
    // What never ends is not among what ends next.
    expect(ending.map(({ points }) => points)).toEqual([10 + 2 * yuan])
    expect(new Date(ending[0]!.expiresAt).toISOString()).toMatch(/T16:00:00.000Z$/)
    // The day's cap of orders: ten were given, five are left; no order is the first again.
    await paid(phone2)
    await count()
    expect((await records(customerId)).slice(0, 2)).toEqual([
      ['ORDER', 5],
      ['AMOUNT', 2 * yuan],
    ])
  })

  test('rules of a city go before those of all; what is off gives nothing; praise gives what it gives', async () => {
    const own = await world.send(config.save, { cityId: SHANGHAI, ...terms, rules: [{ event: 'PRAISE', points: 30 }] })
    expect(own.code, own.message).toBe(0)
    await set({ rules: [{ event: 'PRAISE', points: 7, dayCap: 10 }] })
    const { customerId, orderId, driverId } = await paid(newPhone())
    const { order_no: orderNo } = await one('select order_no from orders where order_id = $1', [orderId])
    const praise = () => world.send(driverFileCalls.remark, { driverId, type: 'PRAISE', text: '开得很稳', orderNo })
    for (const answer of [await praise(), await praise()]) expect(answer.code, answer.message).toBe(0)
    await count()
    expect(await records(customerId)).toEqual([
      ['PRAISE', 3],
      ['PRAISE', 7],
    ])
    await set({ enabled: false })
    await praise()
    await count()
    expect(await records(customerId)).toHaveLength(2)
    await set()
  })

  test('an order whose right is found wrong gives nothing: what is spent already is owed, and paid with what comes next', async () => {
    const phone = newPhone()
    const { customerId, orderId } = await paid(phone)
    await count()
    const { balance } = await standing(customerId)
    const coupon = await template({ pricePoints: balance })
    expect((await redeem(customerId, coupon, 'spends-all')).code).toBe(0)
    const judged = async (event: 'ORDER_REVERSED' | 'ORDER_RESTORED') => {
      await world.app.platform.db.write(wholeTenant(world.tenantA), (tx) =>
        noteOrderJudged(
          tx,
          { tenant_id: world.tenantA, order_id: orderId, order_no: '1', customer_id: customerId, city_id: HANGZHOU },
          event,
          1,
        ),
      )
      await count()
      return (await standing(customerId)).balance
    }
    expect(await judged('ORDER_REVERSED')).toBe(-balance)
    expect(await judged('ORDER_REVERSED')).toBe(-balance)
    expect((await redeem(customerId, await template({ pricePoints: 1 }), 'owes')).error).toBe('points.tooFew')
    await adjust(customerId, balance - 10)
    expect((await standing(customerId)).balance).toBe(-10)
    expect(await judged('ORDER_RESTORED')).toBe(balance - 10)
  })
})

describe('rules of points', () => {
  test('are kept in versions, for a city by who runs it; what they would give is said before they are saved', async () => {
    await set({ changeReason: '试行' })
    const history = (await world.send(config.history, { settingId: setting!.settingId })).data as { rows: PointTermsRow[] }
    expect(history.rows[0]).toMatchObject({ reason: '试行', version: setting!.version })
    const stale = await world.send(config.save, { settingId: setting!.settingId, version: 1, ...terms })
    expect(stale.error).toBe('pointConfig.versionConflict')
    expect((await world.send(config.save, { ...terms, cityId: SHANGHAI }, 'hangzhou')).error).toBe('pointConfig.cityUnknown')
    expect((await world.send(config.save, { ...terms }, 'hangzhou')).error).toBe('pointConfig.cityUnknown')
    expect((await world.send(config.save, { ...terms, rules: [rules[0], rules[0]] })).error).toBe('pointConfig.ruleTwice')
    const preview = await world.send(config.preview, { enabled: true, rules, amountFen: 5_650 })
    const { order, orderPoints, lastDays } = preview.data as AnswerOf<typeof config.preview>
    expect(order).toEqual([
      { event: 'AMOUNT', points: 112 },
      { event: 'ORDER', points: 10 },
      { event: 'FIRST_ORDER', points: 100 },
    ])
    expect(orderPoints).toBe(122)
    expect(lastDays.orders).toBeGreaterThan(3)
    expect(lastDays.gave).toBeGreaterThan(0)
    const off = (await world.send(config.preview, { enabled: false, rules, amountFen: 5_650 })).data as AnswerOf<typeof config.preview>
    expect(off).toMatchObject({ order: [], orderPoints: 0, lastDays: { wouldGive: 0 } })
  })
})

describe('points are spent on coupons', () => {
  test('the coupon comes and the points go, once for a key; the price that was seen counts, and what cannot be had says why', async () => {
    const coupon = await template({ perUserLimit: 1 })
    const customerId = await withPoints(250)
    const { offers } = await standing(customerId)
    expect(offers.find(({ couponTemplateId }) => couponTemplateId === coupon.couponTemplateId)).toMatchObject({
      pricePoints: 100,
      problem: null,
    })
    const [first, again] = [await redeem(customerId, coupon, 'same'), await redeem(customerId, coupon, 'same')]
    expect(first, first.message).toMatchObject({ code: 0, data: { spent: 100, balance: 150 } })
    expect(again).toEqual(first)
    expect(await has(customerId)).toBe(1)
    expect(await redeem(customerId, coupon, 'second')).toMatchObject({ error: 'coupon.limitReached' })
    expect((await standing(customerId)).balance).toBe(150)
    const dear = await template({ pricePoints: 151 })
    expect(await redeem(customerId, dear, 'dear')).toMatchObject({ error: 'points.tooFew', data: { balance: 150, needed: 151 } })
    expect(await redeem(customerId, { ...dear, pricePoints: 100 }, 'cheap')).toMatchObject({
      error: 'points.otherPrice',
      data: { pricePoints: 151 },
    })
    const plain = await template({ pricePoints: undefined })
    expect((await redeem(customerId, { ...plain, pricePoints: 1 }, 'plain')).error).toBe('points.notForPoints')
    expect(await has(customerId)).toBe(1)
  })

  test('of a hundred at once as many get one as there are points for, and nobody spends what is not there', async () => {
    const coupon = await template({ pricePoints: 30 })
    const customerId = await withPoints(100)
    const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => redeem(customerId, coupon, `crowd-${n}`)))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(3)
    // On a machine that is busy, some are asked to try again.
    const refused = new Set(answers.filter(({ code }) => code !== 0 && code !== 503).map(({ code, error }) => error ?? code))
    expect(refused).toEqual(new Set(['points.tooFew']))
    expect((await standing(customerId)).balance).toBe(10)
    expect(await has(customerId)).toBe(3)
  })

  test('at the desk for the caller; somebody unknown has none', async () => {
    const phone = newPhone()
    const { customerId } = await addOrder(world, { phone })
    await adjust(customerId, 120)
    const coupon = await template()
    const shown = (await world.send(pointCalls.offers, { phone })).data as AnswerOf<typeof pointCalls.offers>
    expect(shown.points).toMatchObject({ customerId, balance: 120 })
    const bought = { couponTemplateId: coupon.couponTemplateId, pricePoints: 100 }
    const answer = await world.send(pointCalls.deskRedeem, { phone, ...bought }, 'hangzhou', { 'idempotency-key': 'desk' })
    expect(answer, answer.message).toMatchObject({ code: 0, data: { balance: 20 } })
    expect((await world.send(pointCalls.offers, { phone: newPhone() })).data).toEqual({ points: null })
    const unknown = await world.send(pointCalls.deskRedeem, { phone: newPhone(), ...bought }, 'all', { 'idempotency-key': 'nobody' })
    expect(unknown.error).toBe('coupon.customerUnknown')
    expect((await world.send(pointCalls.deskRedeem, { phone, ...bought }, 'partner', { 'idempotency-key': 'partner' })).code).not.toBe(0)
    expect((await standing(customerId)).balance).toBe(20)
  })

  test('a coupon that was bought and is revoked gives its points back, with the end that they had', async () => {
    const coupon = await template()
    const customerId = await withPoints(100)
    const before = await standing(customerId)
    const { couponId } = (await redeem(customerId, coupon, 'to-revoke')).data as { couponId: string }
    expect((await standing(customerId)).balance).toBe(0)
    expect((await world.send(couponGrantCalls.revoke, { couponId, reason: '误兑换' })).code).toBe(0)
    const { balance, ending } = await standing(customerId)
    expect({ balance, ending }).toEqual({ balance: before.balance, ending: before.ending })
    expect((await records(customerId)).slice(0, 2)).toEqual([
      ['UNREDEEMED', 100],
      ['REDEEMED', -100],
    ])
  })
})

test('a customer sees their points and redeems them by themselves, once for a key, and nobody else’s', async () => {
  const phone = newPhone()
  const { customerId } = await addOrder(world, { phone })
  await adjust(customerId, 150)
  const coupon = await template()
  await world.send(customerAppCalls.sendCode, { tenantId: world.tenantA, phone }, '')
  const code = /\d{6}/.exec((await messagesIn(world, phone)).at(-1)!.body)![0]
  const { token } = (await world.send(customerAppCalls.signIn, { tenantId: world.tenantA, phone, code }, '')).data as { token: string }
  const own = async () => (await world.send(customerAppPointCalls.points, {}, token)).data as AnswerOf<typeof customerAppPointCalls.points>
  expect(await own()).toMatchObject({ customerId, balance: 150, records: [{ event: 'ADJUSTED', delta: 150 }] })
  const bought = { couponTemplateId: coupon.couponTemplateId, pricePoints: 100 }
  const take = (key: string) => world.send(customerAppPointCalls.redeem, bought, token, { 'idempotency-key': key })
  const [first, again] = [await take('by-myself'), await take('by-myself')]
  expect(first, first.message).toMatchObject({ code: 0, data: { spent: 100, balance: 50 } })
  expect(again).toEqual(first)
  expect((await take('once-more')).error).toBe('points.tooFew')
  expect([(await own()).balance, await has(customerId)]).toEqual([50, 1])
})

describe('points end', () => {
  const over = (customerId: string) =>
    world.owner.query(`update point_lots set expires_at = now() - interval '1 minute' where customer_id = $1`, [customerId])

  test('at once nobody can spend them, and the round writes it down once', async () => {
    const customerId = await withPoints(200)
    await over(customerId)
    expect((await standing(customerId)).balance).toBe(0)
    expect((await redeem(customerId, await template(), 'too-late')).error).toBe('points.tooFew')
    await Promise.all([endPoints(world.app.platform), endPoints(world.app.platform)])
    expect(await records(customerId)).toEqual([
      ['EXPIRED', -200],
      ['ADJUSTED', 200],
    ])
  })

  test('what ends first is spent first', async () => {
    const customerId = await withPoints(50)
    await adjust(customerId, 60, { expiryMonths: 1 })
    await redeem(customerId, await template({ pricePoints: 70 }), 'oldest')
    expect((await standing(customerId)).ending.map(({ points }) => points)).toEqual([40])
  })
})

test('the report says what is outstanding, came and went, and adds up', async () => {
  const { months, cities } = (await world.send(config.report, { months: 3 })).data as AnswerOf<typeof config.report>
  const [now, before] = months
  const { points } = await one('select sum(remaining)::int as points from point_lots')
  expect(now!.closingPoints).toBe(points)
  expect(cities.reduce((sum, city) => sum + city.points, 0)).toBe(points)
  expect(now!.openingPoints + now!.earned + now!.spent + now!.expired + now!.other).toBe(now!.closingPoints)
  expect(before).toMatchObject({ closingPoints: now!.openingPoints, earned: 0 })
  expect(now!.closingFen).toBeGreaterThan(0)
  expect(Math.abs(now!.closingFen! - Number(points))).toBeLessThan(5)
  const narrow = (await world.send(config.report, { months: 1 }, 'hangzhou')).data as AnswerOf<typeof config.report>
  expect(narrow.cities.map(({ cityId }) => cityId).filter((id) => id !== HANGZHOU)).toEqual([])
})

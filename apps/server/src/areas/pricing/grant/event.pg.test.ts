import { couponTemplateCalls, type CouponTemplateRow } from '@chauffeur/contract/pricing/coupon-template'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'
import { grantByEvent } from './event.round.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `1371200${String(++made).padStart(4, '0')}`
const customer = async (phone = newPhone()) => (await addOrder(world, { phone })).customerId
const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
async function template(input: object): Promise<CouponTemplateRow> {
  const terms = { type: 'CASH', faceFen: 1000, daysAfterGrant: 30, funder: 'TENANT' }
  const saved = await world.send(couponTemplateCalls.save, { name: `券${++made}`, ...terms, ...input })
  const { couponTemplateId, version } = saved.data as CouponTemplateRow
  const on = await world.send(couponTemplateCalls.move, { couponTemplateId, version, event: 'turnOn' })
  expect(on.code, on.message).toBe(0)
  return on.data as CouponTemplateRow
}

test('a coupon comes by itself for the first trip that was billed, once', async () => {
  const { couponTemplateId } = await template({ grantedOn: 'FIRST_ORDER' })
  const [first, again, riding, cancelled, several] = Array.from({ length: 5 }, newPhone)
  const rode = async (phone: string, statuses: readonly number[], filedDaysAgo = 0) => {
    for (const status of statuses) {
      const { customerId, orderId } = await addOrder(world, { phone, status })
      await world.owner.query('update orders set filed_at = filed_at - make_interval(days => $2) where order_id = $1', [
        orderId,
        filedDaysAgo,
      ])
      await world.owner.query('update customers set order_count = order_count + 1, last_order_at = now() where customer_id = $1', [
        customerId,
      ])
    }
  }
  await rode(first!, [501])
  await rode(again!, [501], 30)
  await rode(again!, [501])
  await rode(riding!, [301])
  // A driver took the first one, and it was cancelled: the second is the first that was served.
  await rode(cancelled!, [403, 501])
  // Three cars at once are one evening.
  await rode(several!, [501, 501, 501])
  await grantByEvent(world.app.platform)
  await grantByEvent(world.app.platform)
  const { rows } = await world.owner.query<{ phone: string; way: string }>(
    `select p.phone, c.way from coupons c join customers p using (tenant_id, customer_id) where c.coupon_template_id = $1 order by p.phone`,
    [couponTemplateId],
  )
  expect(rows).toEqual([first, cancelled, several].map((phone) => ({ phone, way: 'EVENT' })))
})

test('a coupon for a first trip goes by the city of that trip', async () => {
  const { couponTemplateId } = await template({ grantedOn: 'FIRST_ORDER', cityIds: [SHANGHAI] })
  const phone = newPhone()
  for (const cityId of [HANGZHOU, SHANGHAI]) await addOrder(world, { phone, cityId })
  await world.owner.query('update customers set last_order_at = now() where phone = $1', [phone])
  await world.owner.query(`update orders set filed_at = now() - interval '1 hour' where contact_phone = $1 and city_id = $2`, [
    phone,
    HANGZHOU,
  ])
  await grantByEvent(world.app.platform)
  const { rows } = await world.owner.query('select from coupons where coupon_template_id = $1', [couponTemplateId])
  expect(rows).toEqual([])
})

test('a coupon for a top-up reaches an employee whose telephone went into another customer', async () => {
  const { couponTemplateId } = await template({ grantedOn: 'RECHARGE' })
  const [kept, gone] = [await customer(), newPhone()]
  const goneId = await customer(gone)
  await world.owner.query('update customers set merged_into = $1 where customer_id = $2', [kept, goneId])
  const { enterprise_id: enterpriseId } = await one(
    `insert into enterprises (tenant_id, name, pay_mode) values ($1, '企二', 'PREPAID') returning enterprise_id`,
    [world.tenantA],
  )
  const owned = [world.tenantA, enterpriseId]
  await world.owner.query(`insert into enterprise_employees (tenant_id, enterprise_id, phone) values ($1, $2, $3)`, [...owned, gone])
  await world.owner.query(
    `insert into enterprise_top_ups (tenant_id, enterprise_id, way, amount_fen, reference, created_by, created_by_name) values ($1, $2, 'BANK', 100, 'm', $3, '')`,
    [...owned, world.people.all.userId],
  )
  await grantByEvent(world.app.platform)
  const { rows } = await world.owner.query('select customer_id from coupons where coupon_template_id = $1', [couponTemplateId])
  expect(rows).toEqual([{ customer_id: kept }])
  await world.owner.query('update enterprise_top_ups set reversed_at = now(), reversed_by = $2 where enterprise_id = $1', [
    enterpriseId,
    world.people.all.userId,
  ])
})

test('a coupon comes for a birthday once a year, for each dispute granted and for each top-up of one’s enterprise', async () => {
  const [born, disputing, employed] = [newPhone(), newPhone(), newPhone()]
  const events = ['BIRTHDAY', 'COMPLAINT_SETTLED', 'RECHARGE'] as const
  const templates = await Promise.all(events.map((grantedOn) => template({ grantedOn })))
  await customer(born)
  await customer(employed)
  await world.owner.query(
    `update customers set birthday = to_char(now() at time zone 'UTC' + interval '8 hours', 'MM-DD') where phone = $1`,
    [born],
  )
  const order = await addOrder(world, { phone: disputing, status: 403 })
  const review = `insert into cancel_reviews (tenant_id, order_id, kind, applicant, reason, note, rule, verdict, fee_fen, due_at, state, decided_at)
    values ($1, $2, 'DISPUTE', 'CUSTOMER', 'WRONG_FAULT', '', 'R1', 'CUSTOMER_AT_FAULT', 0, now(), $3, now())`
  for (const state of [30, 30, 40]) await world.owner.query(review, [world.tenantA, order.orderId, state])
  const { enterprise_id: enterpriseId } = await one(
    `insert into enterprises (tenant_id, name, pay_mode) values ($1, '企', 'PREPAID') returning enterprise_id`,
    [world.tenantA],
  )
  await world.owner.query(`insert into enterprise_employees (tenant_id, enterprise_id, phone) values ($1, $2, $3)`, [
    world.tenantA,
    enterpriseId,
    employed,
  ])
  const topUp = `insert into enterprise_top_ups (tenant_id, enterprise_id, way, amount_fen, reference, created_by, created_by_name) values ($1, $2, 'BANK', 100, $3, $4, '')`
  for (const reference of ['a', 'b']) await world.owner.query(topUp, [world.tenantA, enterpriseId, reference, world.people.all.userId])
  await grantByEvent(world.app.platform)
  await grantByEvent(world.app.platform)
  const { rows } = await world.owner.query<{ phone: string; event: string; n: number }>(
    `select p.phone, split_part(c.occasion, ':', 1) as event, count(*)::int as n from coupons c join customers p using (tenant_id, customer_id)
     where c.coupon_template_id = any ($1) group by 1, 2 order by 2`,
    [templates.map(({ couponTemplateId }) => couponTemplateId)],
  )
  expect(rows).toEqual([
    { phone: born, event: 'BIRTHDAY', n: 1 },
    { phone: disputing, event: 'COMPLAINT_SETTLED', n: 2 },
    { phone: employed, event: 'RECHARGE', n: 2 },
  ])
})

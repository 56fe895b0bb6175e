import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tellOfAppeal } from '#areas/message/inbox'
import { wholeTenant } from '#platform/database/scope'
import { addDriver, addOrder, makeWorld, type World } from '#test/world'
import { tablesIn, tablesWith, watchStatements } from '#test/platform/statements'
import { heldOfDriver } from './held-driver.queries.ts'
import { heldOfCustomer } from './held.queries.ts'

let world: World
beforeAll(async () => (world = await makeWorld({ engine: false })))
afterAll(() => world.close())

/** Tables that say who did something: it is handed out with what it was done to, or with the log of what they did. */
const EVENTS = 'what they did to it stands in the log of what they did, and how it stands in the thing itself'
const STAFF = 'of people of the business'
const COMPANY = 'the telephone of a company'
const SIGN_IN = 'a code to sign in, of which a print is kept for some minutes'
const PAIR = 'numbers of pairs are given to an order, whose calls are handed out; this says that a telephone is behind one now'

/** What nobody who asks is handed out, and why. */
const ofNobody: Record<string, string> = {
  broadcast_events: STAFF,
  channels: COMPANY,
  customer_codes: SIGN_IN,
  driver_claim_events: EVENTS,
  driver_codes: SIGN_IN,
  enterprises: COMPANY,
  message_text_events: STAFF,
  order_events: EVENTS,
  order_file_events: EVENTS,
  order_photo_case_events: EVENTS,
  order_prepayment_events: EVENTS,
  partner_statement_events: STAFF,
  price_templates: 'what the business charges: its owner is a city or a partner',
  privacy_binding_events: EVENTS,
  privacy_number_uses: PAIR,
  privacy_request_events: EVENTS,
  redeem_guesses: 'wrong codes that people of the business typed for a telephone, for a day',
  right_order_audit_events: EVENTS,
  users: STAFF,
  withdrawal_events: EVENTS,
}

const people: { who: string; column: RegExp; held: () => Promise<unknown>; kept: Record<string, string> }[] = [
  {
    who: 'driver',
    column: /(^|_)driver_id$|^owner_id$|^actor_id$|phone/,
    held: async () =>
      heldOfDriver(world.app.platform.db.reader(wholeTenant(world.tenantA)), world.app.platform.vault, await addDriver(world)),
    kept: {
      bookings: 'of the customer who ordered',
      customer_driver_blocks: 'a wish of a customer, who is asked by nobody why: telling it would tell who',
      customer_search: 'names and telephones of customers once more',
      customers: 'people of their own',
      driver_paper_notices: 'that a reminder went out, which is among the messages',
      enterprise_employees: 'of customers who ride on account of a company',
      order_uploads: 'parts of a picture on their way, which is handed out once it is there, and gone after three days otherwise',
      phone_calls: 'of customers at the desk; calls on a trip are handed out with its numbers',
      point_records: 'of customers',
    },
  },
  {
    who: 'customer',
    column: /(^|_)customer_ids?$|^(kept|gone)_id$|^owner_id$|^actor_id$|phone/,
    held: async () => {
      const { customerId } = await addOrder(world)
      return heldOfCustomer(world.app.platform.db.reader(wholeTenant(world.tenantA)), world.app.platform.vault, customerId)
    },
    kept: {
      coupon_grants: 'how far a grant to many has come, by the last of them',
      customer_search: 'names and telephones once more, cut to pieces by which they are found',
      drivers: 'people of their own',
      point_accounts: 'the balance of the last record of points',
      point_dues: 'what is counted soon after as a record of points, and what it was counted from',
      point_notices: 'that a reminder went out, which is among the messages',
      privacy_bindings: 'numbers that stood for their own on a trip; the calls are handed out',
    },
  },
]

describe.each(people)('of a $who who asks what is held of them', ({ column, held, kept }) => {
  test('every table in which they stand is handed out, or it is said why not', async () => {
    const watched = watchStatements(world)
    await held().finally(watched.stop)
    const read = await tablesIn(world, watched.texts(), 'reads')
    const tables = await tablesWith(world, column)
    const reasons = { ...ofNobody, ...kept }
    const forgotten = [...tables].filter(([table]) => !read.has(table) && !(table in reasons))
    expect(Object.fromEntries(forgotten), 'hand it out in held*.queries.ts, or say here why not').toEqual({})
    const handedOut = Object.keys(kept).filter((table) => read.has(table) || !tables.has(table))
    expect(handedOut, 'of these there is no reason any more').toEqual([])
  })
})

test('a reason is given of nothing that is not there', async () => {
  const tables = new Set((await Promise.all(people.map(({ column }) => tablesWith(world, column)))).flatMap((found) => [...found.keys()]))
  expect(Object.keys(ofNobody).filter((table) => !tables.has(table))).toEqual([])
})

test('a driver is handed out what stands of them in pictures, wallet, days, levels, queues and requests, and nothing of another', async () => {
  const [driverId, other] = [await addDriver(world), await addDriver(world)]
  const { orderId } = await addOrder(world, { driverId })
  const of = (text: string, ...more: unknown[]) => world.owner.query(text, [world.tenantA, ...more])
  for (const id of [driverId, other]) {
    await of(
      `insert into driver_listen_ranges (tenant_id, driver_id, radius_m, reason, valid_from, valid_until) values ($1, $2, 3000, '近处接单', now(), now() + interval '1 day')`,
      id,
    )
    await of(
      `insert into driver_face_whites (tenant_id, driver_id, reason, valid_from, valid_until) values ($1, $2, '面部受伤', now(), now() + interval '1 day')`,
      id,
    )
    await of(
      `insert into ledger_accounts (tenant_id, owner_type, owner_id, kind, floor_fen) values ($1, 'DRIVER', $2, 'DRIVER_AVAILABLE', -200000)`,
      id,
    )
    await of(
      `insert into privacy_requests (tenant_id, kind, channel, driver_id, words, opened_at, due_at) values ($1, 'ACCESS', 'COUNTER', $2, '查阅', now(), now())`,
      id,
    )
  }
  await of(
    `insert into cancel_reviews (tenant_id, order_id, driver_id, applicant, kind, reason, note, rule, verdict, fee_fen, due_at) values ($1, $2, $3, 'DRIVER', 'LEAVE', 'CAR_BROKEN', '车坏了', 'R1', 'FREE', 0, now())`,
    orderId,
    driverId,
  )
  const held = await heldOfDriver(world.app.platform.db.reader(wholeTenant(world.tenantA)), world.app.platform.vault, driverId)
  expect(held).toMatchObject({
    listenRanges: [{ radiusM: 3_000, reason: '近处接单' }],
    faceWhites: [{ reason: '面部受伤' }],
    accounts: [{ kind: 'DRIVER_AVAILABLE', balanceFen: 0 }],
    requests: [{ kind: 'ACCESS', words: '查阅' }],
    leaveRequests: [{ note: '车坏了' }],
  })
})

test('of a trip that both were on neither is handed out what the other was told, nor the number that was kept from them', async () => {
  const driverId = await addDriver(world)
  const { orderId, orderNo, customerId } = await addOrder(world, { driverId })
  const { db, vault } = world.app.platform
  const order = { order_id: orderId, order_no: orderNo, tenant_id: world.tenantA }
  await db.write(wholeTenant(world.tenantA), (tx) =>
    tellOfAppeal(tx, vault, order, { driverId, matter: 'DISPUTE', granted: false, reason: '客户已到场' }),
  )
  await world.owner.query(
    `with pair as (
       insert into privacy_bindings (tenant_id, order_id, city_id, driver_id, driver_phone, contact_phone, state)
       select tenant_id, order_id, city_id, driver_id, '', '', 'RELEASED' from orders where order_id = $1 returning *)
     insert into privacy_calls (tenant_id, session, binding_id, order_id, city_id, number, caller, caller_masked, called_masked)
     select tenant_id, s, binding_id, order_id, city_id, '17000000001', caller, a, b from pair, (values
       ('held-1', 'DRIVER', '139****0001', '138****0002'), ('held-2', 'CONTACT', '138****0002', '139****0001'),
       ('held-3', 'OTHER', '137****0003', '')) as c (s, caller, a, b)`,
    [orderId],
  )
  const all = db.reader(wholeTenant(world.tenantA))
  const [customer, driver] = await Promise.all([heldOfCustomer(all, vault, customerId), heldOfDriver(all, vault, driverId)])
  expect(customer.messages).toEqual([])
  expect(driver.messages).toMatchObject([{ event: 'APP_APPEAL_REFUSED' }])
  const [told, dialled] = [customer, driver].map((held) => JSON.stringify(held.privacyCalls)) as [string, string]
  expect([told.match(/1\d\d\*{4}\d{4}/g), dialled.match(/1\d\d\*{4}\d{4}/g)]).toEqual([
    ['138****0002', '138****0002'],
    ['139****0001', '139****0001'],
  ])
})

test('of codes a customer is handed out those that they redeemed, also where they were for anybody, and none that still buys something', async () => {
  const { customerId } = await addOrder(world)
  await world.owner.query(
    `with t as (
       insert into coupon_templates (tenant_id, name, type, face_fen, days_after_grant, funder, status)
       values ($1, '十元', 'CASH', 1000, 30, 'TENANT', 1) returning *),
     c as (
       insert into coupons (tenant_id, coupon_template_id, customer_id, valid_from, valid_to)
       select tenant_id, coupon_template_id, $2, now(), now() + interval '1 day' from t returning *)
     insert into redeem_codes (tenant_id, code, coupon_template_id, customer_id, valid_to, coupon_id, used_by, used_at)
     select tenant_id, 'ANYBODYS', coupon_template_id, null::bigint, now() + interval '1 day', coupon_id, customer_id, now() from c
     union all select tenant_id, 'UNUSED', coupon_template_id, $2, now() + interval '1 day', null, null, null from t`,
    [world.tenantA, customerId],
  )
  const held = await heldOfCustomer(world.app.platform.db.reader(wholeTenant(world.tenantA)), world.app.platform.vault, customerId)
  expect(held.redeemedCodes).toMatchObject([{ code: 'ANYBODYS' }])
})

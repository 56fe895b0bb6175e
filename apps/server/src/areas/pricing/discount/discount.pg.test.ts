import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { couponCalls } from '@chauffeur/contract/pricing/coupon'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { rateCalls } from '@chauffeur/contract/pricing/rate'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startDispatch } from '#areas/dispatch/engine'
import { type Chosen, holdDiscount } from './discount.service.ts'
import { refuse, whenRefused } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'
import { as, driverAt, handedTo, until } from '#test/drivers'
import { addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
/** Null, or why it was refused. */
const hold = (chosen: Chosen, orderId: string) =>
  world.app.platform.db
    .write(wholeTenant(world.tenantA), (tx) => holdDiscount(tx, chosen, user(), orderId, refuse))
    .then(
      () => null,
      whenRefused((refused) => refused),
    )
let made = 0
let phone = ''
let customerId = ''
beforeEach(async () => {
  phone = `1385555${String(++made).padStart(4, '0')}`
  customerId = (await addOrder(world, { phone })).customerId
})

interface CouponOf {
  faceFen?: number
  minFen?: number
  days?: number
  cities?: string[]
  bands?: object[]
  fences?: string[]
}
async function coupon(of: CouponOf = {}): Promise<string> {
  const { coupon_template_id: templateId } = await one(
    `insert into coupon_templates (tenant_id, name, type, face_fen, min_subtotal_fen, city_ids, bands, fence_ids, days_after_grant, funder, status)
     values ($1, $2, 'CASH', $3, $4, $5, $6, $7, 30, 'TENANT', 1) returning coupon_template_id`,
    [world.tenantA, `券${++made}`, of.faceFen ?? 1000, of.minFen ?? 0, of.cities ?? [], JSON.stringify(of.bands ?? []), of.fences ?? []],
  )
  const row = await one(
    `insert into coupons (tenant_id, coupon_template_id, customer_id, valid_from, valid_to)
     values ($1, $2, $3, now() - interval '40 days', now() + make_interval(days => $4)) returning coupon_id`,
    [world.tenantA, templateId, customerId, of.days ?? 10],
  )
  return row.coupon_id as string
}
interface RightOf {
  times?: number
  cover?: object
  excess?: string
  dailyStock?: number
  perUser?: number
  bands?: object[]
}
async function right(of: RightOf = {}): Promise<string> {
  const { right_id: rightId } = await one(
    `insert into right_configs (tenant_id, right_no, name, cover, excess, valid_from, valid_to, daily_stock, per_user_times, bands, state)
     values ($1, $2, '银行权益', $3, $4, now() - interval '1 day', now() + interval '30 days', $5, $6, $7, 'ON') returning right_id`,
    [
      world.tenantA,
      `R${++made}`,
      JSON.stringify(of.cover ?? { kind: 'CAP', capFen: 3000 }),
      of.excess ?? 'CUSTOMER_PAYS',
      of.dailyStock ?? null,
      of.perUser ?? 0,
      JSON.stringify(of.bands ?? []),
    ],
  )
  const row = await one(
    `insert into right_grants (tenant_id, right_id, customer_id, times) values ($1, $2, $3, $4) returning right_grant_id`,
    [world.tenantA, rightId, customerId, of.times ?? 1],
  )
  return row.right_grant_id as string
}
const couponRow = (id: string) => one('select state, order_id, discount_fen from coupons where coupon_id = $1', [id])
const grantRow = (id: string) => one('select used_times, state from right_grants where right_grant_id = $1', [id])

/** Who holds something for a trip that leaves now from the place of `trip`. */
const user = () => ({
  customerId,
  newCustomer: false,
  cityId: HANGZHOU,
  channelId: null,
  serviceType: 'TRIP',
  at: new Date(),
  departAt: new Date(),
  utcOffsetMinutes: 480,
  pickup: { lat: trip.pickupLat, lng: trip.pickupLng },
})
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.3, dropoffLng: 120.2 }
const estimate = (more: object = {}) => world.send(callCentreCalls.estimate, { ...trip, phone, ...more })
const quote = async (more: object = {}) =>
  (await estimate(more)).data as {
    quoteId: string
    totalFen: number
    discountFen: number
    discountRefused: string | null
    lines: { type: string; amountFen: number }[]
  }
const place = (more: object = {}) =>
  world.send(callCentreCalls.place, { ...trip, phone, pickupAddress: '武林门', dropoffAddress: '城西', ...more })
async function placed(more: object = {}): Promise<string> {
  const answer = await place(more)
  expect(answer.code, answer.message).toBe(0)
  return (answer.data as { orders: { orderId: string }[] }).orders[0]!.orderId
}
async function cancel(orderId: string) {
  const { quoteId } = (await world.send(callCentreCalls.cancel, { orderId })).data as { quoteId: string }
  expect(await world.send(callCentreCalls.cancel, { orderId, quoteId })).toMatchObject({ code: 0, data: { cancelled: true } })
}
/** Drives the order just as it was estimated and files its bill. */
async function bill(orderId: string, change = '') {
  const driver = await driverAt(world, 0, 'FILING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = 304, accepted_at = now(), arrived_at = now(), depart_at = now(), ended_at = now(), distance_m = estimate_distance_m${change} where order_id = $1`,
    [orderId, driver.driverId],
  )
  const filed = await as(world, driver)(dispatchCalls.file, { id: orderId, extras: [] })
  expect(filed.code, filed.message).toBe(0)
  return one('select total_fen, discount_fen, subtotal_fen, pay_status from orders where order_id = $1', [orderId])
}

describe('a coupon', () => {
  test('is in the quote, held by the order, and used by a bill that equals the quote, with dynamic rate and weather', async () => {
    const hour = 3_600_000
    const storm = {
      cityId: HANGZHOU,
      name: '暴雨',
      activeFrom: new Date(Date.now() - hour).toISOString(),
      activeTo: new Date(Date.now() + hour).toISOString(),
    }
    expect((await world.send(rateCalls.weatherSave, { ...storm, flatFen: 800 })).code).toBe(0)
    expect((await world.send(rateCalls.weatherSave, { ...storm, rateBp: 13_337 })).code).toBe(0)
    const rate = { cityId: HANGZHOU, name: '加价', from: '00:00:00', to: '24:00:00', rateBp: 12_500 }
    const { rateId } = (await world.send(rateCalls.dynamicSave, rate)).data as { rateId: string }
    const couponId = await coupon()
    const quoted = await quote({ couponId })
    expect(quoted.discountFen).toBe(1000)
    // The rate is dearer than the amount on this trip.
    expect(quoted.lines.find(({ type }) => type === 'WEATHER')!.amountFen).toBeGreaterThan(800)
    const orderId = await placed({ couponId, quoteId: quoted.quoteId })
    expect(await couponRow(couponId)).toMatchObject({ state: 20, order_id: orderId })
    // Whatever the rules say meanwhile.
    await world.owner.query('update weather_rules set enabled = false')
    expect((await world.send(rateCalls.dynamicSave, { ...rate, rateId, version: 1, rateBp: 20_000 })).code).toBe(0)
    expect(await bill(orderId)).toMatchObject({ total_fen: quoted.totalFen, discount_fen: 1000, pay_status: 10 })
    expect(await couponRow(couponId)).toMatchObject({ state: 30, discount_fen: 1000 })
    await world.owner.query('update dynamic_rates set enabled = false')
  })

  test('goes to one of two orders that want it at the same moment', async () => {
    const couponId = await coupon()
    const orders = await Promise.all([addOrder(world, { phone, status: 101 }), addOrder(world, { phone, status: 101 })])
    const answers = await Promise.all(orders.map(({ orderId }) => hold({ couponId }, orderId)))
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(answers.find((answer) => answer !== null)).toMatchObject({ failure: 'pricing.couponUnusable', detail: { reason: 'TAKEN' } })
    const winner = orders[answers.indexOf(null)]!
    expect(await couponRow(couponId)).toMatchObject({ state: 20, order_id: winner.orderId })
  })

  test('comes back when the order is cancelled, for one more day if it expired meanwhile', async () => {
    const couponId = await coupon()
    const orderId = await placed({ couponId })
    await world.owner.query(`update coupons set valid_to = now() - interval '1 minute' where coupon_id = $1`, [couponId])
    await cancel(orderId)
    expect(await couponRow(couponId)).toMatchObject({ state: 10, order_id: null })
    expect(
      await one(`select round(extract(epoch from valid_to - now()) / 3600)::int as hours from coupons where coupon_id = $1`, [couponId]),
    ).toEqual({ hours: 24 })
    const again = await placed({ couponId })
    expect(await couponRow(couponId)).toMatchObject({ state: 20, order_id: again })
    await cancel(again)
  })

  test('passes to the next driver’s order when a driver gives the trip back', async () => {
    const couponId = await coupon()
    const orderId = await placed({ couponId })
    const driver = await handedTo(world, orderId)
    expect(await as(world, driver)(dispatchCalls.cancel, { id: orderId, reason: '车坏了' })).toMatchObject({ code: 0 })
    const next = await one(
      'select order_id, coupon_id from orders where booking_id = (select booking_id from orders where order_id = $1) and attempt = 2',
      [orderId],
    )
    expect(next.coupon_id).toBe(couponId)
    expect(await couponRow(couponId)).toMatchObject({ state: 20, order_id: next.order_id })
    await cancel(next.order_id as string)
    expect(await couponRow(couponId)).toMatchObject({ state: 10 })
  })

  test('of somebody else, of another city, expired or along with a right is refused with the reason', async () => {
    const mine = await coupon()
    const reason = async (more: object) => ((await estimate(more)) as { error?: string; data: { reason?: string } | null }).data?.reason
    expect(await reason({ couponId: mine, phone: '13899990000' })).toBe('NOT_FOUND')
    expect(await reason({ couponId: await coupon({ cities: [SHANGHAI] }) })).toBe('OTHER_CITY')
    expect(await reason({ couponId: await coupon({ days: -1 }) })).toBe('EXPIRED')
    expect((await estimate({ couponId: mine, rightGrantId: await right() })).error).toBe('pricing.oneDiscount')
    expect((await place({ couponId: mine, rightGrantId: await right() })).error).toBe('pricing.oneDiscount')
    const quoted = await quote({ couponId: mine })
    expect((await place({ quoteId: quoted.quoteId })).error).toBe('callCentre.quoteMismatch')
  })

  test('that expires between the quote and the order is refused when the order would hold it, and no order is placed', async () => {
    const couponId = await coupon()
    const { quoteId } = await quote({ couponId })
    await world.owner.query(`update coupons set valid_to = now() where coupon_id = $1`, [couponId])
    expect(await place({ couponId, quoteId })).toMatchObject({ error: 'pricing.couponUnusable', data: { reason: 'EXPIRED' } })
    expect(await couponRow(couponId)).toMatchObject({ state: 10, order_id: null })
    await cancel(await placed())
  })

  /** `hh:mm:ss` of the city's clock so many hours from now. */
  const clock = (hours: number) => new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(11, 19)
  const hoursFrom = (from: number, to: number) => {
    const [begins, ends] = [clock(from), clock(to)]
    return begins < ends
      ? [{ from: begins, to: ends }]
      : [
          { from: begins, to: '24:00:00' },
          { from: '00:00:00', to: ends },
        ]
  }

  test('for some hours counts for departures in them: now, or at the booked time', async () => {
    const couponId = await coupon({ bands: hoursFrom(2, 5) })
    expect(await estimate({ couponId })).toMatchObject({
      error: 'pricing.couponUnusable',
      data: { reason: 'OTHER_HOURS', why: { zh: expect.stringMatching(/^仅限 .+ 出发$/) as string } },
    })
    const bookTime = new Date(Date.now() + 3 * 3_600_000).toISOString()
    const later = await quote({ couponId, departAt: bookTime })
    expect(later.discountFen).toBe(1000)
    expect((await place({ couponId })).error).toBe('pricing.couponUnusable')
    await cancel(await placed({ couponId, quoteId: later.quoteId, bookTime }))
    expect((await quote({ couponId: await coupon({ bands: hoursFrom(-1, 1) }) })).discountFen).toBe(1000)
  })

  test('for the fences around a place counts for pick-ups in one of them while it is in force', async () => {
    const { fence_id: fence } = await one(
      `insert into price_fences (tenant_id, city_id, name, side, template_id, polygon, min_lat, max_lat, min_lng, max_lng, effective_from)
       values ($1, $2, '武林广场', 'DROPOFF', 999, $3, 30.24, 30.26, 120.15, 120.17, now() - interval '1 day') returning fence_id`,
      [
        world.tenantA,
        HANGZHOU,
        JSON.stringify({
          type: 'Polygon',
          coordinates: [
            [
              [120.15, 30.24],
              [120.17, 30.24],
              [120.17, 30.26],
              [120.15, 30.26],
              [120.15, 30.24],
            ],
          ],
        }),
      ],
    )
    const couponId = await coupon({ fences: [fence as string], faceFen: 1500 })
    const { quoteId } = await quote({ couponId })
    await cancel(await placed({ couponId, quoteId }))
    const away = { pickupLat: 30.27, pickupLng: 120.16 }
    expect(await estimate({ couponId, ...away })).toMatchObject({ data: { reason: 'OTHER_PLACE' } })
    const elsewhere = (await estimate(away)).data as { quoteId: string }
    const { best, unusable } = (await world.send(couponCalls.recommendCoupons, { phone, quoteId: elsewhere.quoteId })).data as {
      best: unknown
      unusable: unknown[]
    }
    expect([best, unusable]).toEqual([null, [expect.objectContaining({ id: couponId, why: '上车点不在适用区域内' })]])
    expect((await world.send(couponCalls.recommendCoupons, { phone, quoteId })).data).toMatchObject({
      best: { couponId, discountFen: 1500 },
    })
    expect((await world.send(couponCalls.couponDetail, { phone, couponId })).data).toMatchObject({ bands: [], fenceNames: ['武林广场'] })
    await world.owner.query('update price_fences set enabled = false where fence_id = $1', [fence])
    expect(await estimate({ couponId })).toMatchObject({ data: { reason: 'OTHER_PLACE' } })
  })

  test('asked for in two windows at once is held by the one order that is placed', async () => {
    const couponId = await coupon()
    const answers = await Promise.all([place({ couponId }), place({ couponId })])
    const orders = answers.flatMap(({ code, data }) => (code === 0 ? (data as { orders: { orderId: string }[] }).orders : []))
    expect(orders).toHaveLength(1)
    expect(await couponRow(couponId)).toMatchObject({ state: 20, order_id: orders[0]!.orderId })
    await cancel(orders[0]!.orderId)
  })

  test('below its threshold is not spent: the quote says so and the bill gives it back', async () => {
    const couponId = await coupon({ minFen: 900_000 })
    const quoted = await quote({ couponId })
    expect(quoted).toMatchObject({ discountFen: 0, discountRefused: '可抵扣费用未达到使用门槛，优惠券未使用' })
    const orderId = await placed({ couponId, quoteId: quoted.quoteId })
    expect(await bill(orderId)).toMatchObject({ discount_fen: 0, total_fen: quoted.totalFen })
    expect(await couponRow(couponId)).toMatchObject({ state: 10, order_id: null })
  })

  test('is the first driver’s alone when a customer asks for several', async () => {
    const couponId = await coupon()
    const orderId = await placed({ couponId, driverCount: 2 })
    const { rows } = await world.owner.query(
      'select coupon_id, estimate_fen from orders where booking_id = (select booking_id from orders where order_id = $1) order by order_id',
      [orderId],
    )
    expect(rows.map((row) => row.coupon_id)).toEqual([couponId, null])
    expect(rows[1].estimate_fen - rows[0].estimate_fen).toBe(1000)
  })
})

describe('a partner’s right', () => {
  test('is reserved by the order, used by the bill, and its last use cannot be taken twice', async () => {
    const rightGrantId = await right()
    const quoted = await quote({ rightGrantId })
    expect(quoted.discountFen).toBe(3000)
    const orderId = await placed({ rightGrantId, quoteId: quoted.quoteId })
    expect(await grantRow(rightGrantId)).toEqual({ used_times: 1, state: 'EXHAUSTED' })
    expect((await estimate({ rightGrantId })).error).toBe('pricing.rightUnusable')
    expect(await bill(orderId)).toMatchObject({ discount_fen: 3000, total_fen: quoted.totalFen })
    expect(await one('select state, covered_fen from right_uses where order_id = $1', [orderId])).toEqual({
      state: 'USED',
      covered_fen: 3000,
    })
  })

  test('comes back when the order is cancelled', async () => {
    const rightGrantId = await right()
    await cancel(await placed({ rightGrantId }))
    expect(await grantRow(rightGrantId)).toEqual({ used_times: 0, state: 'ACTIVE' })
  })

  test('stops at the stock of the day', async () => {
    const rightGrantId = await right({ times: 3, dailyStock: 1 })
    const holdOne = async () => {
      const { orderId } = await addOrder(world, { phone, status: 101 })
      return hold({ rightGrantId }, orderId)
    }
    const answers = await Promise.all([holdOne(), holdOne(), holdOne()])
    expect(answers.filter((answer) => answer === null)).toHaveLength(1)
    expect(await grantRow(rightGrantId)).toEqual({ used_times: 1, state: 'ACTIVE' })
  })
})

test('a right is used by one customer as often as it says, however many grants they have, and in its hours', async () => {
  const rightGrantId = await right({ times: 3, perUser: 1 })
  const second = await one(
    `insert into right_grants (tenant_id, right_id, customer_id, times) select tenant_id, right_id, customer_id, 2 from right_grants where right_grant_id = $1
     returning right_grant_id`,
    [rightGrantId],
  )
  const holdGrant = async (grant: string) => {
    const { orderId } = await addOrder(world, { phone, status: 101 })
    return hold({ rightGrantId: grant }, orderId)
  }
  const answers = await Promise.all([holdGrant(rightGrantId), holdGrant(second.right_grant_id as string)])
  expect(answers.filter((answer) => answer === null)).toHaveLength(1)
  expect(answers.find((answer) => answer !== null)).toMatchObject({ failure: 'pricing.rightUnusable', detail: { reason: 'USER_LIMIT' } })
  const card = (await world.send(callCentreCalls.customerInfo, { phone })).data as { rights: unknown[] }
  expect(card.rights).toEqual([])
  const now = new Date(Date.now() + 8 * 3_600_000).getUTCHours()
  const hour = (now + 12) % 24
  const two = (value: number) => String(value).padStart(2, '0')
  const asleep = await right({ bands: [{ from: `${two(hour)}:00:00`, to: `${two(hour)}:30:00` }] })
  expect(await estimate({ rightGrantId: asleep })).toMatchObject({ error: 'pricing.rightUnusable', data: { reason: 'OTHER_HOURS' } })
})

test('the card of a caller recommends what takes most off the quote, and leaves out what cannot be used there', async () => {
  const [small, big] = [await coupon({ faceFen: 500, days: 1 }), await coupon({ faceFen: 2000 })]
  await coupon({ faceFen: 9000, cities: [SHANGHAI] })
  const rightGrantId = await right()
  const card = async (more: object) =>
    (await world.send(callCentreCalls.customerInfo, { phone, ...more })).data as {
      coupons: { couponId: string; discountFen: number | null }[]
      rights: { rightGrantId: string; timesLeft: number; discountFen: number | null }[]
    }
  const { quoteId } = await quote()
  const withQuote = await card({ quoteId })
  expect(withQuote.coupons.map(({ couponId, discountFen }) => [couponId, discountFen])).toEqual([
    [big, 2000],
    [small, 500],
  ])
  expect(withQuote.rights).toMatchObject([{ rightGrantId, timesLeft: 1, discountFen: 3000 }])
  expect((await card({})).coupons[0]).toMatchObject({ couponId: small, discountFen: null })
})

test('an order that no driver took gives its coupon, and its use of a right, back', async () => {
  for (const withWhat of ['coupon', 'right'] as const) {
    const id = withWhat === 'coupon' ? await coupon({}) : await right({})
    const chosen = withWhat === 'coupon' ? { couponId: id } : { rightGrantId: id }
    const { quoteId } = await quote(chosen)
    const orderId = await placed({ ...chosen, quoteId })
    const held = withWhat === 'coupon' ? (await couponRow(id)).state : (await grantRow(id)).used_times
    expect(held).toBe(withWhat === 'coupon' ? 20 : 1)
    // The search ends without anybody.
    await world.owner.query(
      `update dispatch_searches set ends_at = now(), next_round_at = now() where booking_id = (select booking_id from orders where order_id = $1)`,
      [orderId],
    )
    const engine = startDispatch(world.app.platform, { log: { warn: () => {}, error: () => {} }, tickMs: 50 })
    await until(async () => (await one('select service_status from orders where order_id = $1', [orderId])).service_status === 506, '506')
    await engine.stop()
    if (withWhat === 'coupon') expect(await couponRow(id)).toMatchObject({ state: 10, order_id: null })
    else expect(await grantRow(id)).toMatchObject({ used_times: 0, state: 'ACTIVE' })
    // And what came back can be used again.
    await cancel(await placed({ ...chosen, quoteId: (await quote(chosen)).quoteId }))
  }
})

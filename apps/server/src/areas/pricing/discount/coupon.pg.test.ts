import { couponCalls } from '@chauffeur/contract/pricing/coupon'
import { couponTemplateCalls } from '@chauffeur/contract/pricing/coupon-template'
import { rateCalls } from '@chauffeur/contract/pricing/rate'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { describe, expect, test } from 'vitest'
import {
  world,
  phone,
  one,
  hold,
  coupon,
  right,
  couponRow,
  estimate,
  quote,
  place,
  placed,
  cancel,
  bill,
  withCustomers,
} from '#test/discounts'
import { as, handedTo } from '#test/drivers'
import { addOrder, HANGZHOU, type Person, SHANGHAI } from '#test/world'

withCustomers()

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

test('fences to choose from are those of one’s cities whose time is not over, by city and name, and none for a partner’s people', async () => {
  const outline = {
    type: 'Polygon',
    coordinates: [
      [
        [120, 30],
        [120.1, 30],
        [120.1, 30.1],
        [120, 30],
      ],
    ],
  }
  const fence = (cityId: string, name: string, over: string | null, tenantId = world.tenantA) =>
    world.owner.query(
      `insert into price_fences (tenant_id, city_id, name, side, template_id, polygon, min_lat, max_lat, min_lng, max_lng, effective_from, effective_to)
       values ($1, $2, $3, 'PICKUP', 999, $4, 30, 30.1, 120, 120.1, now() - interval '2 days', now() + $5::interval)`,
      [tenantId, cityId, name, JSON.stringify(outline), over],
    )
  await fence(SHANGHAI, '外滩', null)
  await fence(HANGZHOU, '城站', '1 hour')
  await fence(HANGZHOU, '旧码头', '-1 second')
  await fence(HANGZHOU, '别家', null, world.tenantB)
  const names = async (as: Person = 'all') =>
    ((await world.send(couponTemplateCalls.fences, {}, as)).data as { rows: { name: string }[] }).rows.map(({ name }) => name)
  const all = await names()
  expect(all).toEqual(expect.arrayContaining(['城站', '外滩']))
  expect(all.indexOf('城站')).toBeLessThan(all.indexOf('外滩'))
  expect(all).not.toContain('旧码头')
  expect(all).not.toContain('别家')
  expect(await names('hangzhou')).not.toContain('外滩')
  expect(await names('partner')).toEqual([])
  expect(await names('other')).toEqual(['别家'])
})

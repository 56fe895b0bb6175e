import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { describe, expect, test } from 'vitest'
import { startDispatch } from '#areas/dispatch/engine'
import {
  world,
  phone,
  one,
  hold,
  coupon,
  right,
  couponRow,
  grantRow,
  estimate,
  quote,
  placed,
  cancel,
  bill,
  withCustomers,
} from '#test/discounts'
import { until } from '#test/drivers'
import { addOrder, SHANGHAI } from '#test/world'

withCustomers()

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

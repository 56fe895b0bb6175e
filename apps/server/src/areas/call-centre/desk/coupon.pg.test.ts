import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { couponCalls } from '@chauffeur/contract/pricing/coupon'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expireDue } from '#areas/pricing/discount'
import { addOrder, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
let made = 0
let phone = ''
let customerId = ''
beforeEach(async () => {
  phone = `1387777${String(++made).padStart(4, '0')}`
  customerId = (await addOrder(world, { phone })).customerId
})

const template = async (
  of: { faceFen?: number; minFen?: number; cities?: string[]; perUser?: number; total?: number; status?: number } = {},
) =>
  (
    await one(
      `insert into coupon_templates (tenant_id, name, type, face_fen, min_subtotal_fen, city_ids, days_after_grant, per_user_limit, total_issue, funder, status)
       values ($1, $2, 'CASH', $3, $4, $5, 30, $6, $7, 'TENANT', $8) returning coupon_template_id as id`,
      [world.tenantA, `券${++made}`, of.faceFen ?? 1000, of.minFen ?? 0, of.cities ?? [], of.perUser ?? 0, of.total ?? 0, of.status ?? 1],
    )
  ).id as string
const give = async (templateId: string, days = 10) =>
  (
    await one(
      `insert into coupons (tenant_id, coupon_template_id, customer_id, valid_from, valid_to)
       values ($1, $2, $3, now() - interval '40 days', now() + make_interval(days => $4)) returning coupon_id as id`,
      [world.tenantA, templateId, customerId, days],
    )
  ).id as string
const code = async (templateId: string, of: { customerId?: string; from?: string; to?: string; tenantId?: string } = {}) => {
  const text = `GH${String(++made).padStart(6, '0')}`
  await one(
    `insert into redeem_codes (tenant_id, code, coupon_template_id, customer_id, valid_from, valid_to)
     values ($1, $2, $3, $4, now() + $5::interval, now() + $6::interval) returning code`,
    [of.tenantId ?? world.tenantA, text, templateId, of.customerId ?? null, of.from ?? '-60 days', of.to ?? '5 days'],
  )
  return text
}
const redeem = (text: string, as: 'all' | 'hangzhou' = 'all', headers: Record<string, string> = {}) =>
  world.send(couponCalls.couponRedeem, { phone, code: text }, as, headers)

describe('a redeem code', () => {
  test('becomes a coupon once, however it is typed, and is in the history under a mask', async () => {
    const text = await code(await template())
    const got = await redeem(` ${text.slice(0, 2).toLowerCase()}-${text.slice(2)} `)
    expect(got).toMatchObject({ code: 0, data: { state: 10, faceFen: 1000 } })
    expect(await redeem(text)).toMatchObject({ error: 'coupon.codeUsed' })
    const { rows } = (await world.send(couponCalls.couponRedeemList, { phone })).data as { rows: { code: string; redeemedBy: string }[] }
    expect(rows).toMatchObject([{ code: `****${text.slice(-4)}`, redeemedBy: 'all' }])
    const couponId = (got.data as { couponId: string }).couponId
    expect(await world.send(couponCalls.couponDetail, { phone, couponId })).toMatchObject({ data: { redeemCode: `****${text.slice(-4)}` } })
    expect(await one('select issued_count from coupon_templates order by coupon_template_id desc limit 1')).toMatchObject({
      issued_count: 1,
    })
  })

  test('of two operators at the same moment makes one coupon', async () => {
    const text = await code(await template())
    const answers = await Promise.all([redeem(text), redeem(text, 'hangzhou')])
    expect(answers.map(({ code: answer }) => answer).toSorted((a, b) => a - b)).toEqual([0, 40949])
    expect(await one('select count(*)::int as n from coupons where customer_id = $1', [customerId])).toEqual({ n: 1 })
  })

  test('sent again with the same key gives the same coupon', async () => {
    const text = await code(await template())
    const [first, again] = [await redeem(text, 'all', { 'idempotency-key': text }), await redeem(text, 'all', { 'idempotency-key': text })]
    expect(again).toEqual(first)
    expect(first.code).toBe(0)
  })

  test('says in words why it is refused', async () => {
    const someone = (await addOrder(world, { phone: '13866660000' })).customerId
    const kind = await template()
    expect(await redeem(await code(kind, { to: '-1 hours' }))).toMatchObject({ error: 'coupon.codeExpired', message: '兑换码已过期' })
    expect(await redeem(await code(kind, { from: '1 hours' }))).toMatchObject({ error: 'coupon.codeNotYet' })
    expect(await redeem(await code(kind, { customerId: someone }))).toMatchObject({ error: 'coupon.codeForeign' })
    expect(await redeem(await code(await template({ status: 2 })))).toMatchObject({ error: 'coupon.templateOff' })
    const single = await template({ perUser: 1 })
    expect((await redeem(await code(single))).code).toBe(0)
    expect(await redeem(await code(single))).toMatchObject({ error: 'coupon.limitReached' })
    expect(await world.send(couponCalls.couponRedeem, { phone: '13899998888', code: 'X1' })).toMatchObject({
      error: 'coupon.customerUnknown',
    })
  })

  test('of another tenant is unknown, and five unknown ones close the door for the hour', async () => {
    const theirs = (
      await one(
        `insert into coupon_templates (tenant_id, name, type, face_fen, days_after_grant, funder, status) values ($1, '别家', 'CASH', 100, 5, 'TENANT', 1) returning coupon_template_id as id`,
        [world.tenantB],
      )
    ).id as string
    const foreign = await code(theirs, { tenantId: world.tenantB })
    expect(await redeem(foreign)).toMatchObject({ error: 'coupon.codeUnknown' })
    for (const guess of ['A1', 'A2', 'A3', 'A4']) expect(await redeem(guess)).toMatchObject({ error: 'coupon.codeUnknown' })
    const shut = await redeem(await code(await template()))
    expect(shut).toMatchObject({ error: 'coupon.tooManyGuesses' })
    expect((shut.data as { retryAfterS: number }).retryAfterS).toBeGreaterThan(3_000)
  })

  test('guessed twenty times at once is tried five times and no more, by a partner too', async () => {
    for (const person of ['all', 'partner'] as const) {
      phone = `1387788${String(++made).padStart(4, '0')}`
      customerId = (await addOrder(world, { phone, channelId: world.channel })).customerId
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) => world.send(couponCalls.couponRedeem, { phone, code: `WRONG${n}` }, person)),
      )
      const tried = answers.filter(({ error }) => error === 'coupon.codeUnknown').length
      expect(tried).toBeLessThanOrEqual(5)
      expect(answers.filter(({ error }) => error === 'coupon.tooManyGuesses')).toHaveLength(20 - tried)
    }
  })

  test('tried by thirty windows at once, each with its key, is answered to all of them', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => redeem(`NONE${n}`, 'all', { 'idempotency-key': `crowd-${n}` })))
    expect(answers.filter(({ error }) => error !== 'coupon.codeUnknown' && error !== 'coupon.tooManyGuesses')).toEqual([])
  })

  test('that is right costs no guess', async () => {
    for (let n = 0; n < 7; n++) expect((await redeem(await code(await template()))).code).toBe(0)
  })
})

describe('recommended', () => {
  const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.3, dropoffLng: 120.2 }
  const quoteId = async () => ((await world.send(callCentreCalls.estimate, { ...trip, phone })).data as { quoteId: string }).quoteId
  test('is what takes most off the quote, with the reason; what does not fit says why', async () => {
    const best = await give(await template({ faceFen: 2000 }))
    const less = await give(await template({ faceFen: 1500 }))
    await give(await template({ faceFen: 5000, minFen: 90_000 }))
    await give(await template({ faceFen: 5000, cities: [SHANGHAI] }))
    const answer = (await world.send(couponCalls.recommendCoupons, { phone, quoteId: await quoteId() })).data as {
      best: { couponId: string; why: string }
      rows: { couponId: string; why: string }[]
      unusable: { why: string }[]
    }
    expect(answer.best.couponId).toBe(best)
    expect(answer.best.why).toContain('本单可减 ¥20.00，为最优惠')
    expect(answer.rows[1]).toMatchObject({ couponId: less, why: expect.stringContaining('比首选少 ¥5.00') as string })
    expect(answer.unusable.map(({ why }) => why)).toEqual([expect.stringMatching(/满 ¥900\.00 可用.*还差/), '不适用于本单城市'])
  })
  test('needs a quote that exists', async () => {
    expect(await world.send(couponCalls.recommendCoupons, { phone, quoteId: '99999' })).toMatchObject({ error: 'coupon.quoteUnknown' })
  })
})

describe('expiry', () => {
  test('marks what is past its time and leaves what an order holds', async () => {
    const kind = await template()
    const [lapsed, held, good] = [await give(kind), await give(kind), await give(kind)]
    const order = await addOrder(world, { phone, status: 101 })
    await world.owner.query(`update coupons set valid_to = now() - interval '1 minute' where coupon_id = any ($1)`, [[lapsed, held]])
    await world.owner.query('update coupons set state = 20, order_id = $2 where coupon_id = $1', [held, order.orderId])
    const listed = async () =>
      ((await world.send(couponCalls.couponList, { phone })).data as { rows: { couponId: string; state: number }[] }).rows
    // Before the timer comes by, too.
    expect((await listed()).find(({ couponId }) => couponId === lapsed)).toMatchObject({ state: 40 })
    expect(await expireDue(world.app.platform.db)).toMatchObject({ coupons: 1 })
    const states = Object.fromEntries((await listed()).map(({ couponId, state }) => [couponId, state]))
    expect(states).toMatchObject({ [lapsed]: 40, [held]: 20, [good]: 10 })
    expect((await world.send(couponCalls.couponList, { phone, state: '40' })).data).toMatchObject({ rows: [{ couponId: lapsed }] })
  })
  test('ends rights whose period is over', async () => {
    const { right_id: rightId } = await one(
      `insert into right_configs (tenant_id, right_no, name, cover, valid_from, valid_to, state) values ($1, 'RX', '过期权益', '{"kind":"FULL"}', now() - interval '9 days', now() - interval '1 day', 'ON') returning right_id`,
      [world.tenantA],
    )
    await one('insert into right_grants (tenant_id, right_id, customer_id, times) values ($1, $2, $3, 2) returning 1', [
      world.tenantA,
      rightId,
      customerId,
    ])
    expect(await expireDue(world.app.platform.db)).toMatchObject({ grants: 1 })
  })
})

import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { couponTemplateCalls, type CouponTemplateRow } from '@chauffeur/contract/pricing/coupon-template'
import { redeemBatchCalls, type RedeemBatchRow } from '@chauffeur/contract/pricing/redeem-batch'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()
let made = 0
async function template(of: object = {}): Promise<string> {
  const terms = { name: `码券${++made}`, type: 'CASH', faceFen: 1000, daysAfterGrant: 30, funder: 'TENANT', ...of }
  const saved = await world.send(couponTemplateCalls.save, terms)
  expect(saved.code, saved.message).toBe(0)
  return (saved.data as CouponTemplateRow).couponTemplateId
}
const make = (couponTemplateId: string, codes: number, more: { validFrom?: string; validTo?: string; as?: Person; key?: string } = {}) => {
  const { as = 'all', key, ...period } = more
  return world.send(
    redeemBatchCalls.make,
    { couponTemplateId, codes, validTo: TOMORROW, ...period },
    as,
    key === undefined ? {} : { 'idempotency-key': key },
  )
}
const batchOf = async (couponTemplateId: string, as: Person = 'all') =>
  ((await world.send(redeemBatchCalls.list, { couponTemplateId }, as)).data as AnswerOf<typeof redeemBatchCalls.list>).rows
const lock = ({ redeemBatchId, version }: RedeemBatchRow, locked: boolean, as: Person = 'all') =>
  world.send(redeemBatchCalls.lock, { redeemBatchId, version, locked }, as)

test('of two who make codes of the last coupons at once one is told how many are left', async () => {
  const scarce = await template({ totalIssue: 30 })
  const answers = await Promise.all([make(scarce, 20, { key: 'one-of-two' }), make(scarce, 20, { key: 'two-of-two' })])
  expect(answers.map(({ error }) => error ?? '').toSorted()).toEqual(['', 'redeemBatch.overStock'])
  expect(answers.find(({ error }) => error)).toMatchObject({ data: { left: 10 } })
  expect(await batchOf(scarce)).toHaveLength(1)
})

test('codes whose time is over keep no coupons back', async () => {
  const scarce = await template({ totalIssue: 5 })
  expect((await make(scarce, 5)).code).toBe(0)
  expect(await make(scarce, 1)).toMatchObject({ error: 'redeemBatch.overStock', data: { left: 0 } })
  await world.owner.query(
    `update redeem_batches set valid_from = now() - interval '2 days', valid_to = now() - interval '1 day' where coupon_template_id = $1`,
    [scarce],
  )
  expect((await make(scarce, 5)).code).toBe(0)
})

test('a batch that was asked for twice is made once', async () => {
  const couponTemplateId = await template()
  const answers = await Promise.all([0, 1, 2].map(() => make(couponTemplateId, 3, { key: `codes-${couponTemplateId}` })))
  expect(answers.some(({ code }) => code === 0)).toBe(true)
  const again = await make(couponTemplateId, 3, { key: `codes-${couponTemplateId}` })
  const [batch, ...others] = await batchOf(couponTemplateId)
  expect(others).toEqual([])
  expect(again).toMatchObject({ code: 0, data: { redeemBatchId: batch!.redeemBatchId } })
  const { rows } = await world.owner.query(`select count(*)::int as n from jobs where input ->> 'redeemBatchId' = $1`, [
    batch!.redeemBatchId,
  ])
  expect(rows).toEqual([{ n: 1 }])
})

test('codes are good for a time that is not over and not the wrong way round', async () => {
  const couponTemplateId = await template()
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  for (const period of [{ validTo: at(-1) }, { validFrom: at(5), validTo: at(4) }, { validFrom: at(-5), validTo: at(-4) }])
    expect(await make(couponTemplateId, 1, period)).toMatchObject({ error: 'redeemBatch.periodOver' })
  expect((await make(couponTemplateId, 1, { validFrom: at(4), validTo: at(5) })).code).toBe(0)
  expect(await batchOf(couponTemplateId)).toHaveLength(1)
})

test('who saw an older state locks nothing and is shown the present one', async () => {
  const couponTemplateId = await template()
  await make(couponTemplateId, 2)
  const [seen] = await batchOf(couponTemplateId)
  const first = await lock(seen!, true)
  expect(first).toMatchObject({ code: 0, data: { locked: true, version: seen!.version + 1, allowedActions: ['unlock', 'print'] } })
  expect(await lock(seen!, false)).toMatchObject({
    error: 'redeemBatch.versionConflict',
    data: { current: { locked: true, version: seen!.version + 1 } },
  })
  // Locking what is locked changes nothing, and so says nothing.
  expect(await lock(first.data as RedeemBatchRow, true)).toMatchObject({ code: 0, data: { version: seen!.version + 1 } })
  expect(await lock(first.data as RedeemBatchRow, false)).toMatchObject({ code: 0, data: { locked: false, version: seen!.version + 2 } })
})

test('who runs one city locks and prints the codes of its coupons, not those of coupons that hold elsewhere, too', async () => {
  const [own, wide, foreign] = [
    await template({ cityIds: [HANGZHOU] }),
    await template({ cityIds: [HANGZHOU, SHANGHAI] }),
    await template({ cityIds: [SHANGHAI] }),
  ]
  for (const couponTemplateId of [own, wide, foreign]) expect((await make(couponTemplateId, 2)).code).toBe(0)

  const [mine] = await batchOf(own, 'hangzhou')
  expect(mine!.allowedActions).toEqual(['lock', 'print'])
  expect(await lock(mine!, true, 'hangzhou')).toMatchObject({ code: 0, data: { locked: true } })
  expect((await world.send(redeemBatchCalls.print, { redeemBatchId: mine!.redeemBatchId }, 'hangzhou')).code).toBe(0)
  expect((await make(own, 1, { as: 'hangzhou' })).code).toBe(0)

  const [shared] = await batchOf(wide, 'hangzhou')
  expect(shared!.allowedActions).toEqual([])
  const { redeemBatchId } = shared!
  expect(await lock(shared!, true, 'hangzhou')).toMatchObject({ error: 'couponTemplate.beyondCities' })
  expect(await world.send(redeemBatchCalls.print, { redeemBatchId }, 'hangzhou')).toMatchObject({ error: 'couponTemplate.beyondCities' })
  expect(await make(wide, 1, { as: 'hangzhou' })).toMatchObject({ error: 'couponTemplate.beyondCities' })

  expect(await batchOf(foreign, 'hangzhou')).toEqual([])
  const [elsewhere] = await batchOf(foreign)
  for (const person of ['hangzhou', 'other'] as const) {
    expect(await lock(elsewhere!, true, person)).toMatchObject({ error: 'redeemBatch.notFound' })
    expect(await make(foreign, 1, { as: person })).toMatchObject({ error: 'couponTemplate.notFound' })
  }
  expect((await batchOf(foreign))[0]).toMatchObject({ locked: false, version: elsewhere!.version })
})

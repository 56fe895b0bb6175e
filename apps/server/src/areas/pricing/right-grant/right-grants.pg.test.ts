import { rightCouponCalls as mapCalls } from '@chauffeur/contract/pricing/right-coupon'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { rightGrantCalls, type RightGrantRow } from '@chauffeur/contract/pricing/right-grant'
import { expect, test } from 'vitest'
import { bring, undoImport } from '#test/bring'
import { customerId, hold, one, phone, withCustomers, world } from '#test/discounts'
import { addOrder } from '#test/world'

withCustomers({ jobs: true })

let made = 0
const right = async (unit = 'TIMES', state = 'ON') =>
  (
    await one(
      `insert into right_configs (tenant_id, right_no, name, channel_id, unit, cover, valid_from, valid_to, state)
       values ($1, $2, '银行权益', $3, $4, '{"kind":"FULL"}', now() - interval '1 day', now() + interval '30 days', $5) returning right_id`,
      [world.tenantA, `G${++made}`, world.channel, unit, state],
    )
  ).right_id as string
const give = (rightId: string, of: object) => world.send(rightGrantCalls.give, { rightId, customerIds: [customerId], ...of })
const grants = async (rightId: string) => ((await world.send(rightGrantCalls.list, { rightId })).data as { rows: RightGrantRow[] }).rows

test('a right is given by hand, as it counts and while it is on, and to nobody who is turned away', async () => {
  const rightId = await right()
  expect((await give(await right('TIMES', 'OFF'), { times: 1 })).error).toBe('rightGrant.notOn')
  expect((await give(rightId, { amountFen: 1_000 })).error).toBe('rightGrant.quantity')
  expect((await give(rightId, {})).error).toBe('rightGrant.quantity')
  const { customerId: away } = await addOrder(world, { phone: `1399${phone.slice(4)}` })
  await world.owner.query(`update customers set blacklisted_until = now() + interval '1 day' where customer_id = $1`, [away])
  const answer = await give(rightId, { customerIds: [customerId, away, '999999'], times: 3 })
  expect(answer.data).toEqual({
    granted: 1,
    refused: expect.arrayContaining([
      { customerId: away, problem: 'couponGrant.turnedAway' },
      { customerId: '999999', problem: 'couponGrant.customerGone' },
    ]),
  })
  expect(await grants(rightId)).toMatchObject([
    { customerId, times: 3, usedTimes: 0, way: 'HAND', grantedBy: 'all', allowedActions: ['revoke'] },
  ])
})

test('what an order holds is not taken back, whoever comes first', async () => {
  for (let round = 0; round < 6; round++) {
    const rightId = await right()
    await give(rightId, { times: 2 })
    const { rightGrantId } = (await grants(rightId))[0]!
    const { orderId } = await addOrder(world, { phone, status: 101 })
    const [held, revoked] = await Promise.all([
      hold({ rightGrantId }, orderId),
      world.send(rightGrantCalls.revoke, { rightGrantId, reason: '发错了' }),
    ])
    expect([held === null, revoked.code === 0].filter(Boolean)).toHaveLength(1)
    if (revoked.code === 0) expect((await grants(rightId))[0]).toMatchObject({ state: 'REVOKED', revokedBy: 'all', revokeReason: '发错了' })
    else expect(revoked.error).toBe('rightGrant.inHand')
  }
})

test('a file says how much each gets and what became of each row, and is taken back where nobody has used it', async () => {
  const rightId = await right('AMOUNT')
  const other = `1398${phone.slice(4)}`
  await addOrder(world, { phone: other })
  const content = `电话,金额\n${phone},88.50\n${other},\n13700009998,10`
  const { importId, results } = await bring(world, { kind: 'pricing.rightGrant', into: { rightId }, content })
  expect(results.map(([cell, state]) => [cell, state])).toEqual(
    expect.arrayContaining([
      [phone, 'DONE'],
      [other, 'REFUSED'],
      ['13700009998', 'DONE'],
    ]),
  )
  // A telephone that is nobody's becomes a customer's.
  const stranger = await one(`select customer_id, source from customers where phone = '13700009998'`)
  expect(stranger.source).toBe('FILE')
  expect(await grants(rightId)).toMatchObject(
    [
      { customerId, amountFen: 8_850, way: 'FILE' },
      { customerId: stranger.customer_id, amountFen: 1_000, way: 'FILE' },
    ].toSorted((a, b) => Number(b.customerId) - Number(a.customerId)),
  )
  await undoImport(world, importId)
  expect((await grants(rightId)).map(({ state }) => state)).toEqual(['REVOKED', 'REVOKED'])
})

const template = async (of: { channel?: string; status?: number; days?: number; stock?: number } = {}) =>
  (
    await one(
      `insert into coupon_templates (tenant_id, name, type, face_fen, days_after_grant, funder, funder_channel_id, status, total_issue)
       values ($1, $2, 'CASH', 1000, $3, 'PARTNER', $4, $5, $6) returning coupon_template_id`,
      [world.tenantA, `随权益券${++made}`, of.days ?? 10, of.channel ?? world.channel, of.status ?? 1, of.stock ?? 0],
    )
  ).coupon_template_id as string
const couponsOf = async (templateId: string) =>
  Number((await one('select count(*) as n from coupons where coupon_template_id = $1', [templateId])).n)

test('coupons that fit a right are set in a batch, each row by itself, and come with its grants: by hand, by file, once each', async () => {
  const [first, second] = [await right(), await right()]
  const [fits, foreign, off, long] = [
    await template(),
    await template({ channel: world.otherChannel }),
    await template({ status: 0 }),
    await template({ days: 60 }),
  ]
  const check = async (couponTemplateId: string) =>
    ((await world.send(mapCalls.check, { rightId: first, couponTemplateId })).data as AnswerOf<typeof mapCalls.check>).problem
  expect(await Promise.all([fits, foreign, off, long, '999999'].map(check))).toEqual([
    '',
    'rightCoupon.funder',
    'rightCoupon.templateOff',
    'rightCoupon.dates',
    'rightCoupon.templateGone',
  ])
  const rows = [
    { rightId: first, couponTemplateIds: [fits] },
    { rightId: second, couponTemplateIds: [fits, foreign] },
    { rightId: '999999', couponTemplateIds: [] },
  ]
  const set = (as: 'all' | 'hangzhou' = 'all') => world.send(mapCalls.batchSet, { rows }, as)
  // A preview says the same of each row and sets nothing.
  const preview = (await world.send(mapCalls.batchSet, { rows, preview: true }, 'all')).data as AnswerOf<typeof mapCalls.batchSet>
  expect(preview.rows.map((row) => row.set)).toEqual([true, false, false])
  expect(((await world.send(mapCalls.view, { rightId: first })).data as AnswerOf<typeof mapCalls.view>).rows).toEqual([])
  expect((await set()).data).toMatchObject({
    set: 1,
    rows: [
      { rightId: first, set: true, coupons: [] },
      { rightId: second, set: false, coupons: [{ couponTemplateId: foreign, problem: 'rightCoupon.funder' }] },
      { set: false, problem: 'right.notFound' },
    ],
  })
  // Whose cities do not hold all of the right's changes nothing of it.
  expect((await set('hangzhou')).data).toMatchObject({ set: 0, rows: [{ problem: 'right.beyondCities' }, {}, {}] })
  const shown = (await world.send(mapCalls.view, { rightId: first })).data as AnswerOf<typeof mapCalls.view>
  expect(shown.rows).toMatchObject([{ couponTemplateId: fits, problem: '', setByName: 'all' }])

  // Who looked at it before that sets nothing over it, and is told what comes with it now.
  const late = { rightId: first, couponTemplateIds: [], seenIds: [] }
  expect((await world.send(mapCalls.batchSet, { rows: [late] })).data).toMatchObject({
    set: 0,
    rows: [{ set: false, problem: 'rightCoupon.versionConflict', beforeIds: [fits] }],
  })
  const both = [
    { ...late, couponTemplateIds: [fits], seenIds: [fits] },
    { rightId: second, couponTemplateIds: [fits], seenIds: [] },
  ]
  const at = await Promise.all([both, both.toReversed()].map((rows) => world.send(mapCalls.batchSet, { rows })))
  // One of two at the same time was later with the second.
  expect(at.map(({ data }) => (data as AnswerOf<typeof mapCalls.batchSet>).set).toSorted((a, b) => a - b)).toEqual([1, 2])

  await give(first, { times: 1 })
  await give(first, { times: 1 })
  expect(await couponsOf(fits)).toBe(1)
  await bring(world, { kind: 'pricing.rightGrant', into: { rightId: first }, content: '电话\n13700008881\n13700008882' })
  expect(await couponsOf(fits)).toBe(3)
  // One that is off by now comes no more, and the right is granted all the same.
  await world.owner.query('update coupon_templates set status = 2 where coupon_template_id = $1', [fits])
  await bring(world, { kind: 'pricing.rightGrant', into: { rightId: first }, content: '电话\n13700008883' })
  expect(await couponsOf(fits)).toBe(3)
  expect((await grants(first)).filter(({ way }) => way === 'FILE')).toHaveLength(3)
})

test('a sheet sets what comes with rights, a right a row, each with its result; taken back, what was set since stays', async () => {
  const [first, second, third] = [await right(), await right(), await right()]
  const noOf = async (rightId: string) =>
    (await one('select right_no from right_configs where right_id = $1', [rightId])).right_no as string
  const [was, fits, foreign] = [await template(), await template(), await template({ channel: world.otherChannel })]
  const nameOf = async (id: string) => (await one('select name from coupon_templates where coupon_template_id = $1', [id])).name as string
  await world.send(mapCalls.batchSet, {
    rows: [
      { rightId: first, couponTemplateIds: [was] },
      { rightId: third, couponTemplateIds: [was] },
    ],
  })
  const content = [
    '权益编号\t优惠券',
    `${await noOf(first)}\t${await nameOf(was)}、${fits}`,
    `${await noOf(second)}\t${await nameOf(foreign)}`,
    `${await noOf(third)}\t无`,
    `没有\t${fits}`,
  ].join('\n')
  const set = async (rightId: string) =>
    ((await world.send(mapCalls.view, { rightId })).data as AnswerOf<typeof mapCalls.view>).rows.map((row) => row.couponTemplateId)
  // Whose cities do not hold all of a right's changes nothing of it.
  const states = (results: readonly (string | undefined)[][]) => Object.fromEntries(results)
  const nos = [await noOf(first), await noOf(second), await noOf(third), '没有'] as const
  const strange = await bring(world, { kind: 'pricing.rightCoupon', content, as: 'hangzhou' })
  expect(states(strange.results)).toMatchObject(Object.fromEntries(nos.map((no) => [no, 'REFUSED'])))
  const { importId, results } = await bring(world, { kind: 'pricing.rightCoupon', content })
  expect(states(results)).toMatchObject({ [nos[0]]: 'DONE', [nos[1]]: 'REFUSED', [nos[2]]: 'DONE', [nos[3]]: 'REFUSED' })
  expect([await set(first), await set(second), await set(third)]).toEqual([[was, fits], [], []])
  await world.send(mapCalls.batchSet, { rows: [{ rightId: third, couponTemplateIds: [fits] }] })
  await undoImport(world, importId)
  expect([await set(first), await set(third)]).toEqual([[was], [fits]])
})

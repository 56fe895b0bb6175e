import { groupCalls, type GroupRow } from '@chauffeur/contract/customer/group'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { couponCalls } from '@chauffeur/contract/pricing/coupon'
import { couponGrantCalls } from '@chauffeur/contract/pricing/coupon-grant'
import { couponTemplateCalls, type CouponTemplateRow } from '@chauffeur/contract/pricing/coupon-template'
import { redeemBatchCalls } from '@chauffeur/contract/pricing/redeem-batch'
import fc from 'fast-check'
import readWorkbook from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { bring, undoImport } from '#test/bring'
import { addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld({ jobs: true })
})
afterAll(() => world.close())

let made = 0
const newPhone = () => `1371100${String(++made).padStart(4, '0')}`
const customer = async (phone = newPhone()) => (await addOrder(world, { phone })).customerId
const terms = { type: 'CASH', faceFen: 1000, daysAfterGrant: 30, funder: 'TENANT' }
const save = (input: object, as: Person = 'all') => world.send(couponTemplateCalls.save, { name: `券${++made}`, ...terms, ...input }, as)
const move = (row: CouponTemplateRow, event: string) =>
  world.send(couponTemplateCalls.move, { couponTemplateId: row.couponTemplateId, version: row.version, event })
async function template(input: object = {}): Promise<CouponTemplateRow> {
  const answer = await save(input)
  expect(answer.code, answer.message).toBe(0)
  const on = await move(answer.data as CouponTemplateRow, 'turnOn')
  expect(on.code, on.message).toBe(0)
  return on.data as CouponTemplateRow
}
const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
const give = async (couponTemplateId: string, customerIds: readonly string[]) => {
  const answer = await world.send(couponGrantCalls.give, { couponTemplateId, customerIds })
  expect(answer.code, answer.message).toBe(0)
  return answer.data as AnswerOf<typeof couponGrantCalls.give>
}
const jobEnds = (jobId: string) =>
  vi.waitFor(
    async () => {
      const job = await one('select state, result from jobs where job_id = $1', [jobId])
      expect(['DONE', 'FAILED']).toContain(job.state)
      return job
    },
    { timeout: 60_000, interval: 100 },
  )

/** What a job wrote, line by line. */
async function linesOf(jobId: string): Promise<unknown[][]> {
  const { file_id: fileId, asked_by: userId } = await one('select file_id, asked_by from jobs where job_id = $1', [jobId])
  const { db, files } = world.app.platform
  const file = await files.find(db.reader({ ...wholeTenant(world.tenantA), userId: userId as string }), fileId as string)
  const [sheet] = await readWorkbook(await files.readAll(file!))
  return sheet!.data
}

describe('a template', () => {
  test('is on before anybody gets a coupon of it, and what it is worth stays from then on', async () => {
    const draft = (await save({})).data as CouponTemplateRow
    const customerId = await customer()
    expect((await world.send(couponGrantCalls.give, { couponTemplateId: draft.couponTemplateId, customerIds: [customerId] })).error).toBe(
      'coupon.templateOff',
    )
    const on = (await move(draft, 'turnOn')).data as CouponTemplateRow
    expect(await give(on.couponTemplateId, [customerId])).toEqual({ granted: 1, refused: [] })
    const { couponTemplateId, version } = on
    expect((await save({ couponTemplateId, version, faceFen: 500 })).error).toBe('couponTemplate.issued')
    expect(await save({ couponTemplateId, version, name: '改名', totalIssue: 5 })).toMatchObject({
      code: 0,
      data: { name: '改名', issued: 1 },
    })
    expect((await move(on, 'turnOff')).error).toBe('couponTemplate.versionConflict')
    const off = (await move({ ...on, version: version + 1 }, 'turnOff')).data as CouponTemplateRow
    expect((await move(off, 'remove')).error).toBe('couponTemplate.stillHeld')
  })

  test('says by field what is wrong with it, and belongs to those who run all its cities', async () => {
    expect(await save({ faceFen: '', funder: 'PARTNER' })).toMatchObject({
      error: 'couponTemplate.invalid',
      data: { fields: { faceFen: {}, funderChannelId: {} } },
    })
    expect((await save({}, 'hangzhou')).error).toBe('couponTemplate.beyondCities')
    expect((await save({ cityIds: [HANGZHOU, SHANGHAI] }, 'hangzhou')).error).toBe('couponTemplate.beyondCities')
    expect((await save({ cityIds: [HANGZHOU] }, 'hangzhou')).code).toBe(0)
  })
})

describe('a grant', () => {
  test('gives each customer as many as the template allows, and says why the others get none', async () => {
    const { couponTemplateId } = await template({ perUserLimit: 1, totalIssue: 2 })
    const [first, away, second, third] = await Promise.all([customer(), customer(), customer(), customer()])
    await world.owner.query(`update customers set blacklisted_until = now() + interval '1 day' where customer_id = $1`, [away])
    expect(await give(couponTemplateId, [first])).toMatchObject({ granted: 1 })
    expect(await give(couponTemplateId, [first, away, '999999999', second, third])).toEqual({
      granted: 1,
      refused: expect.arrayContaining([
        { customerId: first, problem: 'coupon.limitReached' },
        { customerId: away, problem: 'couponGrant.turnedAway' },
        { customerId: '999999999', problem: 'couponGrant.customerGone' },
        { customerId: third, problem: 'coupon.soldOut' },
      ]),
    })
  })

  test('in whatever order grants and codes come together, neither stock nor a customer’s limit is passed', async () => {
    const customers = await Promise.all(Array.from({ length: 4 }, async () => ({ phone: newPhone(), customerId: '' })))
    for (const who of customers) who.customerId = await customer(who.phone)
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 2 }),
        fc.array(fc.record({ who: fc.nat(3), byCode: fc.boolean() }), { minLength: 2, maxLength: 10 }),
        async (totalIssue, perUserLimit, wants) => {
          const { couponTemplateId } = await template({ totalIssue, perUserLimit })
          const gotten = await Promise.all(
            wants.map(async ({ who, byCode }) => {
              const { phone, customerId } = customers[who]!
              if (!byCode) return (await give(couponTemplateId, [customerId])).granted
              const code = `T${++made}C${couponTemplateId}`
              await world.owner.query(
                `insert into redeem_codes (tenant_id, code, coupon_template_id, valid_to) values ($1, $2, $3, now() + interval '1 day')`,
                [world.tenantA, code, couponTemplateId],
              )
              const answer = await world.send(couponCalls.couponRedeem, { phone, code })
              return answer.code === 0 ? 1 : 0
            }),
          )
          const { rows } = await world.owner.query<{ customer_id: string; n: number }>(
            'select customer_id, count(*)::int as n from coupons where coupon_template_id = $1 group by customer_id',
            [couponTemplateId],
          )
          const issued = rows.reduce((sum, { n }) => sum + n, 0)
          expect(issued).toBe(gotten.reduce((sum, n) => sum + n, 0))
          expect(await one('select issued_count from coupon_templates where coupon_template_id = $1', [couponTemplateId])).toEqual({
            issued_count: issued,
          })
          const asked = customers.map((_, n) => Math.min(perUserLimit, wants.filter(({ who }) => who === n).length))
          expect(issued).toBe(
            Math.min(
              totalIssue,
              asked.reduce((sum, n) => sum + n, 0),
            ),
          )
          for (const { n } of rows) expect(n).toBeLessThanOrEqual(perUserLimit)
        },
      ),
      { numRuns: 12 },
    )
  })

  test('to a group reaches everybody in it once, however often its job runs', async () => {
    const { couponTemplateId } = await template()
    const group = (await world.send(groupCalls.save, { name: `组${++made}`, type: 'MARKETING' })).data as GroupRow
    const phones = Array.from({ length: 7 }, newPhone)
    await world.send(groupCalls.phoneAdd, { groupId: group.groupId, phones })
    const { grantId, jobId } = (
      await world.send(couponGrantCalls.giveGroup, { couponTemplateId, groupId: group.groupId, reason: '双十一' })
    ).data as AnswerOf<typeof couponGrantCalls.giveGroup>
    expect(await jobEnds(jobId)).toMatchObject({ state: 'DONE' })
    expect(await one('select asked, granted from coupon_grants where coupon_grant_id = $1', [grantId])).toEqual({ asked: 7, granted: 7 })
    expect(
      await one('select count(distinct customer_id)::int as n, count(*)::int as all from coupons where coupon_template_id = $1', [
        couponTemplateId,
      ]),
    ).toEqual({ n: 7, all: 7 })
  })

  test('is taken back with its reason while nobody has the coupon in hand', async () => {
    const { couponTemplateId } = await template({ perUserLimit: 1 })
    const customerId = await customer()
    await give(couponTemplateId, [customerId])
    const { coupon_id: couponId } = await one('select coupon_id from coupons where customer_id = $1', [customerId])
    expect(await world.send(couponGrantCalls.revoke, { couponId, reason: '发错了' })).toMatchObject({
      code: 0,
      data: { state: 50, revokeReason: '发错了', allowedActions: [] },
    })
    expect((await world.send(couponGrantCalls.revoke, { couponId, reason: '再收' })).error).toBe('couponGrant.inHand')
    expect(await give(couponTemplateId, [customerId])).toMatchObject({ granted: 1 })
    expect(await world.send(couponGrantCalls.coupons, { customerId })).toMatchObject({ data: { total: 2 } })
    const effect = (await world.send(couponTemplateCalls.effect, { couponTemplateId })).data as AnswerOf<typeof couponTemplateCalls.effect>
    expect(effect.rows).toMatchObject([{ granted: 2, customers: 1, revoked: 1, used: 0, costFen: 0 }])
  })

  test('of a template for groups goes to their members alone, also by a code', async () => {
    const group = (await world.send(groupCalls.save, { name: `组${++made}`, type: 'MARKETING' })).data as GroupRow
    const [inside, outside] = [newPhone(), newPhone()]
    const [member, other] = [await customer(inside), await customer(outside)]
    await world.send(groupCalls.phoneAdd, { groupId: group.groupId, phones: [inside] })
    expect(await save({ groupIds: ['999999999'] })).toMatchObject({ error: 'couponTemplate.invalid', data: { fields: { groupIds: {} } } })
    const { couponTemplateId, groupNames } = await template({ groupIds: [group.groupId] })
    expect(groupNames).toEqual([group.name])
    expect(await world.send(groupCalls.del, { groupId: group.groupId, version: group.version })).toMatchObject({
      error: 'customerGroup.used',
      data: { used: [expect.stringMatching(/^券/)] },
    })
    expect(await give(couponTemplateId, [member, other])).toEqual({
      granted: 1,
      refused: [{ customerId: other, problem: 'couponGrant.notInGroup' }],
    })
    const code = `GRUPPE${++made}`
    await world.owner.query(
      `insert into redeem_codes (tenant_id, code, coupon_template_id, valid_to) values ($1, $2, $3, now() + interval '1 day')`,
      [world.tenantA, code, couponTemplateId],
    )
    expect((await world.send(couponCalls.couponRedeem, { phone: outside, code })).error).toBe('couponGrant.notInGroup')
    expect((await world.send(couponCalls.couponRedeem, { phone: inside, code })).code).toBe(0)
  })

  test('by a file says of each row what became of it, and is taken back as a whole', async () => {
    const { couponTemplateId } = await template({ perUserLimit: 1 })
    const [first, second, unknown] = [newPhone(), newPhone(), newPhone()]
    const owner = await customer(first)
    await customer(second)
    await give(couponTemplateId, [owner])
    const content = ['电话', first, second, unknown, second].join('\n')
    const { importId, results } = await bring(world, { kind: 'pricing.couponGrant', into: { couponTemplateId }, content })
    expect(results.map(([phone, state]) => [phone, state])).toEqual(
      expect.arrayContaining([
        [first, 'REFUSED'],
        [second, 'DONE'],
        [unknown, 'REFUSED'],
        [second, 'REFUSED'],
      ]),
    )
    const left = () => one('select count(*)::int as n from coupons where coupon_template_id = $1 and state = 10', [couponTemplateId])
    expect(await left()).toEqual({ n: 2 })
    const beyond = await bring(world, {
      kind: 'pricing.couponGrant',
      into: { couponTemplateId },
      content: `电话\n${second}`,
      as: 'hangzhou',
    })
    expect(beyond.results).toEqual([[second, 'REFUSED', expect.stringContaining('超出您的业务范围')]])
    await undoImport(world, importId)
    expect(await left()).toEqual({ n: 1 })
  })

  test('is told by its effect: what was granted and used, what it cost, and what the same customers paid without one', async () => {
    const { couponTemplateId } = await template()
    const phone = newPhone()
    const customerId = await customer(phone)
    await give(couponTemplateId, [customerId, await customer()])
    const [withOne, without] = [await addOrder(world, { phone, status: 501 }), await addOrder(world, { phone, status: 501 })]
    await world.owner.query('update orders set total_fen = $2 where order_id = $1', [withOne.orderId, 4_000])
    await world.owner.query('update orders set total_fen = $2 where order_id = $1', [without.orderId, 7_000])
    await world.owner.query(
      `update coupons set state = 30, order_id = $2, used_at = now(), discount_fen = 1000 where coupon_template_id = $1 and customer_id = $3`,
      [couponTemplateId, withOne.orderId, customerId],
    )
    const effect = async (as: Person) =>
      ((await world.send(couponTemplateCalls.effect, { couponTemplateId }, as)).data as AnswerOf<typeof couponTemplateCalls.effect>).rows
    expect(await effect('all')).toMatchObject([
      { granted: 2, customers: 2, used: 1, beforeFen: 5_000, costFen: 1_000, revenueFen: 4_000, otherOrders: 1, otherRevenueFen: 7_000 },
    ])
    expect(await effect('partner')).toEqual([])
  })
})

describe('a batch of codes', () => {
  test('is made by a job, redeemed once each, counted, and locked', async () => {
    const { couponTemplateId } = await template({ totalIssue: 30 })
    const validTo = new Date(Date.now() + 86_400_000).toISOString()
    expect((await world.send(redeemBatchCalls.make, { couponTemplateId, codes: 31, validTo })).error).toBe('redeemBatch.overStock')
    const { redeemBatchId, jobId } = (await world.send(redeemBatchCalls.make, { couponTemplateId, codes: 20, validTo })).data as AnswerOf<
      typeof redeemBatchCalls.make
    >
    expect(await world.send(redeemBatchCalls.make, { couponTemplateId, codes: 11, validTo })).toMatchObject({
      error: 'redeemBatch.overStock',
      data: { left: 10 },
    })
    expect(await jobEnds(jobId)).toMatchObject({ state: 'DONE' })
    const codes = (await world.owner.query<{ code: string }>('select code from redeem_codes where redeem_batch_id = $1', [redeemBatchId]))
      .rows
    expect(new Set(codes.map(({ code }) => code)).size).toBe(20)
    const phone = newPhone()
    await customer(phone)
    expect((await world.send(couponCalls.couponRedeem, { phone, code: codes[0]!.code.toLowerCase() })).code).toBe(0)
    const [row] = ((await world.send(redeemBatchCalls.list, { couponTemplateId })).data as AnswerOf<typeof redeemBatchCalls.list>).rows
    expect(row).toMatchObject({ codes: 20, made: 20, used: 1, locked: false })
    expect((await world.send(redeemBatchCalls.lock, { redeemBatchId, version: row!.version, locked: true })).code).toBe(0)
    expect((await world.send(couponCalls.couponRedeem, { phone, code: codes[1]!.code })).error).toBe('coupon.codeLocked')
    const printed = (await world.send(redeemBatchCalls.print, { redeemBatchId })).data as AnswerOf<typeof redeemBatchCalls.print>
    expect(await jobEnds(printed.jobId)).toMatchObject({ state: 'DONE' })
    const sheet = await linesOf(printed.jobId)
    expect(sheet).toHaveLength(21)
    expect(
      sheet
        .slice(1)
        .map(([code]) => String(code).replaceAll('-', ''))
        .toSorted(),
    ).toEqual(codes.map(({ code }) => code).toSorted())
    expect(sheet.filter(([, , , , , used]) => used)).toHaveLength(2)
  })
})

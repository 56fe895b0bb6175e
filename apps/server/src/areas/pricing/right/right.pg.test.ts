import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { rightCalls, type RightDetail, type RightEvent, type RightRow } from '@chauffeur/contract/pricing/right'
import { describe, expect, test } from 'vitest'
import { bill, customerId, hold, one, phone, placed, quote, withCustomers, world } from '#test/discounts'
import { addOrder, HANGZHOU, type Person, SHANGHAI } from '#test/world'

withCustomers()

const DAY = 86_400_000
const at = (days: number) => new Date(Date.now() + days * DAY).toISOString()
let made = 0
const terms = (more: object = {}) => ({
  name: '车险客户代驾',
  channelId: world.channel,
  unit: 'TIMES',
  coverKind: 'CAP',
  capFen: 3_000,
  excess: 'CUSTOMER_PAYS',
  cityIds: [HANGZHOU],
  validFrom: at(-1),
  validTo: at(30),
  ...more,
})
const create = (more: object = {}, as: Person = 'all') =>
  world.send(rightCalls.create, { rightNo: `PA-${++made}`, ...terms(), ...more }, as)
async function right(more: object = {}): Promise<RightRow> {
  const answer = await create(more)
  expect(answer.code, answer.message).toBe(0)
  return answer.data as RightRow
}
const move = ({ rightId, version }: RightRow, event: RightEvent, as: Person = 'all') =>
  world.send(rightCalls.move, { rightId, version, event }, as)
const decide = ({ rightId, version }: RightRow, event: RightEvent, as: Person) =>
  world.send(rightCalls.decide, { rightId, version, event, note: '合同已核对' }, as)
/** As two people let it go on. */
async function on(more: object = {}): Promise<RightRow> {
  const submitted = (await move(await right(more), 'submit')).data as RightRow
  const answer = await decide(submitted, 'approve', 'hangzhou')
  expect(answer.code, answer.message).toBe(0)
  return answer.data as RightRow
}
const grant = async (rightId: string, of: object) =>
  (
    await one(
      `insert into right_grants (tenant_id, right_id, customer_id, times, amount_fen, distance_m)
       select $1, $2, $3, (o->>'times')::int, (o->>'fen')::int, (o->>'m')::int from (select $4::jsonb as o) w returning right_grant_id`,
      [world.tenantA, rightId, customerId, JSON.stringify(of)],
    )
  ).right_grant_id as string
const shown = async (rightId: string) => (await world.send(rightCalls.view, { rightId })).data as RightDetail

describe('a right', () => {
  test('is made, submitted by one and let on by another, and is in the operation log at each step', async () => {
    const draft = await right()
    expect(draft).toMatchObject({
      state: 'DRAFT',
      channelName: '银行渠道',
      capFen: 3_000,
      allowedActions: ['edit', 'submit'],
      dailyStock: null,
    })
    const submitted = (await move(draft, 'submit')).data as RightRow
    expect(submitted).toMatchObject({ state: 'AUDITING', submittedByName: 'all', allowedActions: ['sendBack'] })
    expect((await decide(submitted, 'approve', 'all')).error).toBe('right.ownSubmission')
    expect((await move(submitted, 'turnOn')).error).toBe('right.wrongState')
    expect((await move(draft, 'submit')).error).toBe('right.versionConflict')
    const approved = (await decide(submitted, 'approve', 'hangzhou')).data as RightRow
    expect(approved).toMatchObject({ state: 'ON', decidedByName: 'hangzhou', decisionNote: '合同已核对' })
    const { rows } = await world.owner.query(`select call from operation_logs where object = 'right' and object_id = $1 order by at`, [
      draft.rightId,
    ])
    expect(rows.map(({ call }: { call: string }) => call)).toEqual(['right.create', 'right.move', 'right.decide'])
  })

  test('names the fields that are wrong, and takes no number twice', async () => {
    const first = await right()
    expect((await create({ rightNo: first.rightNo })).error).toBe('right.noTaken')
    expect(await create({ capFen: undefined, coverKind: 'DISTANCE' })).toMatchObject({
      error: 'right.invalid',
      data: { fields: { includedM: expect.anything() } },
    })
    expect(await create({ channelId: '999999' })).toMatchObject({ data: { fields: { channelId: expect.anything() } } })
    expect((await create({ cityIds: [SHANGHAI] }, 'hangzhou')).error).toBe('right.beyondCities')
    expect((await create({ cityIds: [] }, 'hangzhou')).error).toBe('right.beyondCities')
  })

  test('changes only where nobody was promised anything, but for the stock of the day', async () => {
    const live = await on()
    const update = (row: RightRow, more: object) => {
      const { rightNo: _, ...rest } = { rightNo: '', ...terms() }
      const { name, validFrom, validTo } = row
      return world.send(rightCalls.update, { rightId: row.rightId, version: row.version, ...rest, name, validFrom, validTo, ...more })
    }
    const stocked = (await update(live, { dailyStock: 5 })).data as RightRow
    expect(stocked).toMatchObject({ state: 'ON', dailyStock: 5 })
    expect((await update(stocked, { dailyStock: 5, capFen: 2_000 })).error).toBe('right.wrongState')
    const off = (await move(stocked, 'turnOff')).data as RightRow
    await grant(live.rightId, { times: 1 })
    expect(await update(off, { dailyStock: 5, capFen: 2_000 })).toMatchObject({ error: 'right.granted', data: { fields: ['capFen'] } })
    const longer = (await update(off, { dailyStock: 5, validTo: at(60) })).data as RightRow
    expect(longer).toMatchObject({ state: 'DRAFT', validTo: expect.stringContaining(at(60).slice(0, 10)) })
  })

  test('that goes on for longer gives back what customers had of it', async () => {
    const live = await on()
    const id = await grant(live.rightId, { times: 2 })
    await world.owner.query(`update right_configs set valid_to = now() - interval '1 hour', state = 'OFF' where right_id = $1`, [
      live.rightId,
    ])
    await world.owner.query(`update right_grants set state = 'EXPIRED' where right_grant_id = $1`, [id])
    expect((await move(live, 'turnOn')).error).toBe('right.ended')
    const answer = await world.send(rightCalls.update, { rightId: live.rightId, version: live.version, ...terms() })
    expect(answer.code, answer.message).toBe(0)
    expect(await one('select state from right_grants where right_grant_id = $1', [id])).toEqual({ state: 'ACTIVE' })
  })

  test('is seen by people of its own partner, and by nobody of another city or business', async () => {
    const { rightId } = await right()
    const sees = async (as: Person) =>
      ((await world.send(rightCalls.list, { pageSize: 200 }, as)).data as { rows?: RightRow[] }).rows?.some(
        (row) => row.rightId === rightId,
      )
    expect(await sees('hangzhou')).toBe(true)
    expect(await sees('other')).toBe(false)
    expect((await world.send(rightCalls.view, { rightId }, 'other')).code).toBe(404)
    const foreign = await right({ channelId: world.otherChannel })
    const own = (await world.send(rightCalls.list, { pageSize: 200 }, 'partner')) as { code: number; data: { rows: RightRow[] } }
    if (own.code === 0) expect(own.data.rows.map((row) => row.rightId)).not.toContain(foreign.rightId)
    expect((await world.send(rightCalls.move, { rightId, version: 1, event: 'submit' }, 'partner')).code).not.toBe(0)
  })
})

describe('at the desk', () => {
  test('a right in money pays as long as there is some, and its rest comes back with the bill', async () => {
    const { rightId } = await on({ unit: 'AMOUNT', coverKind: 'FULL', capFen: undefined })
    const rightGrantId = await grant(rightId, { fen: 20_000 })
    const quoted = await quote({ rightGrantId })
    const orderId = await placed({ rightGrantId, quoteId: quoted.quoteId })
    const row = () => one('select used_fen, used_times, state from right_grants where right_grant_id = $1', [rightGrantId])
    expect(await row()).toEqual({ used_fen: 20_000, used_times: 1, state: 'EXHAUSTED' })
    const billed = await bill(orderId)
    expect(billed.discount_fen).toBe(quoted.discountFen)
    expect(await row()).toEqual({ used_fen: quoted.discountFen, used_times: 1, state: 'ACTIVE' })
    expect(await shown(rightId)).toMatchObject({ used: 1, reserved: 0, coveredFen: quoted.discountFen, usedToday: 1 })
    // What is left is less than the next trip costs: it pays that much.
    await world.owner.query('update right_grants set amount_fen = used_fen + 700 where right_grant_id = $1', [rightGrantId])
    expect((await quote({ rightGrantId })).discountFen).toBe(700)
    const card = (await world.send(callCentreCalls.customerInfo, { phone })).data as { rights: object[] }
    expect(card.rights).toMatchObject([{ rightGrantId, unit: 'AMOUNT', amountLeftFen: 700, timesLeft: null }])
  })

  test('a right in distance pays the price of what is left, and counts what was driven', async () => {
    const { rightId } = await on({ unit: 'KM', coverKind: 'FULL', capFen: undefined })
    const short = await grant(rightId, { m: 1_000 })
    const whole = await grant(rightId, { m: 100_000 })
    const [some, all] = [await quote({ rightGrantId: short }), await quote({ rightGrantId: whole })]
    expect(all.totalFen).toBe(0)
    expect(some.discountFen).toBeLessThanOrEqual(all.discountFen)
    const orderId = await placed({ rightGrantId: whole, quoteId: all.quoteId })
    await bill(orderId)
    const { distance_m: driven } = await one('select distance_m from orders where order_id = $1', [orderId])
    expect(await one('select used_m from right_grants where right_grant_id = $1', [whole])).toEqual({ used_m: driven })
  })

  test('what is off, or ends, holds no more', async () => {
    const live = await on()
    const rightGrantId = await grant(live.rightId, { times: 9 })
    const { orderId } = await addOrder(world, { phone, status: 101 })
    expect(await hold({ rightGrantId }, orderId)).toBeNull()
    await move(live, 'turnOff')
    const next = await addOrder(world, { phone, status: 101 })
    expect(await hold({ rightGrantId }, next.orderId)).toMatchObject({ failure: 'pricing.rightUnusable' })
  })
})

import { type BroadcastCount, type BroadcastRow } from '@chauffeur/contract/message/broadcast-model'
import { broadcastCalls as calls } from '@chauffeur/contract/message/broadcast'
import { messageLimitCalls } from '@chauffeur/contract/message/limits'
import { optOutCalls } from '@chauffeur/contract/message/opt-out'
import { customerCalls, type CustomerProfile } from '@chauffeur/contract/customer/profile'
import { groupCalls, type GroupRow } from '@chauffeur/contract/customer/group'
import { mergeCalls } from '@chauffeur/contract/customer/merge'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hhmmOf, localMinute } from '#platform/values/local-clock'
import { type ProviderServer, providerServer } from '#test/harness/provider-server'
import { addDriver, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'
import { toldOf } from '#test/notices'
import { beginDue, noteNews } from './broadcast.round.ts'

let world: World
let gateway: ProviderServer
beforeAll(async () => {
  gateway = await providerServer()
  const sms = { url: gateway.url, token: '', statusUrl: '', reportKey: '', priceX100: 450 }
  world = await makeWorld({ jobs: true, settings: { sms } })
})
afterAll(async () => {
  await world.close()
  await gateway.stop()
})

const clock = (minutes: number) => hhmmOf(localMinute(Date.now() + minutes * 60_000, 480))
const limits = async (input: object) => {
  await world.owner.query(`delete from setting_versions where kind = 'messageLimits'`)
  const saved = await world.send(messageLimitCalls.update, { quietFrom: clock(300), quietTo: clock(360), marketingPer30Days: 4, ...input })
  expect(saved.code, saved.message).toBe(0)
}
beforeEach(async () => {
  gateway.asked.length = 0
  await limits({})
})

let made = 0
const newPhone = () => `1359900${String(++made).padStart(4, '0')}`
/** A customer of a tag's level: each test has people of its own. */
async function customer(of: { level: number; cityId?: string | null; agreed?: boolean | null; phone?: string }) {
  const phone = of.phone ?? newPhone()
  const { rows } = await world.owner.query<{ customer_id: string }>(
    'insert into customers (tenant_id, phone, name, level, city_id) values ($1, $2, $3, $4, $5) returning customer_id',
    [world.tenantA, phone, `客${made}`, of.level, of.cityId === undefined ? HANGZHOU : of.cityId],
  )
  const customerId = rows[0]!.customer_id
  if (of.agreed !== null)
    await world.owner.query(
      `insert into customer_consents (tenant_id, customer_id, kind, given, source) values ($1, $2, 'MARKETING', $3, '电话')`,
      [world.tenantA, customerId, of.agreed ?? true],
    )
  return { customerId, phone }
}
let level = 0
/** A level that only this test's people have. */
const ownLevel = () => ++level
const written = (of: object) => ({ name: '周末优惠', whom: 'CUSTOMERS', body: '${name}您好，周末代驾八折', refuseBy: 'R', ...of })
const ok = async <T>(sent: ReturnType<World['send']>): Promise<T> => {
  const { code, message, data } = await sent
  expect(code, message).toBe(0)
  return data as T
}
const save = (of: object, as: Person = 'all') => ok<BroadcastRow>(world.send(calls.save, written(of), as))
const detail = (broadcastId: string, as: Person = 'all') => ok<AnswerOf<typeof calls.detail>>(world.send(calls.detail, { broadcastId }, as))
async function submitted(of: object, as: Person = 'all') {
  const { broadcastId, version } = await save(of, as)
  return ok<BroadcastRow>(world.send(calls.submit, { broadcastId, version }, as))
}
const approve = ({ broadcastId, version, submitted }: BroadcastRow, as: Person = 'platform', shown = submitted!.recipients) =>
  world.send(calls.approve, { broadcastId, version, shown }, as)
const ends = (broadcastId: string, state: string) =>
  expect.poll(async () => (await detail(broadcastId)).state, { timeout: 25_000 }).toBe(state)
const phonesAsked = () => gateway.asked.map(({ body }) => (body as { phone: string }).phone)

describe('who gets a broadcast', () => {
  test('are counted with why the others do not: consent, refusals, blacklist, land lines, how many they had', async () => {
    const own = { level: ownLevel() }
    const good = await customer(own)
    await customer({ ...own, agreed: null })
    await customer({ ...own, agreed: false })
    await customer({ ...own, phone: '057188880001' })
    const black = await customer(own)
    await world.owner.query(`update customers set blacklisted_until = 'infinity' where customer_id = $1`, [black.customerId])
    const merged = await customer(own)
    await world.owner.query('update customers set merged_into = $2 where customer_id = $1', [merged.customerId, good.customerId])
    // Refused before they were anybody’s customer.
    const early = newPhone()
    await world.send(optOutCalls.add, { phone: early, said: '来电' })
    await customer({ ...own, phone: early })
    const count = await ok<BroadcastCount & { some: object[]; text: string }>(
      world.send(calls.count, { ...written({}), audience: { levels: [own.level] } }),
    )
    expect(count).toMatchObject({ found: 6, recipients: 1, segments: 1, costFen: 5 })
    expect(Object.fromEntries(count.leftOut.map(({ why, n }) => [why, n]))).toEqual({
      NO_MOBILE: 1,
      NO_CONSENT: 1,
      OPTED_OUT: 2,
      BLACKLISTED: 1,
    })
    expect(count.some).toEqual([{ name: expect.any(String), phone: good.phone, cityName: '杭州市' }])
    expect(count.text).toMatch(/^【甲代驾】客\d+您好，周末代驾八折拒收请回复R$/)
  })

  test('are those of a group, by their last order', async () => {
    const own = { level: ownLevel() }
    const [one, two] = [await customer(own), await customer(own)]
    const { groupId } = await ok<GroupRow>(world.send(groupCalls.save, { name: `群${made}`, type: 'MARKETING' }))
    await ok(world.send(groupCalls.phoneAdd, { groupId, phones: [one.phone, two.phone] }))
    await world.owner.query(`update customers set last_order_at = now() - interval '40 days' where customer_id = $1`, [one.customerId])
    const found = async (audience: object) =>
      (await ok<BroadcastCount>(world.send(calls.count, { ...written({}), audience: { groupIds: [groupId], ...audience } }))).found
    expect(await found({})).toBe(2)
    expect(await found({ lastWithinDays: 60 })).toBe(1)
    expect(await found({ lastBeforeDays: 30 })).toBe(2)
    expect(await found({ lastWithinDays: 30 })).toBe(0)
    expect((await world.send(calls.count, { ...written({}), audience: { groupIds: ['999999'] } })).error).toBe('broadcast.invalid')
  })

  test('are drivers without being asked, but for those who refused or left', async () => {
    const [stays, left, refuses] = [newPhone(), newPhone(), newPhone()]
    for (const phone of [stays, left, refuses]) await addDriver(world, { phone })
    await world.owner.query('update drivers set level = 5 where phone = any ($1)', [[stays, left, refuses]])
    await world.owner.query('update drivers set qualification = 90 where phone = $1', [left])
    await world.send(optOutCalls.add, { phone: refuses, said: '来电' })
    const count = await ok<BroadcastCount>(world.send(calls.count, { ...written({ whom: 'DRIVERS' }), audience: { levels: [5] } }))
    expect(count).toMatchObject({ found: 2, recipients: 1, leftOut: [{ why: 'OPTED_OUT', n: 1 }] })
  })
})

test('faults of a text name their field, and nothing is kept', async () => {
  const said = async (of: object) => (await world.send(calls.save, written(of))) as { error?: string; data: { fields: { path: string }[] } }
  expect(await said({ body: '验证码${code}' })).toMatchObject({ error: 'broadcast.invalid', data: { fields: [{ path: 'body' }] } })
  expect(await said({ body: '优惠 退订回T' })).toMatchObject({ error: 'broadcast.invalid', data: { fields: [{ path: 'body' }] } })
  expect(await said({ sendAt: new Date(Date.now() - 1_000).toISOString() })).toMatchObject({ error: 'broadcast.timePast' })
  expect((await world.owner.query(`select from broadcasts where body like '%code%'`)).rowCount).toBe(0)
})

test('a second person approves: not whoever wrote a part of it, and to no more people than they were shown', async () => {
  const own = { level: ownLevel() }
  await customer(own)
  const draft = await save({ audience: { levels: [own.level] } })
  // Two people wrote it: neither approves.
  const { broadcastId } = draft
  const both = await ok<BroadcastRow>(
    world.send(
      calls.save,
      { ...written({ audience: { levels: [own.level] } }), broadcastId, version: draft.version, body: '改过' },
      'platform',
    ),
  )
  expect((await world.send(calls.save, { ...written({}), broadcastId, version: draft.version })).error).toBe('broadcast.versionConflict')
  const waiting = await ok<BroadcastRow>(world.send(calls.submit, { broadcastId, version: both.version }))
  expect(waiting).toMatchObject({ state: 'WAITING', submitted: { recipients: 1 } })
  for (const as of ['all', 'platform'] as const) expect((await approve(waiting, as)).error).toBe('broadcast.ownText')
  // One more since: what was shown is not what would go out.
  await customer(own)
  expect(await ok<BroadcastCount>(world.send(calls.recount, { broadcastId }))).toMatchObject({ recipients: 2 })
  expect(await approve(waiting, 'hangzhou')).toMatchObject({ error: 'broadcast.notFound' })
  await world.owner.query(`update broadcasts set author_ids = array[$2::bigint] where broadcast_id = $1`, [
    broadcastId,
    world.people.all.userId,
  ])
  expect(await approve(waiting)).toMatchObject({ error: 'broadcast.morePeople', data: { present: { recipients: 2 } } })
  expect((await world.owner.query('select from broadcast_recipients where broadcast_id = $1', [broadcastId])).rowCount).toBe(0)
  const back = await ok<BroadcastRow>(world.send(calls.reject, { broadcastId, version: waiting.version, note: '先不发' }, 'platform'))
  expect(back).toMatchObject({ state: 'DRAFT', decisionNote: '先不发' })
  expect((await world.send(calls.approve, { broadcastId, version: back.version, shown: 2 }, 'platform')).error).toBe('broadcast.wrongState')
})

test('it goes to each once, with the line that says how to refuse; what providers report is counted', async () => {
  const own = { level: ownLevel() }
  const people = [await customer(own), await customer(own), await customer(own)]
  const waiting = await submitted({ audience: { levels: [own.level] } })
  await ok(approve(waiting))
  await ends(waiting.broadcastId, 'DONE')
  expect(phonesAsked().toSorted()).toEqual(people.map(({ phone }) => phone).toSorted())
  expect(gateway.asked[0]!.body).toMatchObject({
    purpose: 'BROADCAST',
    body: expect.stringMatching(/^【甲代驾】客\d+您好，周末代驾八折拒收请回复R$/),
  })
  expect(await detail(waiting.broadcastId)).toMatchObject({
    recipients: 3,
    sent: 3,
    delivered: 0,
    failed: 0,
    unknown: 0,
    leftOut: 0,
    waiting: 0,
  })
  await world.owner.query(
    `update sms_outbox set result = 'DELIVERED', result_at = now() where broadcast_id = $1 and phone_print is not null`,
    [waiting.broadcastId],
  )
  await world.owner.query(
    `update sms_outbox set result = 'FAILED', reason = 'PHONE_OFF' where sms_id = (select min(sms_id) from sms_outbox where broadcast_id = $1)`,
    [waiting.broadcastId],
  )
  await noteNews(world.app.platform)
  expect(await detail(waiting.broadcastId)).toMatchObject({ sent: 2, delivered: 2, failed: 1 })
  const { rows } = await ok<AnswerOf<typeof calls.recipients>>(
    world.send(calls.recipients, { broadcastId: waiting.broadcastId, state: 'FAILED' }),
  )
  expect(rows).toMatchObject([{ phone: expect.stringContaining('****'), failure: 'PHONE_OFF' }])
  // No number lies in the table of recipients.
  const stored = await world.owner.query<{ row: string }>('select r::text as row from broadcast_recipients r')
  for (const { phone } of people) expect(stored.rows.map(({ row }) => row).join()).not.toContain(phone)
})

test('who takes it back, refuses, is forgotten, blacklisted or moves between approval and sending gets nothing', async () => {
  const own = { level: ownLevel() }
  const [stays, withdraws, refuses, forgotten, black, moves] = await Promise.all(Array.from({ length: 6 }, () => customer(own)))
  const sendAt = new Date(Date.now() + 3_600_000).toISOString()
  const waiting = await submitted({ audience: { levels: [own.level] }, sendAt })
  expect(await ok<BroadcastRow>(approve(waiting))).toMatchObject({ state: 'APPROVED', recipients: 6, nextAt: sendAt })
  await ok(world.send(customerCalls.consent, { customerId: withdraws!.customerId, kind: 'MARKETING', given: false, source: '电话' }))
  await ok(world.send(optOutCalls.add, { phone: refuses!.phone, said: '来电' }))
  const { version } = await ok<CustomerProfile>(world.send(customerCalls.profile, { customerId: forgotten!.customerId }))
  await ok(world.send(mergeCalls.erase, { customerId: forgotten!.customerId, version, reason: '书面要求' }))
  await ok(world.send(customerCalls.blacklist, { customerIds: [black!.customerId], reason: '逃单' }))
  await ok(world.send(customerCalls.move, { customerIds: [moves!.customerId], cityId: SHANGHAI, reason: '搬家' }))
  await world.owner.query('update broadcasts set next_at = now() where broadcast_id = $1', [waiting.broadcastId])
  await beginDue(world.app.platform)
  await ends(waiting.broadcastId, 'DONE')
  expect(phonesAsked()).toEqual([stays!.phone])
  const after = await detail(waiting.broadcastId)
  expect(after).toMatchObject({ sent: 1, leftOut: 5, waiting: 0 })
  expect(Object.fromEntries(after.leftOutBy.map(({ why, n }) => [why, n]))).toEqual({ OPTED_OUT: 2, ERASED: 1, BLACKLISTED: 1, MOVED: 1 })
  const erased = await world.owner.query(
    'select from broadcast_recipients where broadcast_id = $1 and phone_print is null and customer_id is null',
    [waiting.broadcastId],
  )
  expect(erased.rowCount).toBe(1)
})

test('nobody gets more in 30 days than they may, whichever broadcast it is', async () => {
  await limits({ marketingPer30Days: 1 })
  const own = { level: ownLevel() }
  await customer(own)
  const first = await submitted({ audience: { levels: [own.level] } })
  await ok(approve(first))
  await ends(first.broadcastId, 'DONE')
  const again = await ok<BroadcastCount>(world.send(calls.count, { ...written({}), audience: { levels: [own.level] } }))
  expect(again).toMatchObject({ found: 1, recipients: 0, leftOut: [{ why: 'CAPPED', n: 1 }] })
  const draft = await save({ audience: { levels: [own.level] } })
  expect((await world.send(calls.submit, { broadcastId: draft.broadcastId, version: draft.version })).error).toBe('broadcast.nobody')
  await world.owner.query(`update broadcast_recipients set claimed_at = claimed_at - interval '31 days' where broadcast_id = $1`, [
    first.broadcastId,
  ])
  expect((await world.send(calls.submit, { broadcastId: draft.broadcastId, version: draft.version })).code).toBe(0)
})

test('people of a city in its quiet hours wait until they end, the others do not', async () => {
  const own = { level: ownLevel() }
  const [here, there] = [await customer(own), await customer({ ...own, cityId: SHANGHAI })]
  const quiet = await world.send(messageLimitCalls.update, {
    cityId: SHANGHAI,
    quietFrom: clock(-60),
    quietTo: clock(60),
    marketingPer30Days: 4,
  })
  expect(quiet.code, quiet.message).toBe(0)
  const waiting = await submitted({ audience: { levels: [own.level] } })
  await ok(approve(waiting))
  await expect.poll(async () => (await detail(waiting.broadcastId)).nextAt, { timeout: 25_000 }).not.toBeNull()
  expect(phonesAsked()).toEqual([here.phone])
  const held = await detail(waiting.broadcastId)
  expect(held).toMatchObject({ state: 'SENDING', sent: 1, waiting: 1 })
  expect(Math.abs(Date.parse(held.nextAt!) - Date.now() - 3_600_000)).toBeLessThan(120_000)
  await limits({})
  await world.owner.query('update broadcasts set next_at = now() where broadcast_id = $1', [waiting.broadcastId])
  await beginDue(world.app.platform)
  await ends(waiting.broadcastId, 'DONE')
  expect(phonesAsked()).toEqual([here.phone, there.phone])
})

test('a stop takes out what has not left, whoever changed it meanwhile; it is gone on with for who is left, or ended', async () => {
  const own = { level: ownLevel() }
  for (let n = 0; n < 30; n++) await customer(own)
  const held = Promise.withResolvers<void>()
  gateway.answers.splice(0, gateway.answers.length, { after: held.promise })
  const waiting = await submitted({ audience: { levels: [own.level] } })
  const { broadcastId } = waiting
  await ok(approve(waiting))
  await expect.poll(() => gateway.asked.length, { timeout: 25_000 }).toBe(30)
  // All are in the provider's hand: nothing is left to stop, and they arrive.
  held.resolve()
  gateway.answers.splice(0, gateway.answers.length, {})
  await ends(broadcastId, 'DONE')
  expect((await world.send(calls.stop, { broadcastId })).error).toBe('broadcast.wrongState')

  // A gateway that is away: nothing leaves, all of it waits in the outbox.
  gateway.answers.splice(0, gateway.answers.length, { status: 503 })
  gateway.asked.length = 0
  const later = await submitted({ audience: { levels: [own.level] } })
  await ok(approve(later))
  await expect
    .poll(async () => (await world.owner.query('select from sms_outbox where broadcast_id = $1', [later.broadcastId])).rowCount, {
      timeout: 25_000,
    })
    .toBe(30)
  const stopped = await ok<BroadcastRow>(world.send(calls.stop, { broadcastId: later.broadcastId, reason: '写错了' }))
  expect(stopped).toMatchObject({ state: 'STOPPED', stoppedByName: 'all', stopReason: '写错了', sent: 0 })
  expect(await ok<BroadcastRow>(world.send(calls.stop, { broadcastId: later.broadcastId }))).toMatchObject({ state: 'STOPPED' })
  await expect
    .poll(async () => (await noteNews(world.app.platform), (await detail(later.broadcastId)).waiting), { timeout: 20_000 })
    .toBe(30)
  gateway.answers.splice(0, gateway.answers.length, {})
  const before = gateway.asked.length
  await new Promise((done) => setTimeout(done, 2_500))
  expect(gateway.asked.length).toBe(before)
  // Gone on with: each once.
  gateway.asked.length = 0
  await ok(world.send(calls.goOn, { broadcastId: later.broadcastId, version: (await detail(later.broadcastId)).version }))
  await ends(later.broadcastId, 'DONE')
  expect(new Set(phonesAsked()).size).toBe(30)
  expect(phonesAsked()).toHaveLength(30)

  const third = await submitted({ audience: { levels: [own.level] }, sendAt: new Date(Date.now() + 3_600_000).toISOString() })
  await ok(approve(third))
  await ok(world.send(calls.stop, { broadcastId: third.broadcastId }))
  const { version } = await detail(third.broadcastId)
  const ended = await ok<BroadcastRow>(world.send(calls.end, { broadcastId: third.broadcastId, version, reason: '不发了' }))
  expect(ended).toMatchObject({ state: 'ENDED', leftOut: 30, waiting: 0, allowedActions: [] })
}, 120_000)

test('who runs one city writes to its people alone, and sees its broadcasts alone', async () => {
  const own = { level: ownLevel() }
  const here = await customer(own)
  await customer({ ...own, cityId: SHANGHAI })
  const audience = { levels: [own.level] }
  expect((await world.send(calls.save, written({ audience }), 'hangzhou')).error).toBe('broadcast.beyondCities')
  expect((await world.send(calls.save, written({ audience, cityIds: [HANGZHOU, SHANGHAI] }), 'hangzhou')).error).toBe(
    'broadcast.beyondCities',
  )
  expect((await world.send(calls.save, written({ audience, cityIds: [HANGZHOU] }), 'company')).error).toBe('broadcast.beyondCities')
  const all = await submitted({ audience })
  const both = await submitted({ audience, cityIds: [HANGZHOU, SHANGHAI] })
  expect([all.submitted!.recipients, both.submitted!.recipients]).toEqual([2, 2])
  const mine = await submitted({ audience, cityIds: [HANGZHOU] }, 'hangzhou')
  expect(mine.submitted!.recipients).toBe(1)
  const seen = async (as: Person) =>
    (await ok<AnswerOf<typeof calls.list>>(world.send(calls.list, { pageSize: 200 }, as))).rows.map(({ broadcastId }) => broadcastId)
  expect(await seen('hangzhou')).toEqual([mine.broadcastId])
  for (const as of ['company', 'partner', 'nowhere', 'other'] as const) expect(await seen(as), as).toEqual([])
  for (const { broadcastId } of [all, both]) {
    for (const call of [calls.detail, calls.recipients, calls.stop, calls.recount])
      expect((await world.send(call, { broadcastId }, 'hangzhou')).code).toBe(404)
  }
  await ok(approve(mine, 'all'))
  await ends(mine.broadcastId, 'DONE')
  expect(phonesAsked()).toEqual([here.phone])
  expect(
    await ok<AnswerOf<typeof calls.recipients>>(world.send(calls.recipients, { broadcastId: mine.broadcastId }, 'hangzhou')),
  ).toMatchObject({
    rows: [{ cityName: '杭州市', state: 'SENT' }],
  })
})

test('whoever may approve it is told that it waits, and its author what became of it; nobody else is', async () => {
  const audience = { levels: [ownLevel()] }
  await customer({ level: audience.levels[0]! })
  const everywhere = await submitted({ name: '全部城市的群发', audience })
  expect(await toldOf(world, '全部城市的群发')).toEqual({ platform: ['BROADCAST_WAITING'] })
  const here = await submitted({ name: '杭州的群发', audience, cityIds: [HANGZHOU] }, 'hangzhou')
  expect(await toldOf(world, '杭州的群发')).toEqual({ all: ['BROADCAST_WAITING'], platform: ['BROADCAST_WAITING'] })
  await ok(approve(everywhere))
  expect(await toldOf(world, '全部城市的群发')).toMatchObject({ all: ['BROADCAST_APPROVED'] })
  const { broadcastId, version } = here
  await ok(world.send(calls.reject, { broadcastId, version, note: '改到周末' }, 'platform'))
  expect(await toldOf(world, '杭州的群发')).toMatchObject({ hangzhou: ['BROADCAST_REJECTED'] })
})

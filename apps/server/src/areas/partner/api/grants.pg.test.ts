import { partnerCalls, type PartnerOrder } from '@chauffeur/contract/partner/api'
import { type PartnerGrant, partnerGrantCalls as calls } from '@chauffeur/contract/partner/grants'
import { rightGrantCalls, type RightGrantRow } from '@chauffeur/contract/pricing/right-grant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PartnerKey } from '#test/harness/partner'
import { HANGZHOU, makeWorld, type World } from '#test/world'

let world: World
let key: PartnerKey
let otherKey: PartnerKey
beforeAll(async () => {
  world = await makeWorld()
  key = await world.keyOf(world.channel)
  otherKey = await world.keyOf(world.otherChannel)
})
afterAll(() => world.close())

let made = 0
const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]
async function right(of: { unit?: string; state?: string; channelId?: string } = {}): Promise<string> {
  const rightNo = `API-${++made}`
  await world.owner.query(
    `insert into right_configs (tenant_id, right_no, name, channel_id, unit, cover, city_ids, per_user_times, valid_from, valid_to, state)
     values ($1, $2, '银行权益', $3, $4, '{"kind":"FULL"}', $5, 0, now() - interval '1 day', now() + interval '30 days', $6)`,
    [world.tenantA, rightNo, of.channelId ?? world.channel, of.unit ?? 'TIMES', [HANGZHOU], of.state ?? 'ON'],
  )
  return rightNo
}
const fresh = () => `1360077${String(++made).padStart(4, '0')}`
const grant = (input: object, as = key, headers: Record<string, string> = {}) =>
  world.send(calls.grant, input as Record<string, unknown>, as, headers)
const body = async (more: object = {}) => ({
  partnerGrantId: `G-${++made}`,
  rightNo: await right(),
  phone: fresh(),
  partnerUserId: 'VIP-88',
  times: 2,
  ...more,
})

test('a partner grants a right to a telephone that is nobody’s, which becomes a customer’s and uses it in an order', async () => {
  const input = await body()
  const answer = await grant(input)
  expect(answer.code, answer.message).toBe(0)
  const granted = answer.data as PartnerGrant
  expect(granted).toMatchObject({ partnerGrantId: input.partnerGrantId, state: 'ACTIVE', times: 2, usedTimes: 0, unit: 'TIMES' })
  expect(await one('select source, city_id from customers where phone = $1', [input.phone])).toEqual({
    source: 'PARTNER',
    city_id: HANGZHOU,
  })
  const { rows } = (await world.send(rightGrantCalls.list, { way: 'PARTNER' })).data as { rows: RightGrantRow[] }
  expect(rows.find((row) => row.rightGrantId === granted.rightGrantId)).toMatchObject({ grantedBy: '银行渠道', way: 'PARTNER' })
  expect(await one('select partner_user_id from right_grants where right_grant_id = $1', [granted.rightGrantId])).toEqual({
    partner_user_id: 'VIP-88',
  })
  const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.3, dropoffLng: 120.2 }
  // Another partner does not pay for this one's orders, nor this one for another's.
  const foreign = { ...trip, phone: input.phone, rightGrantId: granted.rightGrantId }
  expect((await world.send(partnerCalls.quote, foreign, otherKey)).error).toBe('pricing.rightUnusable')
  const stolen = { ...foreign, partnerBookingId: `PB-X${made}`, pickupAddress: '武林广场' }
  expect((await world.send(partnerCalls.place, stolen, otherKey)).error).toBe('pricing.rightUnusable')
  const placed = await world.send(
    partnerCalls.place,
    { ...trip, partnerBookingId: `PB-${made}`, phone: input.phone, pickupAddress: '武林广场', rightGrantId: granted.rightGrantId },
    key,
  )
  expect(placed.code, placed.message).toBe(0)
  expect((placed.data as PartnerOrder).orders).toHaveLength(1)
  expect((await world.send(calls.view, { partnerGrantId: input.partnerGrantId }, key)).data).toMatchObject({ usedTimes: 1 })
  expect((await world.send(calls.revoke, { partnerGrantId: input.partnerGrantId, reason: '退保' }, key)).error).toBe('rightGrant.inHand')
})

test('sent five times at once, with and without its Idempotency-Key, it is granted once; other content is refused by its fields', async () => {
  const input = await body()
  const answers = await Promise.all([0, 1, 2, 3, 4].map((n) => grant(input, key, n < 3 ? { 'idempotency-key': input.partnerGrantId } : {})))
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  expect(new Set(answers.map(({ data }) => (data as PartnerGrant).rightGrantId)).size).toBe(1)
  expect(
    await one('select count(*)::int as n from right_grants join customers using (tenant_id, customer_id) where phone = $1', [input.phone]),
  ).toEqual({
    n: 1,
  })
  const other = await grant({ ...input, times: 9 })
  expect(other).toMatchObject({ error: 'partnerGrant.otherContent', data: { fields: [{ path: 'times' }] } })
  // Another channel has numbers of its own, and no right of this one.
  expect((await world.send(calls.view, { partnerGrantId: input.partnerGrantId }, otherKey)).error).toBe('partnerGrant.notFound')
  expect((await grant(input, otherKey)).error).toBe('partnerGrant.noRight')
})

test('what is off, counts otherwise or is for somebody turned away is not granted, and says no more of them', async () => {
  expect((await grant(await body({ rightNo: await right({ state: 'OFF' }) }))).error).toBe('rightGrant.notOn')
  expect((await grant(await body({ rightNo: await right({ unit: 'AMOUNT' }) }))).error).toBe('rightGrant.quantity')
  expect((await grant(await body({ rightNo: 'nothing' }))).error).toBe('partnerGrant.noRight')
  const phone = fresh()
  await world.owner.query(
    `insert into customers (tenant_id, phone, city_id, blacklisted_until) values ($1, $2, $3, now() + interval '1 day')`,
    [world.tenantA, phone, HANGZHOU],
  )
  const refused = await grant(await body({ phone }))
  expect(refused.error).toBe('partnerGrant.refused')
  expect(JSON.stringify(refused)).not.toContain('blacklist')
  await world.owner.query('update channels set state = 0 where channel_id = $1', [world.channel])
  expect((await grant(await body())).error).toBe('channel.stopped')
  await world.owner.query('update channels set state = 1 where channel_id = $1', [world.channel])
})

test('a grant is taken back once, by its number, while no order holds it', async () => {
  const input = await body()
  expect((await grant(input)).code).toBe(0)
  const revoke = (as = key) => world.send(calls.revoke, { partnerGrantId: input.partnerGrantId, reason: '客户退保' }, as)
  expect((await revoke(otherKey)).error).toBe('partnerGrant.notFound')
  const answers = await Promise.all([revoke(), revoke(), revoke()])
  expect(answers.map(({ data }) => (data as PartnerGrant).state)).toEqual(['REVOKED', 'REVOKED', 'REVOKED'])
  expect(
    await one(
      `select count(*)::int as n from right_grants g join partner_grants n using (tenant_id, right_grant_id) where n.partner_grant_id = $1 and revoke_reason = '客户退保' and revoked_by_name = '银行渠道'`,
      [input.partnerGrantId],
    ),
  ).toEqual({ n: 1 })
  // Granting under the number again answers how it stands.
  expect((await grant(input)).data).toMatchObject({ state: 'REVOKED' })
})

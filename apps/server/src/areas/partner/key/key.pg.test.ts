import { keyCalls, type ChannelKey } from '@chauffeur/contract/partner/key'
import { partnerCalls } from '@chauffeur/contract/partner/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PartnerKey, sendSigned, signedHeader } from '#test/harness/partner'
import { makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())

const whoAmI = (key: PartnerKey, app = world.app) => sendSigned(app, partnerCalls.channel, {}, key)
async function make(channelId = world.channel) {
  const answer = await world.send(keyCalls.make, { channelId, note: '正式' })
  expect(answer.code, answer.message).toBe(0)
  return answer.data as ChannelKey & PartnerKey
}
const keys = async () => ((await world.send(keyCalls.list, { channelId: world.channel })).data as { rows: ChannelKey[] }).rows
const raw = (options: { url?: string; authorization?: string; method?: 'GET' | 'POST'; payload?: string }) =>
  world.app.http
    .inject({
      method: options.method ?? 'GET',
      url: options.url ?? '/partner/v1/channel',
      headers: {
        ...(options.authorization && { authorization: options.authorization }),
        ...(options.payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(options.payload !== undefined && { payload: options.payload }),
    })
    .then((response) => response.json() as { code: number; error?: string; message: string; data: { serverTime: number } })

describe('keys of a channel', () => {
  test('sign for it until they are ended; two are good at a time, and the secret is told once', async () => {
    const first = await make()
    expect(await whoAmI(first)).toMatchObject({ code: 0, data: { channelId: world.channel, code: 'bank', enabled: true, ordersToday: 0 } })
    const second = await make()
    expect((await world.send(keyCalls.make, { channelId: world.channel })).error).toBe('channelKey.two')
    expect((await whoAmI(second)).code).toBe(0)

    const channelId = world.channel
    const ended = await world.send(keyCalls.end, { channelId, keyId: first.keyId })
    expect(ended.data).toMatchObject({ endedByName: 'all', secretEnd: first.secret.slice(-4) })
    expect((await world.send(keyCalls.end, { channelId, keyId: first.keyId })).code).toBe(404)
    await expect.poll(async () => (await whoAmI(first)).error, { timeout: 5_000 }).toBe('partner.badSignature')
    expect((await whoAmI(second)).code).toBe(0)
    expect(await keys()).toMatchObject([
      { keyId: second.keyId, endedAt: null, note: '正式' },
      { keyId: first.keyId, endedByName: 'all' },
    ])
    expect(JSON.stringify(await keys())).not.toContain(second.secret)

    const { rows } = await world.owner.query<{ line: string }>(
      `select k::text as line from channel_keys k union all select l::text from operation_logs l union all select i::text from idempotency_keys i`,
    )
    const kept = rows.map(({ line }) => line).join()
    expect(kept).toContain(first.keyId)
    for (const { secret } of [first, second]) expect(kept).not.toContain(secret)
    const { rows: log } = await world.owner.query(
      `select call from operation_logs where object = 'channel' and object_id = $1 order by at`,
      [channelId],
    )
    expect(log.map(({ call }: { call: string }) => call)).toEqual(['channelKey.make', 'channelKey.make', 'channelKey.end'])
  })

  test('are made and seen by nobody of the partner, and not for a channel of other cities', async () => {
    await world.keyOf(world.channel)
    expect((await world.send(keyCalls.make, { channelId: world.channel }, 'partner')).code).toBe(403)
    expect((await world.send(keyCalls.list, { channelId: world.channel }, 'partner')).data).toEqual({ rows: [] })
    const { rows } = await world.owner.query<{ channel_id: string }>(
      `insert into channels (tenant_id, name, code, city_ids) values ($1, '沪上', 'sh', array[$2::bigint]) returning channel_id`,
      [world.tenantA, SHANGHAI],
    )
    for (const call of [keyCalls.make, keyCalls.list])
      expect((await world.send(call, { channelId: rows[0]!.channel_id }, 'hangzhou')).error).toBe('channel.beyondCities')
    expect((await world.send(keyCalls.make, { channelId: world.channel }, 'other')).code).toBe(404)
  })
})

describe('a request', () => {
  const wire = { method: 'GET', target: '/partner/v1/channel', body: '' }

  test('that was sent before is not taken again, by whichever process', async () => {
    const key = await world.keyOf(world.channel)
    const authorization = signedHeader(key, wire)
    expect((await raw({ authorization })).code).toBe(0)
    expect(await raw({ authorization })).toMatchObject({ code: 401, error: 'partner.replayed' })
    const other = await world.beside()
    expect((await other.http.inject({ url: wire.target, headers: { authorization } })).json()).toMatchObject({ error: 'partner.replayed' })
    const once = signedHeader(key, wire)
    const answers = await Promise.all(Array.from({ length: 6 }, () => raw({ authorization: once })))
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  })

  test('signed long ago, or in the future, is told our time', async () => {
    const key = await world.keyOf(world.channel)
    for (const away of [-400, 400]) {
      const timestamp = Math.floor(Date.now() / 1_000) + away
      const answer = await raw({ authorization: signedHeader(key, wire, { timestamp }) })
      expect(answer).toMatchObject({ code: 401, error: 'partner.stale' })
      expect(Math.abs(answer.data.serverTime - timestamp)).toBeGreaterThan(300)
    }
  })

  test('is refused with another query, verb, body, key or secret than was signed, and uses no nonce up', async () => {
    const key = await world.keyOf(world.channel)
    const authorization = signedHeader(key, wire)
    expect((await raw({ url: `${wire.target}?channelId=2`, authorization })).error).toBe('partner.badSignature')
    expect((await raw({ authorization: authorization.replace(/key=[^,]+/, `key=cpk_${'x'.repeat(22)}`) })).error).toBe(
      'partner.badSignature',
    )
    const { keyId } = await world.keyOf(world.otherChannel)
    expect((await raw({ authorization: signedHeader({ keyId, secret: key.secret }, wire) })).error).toBe('partner.badSignature')
    expect((await raw({})).error).toBe('partner.unsigned')
    expect((await raw({ authorization: `Bearer ${world.people.all.token}` })).error).toBe('partner.unsigned')
    expect((await raw({ authorization })).code, 'and the true one is still good').toBe(0)
  })

  test('shows the channel of its key and no other', async () => {
    expect((await whoAmI(await world.keyOf(world.otherChannel))).data).toMatchObject({ channelId: world.otherChannel })
    const { rows } = await world.owner.query<{ channel_id: string }>(
      `insert into channels (tenant_id, name, code) values ($1, '乙渠道', 'b') returning channel_id`,
      [world.tenantB],
    )
    expect((await whoAmI(await world.keyOf(rows[0]!.channel_id, world.tenantB))).data).toMatchObject({ name: '乙渠道' })
    await world.owner.query('update tenants set state = 40 where tenant_id = $1', [world.tenantB])
    const key = await world.keyOf(rows[0]!.channel_id, world.tenantB)
    expect((await whoAmI(key)).error, 'of a business that is stopped').toBe('partner.badSignature')
    await world.owner.query('update tenants set state = 30 where tenant_id = $1', [world.tenantB])
  })

  test('comes as often as its channel may, in a minute', async () => {
    const { rows } = await world.owner.query<{ channel_id: string }>(
      `insert into channels (tenant_id, name, code, calls_per_minute) values ($1, '少问', 'few', 3) returning channel_id`,
      [world.tenantA],
    )
    const key = await world.keyOf(rows[0]!.channel_id)
    const codes = []
    for (let n = 0; n < 4; n++) codes.push(await whoAmI(key))
    expect(codes.map(({ code }) => code)).toEqual([0, 0, 0, 42900])
    expect(codes[3].data.retryAfterS).toBeGreaterThan(0)
  })
})

test('the document of the partner API names what partners may call, and nothing else', async () => {
  const document = (await world.app.http.inject({ url: '/partner/openapi.json' })).json() as {
    paths: Record<string, unknown>
    webhooks: Record<string, { post: { parameters: { name: string }[] } }>
  }
  expect(Object.keys(document.webhooks)).toContain('order.accepted')
  expect(document.webhooks['order.accepted']!.post.parameters.map(({ name }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  expect(Object.keys(document.paths)).toContain('/partner/v1/channel')
  expect(Object.keys(document.paths).filter((path) => !path.startsWith('/partner/v1/'))).toEqual([])
  const page = (await world.app.http.inject({ url: '/partner/docs' })).body
  expect(page).toContain('CHAUFFEUR-HMAC-SHA256')
  expect(page).not.toContain('/djweb/')
})

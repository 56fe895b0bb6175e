import { accountCalls } from '@chauffeur/contract/access/account'
import { appsCalls } from '@chauffeur/contract/access/app'
import { areas } from '@chauffeur/contract/all'
import type { Call } from '@chauffeur/contract/kernel/call'
import { orderCalls } from '@chauffeur/contract/order/list'
import { sessionCalls as calls } from '@chauffeur/contract/access/session'
import { type AddressInfo, connect } from 'node:net'
import { generateSecret, generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { hashPassword } from '#platform/identity/password'
import { chance } from '../dispatchers.ts'
import { driverAt } from '../drivers.ts'
import { HANGZHOU, makeWorld, type World } from '../world.ts'

/** The hashes that passwords are compared with; the comparing itself is the library's. */
const compared = vi.hoisted((): string[] => [])
vi.mock('@node-rs/argon2', async (original) => {
  const argon2 = await original<typeof import('@node-rs/argon2')>()
  return {
    ...argon2,
    verify: (stored: string, password: string) => {
      compared.push(stored)
      return argon2.verify(stored, password)
    },
  }
})

// What somebody tries who means harm, across the areas.
let world: World
const PASSWORD = 'Right#Pass2026'
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query('update users set password_hash = $1', [await hashPassword(PASSWORD)])
})
afterAll(() => world.close())
beforeEach(() => world.owner.query('delete from sign_in_failures'))

const signIn = (username: string, password: string, code?: string, headers?: Record<string, string>) =>
  world.send(calls.signIn, { username, password, ...(code && { code }) }, '', headers)

test('a token chosen by somebody else before the sign-in is not the one that comes out of it', async () => {
  const chosen = 'A'.repeat(43)
  const answer = await signIn('all', PASSWORD, undefined, { token: chosen, cookie: `token=${chosen}; PHPSESSID=${chosen}` })
  expect((answer.data as { token: string }).token).not.toBe(chosen)
  expect((await world.send(calls.me, {}, chosen)).code).toBe(401)
})

test('a cookie alone is no sign-in: another site’s form gets nothing', async () => {
  const { token } = (await signIn('all', PASSWORD)).data as { token: string }
  const response = await world.app.http.inject({
    method: 'POST',
    url: appsCalls.update.path,
    headers: { cookie: `token=${token}`, 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    payload: 'platform=H5&name=x&identifier=x',
  })
  expect(response.json()).toMatchObject({ code: 401 })
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
})

test('an unknown name is answered after the same work as a wrong password', async () => {
  const workFor = async (username: string) => {
    compared.length = 0
    expect((await signIn(username, 'wrong')).code).toBe(40011)
    return compared.map((stored) => /^\$argon2id\$v=\d+\$(m=\d+,t=\d+,p=\d+)\$/.exec(stored)?.[1])
  }
  const known = await workFor('company')
  expect(known).toHaveLength(1)
  expect(await workFor('nobody-of-this-name')).toEqual(known)
})

test('no answer tells which names exist: sign-in, binding and links say the same to everyone', async () => {
  const answers = async (username: string) => [
    await signIn(username, 'wrong'),
    await world.send(accountCalls.bindStart, { username, password: 'wrong' }, ''),
  ]
  const known = await answers('company')
  await world.owner.query('delete from sign_in_failures')
  expect(await answers('nobody-of-this-name')).toEqual(known)
  for (let i = 0; i < 5; i++) await signIn('nobody-of-this-name', 'wrong')
  expect((await signIn('nobody-of-this-name', 'wrong')).code).toBe(42901)
  expect((await world.send(accountCalls.passwordLink, { token: 'A'.repeat(43) }, '')).code).toBe(40080)
})

test('of 10 000 guesses at an authenticator’s code five are looked at', async () => {
  const secret = generateSecret()
  const { userId } = world.people.hangzhou
  await world.owner.query('update users set totp_secret = $1 where user_id = $2', [
    world.app.platform.vault.seal(secret, `users.totp:${userId}`),
    userId,
  ])
  const right = new Set([-30, 0, 30, 60].map((seconds) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + seconds })))
  const guesses = Array.from({ length: 10_100 }, (_, i) =>
    String(i * 97)
      .padStart(6, '0')
      .slice(-6),
  )
    .filter((code) => !right.has(code))
    .slice(0, 10_000)
  expect(guesses).toHaveLength(10_000)
  const codes = new Map<number, number>()
  for (let at = 0; at < guesses.length; at += 100)
    await Promise.all(
      guesses.slice(at, at + 100).map(async (code) => {
        const answer = await signIn('hangzhou', PASSWORD, code)
        codes.set(answer.code, (codes.get(answer.code) ?? 0) + 1)
      }),
    )
  expect(Object.fromEntries(codes)).toEqual({ 40013: 5, 42901: 9995 })
  expect((await signIn('hangzhou', PASSWORD, [...right][1]!)).code).toBe(42901)
}, 240_000)

test('a forged host or forwarding header chooses no tenant: the account does', async () => {
  const headers = { host: 'b.example', 'x-forwarded-host': 'b.example', forwarded: 'host=b.example', 'x-tenant-id': world.tenantB }
  const signed = await signIn('all', PASSWORD, undefined, headers)
  expect(signed.data).toMatchObject({ tenantId: world.tenantA })
  const me = await world.send(calls.me, { tenantId: world.tenantB, platformId: 99, deptType: 1 }, 'all', headers)
  expect(me.data).toMatchObject({ tenantId: world.tenantA, brandName: '甲代驾' })
  expect((await world.send(calls.siteInfo, {}, '', { host: 'a.example', 'x-forwarded-host': 'b.example' })).data).toMatchObject({
    brandName: '甲代驾',
  })
})

test('a forged forwarding address opens no way around the lock of an address', async () => {
  for (let i = 0; i < 20; i++) await signIn(`guess${i}`, 'wrong', undefined, { 'x-forwarded-for': `203.0.113.${i}` })
  expect((await signIn('all', PASSWORD, undefined, { 'x-forwarded-for': '203.0.113.99' })).code).toBe(42901)
})

test('fields that a call does not take are not taken, whatever they are called', async () => {
  await world.send(
    calls.savePreferences,
    {
      theme: 'light',
      tenantId: world.tenantB,
      roleIds: ['1'],
      level: 9,
      platform_admin: true,
      platformAdmin: true,
      userId: world.people.other.userId,
    },
    'weak',
  )
  const { rows } = await world.owner.query<{ theme: string; platform_admin: boolean; level: number; roles: string }>(
    `select theme, platform_admin, level, (select count(*) from user_roles r where r.user_id = u.user_id) as roles from users u where user_id = $1`,
    [world.people.weak.userId],
  )
  expect(rows[0]).toEqual({ theme: 'light', platform_admin: false, level: 1, roles: '0' })
})

test('a field named like the prototype changes nothing for anybody', async () => {
  const response = await world.app.http.inject({
    method: 'POST',
    url: calls.savePreferences.path,
    headers: { token: world.people.all.token, 'content-type': 'application/json' },
    payload: '{"theme":"dark","__proto__":{"platformAdmin":true},"constructor":{"prototype":{"platformAdmin":true}}}',
  })
  expect(response.statusCode).toBeLessThan(500)
  expect(({} as { platformAdmin?: boolean }).platformAdmin).toBeUndefined()
})

test('every answer forbids scripts of others, sniffing, framing by others and caching', async () => {
  const response = await world.app.http.inject({ url: orderCalls.list.path, headers: { token: world.people.all.token } })
  const policy = String(response.headers['content-security-policy'])
  const scripts = /script-src ([^;]*)/.exec(policy)![1]!
  expect(scripts).toBe("'self'")
  expect(policy).toMatch(/object-src 'none'/)
  expect(policy).toMatch(/base-uri 'self'/)
  expect(policy).toMatch(/frame-ancestors 'self'/)
  expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
  expect(response.headers['x-powered-by']).toBeUndefined()
})

test('markup that somebody types comes back as the same text, in an answer that no browser takes for a page', async () => {
  const name = '<img src=x onerror=alert(1)>'
  await world.send(appsCalls.update, { platform: 'H5', name, identifier: '"><script>alert(1)</script>' })
  const response = await world.app.http.inject({
    method: 'POST',
    url: appsCalls.list.path,
    headers: { token: world.people.all.token },
    payload: {},
  })
  expect(response.headers['content-type']).toMatch(/^application\/json/)
  expect(response.json<{ data: { rows: { name: string }[] } }>().data.rows[0]!.name).toBe(name)
  const notFound = await world.app.http.inject({ url: '/<script>alert(1)</script>' })
  expect(notFound.headers['content-type']).toMatch(/^application\/json/)
})

test('an upload that is cut off, or none at all, is a bad request and no fault of the server', async () => {
  const { token } = await driverAt(world, null, 'OFFLINE')
  const upload = async (payload: string, type: string) =>
    (
      await world.app.http.inject({
        method: 'POST',
        url: '/driver/v1/orders/1/files',
        headers: { token, 'content-type': type },
        payload,
      })
    ).statusCode
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
  expect(await upload('junk', 'multipart/form-data; boundary=x')).toBe(400)
  expect(await upload('junk', 'multipart/form-data')).toBe(400)
  expect(await upload(part, 'multipart/form-data; boundary=x')).toBe(400)
})

test('an address that cannot be read is answered in the shape of every other answer', async () => {
  const response = await world.app.http.inject({ method: 'POST', url: '/driver/v1/orders/%E0%A4%A/arrive' })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ code: 400, message: '请求错误', msg: '请求错误', data: null })
})

test('whoever sends a request a byte at a time is not waited for without end', () => {
  expect(world.app.http.server.requestTimeout).toBeGreaterThan(30_000)
  expect(world.app.http.server.requestTimeout).toBeLessThanOrEqual(120_000)
})

/** What a telephone, a form or somebody who means harm may put where a value belongs. */
const HOSTILE: readonly unknown[] = [
  ...[
    null,
    '',
    ' ',
    true,
    [],
    {},
    [null],
    [1.5],
    [[]],
    ['1'],
    -0,
    -1,
    1.5,
    1e308,
    5e-324,
    32_768,
    2 ** 31,
    2 ** 53,
    '1e3',
    '٣',
    '9'.repeat(18),
  ],
  ...['constructor', '__proto__', "'; --", '%_\\', '\u0000', '\ud800', '<b>', '测'.repeat(3_000), 'null', '[', '[1.5]', '["x"]', '{"a":1}'],
  ...[
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
    '2026-11-22T00:00:00+23:59',
    '2026-12-31T23:59:60Z',
    '24:00',
    90,
    -180,
    '330100',
  ],
]
/** Values that fit, for the other fields. */
const GOOD: Readonly<Record<string, unknown>> = {
  cityId: HANGZHOU,
  phone: '13800009999',
  lat: 30.27,
  lng: 120.15,
  pickupLat: 30.27,
  pickupLng: 120.15,
  positions: [{ lat: 30.27, lng: 120.15 }],
  pageNo: 1,
  pageSize: 20,
  sortOrder: 'asc',
}
/** Ends whoever asks, or takes long on purpose. */
const LEFT_OUT = /signOut|logout|endSession|endOther|offers$/i

test('whatever stands in whichever field of any call, it is refused or done, and never a fault of the server', async () => {
  const seed = Number(process.env.TEST_SEED ?? 7)
  const random = chance(seed)
  const { token } = await driverAt(world, 50, 'OFFLINE')
  const key = await world.keyOf(world.channel)
  const faults: string[] = []
  for (const [area, of] of Object.entries(areas))
    for (const [name, call] of Object.entries(of as Record<string, Call>)) {
      if (call.body === 'multipart' || call.access === 'public' || LEFT_OUT.test(name)) continue
      const fields = Object.keys((call.input as unknown as { shape?: object }).shape ?? {})
      const hostile = () => HOSTILE[Math.floor(random() * HOSTILE.length)]
      // Alone, where other fields are not needed, and among others that are as bad; what passes the first look meets the second.
      for (const field of fields)
        for (const input of [
          { [field]: hostile() },
          { ...Object.fromEntries(fields.map((other) => [other, GOOD[other] ?? '1'])), [field]: hostile() },
        ]) {
          const answer = await world.send(
            call,
            input,
            call.access === 'driver' ? token : call.access === 'partner' ? key : call.crossTenant ? 'platform' : 'all',
          )
          if (answer.code === 500) faults.push(`${area}.${name} ${JSON.stringify(input).slice(0, 300)}`)
        }
    }
  expect(faults, `TEST_SEED=${seed}`).toEqual([])
}, 120_000)

test('the page of the API opens and names every call, streams too', async () => {
  const page = await world.app.http.inject({ url: '/api/docs' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const call of Object.values(areas).flatMap((area) => Object.values(area as Record<string, Call>)))
    expect(page.body).toContain(call.path.split('?')[0])
  expect(page.body).toContain('text/event-stream')
})

test('a body that holds no fields is bad input, not an empty form', async () => {
  const { token } = world.people.all
  const post = async (payload: string, type = 'application/json') =>
    (await world.app.http.inject({ method: 'POST', url: '/api/notice/read', headers: { token, 'content-type': type }, payload })).json<{
      code: number
    }>().code
  for (const body of ['[]', 'null', '"x"', '1', '[{"ids":[]}]']) expect([body, await post(body)]).toEqual([body, 400])
  expect(await post('x', 'text/plain')).toBe(400)
  expect(await post('{}')).toBe(0)
  expect((await world.app.http.inject({ method: 'POST', url: '/api/notice/read', headers: { token } })).json()).toMatchObject({ code: 0 })
})

test('a head that is too long is answered as every other fault is', async () => {
  const { port } = await listening()
  const head = `GET /healthz HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(40_000)}\r\n\r\n`
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(head))
    socket
      .on('data', (data) => (text += data.toString()))
      .on('close', () => resolve(text))
      .on('error', reject)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({ code: 431, message: '请求头过大', msg: '请求头过大', data: null })
})

async function listening(): Promise<AddressInfo> {
  const { server } = world.app.http
  if (!server.listening) await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  return server.address() as AddressInfo
}

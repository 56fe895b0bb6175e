import { sessionCalls } from '@chauffeur/contract/access/session'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#platform/identity/password'
import { settingsFrom } from '#platform/process/settings'
import { makeWorld, type World } from '../world.ts'

const PASSWORD = 'Right#Pass2026'
const worlds: World[] = []
let plain: World
let behind: World
beforeAll(async () => {
  plain = await makeWorld()
  behind = await makeWorld({ settings: settingsFrom({ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7' }) })
  worlds.push(plain, behind)
  for (const world of worlds) await world.owner.query('update users set password_hash = $1', [await hashPassword(PASSWORD)])
})
afterAll(() => Promise.all(worlds.map((world) => world.close())))
afterEach(() => Promise.all(worlds.map((world) => world.owner.query('delete from sign_in_failures'))))

/** A sign-in that comes over a connection from `from`. */
const signIn = (world: World, from: string, headers: Record<string, string>, password = 'wrong', username = 'all') =>
  world.app.http.inject({
    method: 'POST',
    url: sessionCalls.signIn.path,
    remoteAddress: from,
    headers,
    payload: { username, password },
  })
const blamed = async (world: World) =>
  (await world.owner.query<{ ip: string }>('select distinct ip from sign_in_failures order by ip')).rows.map(({ ip }) => ip)

test('without a trusted proxy nobody’s word on an address, host or protocol counts', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'b.example' }
  const response = await signIn(plain, '127.0.0.1', headers)
  expect(await blamed(plain)).toEqual(['127.0.0.1'])
  expect(response.headers['strict-transport-security']).toBeUndefined()
  const site = await plain.app.http.inject({ method: 'POST', url: sessionCalls.siteInfo.path, headers, payload: {} })
  expect(site.json()).toMatchObject({ data: { brandName: '甲代驾' } })
})

test('behind a trusted proxy the caller is the first from the right that is not trusted, whatever the caller put before', async () => {
  await signIn(behind, '10.1.2.3', { 'x-forwarded-for': '1.1.1.1, 198.51.100.4' })
  await signIn(behind, '192.0.2.7', { 'x-forwarded-for': '127.0.0.1, 198.51.100.5, 10.9.9.9' })
  expect(await blamed(behind)).toEqual(['198.51.100.4', '198.51.100.5'])
})

test('a caller who comes past the proxy is believed nothing', async () => {
  const headers = { 'x-forwarded-for': '198.51.100.6', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'b.example' }
  const response = await signIn(behind, '203.0.113.50', headers)
  expect(await blamed(behind)).toEqual(['203.0.113.50'])
  expect(response.headers['strict-transport-security']).toBeUndefined()
  const site = { method: 'POST' as const, url: sessionCalls.siteInfo.path, headers, payload: {} }
  expect((await behind.app.http.inject({ ...site, remoteAddress: '203.0.113.50' })).json()).toMatchObject({ data: { brandName: '甲代驾' } })
  expect((await behind.app.http.inject({ ...site, remoteAddress: '10.0.0.1' })).json()).toMatchObject({ data: { brandName: '乙代驾' } })
})

test('the lock of an address holds for the caller behind the proxy and for nobody beside them; new made-up addresses do not get around it', async () => {
  for (let n = 0; n < 20; n++) await signIn(behind, '10.0.0.1', { 'x-forwarded-for': `9.9.9.${n}, 198.51.100.7` }, 'wrong', `guess${n}`)
  const code = async (forwarded: string) =>
    (await signIn(behind, '10.0.0.1', { 'x-forwarded-for': forwarded }, PASSWORD)).json<{ code: number }>().code
  expect(await code('8.8.8.8, 198.51.100.7')).toBe(42901)
  expect(await code('198.51.100.8')).toBe(0)
})

test('the log and the list of sessions name the caller, over TLS the browser is told to stay there', async () => {
  const response = await signIn(behind, '10.0.0.1', { 'x-forwarded-for': '198.51.100.9', 'x-forwarded-proto': 'https' }, PASSWORD)
  expect(response.headers['strict-transport-security']).toContain('max-age=')
  const { rows } = await behind.owner.query(`select s.ip as session, l.ip as log from sessions s, operation_logs l
    where l.call = 'session.signIn' and s.ip = '198.51.100.9' and l.ip = s.ip`)
  expect(rows).toEqual([{ session: '198.51.100.9', log: '198.51.100.9' }])
})

test('what is no address is not written down as one', async () => {
  await signIn(behind, '10.0.0.1', { 'x-forwarded-for': '<script>alert(1)</script>' })
  await signIn(behind, '10.0.0.1', { 'x-forwarded-for': "'; drop table users; --" })
  expect(await blamed(behind)).toEqual(['10.0.0.1'])
})

test('a setting that is no address, or that trusts everybody, stops the start', () => {
  for (const text of ['proxy.example', '10.0.0.0/33', '0.0.0.0/0', '::/0', '10.0.0.1/x'])
    expect(() => settingsFrom({ TRUSTED_PROXIES: text }), text).toThrow('TRUSTED_PROXIES')
  expect(settingsFrom({ TRUSTED_PROXIES: 'loopback,10.0.0.0/8 fd00::/8' }).trustedProxies).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8'])
  expect(settingsFrom({}).trustedProxies).toEqual([])
})

import { sessionCalls as calls } from '@chauffeur/contract/access/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#platform/identity/password'
import { lockWaits } from '#test/held'
import { makeWorld, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query('update users set password_hash = $1', [await hashPassword('Right#2026')])
})
afterAll(() => world.close())

const signIn = (username: string, password: string, code?: string) =>
  world.send(calls.signIn, { username, password, ...(code && { code }) }, '')
const forget = () => world.owner.query('delete from sign_in_failures')

test('the right password opens a session whose token is nowhere in the database', async () => {
  const answer = await signIn('ALL', 'Right#2026')
  expect(answer).toMatchObject({ code: 0, data: { username: 'all', deptType: 1, cooperationChannelId: null, mustChangePassword: false } })
  const { token } = answer.data as { token: string }
  const { rows } = await world.owner.query<{ row: string }>('select s::text as row from sessions s')
  expect(rows.some(({ row }) => row.includes(token))).toBe(false)
  expect((await world.send(calls.me, {}, token)).data).toMatchObject({
    username: 'all',
    brandName: '甲代驾',
    roleNames: ['全部'],
    cityIds: null,
  })
})

test('what a screen remembers is each person’s own, by its name, and the last thing that was saved', async () => {
  const tokenOf = async (username: string) => ((await signIn(username, 'Right#2026')).data as { token: string }).token
  const [all, weak, other] = await Promise.all([tokenOf('all'), tokenOf('weak'), tokenOf('other')])
  const kept = async (key: string, token: string) =>
    ((await world.send(calls.preference, { key }, token)).data as { value: string | null }).value
  const keep = (key: string, value: string | undefined, token: string) => world.send(calls.savePreferences, { key, value }, token)
  expect(await kept('orders.columns', all)).toBeNull()
  await keep('orders.columns', '["a"]', all)
  await keep('orders.filters', '{}', all)
  await keep('orders.columns', '["b"]', all)
  await keep('orders.columns', '["c"]', weak)
  expect(await kept('orders.columns', all)).toBe('["b"]')
  expect(await kept('orders.filters', all)).toBe('{}')
  expect(await kept('orders.columns', weak)).toBe('["c"]')
  expect(await kept('orders.columns', other)).toBeNull()
  await keep('orders.columns', undefined, all)
  expect(await kept('orders.columns', all)).toBe('')
  expect((await world.send(calls.preference, { key: '../secret' }, all)).code).not.toBe(0)
})

test('an unknown name and a wrong password are answered alike', async () => {
  await forget()
  const wrong = await signIn('all', 'wrong')
  const unknown = await signIn('nobody', 'wrong')
  expect(wrong.code).toBe(40011)
  expect(unknown).toEqual(wrong)
})

test('five wrong passwords lock the account for a while, also for the right one', async () => {
  await forget()
  for (let i = 0; i < 5; i++) expect((await signIn('hangzhou', 'wrong')).code).toBe(40011)
  const locked = await signIn('hangzhou', 'Right#2026')
  expect(locked.code).toBe(42901)
  const { retryAfterS } = locked.data as { retryAfterS: number }
  expect(retryAfterS).toBeGreaterThan(850)
  expect(retryAfterS).toBeLessThanOrEqual(900)
  expect((await signIn('company', 'Right#2026')).code).toBe(0)
})

test('guesses sent at once are counted one by one', async () => {
  await forget()
  const codes = await Promise.all(Array.from({ length: 12 }, async () => (await signIn('partner', 'wrong')).code))
  expect(codes.filter((code) => code === 40011)).toHaveLength(5)
  expect(codes.filter((code) => code === 42901)).toHaveLength(7)
})

test('twenty failures from one address lock that address for every name', async () => {
  await forget()
  for (let i = 0; i < 20; i++) await signIn(`guess${i}`, 'wrong')
  expect((await signIn('all', 'Right#2026')).code).toBe(42901)
  await forget()
})

test('while a crowd waits at the door everybody inside goes on, and of the crowd everybody is answered', async () => {
  await forget()
  const { db } = world.app.platform
  const { token } = (await signIn('all', 'Right#2026')).data as { token: string }
  // Nobody's failures can be counted: every sign-in stands still, with what it holds.
  await world.owner.query('begin; lock table sign_in_failures in access exclusive mode')
  let answered = 0
  const crowd = Promise.all(
    Array.from({ length: 400 }, async (_, i) => {
      const payload = { username: `nobody${i}`, password: 'x'.repeat(12) }
      const response = await world.app.http.inject({
        method: 'POST',
        url: calls.signIn.path,
        remoteAddress: `10.1.${i >> 8}.${i & 255}`,
        payload,
      })
      answered++
      return response.json<{ code: number; data: { retryAfterS: number } | null }>()
    }),
  )
  while (!(await lockWaits(world, 'sign_in_failures'))) await new Promise((resolve) => setTimeout(resolve, 10))
  // A session nobody has looked up yet, the engine's and the timers' connections, and a reader's.
  world.app.platform.forgetSession()
  expect((await world.send(calls.me, {}, token)).code).toBe(0)
  expect(await db.acrossTenants(async () => 'done')).toBe('done')
  expect((await db.platform.query('select 1')).rowCount).toBe(1)
  const sentAway = answered
  await world.owner.query('rollback')
  const codes = Map.groupBy(await crowd, ({ code }) => code)
  expect(new Set(codes.keys())).toEqual(new Set([40011, 42900]))
  // Two stood inside and two hundred in line; the others did not wait.
  expect(sentAway).toBe(198)
  expect(codes.get(42900)).toHaveLength(198)
  expect(codes.get(42900)![0]!.data).toEqual({ retryAfterS: 3 })
  await forget()
})

test('an account with an authenticator asks for the code and takes only the right one', async () => {
  const { generateSecret, generateSync } = await import('otplib')
  const { vault } = world.app.platform
  const secret = generateSecret()
  await world.owner.query(`update users set totp_secret = $1 where username = 'nowhere'`, [
    vault.seal(secret, `users.totp:${world.people.nowhere.userId}`),
  ])
  expect((await signIn('nowhere', 'Right#2026')).code).toBe(40012)
  expect((await signIn('nowhere', 'Right#2026', '000000')).code).toBe(40013)
  expect((await signIn('nowhere', 'Right#2026', generateSync({ secret }))).code).toBe(0)
})

test('a disabled account is told so, but only with the right password', async () => {
  await world.owner.query(`update users set status = 'DISABLED' where username = 'weak'`)
  expect((await signIn('weak', 'wrong')).code).toBe(40011)
  expect((await signIn('weak', 'Right#2026')).code).toBe(40014)
  expect((await world.send(calls.me, {}, 'weak')).code).toBe(401)
})

test('signing out ends the session at once', async () => {
  const { token } = (await signIn('all', 'Right#2026')).data as { token: string }
  expect((await world.send(calls.signOut, {}, token)).code).toBe(0)
  expect((await world.send(calls.me, {}, token)).code).toBe(401)
})

test('one sees the own sessions and ends one of them, nobody else’s', async () => {
  const { token } = (await signIn('company', 'Right#2026')).data as { token: string }
  const { rows } = (await world.send(calls.sessions, {}, token)).data as { rows: { sessionId: string; current: boolean }[] }
  expect(rows.filter((row) => row.current)).toHaveLength(1)
  const others = rows.filter((row) => !row.current)
  for (const as of ['other', 'all'])
    expect((await world.send(calls.revoke, { sessionId: others[0]!.sessionId }, as)).error, as).toBe('session.sessionNotFound')
  for (const { sessionId } of others) expect((await world.send(calls.revoke, { sessionId }, token)).code).toBe(0)
  expect((await world.send(calls.me, {}, token)).code).toBe(0)
  expect((await world.send(calls.me, {}, 'company')).code).toBe(401)
})

test('five hours without activity end a session on the server too', async () => {
  const { token } = (await signIn('other', 'Right#2026')).data as { token: string }
  await world.owner.query(`update sessions set last_active_at = now() - interval '5 hours 1 second'`)
  expect((await world.send(calls.me, {}, token)).code).toBe(401)
})

test('the site of a host is its tenant’s, and any other host gets the first one', async () => {
  expect((await world.send(calls.siteInfo, {}, '', { host: 'b.example' })).data).toMatchObject({ brandName: '乙代驾' })
  expect((await world.send(calls.siteInfo, {}, '', { host: 'elsewhere.example' })).data).toMatchObject({ brandName: '甲代驾' })
  expect((await world.send(calls.siteInfo, { tenantId: '999' }, '')).code).toBe(404)
})

test('the password is not in the operation log', async () => {
  const { rows } = await world.owner.query<{ row: string }>(`select l::text as row from operation_logs l where call = 'session.signIn'`)
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.some(({ row }) => row.includes('Right#2026'))).toBe(false)
})

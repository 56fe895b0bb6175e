import { accountCalls as calls } from '@chauffeur/contract/access/account'
import { DEMO_DRIVER_CODE } from '@chauffeur/contract/demo'
import { orderCalls } from '@chauffeur/contract/order/list'
import { sessionCalls } from '@chauffeur/contract/access/session'
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#platform/identity/password'
import { messagesIn } from '#test/harness/messages'
import { makeWorld, type World } from '#test/world'

let world: World
const FIRST = 'First#Pass2026'
beforeAll(async () => {
  // Even in the demo world, whose drivers' code everybody knows, that code is none of an account's.
  world = await makeWorld({ settings: { demo: true } })
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.owner.query('delete from sign_in_failures')
  await world.owner.query('delete from account_codes')
  await world.owner.query('delete from password_history')
  await world.owner.query('delete from authenticator_roles')
  await world.owner.query('delete from sms_outbox')
  await world.owner.query(
    `update users set password_hash = $1, phone = '1390000' || lpad(user_id::text, 4, '0'), must_change_password = false, totp_secret = null, totp_last_step = null`,
    [await hashPassword(FIRST)],
  )
})

const signIn = (username: string, password: string, code?: string) =>
  world.send(sessionCalls.signIn, { username, password, ...(code && { code }) }, '')
const tokenOf = async (username: string, password = FIRST, code?: string) =>
  (await signIn(username, password, code)).data['token'] as string
/** The code in the newest message to somebody, as only its reader has it. */
const smsCode = async () => /验证码 (\d{6})/.exec((await messagesIn(world)).at(-1)!.body)![1]!
const messages = async () => Number((await world.owner.query<{ n: string }>('select count(*) as n from sms_outbox')).rows[0]!.n)
const other = (code: string) => (code === '000000' ? '000001' : '000000')
const bind = async (username: string, password = FIRST) => {
  const { ticket } = (await world.send(calls.bindStart, { username, password }, '')).data as { ticket: string }
  expect((await world.send(calls.bindCheck, { ticket, code: await smsCode() }, '')).code).toBe(0)
  const { secret } = (await world.send(calls.bindSecret, { ticket }, '')).data as { secret: string }
  const answer = await world.send(calls.bindConfirm, { ticket, code: generateSync({ secret }) }, '')
  expect(answer.code).toBe(0)
  // The code just used is spent; what signs in next is a later one.
  await world.owner.query('update users set totp_last_step = totp_last_step - 10 where username = $1', [username])
  return { secret, ...(answer.data as { recoveryCodes: string[] }) }
}

test('changing the password ends the own other sessions and no one else’s', async () => {
  const [here, there, colleague] = [await tokenOf('all'), await tokenOf('all'), await tokenOf('company')]
  const answer = await world.send(calls.updatePassword, { oldPassword: FIRST, newPassword: 'Second#Pass2026' }, here)
  expect(answer).toMatchObject({ code: 0, data: { endedSessions: 2 } })
  expect((await world.send(sessionCalls.me, {}, here)).code).toBe(0)
  expect((await world.send(sessionCalls.me, {}, there)).code).toBe(401)
  expect((await world.send(sessionCalls.me, {}, colleague)).code).toBe(0)
  expect((await signIn('all', FIRST)).code).toBe(40011)
  expect((await signIn('all', 'Second#Pass2026')).code).toBe(0)
})

test('a weak password is refused with the rules it breaks, and nothing changes', async () => {
  const token = await tokenOf('all')
  expect(await world.send(calls.updatePassword, { oldPassword: FIRST, newPassword: 'all' }, token)).toMatchObject({
    code: 40072,
    data: { problems: ['TOO_SHORT', 'CONTAINS_USERNAME', 'TOO_COMMON'] },
  })
  expect((await signIn('all', FIRST)).code).toBe(0)
})

test('none of the last five passwords may come back, the sixth before may', async () => {
  const token = await tokenOf('all')
  const change = async (oldPassword: string, newPassword: string) =>
    (await world.send(calls.updatePassword, { oldPassword, newPassword }, token)).code
  const chosen = [FIRST, 'Second#Pass2026', 'Third#Pass2026', 'Fourth#Pass2026', 'Fifth#Pass2026', 'Sixth#Pass2026']
  expect(await change(FIRST, FIRST)).toBe(40073)
  for (const [i, password] of chosen.slice(1).entries()) expect(await change(chosen[i]!, password)).toBe(0)
  expect(await change(chosen[5]!, FIRST)).toBe(40073)
  expect(await change(chosen[5]!, 'Seventh#Pass2026')).toBe(0)
  expect(await change('Seventh#Pass2026', FIRST)).toBe(0)
})

test('five wrong old passwords lock the change, and not the sign-in', async () => {
  const token = await tokenOf('all')
  const change = async (oldPassword: string) => world.send(calls.updatePassword, { oldPassword, newPassword: 'Second#Pass2026' }, token)
  for (let i = 0; i < 5; i++) expect((await change('wrong')).code).toBe(40071)
  expect(await change(FIRST)).toMatchObject({ code: 42972, data: { retryAfterS: expect.any(Number) as number } })
  expect((await signIn('all', FIRST)).code).toBe(0)
})

test('with the code of a text message the password changes without the old one', async () => {
  const token = await tokenOf('all')
  expect(await world.send(calls.preChangePassword, {}, token)).toMatchObject({
    code: 0,
    data: { phone: expect.stringMatching(/^139\*{4}\d{4}$/) as string, validS: 300, resendAfterS: 60 },
  })
  const code = await smsCode()
  const set = (given: string, newPassword: string) => world.send(calls.checkChangePassword, { code: given, newPassword }, token)
  expect((await set(other(code), 'Second#Pass2026')).code).toBe(40075)
  if (code !== DEMO_DRIVER_CODE) expect((await set(DEMO_DRIVER_CODE, 'Second#Pass2026')).code).toBe(40075)
  expect((await set(code, 'weak')).code).toBe(40072)
  expect((await set(code, 'Second#Pass2026')).code).toBe(0)
  expect((await set(code, 'Third#Pass2026')).code).toBe(40075)
  expect((await signIn('all', 'Second#Pass2026')).code).toBe(0)
})

test('a code is sent once a minute, and shut after five wrong tries', async () => {
  const token = await tokenOf('all')
  await world.send(calls.preChangePassword, {}, token)
  expect(await world.send(calls.preChangePassword, {}, token)).toMatchObject({ code: 42971 })
  expect(await messages()).toBe(1)
  const code = await smsCode()
  const set = async (given: string) =>
    (await world.send(calls.checkChangePassword, { code: given, newPassword: 'Second#Pass2026' }, token)).code
  for (let i = 0; i < 5; i++) expect(await set(other(code))).toBe(40075)
  expect(await set(code)).toBe(40075)
  expect((await world.send(calls.preChangePassword, {}, token)).data).toMatchObject({ retryAfterS: expect.any(Number) as number })
})

test('an authenticator is bound in four steps, each of them once and in order', async () => {
  const started = await world.send(calls.bindStart, { username: 'company', password: FIRST }, '')
  const { ticket } = started.data as { ticket: string }
  expect((await world.send(calls.bindSecret, { ticket }, '')).code).toBe(40076)
  const code = await smsCode()
  expect((await world.send(calls.bindCheck, { ticket, code: other(code) }, '')).code).toBe(40075)
  expect((await world.send(calls.bindCheck, { ticket, code }, '')).code).toBe(0)
  const shown = (await world.send(calls.bindSecret, { ticket }, '')).data as { secret: string; qr: string; otpauthUrl: string }
  expect(decodeURIComponent(shown.qr)).toContain('<svg')
  expect(shown.otpauthUrl).toContain(shown.secret)
  expect((await world.send(calls.bindSecret, { ticket }, '')).code).toBe(40076)
  const right = generateSync({ secret: shown.secret })
  expect((await world.send(calls.bindConfirm, { ticket, code: other(right) }, '')).code).toBe(40077)
  const { recoveryCodes } = (await world.send(calls.bindConfirm, { ticket, code: right }, '')).data as { recoveryCodes: string[] }
  expect(new Set(recoveryCodes).size).toBe(10)
  expect((await signIn('company', FIRST)).code).toBe(40012)
  expect((await signIn('company', FIRST, right)).code).toBe(40013)
})

test('neither secret nor recovery code nor message code is readable in the database or in the log', async () => {
  const { secret, recoveryCodes } = await bind('company')
  const code = await smsCode()
  for (const table of ['users', 'recovery_codes', 'authenticator_bindings', 'account_codes', 'operation_logs']) {
    const { rows } = await world.owner.query<{ row: string }>(`select t::text as row from ${table} t`)
    const all = rows.map(({ row }) => row).join('\n')
    expect(all).not.toContain(secret)
    expect(all).not.toContain(recoveryCodes[0])
    if (table !== 'users') expect(all).not.toMatch(new RegExp(`(?<![\\d.])${code}(?!\\d)`))
  }
})

test('a code of the authenticator works once, a recovery code once, in whatever spelling', async () => {
  const { secret, recoveryCodes } = await bind('company')
  const code = generateSync({ secret })
  expect((await signIn('company', FIRST, code)).code).toBe(0)
  expect((await signIn('company', FIRST, code)).code).toBe(40013)
  const spelt = recoveryCodes[3]!.toLowerCase().replace('-', '')
  expect((await signIn('company', FIRST, spelt)).code).toBe(0)
  expect((await signIn('company', FIRST, recoveryCodes[3])).code).toBe(40013)
  expect((await world.send(calls.authenticator, {}, await tokenOf('company', FIRST, recoveryCodes[0]))).data).toMatchObject({
    bound: true,
    recoveryCodesLeft: 8,
  })
})

test('a new binding needs the authenticator that is bound', async () => {
  const { recoveryCodes } = await bind('company')
  await world.owner.query('delete from account_codes')
  expect((await world.send(calls.bindStart, { username: 'company', password: FIRST }, '')).code).toBe(40012)
  expect((await world.send(calls.bindStart, { username: 'company', password: FIRST, code: recoveryCodes[0]! }, '')).code).toBe(0)
})

test('who has the first password does nothing before choosing another', async () => {
  await world.owner.query(`update users set must_change_password = true where username = 'all'`)
  const signed = await signIn('all', FIRST)
  expect(signed.data).toMatchObject({ mustChangePassword: true })
  const { token } = signed.data as { token: string }
  expect(await world.send(orderCalls.list, {}, token)).toMatchObject({
    code: 40301,
    error: 'session.mustChangePassword',
    message: '请先修改密码，再使用其他功能',
  })
  const stream = await world.app.http.inject({ url: '/api/live/stream?topics=orders', headers: { token } })
  expect(stream.json()).toMatchObject({ code: 40301 })
  expect((await world.send(sessionCalls.me, {}, token)).code).toBe(0)
  expect((await world.send(calls.updatePassword, { oldPassword: FIRST, newPassword: 'Second#Pass2026' }, token)).code).toBe(0)
  expect((await world.send(orderCalls.list, {}, token)).code).toBe(0)
})

test('a role that requires an authenticator shuts everything until one is bound', async () => {
  const { rows } = await world.owner.query<{ role_id: string }>('select role_id from user_roles where user_id = $1', [
    world.people.company.userId,
  ])
  const roleIds = [rows[0]!.role_id]
  const admin = await tokenOf('all')
  expect((await world.send(calls.savePolicy, { authenticatorRoleIds: roleIds }, admin)).code).toBe(0)
  expect((await world.send(orderCalls.list, {}, admin)).code).toBe(40302)
  const signed = await signIn('company', FIRST)
  expect(signed.data).toMatchObject({ mustBindAuthenticator: true })
  const { token } = signed.data as { token: string }
  expect((await world.send(orderCalls.list, {}, token)).code).toBe(40302)
  const { secret } = await bind('company')
  expect((await world.send(orderCalls.list, {}, token)).code).toBe(0)
  expect((await world.send(calls.unbind, { password: FIRST, code: generateSync({ secret }) }, token)).code).toBe(40079)
})

test('two administrators of the account policy do not overwrite each other unseen', async () => {
  const { rows } = await world.owner.query<{ role_id: string }>(
    `insert into roles (tenant_id, name) values ($1, '先'), ($1, '后') returning role_id`,
    [world.tenantA],
  )
  const [one = '', other = ''] = rows.map(({ role_id }) => role_id)
  const admin = await tokenOf('all')
  const save = (authenticatorRoleIds: string[], seenRoleIds: string[]) =>
    world.send(calls.savePolicy, { authenticatorRoleIds, seenRoleIds }, admin)
  const inForce = async () => ((await world.send(calls.policy, {}, admin)).data as { authenticatorRoleIds: string[] }).authenticatorRoleIds
  const before = await inForce()
  expect((await save([one], before)).code).toBe(0)
  expect(await save([other], before)).toMatchObject({
    error: 'account.versionConflict',
    data: { current: { authenticatorRoleIds: [one] } },
  })
  expect(await inForce()).toEqual([one])
  expect((await save([], [one])).code).toBe(0)
  const { rows: versions } = (await world.send(calls.policyHistory, {}, admin)).data as { rows: object[] }
  expect(versions.slice(0, 2)).toMatchObject([
    { roles: [], changedBy: 'all' },
    { roles: [{ roleId: one, name: '先' }], changedBy: 'all' },
  ])
})

test('an authenticator is removed with password and code, never with the password alone', async () => {
  const { secret } = await bind('company')
  const token = await tokenOf('company', FIRST, generateSync({ secret }))
  await world.owner.query(`update users set totp_last_step = totp_last_step - 10 where username = 'company'`)
  const code = generateSync({ secret })
  expect((await world.send(calls.unbind, { password: FIRST, code: other(code) }, token)).code).toBe(40077)
  expect((await world.send(calls.unbind, { password: FIRST, code }, token)).code).toBe(0)
  expect((await signIn('company', FIRST)).code).toBe(0)
})

test('a one-time link sets the password once, ends every session, and survives a password that breaks a rule', async () => {
  const { issuePasswordLink } = await import('#areas/access/user')
  const who = { tenantId: world.tenantA, userId: world.people.hangzhou.userId, by: null }
  const { path } = await world.app.platform.db.acrossTenants((tx) => issuePasswordLink(tx, who))
  const token = path.split('/').at(-1)!
  expect((await world.send(calls.passwordLink, { token }, '')).data).toEqual({ username: 'hangzhou', brandName: '甲代驾' })
  const set = (newPassword: string) => world.send(calls.setPassword, { token, newPassword }, '')
  expect((await set('weak')).code).toBe(40072)
  expect(await set('Second#Pass2026')).toMatchObject({ code: 0, data: { username: 'hangzhou' } })
  expect((await set('Third#Pass2026')).code).toBe(40080)
  expect((await world.send(sessionCalls.me, {}, 'hangzhou')).code).toBe(401)
  expect((await signIn('hangzhou', 'Second#Pass2026')).code).toBe(0)
})

test('the screen-pop is each operator’s own switch', async () => {
  const [mine, theirs] = [await tokenOf('all'), await tokenOf('company')]
  expect((await world.send(calls.popup, {}, mine)).data).toEqual({ enabled: true })
  await world.send(calls.savePopup, { enabled: false }, mine)
  expect((await world.send(calls.popup, {}, mine)).data).toEqual({ enabled: false })
  expect((await world.send(calls.popup, {}, theirs)).data).toEqual({ enabled: true })
})

test('nobody is said to answer with a cloud telephone, as there is none, even who ticked it when it could be ticked', async () => {
  await world.owner.query(`update users set cloud_phone_enabled = true where username = 'all'`)
  expect((await world.send(calls.cloudPhone, {}, await tokenOf('all'))).data).toEqual({ enabled: false })
})

test('an unknown name, a wrong password and a telephone that is missing tell a guesser nothing before the password is right', async () => {
  await world.owner.query(`update users set phone = '' where username = 'nowhere'`)
  const start = (username: string, password: string): Promise<{ code: number }> => world.send(calls.bindStart, { username, password }, '')
  const answers = [await start('nobody', 'x'), await start('all', 'x'), await start('nowhere', 'x')]
  expect(answers[1]).toEqual(answers[0])
  expect(answers[2]).toEqual(answers[0])
  expect(await messages()).toBe(0)
  expect((await start('nowhere', FIRST)).code).toBe(40074)
})

test('new recovery codes are given against password and code, and end the old ones', async () => {
  const bare = await tokenOf('hangzhou')
  const ask = (code: string, token: string) => world.send(calls.newRecoveryCodes, { password: FIRST, code }, token)
  expect((await ask('000000', bare)).error).toBe('account.notBound')
  const { secret, recoveryCodes } = await bind('company')
  const token = await tokenOf('company', FIRST, generateSync({ secret }))
  await world.owner.query(`update users set totp_last_step = totp_last_step - 10 where username = 'company'`)
  const code = generateSync({ secret })
  expect((await ask(other(code), token)).error).toBe('account.badAuthenticatorCode')
  const answer = await ask(code, token)
  const fresh = (answer.data as { recoveryCodes: string[] }).recoveryCodes
  expect(fresh).toHaveLength(recoveryCodes.length)
  expect(fresh).not.toEqual(expect.arrayContaining([recoveryCodes[0]]))
  expect((await signIn('company', FIRST, recoveryCodes[0])).code).not.toBe(0)
  expect((await signIn('company', FIRST, fresh[0])).code).toBe(0)
})

test('who sees one city or one channel does not decide how everybody signs in', async () => {
  for (const username of ['hangzhou', 'company', 'partner']) {
    const answer = await world.send(calls.savePolicy, { authenticatorRoleIds: [], seenRoleIds: [] }, await tokenOf(username))
    expect([username, answer.error]).toEqual([username, 'account.wholeTenantOnly'])
  }
})

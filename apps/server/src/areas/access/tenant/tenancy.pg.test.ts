import { appsCalls } from '@chauffeur/contract/access/app'
import { accountCalls } from '@chauffeur/contract/access/account'
import { authorityCalls } from '@chauffeur/contract/access/authority'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { sessionCalls } from '@chauffeur/contract/access/session'
import { tenancyCalls as calls } from '@chauffeur/contract/access/tenant'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signInByCode } from '#test/drivers'
import { addDriver, HANGZHOU, makeWorld, SHANGHAI, type World } from '#test/world'

let world: World
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query(`update users set platform_admin = true where username = 'all'`)
})
afterAll(() => world.close())

const wanted = {
  name: '夜航汽车服务有限公司',
  brandName: '夜航代驾',
  domain: 'yehang.example',
  adminUsername: 'yehang-admin',
  adminName: '郑南',
  adminPhone: '13911112222',
  cityIds: [HANGZHOU, SHANGHAI],
}
const PASSWORD = 'Night#Sail2026'
let made: { tenantId: string; userId: string; link: string }
const signInMade = async (password = PASSWORD) =>
  world.send(sessionCalls.signIn, { username: wanted.adminUsername, password }, '') as Promise<{ code: number; data: { token: string } }>
const upload = async (path: string, fields: Record<string, string>, file: Buffer, as: string, name = 'logo.png') => {
  const boundary = 'x'.repeat(20)
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  )
  const payload = Buffer.concat([
    Buffer.from(
      `${parts.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
    ),
    file,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const response = await world.app.http.inject({
    method: 'POST',
    url: path,
    headers: { token: as, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
  return response.json<{ code: number; data: { logo: string } }>()
}
const token = () => world.people.all.token

test('a tenant made in one step has an administrator who sets a password, signs in, and places an order in its city', async () => {
  const answer = await world.send(calls.create, wanted)
  expect(answer).toMatchObject({ code: 0 })
  made = answer.data
  expect((await signInMade('anything')).code).toBe(40011)
  const linkToken = made.link.split('/').at(-1)!
  expect((await world.send(accountCalls.setPassword, { token: linkToken, newPassword: PASSWORD }, '')).code).toBe(0)
  const signed = await signInMade()
  expect(signed).toMatchObject({ code: 0, data: { tenantId: made.tenantId, deptType: 1, mustChangePassword: false } })
  const as = signed.data.token
  const menus = (await world.send(authorityCalls.leftMenu, { platformId: 3, deptType: 1 }, as)).data as { name: string }[]
  expect(menus.map(({ name }) => name)).toContain('呼叫中心')
  const placed = await world.send(
    callCentreCalls.place,
    { cityId: HANGZHOU, pickupLat: 30.27, pickupLng: 120.15, pickupAddress: '武林广场', phone: '13800138000' },
    as,
  )
  expect(placed).toMatchObject({ code: 0 })
})

test('the new administrator sees nothing of other tenants and cannot reach across', async () => {
  const as = (await signInMade()).data.token
  expect((await world.send(calls.list, {}, as)).code).toBe(403)
  expect((await world.send(calls.audit, { tenantId: world.tenantB, state: 40, reason: '试' }, as)).code).toBe(403)
})

test('name and domain of another tenant are refused', async () => {
  expect((await world.send(calls.create, { ...wanted, domain: 'b.example', adminUsername: 'someone' })).code).toBe(40973)
  expect((await world.send(calls.create, { ...wanted, domain: '', adminUsername: 'HANGZHOU' })).code).toBe(40974)
})

test('disabling a tenant ends its sessions at once and shuts the sign-in; enabling opens it again', async () => {
  const as = (await signInMade()).data.token
  const move = (state: number, tenantId = made.tenantId) => world.send(calls.audit, { tenantId, state, reason: '欠费' })
  expect(await move(40)).toMatchObject({ code: 0, data: { state: 40, endedSessions: 3 } })
  expect((await world.send(sessionCalls.me, {}, as)).code).toBe(401)
  expect((await signInMade()).code).toBe(40014)
  expect(await move(40)).toMatchObject({ code: 40971, data: { state: 40 } })
  expect((await move(40, world.tenantA)).code).toBe(40972)
  expect((await move(30)).code).toBe(0)
  expect((await signInMade()).code).toBe(0)
})

test('an applied tenant is audited before it is enabled, and nobody signs in before', async () => {
  const applied = (await world.send(calls.create, { ...wanted, domain: '', adminUsername: 'waiting', enabled: false })).data as typeof made
  const move = async (state: number) => (await world.send(calls.audit, { tenantId: applied.tenantId, state, reason: '资料齐全' })).code
  expect(await move(30)).toBe(40971)
  expect((await world.send(accountCalls.passwordLink, { token: applied.link.split('/').at(-1)! }, '')).code).toBe(40080)
  expect(await move(20)).toBe(0)
  expect(await move(30)).toBe(0)
  expect((await world.send(accountCalls.passwordLink, { token: applied.link.split('/').at(-1)! }, '')).code).toBe(0)
})

test('a change of state whose answer was lost is sent again and has the first answer', async () => {
  const again = (reason: string) =>
    world.send(calls.audit, { tenantId: made.tenantId, state: 40, reason }, 'all', { 'idempotency-key': 'tenant-shut-once' })
  const first = await again('合同到期')
  expect(first).toMatchObject({ code: 0, data: { state: 40 } })
  expect(await again('合同到期')).toEqual(first)
  expect((await again('另一原因')).code).toBe(40900)
  const { rows } = await world.owner.query(
    `select count(*)::int as n from operation_logs where call = 'tenancy.audit' and input ->> 'reason' = '合同到期' and object_id = $1`,
    [made.tenantId],
  )
  expect(rows).toEqual([{ n: 1 }])
  expect((await world.send(calls.audit, { tenantId: made.tenantId, state: 30, reason: '已缴清' })).code).toBe(0)
})

test('a reset shuts the old password and the open sessions, and is in the tenant’s log with its reason', async () => {
  const as = (await signInMade()).data.token
  const reset = await world.send(calls.resetPassword, { tenantId: made.tenantId, reason: '管理员离职' })
  expect(reset).toMatchObject({ code: 0, data: { username: wanted.adminUsername } })
  expect((await world.send(sessionCalls.me, {}, as)).code).toBe(401)
  expect((await signInMade()).code).toBe(40011)
  const logs = (await world.send(calls.logs, { tenantId: made.tenantId })).data as { rows: { call: string; after: unknown }[] }
  expect(logs.rows.map(({ call }) => call)).toEqual(['tenancy.resetPassword', ...Array<string>(4).fill('tenancy.audit'), 'tenancy.create'])
  expect(logs.rows[0]!.after).toMatchObject({ reason: '管理员离职' })
  expect(JSON.stringify(logs)).not.toContain((reset.data as { link: string }).link.split('/').at(-1)!)
})

test('a tenant’s drivers cannot go on duty while the switch is off', async () => {
  const phone = '13755556666'
  await addDriver(world, { phone })
  const driver = await signInByCode(world, phone)
  const online = async () => (await world.send({ method: 'POST', path: '/driver/v1/online' }, {}, driver)).code
  const set = (enabled: boolean) => world.send(calls.saveDriverOnline, { tenantId: world.tenantA, enabled, reason: '台风停运' })
  await set(false)
  expect((await world.send(calls.driverOnline, {})).data).toMatchObject({ enabled: false })
  expect(await online()).toBe(40976)
  await set(true)
  expect(await online()).toBe(0)
})

test('a logo is made anew from the picture’s content and served without anything that could run', async () => {
  const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#12498f' } })
    .jpeg()
    .toBuffer()
  const answer = await upload(calls.uploadLogo.path, { tenantId: made.tenantId }, picture, token())
  expect(answer.code).toBe(0)
  const served = await world.app.http.inject({ url: answer.data.logo })
  expect(served.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' })
  expect(String(served.headers['content-security-policy'])).toContain("default-src 'none'")
  expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
  expect((await world.send(sessionCalls.siteInfo, { tenantId: made.tenantId }, '')).data).toMatchObject({ logo: answer.data.logo })
})

test.each([
  [
    'an SVG that calls itself a PNG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'),
  ],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['more than 2 MB', Buffer.alloc(2 * 1_048_576 + 1, 1)],
])('%s is refused as a logo', async (_, file) => {
  expect((await upload(calls.uploadLogo.path, { tenantId: made.tenantId }, file, token())).code).toBe(40081)
})

test('a body larger than any upload is cut off, and one without a session is not even read', async () => {
  const huge = Buffer.alloc(9 * 1_048_576, 1)
  expect((await upload(calls.uploadLogo.path, { tenantId: made.tenantId }, huge, token())).code).toBe(413)
  expect((await upload(appsCalls.uploadLogo.path, { appId: '1' }, huge, 'x'.repeat(43))).code).toBe(401)
})

test('a logo that comes while somebody edits the tenant does not stand in the way of what they save', async () => {
  const present = async () =>
    ((await world.send(calls.list, { keyword: '夜航' })).data as { rows: { tenantId: string; version: number }[] }).rows.find(
      ({ tenantId }) => tenantId === made.tenantId,
    )!.version
  const opened = await present()
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c2410c' } })
    .png()
    .toBuffer()
  expect((await upload(calls.uploadLogo.path, { tenantId: made.tenantId }, picture, token())).code).toBe(0)
  expect(await present()).toBe(opened)
})

test('two administrators editing one tenant: the second is told', async () => {
  const { rows } = (await world.send(calls.list, { keyword: '夜航' })).data as { rows: { tenantId: string; version: number }[] }
  const row = rows.find(({ tenantId }) => tenantId === made.tenantId)!
  const change = async () =>
    (
      await world.send(calls.update, {
        tenantId: row.tenantId,
        version: row.version,
        name: '夜航',
        brandName: '夜航出行',
        domain: 'yehang.example',
      })
    ).code
  expect(await change()).toBe(0)
  expect(await change()).toBe(40975)
})

test('a tenant that is not there is named as missing by whatever is asked of it', async () => {
  const tenantId = '999999999'
  const said = async (call: { method: string; path: string }, input: object) => (await world.send(call, { tenantId, ...input })).error
  const reason = '核对'
  expect(await said(calls.audit, { state: 40, reason })).toBe('tenancy.notFound')
  expect(await said(calls.update, { version: 1, name: '甲', brandName: '甲' })).toBe('tenancy.notFound')
  expect(await said(calls.resetPassword, { reason })).toBe('tenancy.notFound')
  expect(await said(calls.driverOnline, {})).toBe('tenancy.notFound')
  expect(await said(calls.saveDriverOnline, { enabled: false, reason })).toBe('tenancy.notFound')
})

test('a reset is of the administrator of that tenant, whoever else administers another', async () => {
  const elsewhere = [world.tenantA, world.people.all.userId]
  await world.owner.query(`update roles set administrator = true where tenant_id = $1 and name = '全部'`, [world.tenantA])
  await world.owner.query('update tenants set admin_user_id = $2 where tenant_id = $1', elsewhere)
  const { data } = await world.send(calls.resetPassword, { tenantId: made.tenantId, reason: '管理员离职' })
  expect(data).toMatchObject({ userId: made.userId, username: wanted.adminUsername })
})

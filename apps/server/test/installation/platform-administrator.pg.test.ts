import { accountCalls } from '@chauffeur/contract/access/account'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { sessionCalls } from '@chauffeur/contract/access/session'
import { tenancyCalls } from '@chauffeur/contract/access/tenant'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runtimeUrls } from '#platform/upkeep/migrate'
import { defaultSettings } from '#platform/process/settings'
import { hasPlatformAdministrator, setUpPlatformAdministrator } from '#areas/access/tenant'
import { type App, buildApp } from '../../src/app.ts'
import { type FreshDatabase, freshDatabase } from '../harness/fresh-database.ts'

let database: FreshDatabase
let app: App
beforeAll(async () => {
  database = await freshDatabase()
  app = await buildApp({
    urls: await runtimeUrls(database.ownerUrl),
    settings: defaultSettings,
    logger: pino({ level: 'silent' }),
    engine: false,
  })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

const PASSWORD = 'Night#Sail2026'
const wanted = { username: 'boss', brandName: '夜航代驾', realName: '郑南', phone: '13911112222', cities: ['杭州', '上海市'] }
async function send(call: { path: string }, body: object, token = '') {
  const response = await app.http.inject({ method: 'POST', url: call.path, headers: { token }, payload: body })
  return response.json<{ code: number; data: Record<string, unknown> }>()
}
const setUp = (input = wanted) => setUpPlatformAdministrator(app.platform.db, input)
const setPassword = (path: string, newPassword: string) => send(accountCalls.setPassword, { token: path.split('/').at(-1), newPassword })
const signIn = async (password: string) => send(sessionCalls.signIn, { username: 'boss', password })

test('what is missing or wrong is said, and nothing is made', async () => {
  await expect(setUp({ ...wanted, cities: ['亚特兰蒂斯'] })).rejects.toThrow('There is no city 亚特兰蒂斯')
  await expect(setUp({ ...wanted, cities: [] })).rejects.toThrow('at least one city')
  await expect(setUp({ ...wanted, phone: '' })).rejects.toThrow('telephone')
  await expect(setUp({ ...wanted, username: '1' })).rejects.toThrow('username')
  expect(await app.platform.db.acrossTenants(hasPlatformAdministrator)).toBe(false)
})

test('an empty installation gets its first tenant, whose administrator signs in through the link, crosses tenants and places an order', async () => {
  const { link, firstTenant } = await setUp()
  expect(firstTenant).toBe(true)
  expect(await app.platform.db.acrossTenants(hasPlatformAdministrator)).toBe(true)
  expect((await setPassword(link.path, PASSWORD)).code).toBe(0)
  expect((await setPassword(link.path, 'Other#Sail2026')).code).not.toBe(0)
  const { code, data } = await signIn(PASSWORD)
  expect(code).toBe(0)
  const token = String(data.token)
  expect((await send(tenancyCalls.list, {}, token)).data).toMatchObject({ rows: [{ brandName: '夜航代驾', cityNames: ['上海', '杭州'] }] })
  const { code: made } = await send(
    tenancyCalls.create,
    {
      name: '橙灯',
      brandName: '橙灯',
      domain: '',
      adminUsername: 'orange',
      adminName: '橙',
      adminPhone: '13911113333',
      cityIds: JSON.stringify(['440100']),
    },
    token,
  )
  expect(made).toBe(0)
  const order = { cityId: '330100', pickupLat: 30.27, pickupLng: 120.15, pickupAddress: '武林广场', phone: '13800138000' }
  const response = await app.http.inject({
    method: 'GET',
    url: `${callCentreCalls.place.path}?${new URLSearchParams(Object.entries(order).map(([key, value]) => [key, String(value)]))}`,
    headers: { token, 'idempotency-key': 'first-order' },
  })
  expect(response.json()).toMatchObject({ code: 0 })
})

test('a lost password: the command shuts the old one and ends the sessions', async () => {
  const token = String((await signIn(PASSWORD)).data.token)
  const { link, firstTenant } = await setUp({ ...wanted, username: 'BOSS' })
  expect(firstTenant).toBe(false)
  expect((await signIn(PASSWORD)).code).toBe(40011)
  app.platform.forgetSession()
  expect((await send(tenancyCalls.list, {}, token)).code).toBe(401)
  expect((await setPassword(link.path, 'Dawn#Sail2026')).code).toBe(0)
  expect((await signIn('Dawn#Sail2026')).code).toBe(0)
})

test('nobody but an administrator is raised, and a name nobody has makes no second first tenant', async () => {
  await expect(setUp({ ...wanted, username: 'somebody' })).rejects.toThrow('There is no account somebody')
  await app.platform.db.acrossTenants(async (tx) => {
    const boss = await tx.selectFrom('users').selectAll().where('username', '=', 'boss').executeTakeFirstOrThrow()
    await tx
      .insertInto('users')
      .values({ tenant_id: boss.tenant_id, dept_id: boss.dept_id, username: 'clerk', real_name: '小周', password_hash: boss.password_hash })
      .execute()
  })
  await expect(setUp({ ...wanted, username: 'clerk' })).rejects.toThrow('not an administrator')
})

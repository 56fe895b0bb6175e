import { appsCalls as calls } from '@chauffeur/contract/access/app'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashPassword } from '#platform/identity/password'
import { makeWorld, type World } from '#test/world'

let world: World
let appId = ''
const PASSWORD = 'Right#Pass2026'
const SECRET = 'wx-api-v3-secret-0123456789-LAST'
beforeAll(async () => {
  world = await makeWorld()
  await world.owner.query('update users set password_hash = $1', [await hashPassword(PASSWORD)])
  // Another person of the whole tenant, for what two people do.
  await world.owner.query(`update users set all_cities = true where username = 'nowhere'`)
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.owner.query('delete from apps')
  await world.owner.query('delete from sign_in_failures')
  const made = await world.send(calls.update, { platform: 'MP', name: '归航代驾小程序', identifier: 'wx1234567890' })
  appId = (made.data as { appId: string }).appId
})

const pay = (given: object, as: 'all' | 'nowhere' = 'all') =>
  world.send(
    calls.savePay,
    { appId, way: 'WECHAT', enabled: true, merchantNo: '1900000001', secret: SECRET, password: PASSWORD, ...given },
    as,
  )
const shown = async (as: 'all' | 'nowhere' = 'all') =>
  (await world.send(calls.pays, { appId }, as)).data as {
    mayChange: boolean
    ways: { way: string; secretLast4: string; enabled: boolean }[]
  }

test('an app is made, changed, and a change based on an old version is refused', async () => {
  const change = (version: number, name: string) =>
    world.send(calls.update, { appId, version, platform: 'MP', name, identifier: 'wx1234567890' })
  expect(await change(1, '新名字')).toMatchObject({ code: 0, data: { version: 2 } })
  expect(await change(1, '旧名字')).toMatchObject({ code: 40981, data: { version: 2 } })
  expect((await world.send(calls.list, { keyword: '新名' })).data).toMatchObject({ total: 1, rows: [{ name: '新名字', certifyState: 0 }] })
})

test('payment secrets are sealed in the database and four characters of them are all anybody sees', async () => {
  expect((await pay({})).code).toBe(0)
  const answer = JSON.stringify(await world.send(calls.pays, { appId }))
  expect(answer).toContain('"secretLast4":"LAST"')
  expect(answer).not.toContain(SECRET)
  const { rows } = await world.owner.query<{ secret: string; row: string }>('select secret, p::text as row from app_pays p')
  expect(rows[0]!.row).not.toContain(SECRET)
  expect(world.app.platform.vault.open(rows[0]!.secret, `app_pays:${appId}:WECHAT:secret`)).toBe(SECRET)
  const { rows: logs } = await world.owner.query<{ row: string }>(`select l::text as row from operation_logs l where call = 'apps.savePay'`)
  expect(logs.length).toBeGreaterThan(0)
  expect(logs.some(({ row }) => row.includes(SECRET) || row.includes(PASSWORD))).toBe(false)
})

test('they change only with the operator’s password, and five wrong ones lock the change', async () => {
  for (let i = 0; i < 5; i++) expect((await pay({ password: 'wrong' })).code).toBe(40083)
  expect((await pay({})).code).toBe(42973)
  expect((await shown()).ways.every(({ secretLast4 }) => secretLast4 === '')).toBe(true)
})

test('a secret that is not given stays; a way to pay is not switched on without one', async () => {
  expect((await world.send(calls.savePay, { appId, way: 'ALIPAY', enabled: true, merchantNo: '2088', password: PASSWORD })).code).toBe(
    40084,
  )
  await pay({})
  expect((await pay({ secret: '', enabled: false })).code).toBe(0)
  expect((await shown()).ways[0]).toMatchObject({ way: 'WECHAT', secretLast4: 'LAST', enabled: false })
})

test('where an app has administrators, only they change its payment settings', async () => {
  expect((await world.send(calls.authorise, { appId, userIds: [world.people.nowhere.userId] })).code).toBe(0)
  expect((await pay({})).code).toBe(40371)
  expect((await shown()).mayChange).toBe(false)
  expect((await pay({}, 'nowhere')).code).toBe(0)
  expect((await world.send(calls.authorise, { appId, userIds: [world.people.other.userId] })).code).toBe(40085)
})

test('a certification is decided by another person than who submitted it', async () => {
  const certify = (step: string, as: 'all' | 'nowhere') =>
    world.send(calls.certify, { appId, step, company: '归航', licenceNo: '9133' }, as)
  expect((await certify('APPROVE', 'all')).code).toBe(40982)
  expect((await certify('SUBMIT', 'all')).data).toEqual({ certifyState: 10 })
  expect((await certify('APPROVE', 'all')).code).toBe(40983)
  expect((await certify('APPROVE', 'nowhere')).data).toEqual({ certifyState: 20 })
})

test('settings are kept, and an address that is not https is refused', async () => {
  const save = (settings: object) => world.send(calls.saveSettings, { appId, version: 1, settings })
  expect((await save({ downloadUrl: 'javascript:alert(1)' })).code).toBe(400)
  expect((await save({ servicePhone: '4008001234', latestVersion: '3.2.1', downloadUrl: 'https://app.example/get' })).code).toBe(0)
  expect((await world.send(calls.settings, { appId })).data).toMatchObject({
    version: 2,
    settings: { servicePhone: '4008001234', downloadUrl: 'https://app.example/get' },
  })
})

test('people bound to a city see no app and make none', async () => {
  expect((await world.send(calls.list, {}, 'hangzhou')).data).toMatchObject({ rows: [] })
  expect((await world.send(calls.update, { platform: 'H5', name: 'x', identifier: 'x' }, 'hangzhou')).code).toBe(40372)
  expect((await world.send(calls.enable, { appId, enabled: true }, 'company')).code).toBe(404)
  expect((await world.send(calls.pays, { appId }, 'other')).code).toBe(404)
})

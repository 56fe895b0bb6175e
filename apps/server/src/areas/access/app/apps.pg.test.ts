import { appsCalls as calls } from '@chauffeur/contract/access/app'
import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { wholeTenant } from '#platform/database/scope'
import { hashPassword } from '#platform/identity/password'
import { makeWorld, type World } from '#test/world'
import { payoutSettingsOf } from './pay.service.ts'

let world: World
let appId = ''
const PASSWORD = 'Right#Pass2026'
const SECRET = 'wx-api-v3-secret-0123456789-LAST'
const pair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const [MERCHANT, CHANNEL] = [pair(), pair()]
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

const merchant = {
  merchantNo: '1900000001',
  channelAppId: 'wx0123456789abcdef',
  certSerial: '5f1c0aa7c3e9',
  platformKeyId: 'PUB_KEY_ID_0119000000012026',
  platformKey: CHANNEL.publicKey,
  secret: SECRET,
  signSecret: MERCHANT.privateKey,
}
const pay = (given: object = {}, as: 'all' | 'nowhere' = 'all') =>
  world.send(calls.savePay, { appId, way: 'WECHAT', enabled: true, ...merchant, password: PASSWORD, ...given }, as)
const shown = async (as: 'all' | 'nowhere' = 'all') =>
  (await world.send(calls.pays, { appId }, as)).data as {
    mayChange: boolean
    ways: { way: string; secretLast4: string; signSecretLast4: string; certSerial: string; enabled: boolean; missing: string[] }[]
  }
const enable = (enabled: boolean) => world.send(calls.enable, { appId, enabled })
async function certify() {
  await world.send(calls.certify, { appId, step: 'SUBMIT', company: '归航', licenceNo: '9133' })
  await world.send(calls.certify, { appId, step: 'APPROVE' }, 'nowhere')
}
const payouts = () => payoutSettingsOf(world.app.platform, world.app.platform.db.reader(wholeTenant(world.tenantA)), 'WECHAT')

test('an app is made, changed, and a change based on an old version is refused', async () => {
  const change = (version: number, name: string) =>
    world.send(calls.update, { appId, version, platform: 'MP', name, identifier: 'wx1234567890' })
  expect(await change(1, '新名字')).toMatchObject({ code: 0, data: { version: 2 } })
  expect(await change(1, '旧名字')).toMatchObject({ code: 40981, data: { version: 2 } })
  expect((await world.send(calls.list, { keyword: '新名' })).data).toMatchObject({ total: 1, rows: [{ name: '新名字', certifyState: 0 }] })
})

test('payment secrets are sealed in the database and a hint of them is all anybody sees', async () => {
  expect((await pay()).code).toBe(0)
  const answer = JSON.stringify(await world.send(calls.pays, { appId }))
  expect(answer).toContain('"secretLast4":"LAST"')
  expect(answer).not.toContain(SECRET)
  expect(answer).not.toContain('PRIVATE KEY')
  expect((await shown()).ways[0]).toMatchObject({
    certSerial: '5F1C0AA7C3E9',
    signSecretLast4: expect.stringMatching(/^[0-9a-f]{4}$/) as string,
  })
  const { rows } = await world.owner.query<{ secret: string; row: string }>('select secret, p::text as row from app_pays p')
  expect(rows[0]!.row).not.toContain(SECRET)
  expect(rows[0]!.row).not.toContain('PRIVATE KEY')
  expect(world.app.platform.vault.open(rows[0]!.secret, `app_pays:${appId}:WECHAT:secret`)).toBe(SECRET)
  const { rows: logs } = await world.owner.query<{ row: string }>(`select l::text as row from operation_logs l where call = 'apps.savePay'`)
  expect(logs.length).toBeGreaterThan(0)
  expect(logs.some(({ row }) => row.includes(SECRET) || row.includes('PRIVATE KEY') || row.includes(PASSWORD))).toBe(false)
})

test('they change only with the operator’s password, and five wrong ones lock the change', async () => {
  for (let i = 0; i < 5; i++) expect((await pay({ password: 'wrong' })).code).toBe(40083)
  expect((await pay()).code).toBe(42973)
  expect((await shown()).ways.every(({ secretLast4 }) => secretLast4 === '')).toBe(true)
})

test('a secret that is not given stays; a way to pay is not switched on while something is missing', async () => {
  const { secret: _, certSerial: __, ...part } = merchant
  expect(await world.send(calls.savePay, { appId, way: 'WECHAT', enabled: true, ...part, password: PASSWORD })).toMatchObject({
    code: 40084,
    data: { missing: ['certSerial', 'secret'] },
  })
  await pay()
  expect((await pay({ secret: '', signSecret: '', enabled: false })).code).toBe(0)
  expect((await shown()).ways[0]).toMatchObject({ way: 'WECHAT', secretLast4: 'LAST', enabled: false })
})

test.each([
  ['a private key that is none', { signSecret: 'apiclient' }, 400861],
  ['the public key where the private one belongs', { signSecret: MERCHANT.publicKey }, 400861],
  ['a private key where the channel’s public one belongs', { platformKey: MERCHANT.privateKey }, 400862],
  ['the merchant’s own public key as the channel’s', { platformKey: MERCHANT.publicKey }, 400862],
  ['an address inside our network', { baseUrl: 'http://127.0.0.1:5432' }, 400863],
  ['a key that is too short', { secret: 'short' }, 400],
  ['a serial number that is none', { certSerial: 'xyz' }, 400],
  ['a scene that is none', { scene: { id: '佣金', reports: [{ type: '岗位类型', content: '司机' }] } }, 400],
  ['a scene that says too little of itself', { scene: { id: '1005', reports: [{ type: '岗位类型', content: '司机' }] } }, 400864],
  ['an account that no merchant has', { account: 'SAVINGS' }, 400],
])('%s is refused on entry, and nothing is kept', async (_, given, code) => {
  expect((await pay(given)).code).toBe(code)
  expect((await world.owner.query('select from app_pays')).rowCount).toBe(0)
})

test('money leaves through an app that is complete, on and certified, with its keys as they were entered; otherwise it is said what is missing', async () => {
  expect((await payouts()).ready).toBeNull()
  await pay()
  expect(await payouts()).toEqual({ ready: null, missing: ['APP_DISABLED', 'NOT_CERTIFIED'] })
  expect((await shown()).ways[0]!.missing).toEqual(['APP_DISABLED', 'NOT_CERTIFIED'])
  await enable(true)
  await certify()
  const { ready } = await payouts()
  expect(ready).toMatchObject({ appId, merchantNo: '1900000001', apiV3Key: SECRET, baseUrl: 'https://api.mch.weixin.qq.com' })
  const signature = sign('sha256', Buffer.from('x'), ready!.privateKeyPem)
  expect(verify('sha256', Buffer.from('x'), MERCHANT.publicKey, signature)).toBe(true)
  expect(ready).toMatchObject({ scene: { id: '1005' }, account: 'OPERATION' })
  expect((await shown()).ways[0]!.missing).toEqual([])
  const scene = { id: '1000', reports: ['活动名称', '奖励说明'].map((type) => ({ type, content: '司机激励' })) }
  await pay({ scene, account: 'BASIC' })
  expect((await payouts()).ready).toMatchObject({ scene, account: 'BASIC' })
  await enable(false)
  expect((await payouts()).missing).toEqual(['APP_DISABLED'])
})

test('keys that this installation cannot open are asked for again', async () => {
  await pay()
  await enable(true)
  await certify()
  await world.owner.query(`update app_pays set sign_secret = 'v1.' || substr(sign_secret, 5)`)
  expect(await payouts()).toEqual({ ready: null, missing: ['signSecret'] })
})

test('another identifier is another app: its certification lapses, and no money leaves through it', async () => {
  await pay()
  await enable(true)
  await certify()
  const { rows } = (await world.send(calls.list, {})).data as { rows: { version: number }[] }
  await world.send(calls.update, { appId, version: rows[0]!.version, platform: 'MP', name: '归航', identifier: 'wx-other' })
  expect((await payouts()).missing).toEqual(['NOT_CERTIFIED'])
})

test('one app at most is the drivers’ default, and only one that is on', async () => {
  const makeDefault = (id: string) => world.send(calls.driverDefault, { appId: id, driverDefault: true })
  expect((await makeDefault(appId)).code).toBe(409841)
  const other = (
    (await world.send(calls.update, { platform: 'H5', name: '网页', identifier: 'https://m.example' })).data as { appId: string }
  ).appId
  for (const id of [appId, other]) await world.send(calls.enable, { appId: id, enabled: true })
  await Promise.all([makeDefault(appId), makeDefault(other)])
  const list = async () => ((await world.send(calls.list, {})).data as { rows: { appId: string; driverDefault: boolean }[] }).rows
  expect((await list()).filter(({ driverDefault }) => driverDefault)).toHaveLength(1)
  await makeDefault(other)
  expect((await list()).find(({ driverDefault }) => driverDefault)?.appId).toBe(other)
  await world.send(calls.driverDefault, { appId: other, driverDefault: false })
  expect((await list()).some(({ driverDefault }) => driverDefault)).toBe(false)
})

test('where an app has administrators, only they change its payment settings', async () => {
  expect((await world.send(calls.authorise, { appId, userIds: [world.people.nowhere.userId] })).code).toBe(0)
  expect((await pay()).code).toBe(40371)
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
  expect((await save({ minVersion: 'v3' })).code).toBe(400)
  expect((await save({ minVersion: '3.2', latestVersion: '3.1' })).code).toBe(400)
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

import { numberProviderCalls as calls } from '@chauffeur/contract/call-centre/number-provider'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type NumbersService, startNumbers } from '#test/numbers/number-service'
import { addDriver, addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

const SECRET = 'a secret of some length'
let numbers: NumbersService
let world: World
beforeAll(async () => {
  numbers = await startNumbers({ key: { appKey: 'app-1', appSecret: SECRET }, pool: ['17000000001'] })
  world = await makeWorld({ settings: { numberHosts: [new URL(numbers.url).host], publicUrl: 'https://console.example' } })
})
afterAll(async () => {
  await world.close()
  await numbers.stop()
})
beforeEach(() => world.owner.query('delete from number_providers; delete from privacy_numbers'))

const show = async (as: Person = 'all') => (await world.send(calls.show, {}, as)).data as AnswerOf<typeof calls.show>
const own = () => ({
  version: 0,
  provider: 'HUAWEI',
  url: numbers.url,
  appKey: 'app-1',
  secret: SECRET,
  enabled: true,
  records: true,
  recordTone: 'told.wav',
  keepMinutes: 30,
  mostPairs: 100,
})
const save = (of: object = {}, as: Person = 'all') => world.send(calls.save, { ...own(), ...of }, as)
const add = (text: string, cityId?: string, as: Person = 'all') =>
  world.send(calls.addNumbers, { numbers: text, ...(cityId && { cityId }) }, as)

test('a number service is entered, tried, and keeps its secret to itself', async () => {
  expect((await show()).provider).toBeNull()
  const saved = await save()
  expect(saved.code, saved.message).toBe(0)
  expect((await show()).provider).toMatchObject({ appKey: 'app-1', secretLast4: 'ngth', records: true, version: 1, updatedBy: 'all' })
  expect((await show()).pushUrl).toBe(`https://console.example/privacy-numbers/huawei/${world.tenantA}/push`)
  await add('17000000001')
  const tried = async () => (await world.send(calls.tryOut, { number: '17000000001' })).data as AnswerOf<typeof calls.tryOut>
  expect(await tried()).toMatchObject({ failure: '', pairs: 0 })
  await save({ version: 1, secret: 'mistyped' })
  expect(await tried()).toMatchObject({ failure: 'KEY_WRONG', code: '1020150', pairs: null })
  expect((await world.send(calls.tryOut, { number: '17099999999' })).error).toBe('numberProvider.noNumber')
  const { rows } = await world.owner.query<{ text: string }>(
    `select coalesce(before::text, '') || after::text || input::text as text from operation_logs where object = 'numberProvider'
     union all select sealed_secret from number_providers`,
  )
  expect(rows.length).toBeGreaterThanOrEqual(3)
  for (const { text } of rows) expect(text).not.toContain(SECRET)
})

test('it is changed by who saw it last, its secret goes to no other server or app, and both sides are told of recordings', async () => {
  await save()
  expect(await save({ version: 0 })).toMatchObject({ error: 'numberProvider.versionConflict', data: { current: { version: 1 } } })
  expect((await save({ version: 1, secret: '', keepMinutes: 60 })).code).toBe(0)
  expect((await show()).provider).toMatchObject({ keepMinutes: 60, secretLast4: 'ngth', version: 2 })
  expect((await save({ version: 2, secret: '', appKey: 'app-2' })).error).toBe('numberProvider.secretMissing')
  expect((await save({ version: 2, secret: '', url: '' })).error).toBe('numberProvider.secretMissing')
  expect((await save({ version: 2, recordTone: '' })).error).toBe('numberProvider.toneMissing')
  for (const url of ['http://169.254.169.254', 'http://10.0.0.1:1', 'http://rtcpns.cn-north-1.myhuaweicloud.com'])
    expect((await save({ version: 2, url })).error).toBe('numberProvider.hostNotAllowed')
})

test('numbers come as lines, serve one city or all, go off and are removed once nobody is behind them', async () => {
  expect((await add('17000000001\n+8617000000002 17000000002', HANGZHOU)).data).toMatchObject({ added: 2, moved: 0 })
  expect((await add('17000000002')).data).toMatchObject({ added: 0, moved: 1 })
  expect(await add('17000000003\n一七零')).toMatchObject({ error: 'numberProvider.badNumbers', data: { lines: ['一七零'] } })
  expect((await show()).numbers).toMatchObject([
    { number: '17000000002', cityId: null, enabled: true, pairs: 0 },
    { number: '17000000001', cityId: HANGZHOU },
  ])
  expect((await world.send(calls.enableNumber, { number: '17000000001', enabled: false })).code).toBe(0)
  expect((await world.send(calls.removeNumber, { number: '17000000001' })).code).toBe(0)
  expect((await world.send(calls.removeNumber, { number: '17000000001' })).error).toBe('numberProvider.noNumber')
})

test('the service belongs to the whole company: who runs a city sees their city’s numbers and changes none, a partner sees nothing', async () => {
  await save()
  await add('17000000001', HANGZHOU)
  await add('17000000009', SHANGHAI)
  const seen = await show('hangzhou')
  expect([seen.mayChange, seen.numbers.map(({ number }) => number)]).toEqual([false, ['17000000001']])
  for (const answer of [
    await save({ version: 1 }, 'hangzhou'),
    await add('17000000005', HANGZHOU, 'hangzhou'),
    await world.send(calls.enableNumber, { number: '17000000001', enabled: false }, 'hangzhou'),
    await world.send(calls.removeNumber, { number: '17000000001' }, 'company'),
  ])
    expect(answer.error).toBe('numberProvider.wholeTenantOnly')
  expect((await world.send(calls.show, {}, 'partner')).code).toBe(403)
  expect((await show('other')).provider).toBeNull()
})

test('a number that somebody has is not removed from under them; without a service nothing is tried', async () => {
  await add('17000000001\n17000000002')
  expect((await world.send(calls.tryOut, { number: '17000000001' })).error).toBe('numberProvider.notSet')
  const driver = await addDriver(world, { tenantId: world.tenantA, cityId: HANGZHOU, name: '司机' })
  const order = await addOrder(world, { driverId: driver, status: 301 })
  const { rows } = await world.owner.query<{ id: string }>(
    `insert into privacy_bindings (tenant_id, order_id, driver_id, city_id, state, driver_phone, contact_phone, failure)
     values ($1, $2, $3, $4, 'FAILED', '', '', 'POOL_EMPTY') returning binding_id::text as id`,
    [world.tenantA, order.orderId, driver, HANGZHOU],
  )
  await world.owner.query(
    `insert into privacy_number_uses (tenant_id, binding_id, number, phone) values ($1, $2, '17000000001', '13800000000')`,
    [world.tenantA, rows[0]!.id],
  )
  expect((await world.send(calls.removeNumber, { number: '17000000001' })).error).toBe('numberProvider.inUse')
  expect((await show()).numbers.map(({ number }) => number)).toContain('17000000001')
  // Switched off it is given to nobody new, and stays with who has it.
  expect((await world.send(calls.enableNumber, { number: '17000000001', enabled: false })).code).toBe(0)
  expect((await world.send(calls.removeNumber, { number: '17000000002' })).code).toBe(0)
})

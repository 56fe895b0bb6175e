import { driverDisplayAppCalls, driverDisplayCalls as calls, type DriverLook, STANDARD_LOOK } from '@chauffeur/contract/driver/display'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { as, handedTo, signInByCode } from '#test/drivers'
import { addDriver, addOrder, HANGZHOU, makeWorld, type Person, SHANGHAI, type World } from '#test/world'

let world: World
let here: string
let there: string
beforeAll(async () => {
  world = await makeWorld()
  const driver = async (cityId: string, phone: string) => {
    await addDriver(world, { cityId, phone })
    return signInByCode(world, phone)
  }
  here = await driver(HANGZHOU, '13899990001')
  there = await driver(SHANGHAI, '13899990002')
})
afterAll(() => world.close())
beforeEach(() => world.owner.query(`delete from setting_versions where kind = 'driverDisplay'`))

type Look = Partial<DriverLook> & { minVersion?: string }
const save = (looks: Look[], input: Record<string, unknown> = {}, who: Person = 'all') =>
  world.send(calls.save, { looks: looks.map((look) => ({ ...STANDARD_LOOK, ...look })), ...input }, who)
const saved = async (answer: ReturnType<typeof save>) => {
  const { code, data, message } = await answer
  expect(code, message).toBe(0)
  return data as { settingId: string; version: number; looks: Look[]; changedBy: string }
}
const seenBy = async (token: string, version?: string) =>
  (await world.send(driverDisplayAppCalls.display, {}, token, version === undefined ? {} : { 'app-version': version })).data as DriverLook

describe('a key switched off', () => {
  test('for one city goes from that city’s telephones, and stays on those of every other', async () => {
    expect(await seenBy(here, '1.0.0')).toEqual(STANDARD_LOOK)
    await saved(save([{ wallet: false, servicePhone: '4008009000', offDutyText: '今晚西湖有演出' }], { cityId: HANGZHOU }, 'hangzhou'))
    expect(await seenBy(here, '1.0.0')).toMatchObject({
      wallet: false,
      level: true,
      servicePhone: '4008009000',
      offDutyText: '今晚西湖有演出',
    })
    expect(await seenBy(there, '1.0.0')).toEqual(STANDARD_LOOK)
  })

  test('from a version on leaves older apps and those that say no version as they were', async () => {
    await saved(save([{}, { minVersion: '2.10', wallet: false }]))
    for (const version of ['2.9.9', undefined, 'nightly']) expect((await seenBy(here, version)).wallet).toBe(true)
    for (const version of ['2.10', '2.10.1', '10']) expect((await seenBy(here, version)).wallet).toBe(false)
  })
})

test('a service telephone has digits to dial', async () => {
  for (const servicePhone of ['-----', '+ - 12', '400'])
    expect(await save([{ servicePhone }])).toMatchObject({ code: 400, data: { fields: [{ path: 'looks.0.servicePhone' }] } })
  expect((await saved(save([{ servicePhone: '0571-8800 1234' }]))).looks).toMatchObject([{ servicePhone: '0571-8800 1234' }])
})

test('what has not changed since is not sent again, and another version of the app is asked for apart', async () => {
  const get = (tag?: string, version = '1.0.0') =>
    world.app.http.inject({
      method: 'GET',
      url: driverDisplayAppCalls.display.path,
      headers: { token: here, 'app-version': version, ...(tag && { 'if-none-match': tag }) },
    })
  const first = await get()
  const tag = String(first.headers.etag)
  expect(first.headers.vary).toContain('app-version')
  expect((await get(tag)).statusCode).toBe(304)
  await saved(save([{ level: false }], { cityId: HANGZHOU }))
  const next = await get(tag)
  expect([next.statusCode, next.json().data.level]).toEqual([200, false])
  expect(next.headers.etag).not.toBe(tag)
})

test('a customer’s name comes to drivers as their city says, and not at all before somebody says so', async () => {
  const { orderId } = await addOrder(world, { name: '欧阳明', status: 180 })
  const driver = await handedTo(world, orderId)
  const named = async () =>
    ((await as(world, driver)(dispatchCalls.me, {})) as unknown as { data: { order: { customerName: string } } }).data.order.customerName
  expect(await named()).toBe('')
  const { settingId, version } = await saved(save([{ customerName: 'SURNAME' }], { cityId: HANGZHOU }))
  expect(await named()).toBe('欧阳**')
  await saved(save([{ customerName: 'FULL' }], { settingId, version }))
  expect(await named()).toBe('欧阳明')
})

describe('who changes it', () => {
  test('is told that somebody else did meanwhile, and sees what they saved; every version stays with its maker', async () => {
    const { settingId, version } = await saved(save([{ wallet: false }], { cityId: HANGZHOU }))
    await saved(save([{ wallet: false, level: false }], { settingId, version, changeReason: '等级改版' }, 'hangzhou'))
    expect(await save([{}], { settingId, version })).toMatchObject({
      error: 'driverDisplay.versionConflict',
      data: { current: { version: 2, changedBy: 'hangzhou', looks: [{ wallet: false, level: false }] } },
    })
    const { rows } = (await world.send(calls.history, { settingId })).data as { rows: { version: number; reason: string; looks: Look[] }[] }
    expect(rows.map(({ version: of, reason, looks }) => [of, reason, looks[0]!.level])).toEqual([
      [2, '等级改版', false],
      [1, '', true],
    ])
    // Back to the first: saved again as the third.
    expect(await saved(save(rows[1]!.looks, { settingId, version: 2 }))).toMatchObject({
      version: 3,
      looks: [{ wallet: false, level: true }],
    })
  })

  test('of one city does not change another, nor what holds for all; an organisation there changes nothing', async () => {
    for (const [input, who] of [
      [{}, 'hangzhou'],
      [{ cityId: SHANGHAI }, 'hangzhou'],
      [{ cityId: HANGZHOU }, 'company'],
    ] as const)
      expect((await save([{}], input, who)).error).toBe('driverDisplay.cityUnknown')
    const { settingId, version } = await saved(save([{}], { cityId: SHANGHAI }))
    expect((await save([{ wallet: false }], { settingId, version }, 'hangzhou')).error).toBe('driverDisplay.notFound')
    expect((await save([{}], { cityId: SHANGHAI })).error).toBe('driverDisplay.cityTaken')
  })

  test('is told which version is wrong', async () => {
    expect(await save([{}, { minVersion: '2.0' }, { minVersion: '1.9' }])).toMatchObject({
      error: 'driverDisplay.versionsInvalid',
      data: { fields: [{ path: 'looks.2.minVersion' }] },
    })
    expect((await save([{ servicePhone: '客服' }])).code).toBe(400)
    expect((await save([])).code).toBe(400)
  })
})

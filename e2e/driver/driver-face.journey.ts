import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverFaceCalls } from '@chauffeur/contract/driver/face'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SHANGHAI } from '../../apps/server/demo/cities.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
// No other journey drives in Shanghai.
const cityId = String(SHANGHAI)
let token = ''
beforeAll(async () => {
  token = (await signIn(address, 'cityops')).token
})
const rules = async () => (await send(address, driverFaceCalls.getConfig, { cityId }, token)).rows[0]
afterAll(async () => {
  const version = (await rules())?.version
  if (version) await send(address, driverFaceCalls.updateConfig, { cityId, version, triggers: [] }, token)
})

/** As it is typed, by the clock of the city. */
const inDays = (days: number) => new Date(Date.now() + (8 + 24 * days) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

test('a city asks for faces, somebody is spared for a time, and each check and what came of it is read', async () => {
  const driver = await driverIn(address, cityId, { lat: 31.2325, lng: 121.4692 })
  await driver.goHome()
  const { page } = await visit('/DriverConfig/DutyRules', { as: 'cityops', width: 1280, height: 800 })
  const duty = shownPane(page)
  await settled(page)
  await duty.getByRole('button', { name: '新增城市规则' }).click()
  const form = page.getByRole('dialog', { name: '新增城市规则' })
  await drawerField(page, '城市').click()
  await choose(page, '上海')
  await form.getByRole('switch', { name: '上线前人脸识别' }).click()
  await form.getByRole('switch', { name: '提现前人脸识别' }).click()
  await form.getByLabel('接单前随机抽查').fill('10')
  await form.getByLabel('连续未通过').fill('5')
  await screenshot(page, 'face-rules-form')
  expect(await barriers(page)).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await duty.getByText('连续 5 次未通过，锁定 30 分钟').waitFor()
  expect(await rules()).toMatchObject({ triggers: ['ONLINE', 'RANDOM', 'BEFORE_PAYOUT'], randomPercent: 10, maxFail: 5 })
  await screenshot(page, 'face-rules')
  expect(await barriers(page)).toEqual([])

  const { page: list } = await visit('/DriverConfig/WhiteList', { as: 'cityops', width: 1280, height: 800 })
  const pane = shownPane(list)
  await settled(list)
  await pane.getByRole('button', { name: '加入人脸核验白名单' }).click()
  const white = list.getByRole('dialog', { name: '加入人脸核验白名单' })
  await white.getByLabel('司机工号').fill(driver.driverNo)
  await white.getByLabel('截止').fill(inDays(2))
  await list.keyboard.press('Enter')
  await white.getByLabel('原因').fill('面部受伤')
  await screenshot(list, 'face-white-form')
  expect(await barriers(list)).toEqual([])
  await white.getByRole('button', { name: '保存' }).click()
  await white.waitFor({ state: 'hidden' })
  const row = pane.getByRole('row').filter({ hasText: driver.driverNo })
  await row.getByText('生效中').waitFor()
  await screenshot(list, 'face-whites')
  expect(await barriers(list)).toEqual([])

  // Spared, they go on duty; once they are not, nobody is there to look at a face, and they do not.
  await driver.ask(dispatchCalls.goOnline, {})
  await driver.goHome()
  const [entry] = (await send(address, driverFaceCalls.whiteList, { driverId: driver.driverId, state: 'CURRENT' }, token)).rows
  await send(address, driverFaceCalls.whiteDel, { whiteId: entry!.whiteId, version: entry!.version }, token)
  await expect(driver.ask(dispatchCalls.goOnline, {})).rejects.toThrow()
  const { page: checks } = await visit(`/DriverConfig/FaceChecks?keyword=${driver.driverNo}`, { as: 'cityops', width: 1280, height: 800 })
  const found = shownPane(checks)
  await found.getByText('服务无应答').waitFor()
  await found.getByText('白名单免核验').waitFor()
  await screenshot(checks, 'face-checks')
  expect(await barriers(checks)).toEqual([])
})

for (const [path, name] of [
  ['DutyRules', 'face-rules-en'],
  ['WhiteList', 'face-whites-en'],
  ['FaceChecks', 'face-checks-en'],
] as const)
  test(`${path} reads well in English and by light`, async () => {
    const { page } = await visit(`/DriverConfig/${path}`, { as: 'cityops', theme: 'light', locale: 'en', width: 1280, height: 800 })
    await settled(page)
    await screenshot(page, name)
    expect(await barriers(page)).toEqual([])
  })

import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverFaceAppCalls, driverFaceCalls } from '@chauffeur/contract/qualification/face'
import { activityLogCalls } from '@chauffeur/contract/operations/activity-log'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { SHANGHAI } from '../../apps/server/demo/cities.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { choose, drawerField, screenshots, shownPane, visitors } from '../harness/visit.ts'
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
  if (version) await send(address, driverFaceCalls.updateConfig, { cityId, version, triggers: [], picture: false }, token)
})

/** What the service that judges faces answers about one driver, instead of what it thinks. */
const says = (driverNo: string, verdict: object) =>
  fetch(new URL('/control/verdicts', inject('face')), { method: 'PUT', body: JSON.stringify({ rules: [{ driverNo, ...verdict }] }) })

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

  // Spared, they go on duty; once they are not, whoever looks at faces is out of order, and they do not.
  await says(driver.driverNo, { status: 503 })
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

const picture = (page: Page, name: string) => page.screenshot({ path: join(screenshots, `driver-page-${name}.png`), fullPage: true })
/** Another one each time: the same bytes are a picture of a picture. */
const selfie = async (page: Page) => ({ name: 'face.jpg', mimeType: 'image/jpeg', buffer: await page.screenshot({ type: 'jpeg' }) })

test('a driver agrees to pictures of their face, shows it and goes on duty; who may looks at the picture until consent is taken back', async () => {
  const place = { lat: 31.2325, lng: 121.4692 }
  const asksFor = async (config: object) =>
    send(address, driverFaceCalls.updateConfig, { cityId, version: (await rules())?.version ?? 0, ...config }, token)
  await asksFor({ triggers: [] })
  const driver = await driverIn(address, cityId, place)
  await driver.goHome()
  await asksFor({ triggers: ['ONLINE'], everyHours: 24, maxFail: 5, picture: true })
  await says(driver.driverNo, { times: 1, passed: false, live: true, scoreBp: 3_100, reason: '光线太暗' })

  const phone = await visit('/login', { width: 390, height: 844 })
  const { page } = phone
  const session = { tenantId: '1', brandName: '夜归代驾', token: driver.token, name: driver.name, driverNo: driver.driverNo }
  await phone.context.grantPermissions(['geolocation'])
  await phone.context.setGeolocation({ latitude: place.lat, longitude: place.lng, accuracy: 10 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate((kept) => localStorage.setItem('chauffeur.driver', kept), JSON.stringify(session))
  await page.goto(`${address}/driver/`)
  await page.getByRole('button', { name: '上线接单' }).click()
  const words = page.getByRole('region', { name: '人脸信息处理说明' })
  await words.getByText(/3 天后自动删除/).waitFor()
  await picture(page, 'face-consent')
  expect(await barriers(page)).toEqual([])
  await words.getByRole('button', { name: '同意并继续' }).click()
  const camera = page.getByLabel('拍照核验')
  await page.getByText(/还可核验 5 次/).waitFor()
  await camera.setInputFiles(await selfie(page))
  await page.getByText('人脸核验未通过，请重新核验：光线太暗').waitFor()
  await page.getByText(/还可核验 4 次/).waitFor()
  await picture(page, 'face-again')
  expect(await barriers(page)).toEqual([])
  await camera.setInputFiles(await selfie(page))
  await page.getByText('正在听单…').waitFor()
  // Off duty again, so that no order of another journey comes before what they agreed to.
  await page.getByRole('button', { name: '下线' }).click()
  await page.getByRole('button', { name: '上线接单' }).waitFor()

  const { page: list, token: admin } = await visit(`/DriverConfig/FaceChecks?keyword=${driver.driverNo}`, {
    as: 'admin',
    width: 1280,
    height: 800,
  })
  const pane = shownPane(list)
  const passed = pane.getByRole('row').filter({ hasText: '96.0%' })
  await passed.getByText('现场拍摄').waitFor()
  await passed.hover()
  await passed.getByRole('button', { name: /查看照片/ }).click()
  const dialog = list.getByRole('dialog', { name: `${driver.name} 的人脸照片` })
  const shown = dialog.getByRole('img', { name: `${driver.name} 的人脸照片` })
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(200)
  await screenshot(list, 'face-picture')
  expect(await barriers(list)).toEqual([])
  const { rows } = await send(address, driverFaceCalls.checks, { driverId: driver.driverId }, admin)
  expect(rows.map(({ result, allowedActions }) => [result, allowedActions])).toEqual([
    ['PASS', ['picture']],
    ['FAIL', ['picture']],
  ])
  const looks = { object: 'driverFacePicture', objectId: rows[0]!.checkId }
  const logged = await send(address, activityLogCalls.system, looks, admin)
  expect(logged.rows.map(({ summary }) => summary)).toEqual(['查看人脸照片'])

  await page.emulateMedia({ colorScheme: 'light' })
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { get: () => 'en-GB' }))
  await page.reload()
  await page.getByRole('button', { name: 'Face check' }).click()
  await page.getByText('You agreed to how pictures of your face are used.').waitFor()
  await picture(page, 'face-agreed-en')
  await page.getByRole('button', { name: 'Take my consent back and delete pictures' }).click()
  await page.getByRole('button', { name: 'I agree' }).waitFor()
  await picture(page, 'face-consent-en')
  expect(await barriers(page)).toEqual([])
  expect(await driver.ask(driverFaceAppCalls.face, {})).toMatchObject({ consent: { given: false } })
  const after = await send(address, driverFaceCalls.checks, { driverId: driver.driverId }, admin)
  expect(after.rows.map(({ allowedActions }) => allowedActions)).toEqual([[], []])
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

import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { driverInsuranceCalls, type InsuranceProduct } from '@chauffeur/contract/qualification/insurance'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CHENGDU, demoCity } from '../../apps/server/demo/cities.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
// No other journey drives in Chengdu, or sets what it asks of drivers.
const cityId = String(CHENGDU)
let token = ''

/** What the city asks for before duty. */
async function asks(policies: InsuranceProduct[]) {
  const version = (await send(address, driverDutyCalls.list, {}, token)).rows.find((row) => row.cityId === cityId)?.version ?? 0
  const rules = { faceRequired: false, faceEveryHours: 24, insuranceRequired: false, insuranceEveryHours: 24, photosBeforeDepart: 0 }
  await send(address, driverDutyCalls.save, { ...rules, cityId, policies, version, changeReason: '保险要求' }, token)
}
beforeAll(async () => {
  token = (await signIn(address, 'admin')).token
  await asks([])
})
afterAll(() => asks([]))

/** As it is typed, by the clock of the city. */
const typed = (minutes: number) => new Date(Date.now() + (8 * 60 + minutes) * 60_000).toISOString().slice(0, 16).replace('T', ' ')
const DAY = 24 * 60

test('a policy that ends keeps a driver off duty where the city asks for one, and once it is renewed they drive again', async () => {
  await asks([])
  const driver = await driverIn(address, cityId, demoCity(CHENGDU))
  await driver.goHome()
  const online = () => driver.ask(dispatchCalls.goOnline, {})
  const look = { as: 'admin', width: 1280, height: 800 } as const

  const { page: rules } = await visit('/DriverConfig/DutyRules', look)
  await settled(rules)
  const city = shownPane(rules).getByRole('row').filter({ hasText: '成都' })
  await city.getByRole('button', { name: /^修改/ }).click()
  const form = rules.getByRole('dialog', { name: '修改司机上线规则' })
  await form.getByRole('checkbox', { name: '意外险' }).click()
  await form.getByText('没有保障中的意外险').or(form.getByText('有保障中的意外险')).first().waitFor()
  await form.getByLabel('修改原因').fill('保险要求')
  await screenshot(rules, 'insurance-rule-form')
  expect(await barriers(rules)).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await city.getByText('意外险').waitFor()
  await expect(online()).rejects.toThrow('保单')

  const { page } = await visit('/DriverConfig/Insurance', look)
  const pane = shownPane(page)
  await settled(page)
  await pane.getByRole('button', { name: '新建保单' }).first().click()
  const policy = page.getByRole('dialog', { name: '新建保单' })
  await policy.getByLabel('司机工号').fill(driver.driverNo)
  await policy.getByLabel('保险公司').fill('平安产险')
  await policy.getByLabel('保单号').fill(`PA${driver.driverNo}`)
  await policy.getByLabel('保险起期').fill(typed(-DAY))
  await page.keyboard.press('Enter')
  await policy.getByLabel('保险止期').fill(typed(20 * DAY))
  await page.keyboard.press('Enter')
  await policy.getByLabel('保额').fill('500000')
  await policy.getByLabel('保费').fill('120')
  await screenshot(page, 'insurance-form')
  expect(await barriers(page)).toEqual([])
  await policy.getByRole('button', { name: '保存' }).click()
  await policy.waitFor({ state: 'hidden' })
  const row = pane.getByRole('row').filter({ hasText: driver.driverNo })
  await row.getByText('保障中').waitFor()
  await screenshot(page, 'insurance-list')
  expect(await barriers(page)).toEqual([])
  await online()
  await driver.goHome()

  // It ends within the hour.
  const change = async (until: number) => {
    const [now] = (await send(address, driverInsuranceCalls.list, { driverId: driver.driverId, state: 'ACTIVE' }, token)).rows
    const { insuranceId, version, driverNo, product, insurer, policyNo, from, coverageFen, premiumFen, payer } = now!
    const end = new Date(Date.now() + until * 60_000).toISOString()
    const rest = { driverNo, product, insurer, policyNo, from, coverageFen, premiumFen, payer }
    await send(address, driverInsuranceCalls.save, { ...rest, insuranceId, version, until: end }, token)
  }
  await change(30)
  await expect(online()).rejects.toThrow('保单')
  const { page: own } = await visit(`/yunYing/driverDetail?driverId=${driver.driverId}`, look)
  const point = shownPane(own).getByRole('row').filter({ hasText: '意外险不足 1 小时即到期' })
  await point.getByText('不符合').waitFor()
  await settled(own)
  await point.scrollIntoViewIfNeeded()
  await screenshot(own, 'insurance-driver')
  expect(await barriers(own)).toEqual([])
  await change(365 * DAY)
  await online()
  await driver.goHome()

  // Cancelled, it covers nobody.
  await page.reload()
  await row.getByText('保障中').waitFor()
  await row.hover()
  await row.getByRole('button', { name: /退保/ }).click()
  const cancel = page.getByRole('dialog', { name: /退保$/ })
  await cancel.getByLabel('原因').fill('换保险公司')
  await screenshot(page, 'insurance-cancel')
  expect(await barriers(page)).toEqual([])
  await cancel.getByRole('button', { name: '退保' }).click()
  await row.getByText('已退保').waitFor()
  await expect(online()).rejects.toThrow('保单')
})

for (const [path, name] of [
  ['Insurance', 'insurance-list-en'],
  ['DutyRules', 'insurance-rules-en'],
] as const)
  test(`${path} reads well in English and by light`, async () => {
    const { page } = await visit(`/DriverConfig/${path}`, { as: 'admin', theme: 'light', locale: 'en', width: 1280, height: 800 })
    await settled(page)
    await screenshot(page, name)
    expect(await barriers(page)).toEqual([])
  })

test('a loss on a trip is reported with its pictures, goes to the insurer and is paid, and stands on the pages of order and driver', async () => {
  await asks([])
  const here = { lat: demoCity(CHENGDU).lat, lng: demoCity(CHENGDU).lng }
  const there = { lat: here.lat + 0.02, lng: here.lng + 0.02 }
  const driver = await driverIn(address, cityId, here)
  const { driverId, driverNo } = driver
  const policyNo = `PA${Date.now()}`
  const [from, until] = [-1, 300].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
  const policy = { product: 'LIABILITY', insurer: '平安产险', payer: 'PLATFORM', coverageFen: 50_000_000, premiumFen: 12_000 } as const
  await send(address, driverInsuranceCalls.save, { driverNo, policyNo, from: from!, until: until!, ...policy }, token)
  const trip = { cityId, pickupLat: here.lat, pickupLng: here.lng, pickupAddress: '成都东站', dropoffLat: there.lat, dropoffLng: there.lng }
  const placed = await send(address, callCentreCalls.place, { ...trip, phone: '13800008181' }, token)
  const { orderId, offerId } = await driver.offerOf(placed.orders[0]!.orderNo)
  const { orderNo } = placed.orders[0]!
  await driver.accept(offerId)
  await driver.arrive(orderId)
  await driver.depart(orderId)
  await driver.goTo(there)
  await driver.end(orderId)
  await driver.file(orderId)
  await driver.goHome()

  const { page } = await visit('/DriverConfig/Claims', { as: 'admin', width: 1280, height: 800 })
  await settled(page)
  await shownPane(page).getByRole('button', { name: '登记理赔' }).first().click()
  const form = page.getByRole('dialog', { name: '登记理赔' })
  await form.getByLabel('司机工号').fill(driverNo)
  await form.getByLabel('订单号').fill(orderNo)
  await drawerField(page, '保单').click()
  await choose(page, `责任险 · 平安产险 ${policyNo}`)
  await form.getByLabel('索赔金额').fill('800')
  await form.getByLabel('出险经过').fill('到达目的地倒车时碰擦立柱')
  await screenshot(page, 'claim-form')
  expect(await barriers(page)).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })

  await shownPane(page).getByRole('button', { name: driver.name }).first().click()
  const drawer = page.getByRole('dialog', { name: `${driver.name} · ${policyNo}` })
  await drawer.getByRole('button', { name: '上传图片' }).click()
  const upload = page.getByRole('dialog', { name: `上传图片：${driver.name}` })
  const picture = await page.screenshot({ type: 'png' })
  await upload.locator('input[type=file]').setInputFiles({ name: 'scene.png', mimeType: 'image/png', buffer: picture })
  await upload.getByRole('button', { name: '上传', exact: true }).click()
  await drawer.getByRole('img', { name: '理赔图片 1' }).waitFor()
  await drawer.getByRole('button', { name: '报保险公司' }).click()
  const filed = page.getByRole('dialog', { name: `报保险公司：${driver.name}` })
  await filed.getByLabel('报案号').fill('BX20261124')
  await filed.getByRole('button', { name: '报保险公司' }).click()
  await drawer.getByText('已报保险公司').first().waitFor()
  await screenshot(page, 'claim-drawer')
  expect(await barriers(page)).toEqual([])
  const { rows } = await send(address, driverInsuranceCalls.list, { policyNo }, token)
  expect(rows.map(({ state }) => state)).toEqual(['CLAIMING'])
  await drawer.getByRole('button', { name: '保险公司已赔付' }).click()
  const paid = page.getByRole('dialog', { name: `保险公司已赔付：${driver.name}` })
  await paid.getByRole('button', { name: '保险公司已赔付' }).click()
  await drawer.getByText('已赔付').first().waitFor()

  for (const path of [`/yunYing/driverDetail?driverId=${driverId}`, `/Order/Detail?orderId=${orderId}`]) {
    const of = await visit(path, { as: 'admin', theme: 'light', locale: 'en', width: 1280, height: 800 })
    await shownPane(of.page).getByRole('table', { name: 'Insurance claims' }).getByText('Paid').first().waitFor()
    await of.page.getByRole('heading', { name: 'Insurance claims' }).scrollIntoViewIfNeeded()
    await screenshot(of.page, path.includes('driver') ? 'claim-of-driver-en' : 'claim-of-order-en')
    expect(await barriers(of.page)).toEqual([])
  }
  // By themselves, on the telephone: what came of that one, and something new.
  const phone = await visit('/login', { width: 390, height: 844 })
  const own = phone.page
  const session = { tenantId: '1', brandName: '夜归代驾', token: driver.token, name: driver.name, driverNo }
  await own.evaluate((kept) => localStorage.setItem('chauffeur.driver', kept), JSON.stringify(session))
  await own.goto(`${address}/driver/`)
  await own.getByRole('button', { name: '保险理赔' }).click()
  await own.getByText('已赔付').waitFor()
  await own.getByRole('button', { name: '上报事故' }).click()
  await own.getByLabel('保单').getByRole('option', { name: '责任险 · 平安产险' }).waitFor({ state: 'attached' })
  await own.getByLabel('订单号（行程中发生时）').fill(orderNo)
  await own.getByLabel('预计损失（元）').fill('300.50')
  await own.getByLabel('经过').fill('停车时刮到后视镜')
  expect(await barriers(own)).toEqual([])
  await screenshot(own, 'driver-claim-form')
  await own.getByRole('button', { name: '上报', exact: true }).click()
  const card = own.getByRole('region', { name: '停车时刮到后视镜' })
  await card.getByText('公司处理中').waitFor()
  await card.locator('input[type=file]').setInputFiles({ name: 'scene.png', mimeType: 'image/png', buffer: picture })
  await card.getByText('再加照片（已有 1 张）').waitFor()
  // Where the network is bad a picture stays in the telephone, also over a page that was closed, and goes up when it can.
  const up = '**/driver/v1/claims/*/pictures'
  phone.allow(/ERR_FAILED .*claims/)
  await own.route(up, (route) => route.abort())
  await card.locator('input[type=file]').setInputFiles({ name: 'again.png', mimeType: 'image/png', buffer: await own.screenshot() })
  await card.getByText('照片已保存在手机里').waitFor()
  await screenshot(own, 'driver-claim-waits')
  await own.reload()
  await own.getByRole('button', { name: '1 张照片正在上传' }).waitFor()
  await own.getByRole('button', { name: '保险理赔' }).click()
  await card.getByRole('progressbar', { name: '理赔照片' }).waitFor()
  expect(await barriers(own)).toEqual([])
  await own.unroute(up)
  await card.getByText('再加照片（已有 2 张）').waitFor()
  await own.emulateMedia({ colorScheme: 'light' })
  await screenshot(own, 'driver-claims')
  expect(await barriers(own)).toEqual([])

  const { page: list } = await visit('/DriverConfig/Claims', { as: 'admin', theme: 'light', locale: 'en', width: 1280, height: 800 })
  await shownPane(list).getByText('BX20261124').or(shownPane(list).getByText(policyNo)).first().waitFor()
  await shownPane(list).getByText('The driver', { exact: true }).first().waitFor()
  await screenshot(list, 'claims-en')
  expect(await barriers(list)).toEqual([])
})

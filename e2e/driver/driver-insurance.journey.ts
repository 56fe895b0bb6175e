import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { driverDutyCalls } from '@chauffeur/contract/qualification/duty'
import { driverInsuranceCalls, type InsuranceProduct } from '@chauffeur/contract/qualification/insurance'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CHENGDU, demoCity } from '../../apps/server/demo/cities.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { shownPane, visitors } from '../harness/visit.ts'
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

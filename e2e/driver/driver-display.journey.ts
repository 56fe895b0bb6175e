import { driverDisplayAppCalls, driverDisplayCalls, STANDARD_LOOK } from '@chauffeur/contract/driver/display'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { CHENGDU } from '../../apps/server/demo/cities.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { choose, drawerField, screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
// No other journey looks at the page of a driver in Chengdu.
const cityId = String(CHENGDU)
const place = { lat: 30.6571, lng: 104.0659 }
let token = ''
const setting = async () => (await send(address, driverDisplayCalls.get, {}, token)).rows.find((row) => row.cityId === cityId)
async function asUsual() {
  const row = await setting()
  if (!row) return
  const { settingId, version } = row
  await send(address, driverDisplayCalls.save, { settingId, version, looks: [{ ...STANDARD_LOOK, minVersion: '' }] }, token)
}
beforeAll(async () => {
  token = (await signIn(address, 'admin')).token
  await asUsual()
})
afterAll(asUsual)

/** The driver's page on a telephone, signed in as this driver and off duty. */
async function telephoneOf(driver: Awaited<ReturnType<typeof driverIn>>) {
  await driver.goHome()
  const { page } = await visit('/login', { width: 390, height: 844 })
  const session = { tenantId: '1', brandName: '归航代驾', token: driver.token, name: driver.name, driverNo: driver.driverNo }
  await page.evaluate((kept) => localStorage.setItem('chauffeur.driver', kept), JSON.stringify(session))
  await page.goto(`${address}/driver/`)
  await page.getByRole('button', { name: '上线接单' }).waitFor()
  return page
}
const reopened = async (page: Page) => {
  await page.reload()
  await page.getByRole('button', { name: '上线接单' }).waitFor()
}
const wallet = (page: Page) => page.getByRole('button', { name: '钱包' })

test('what is switched off for a city goes from its drivers’ telephones, and from a version on leaves older apps as they were', async () => {
  const here = await driverIn(address, cityId, place)
  const there = await driverIn(address, HANGZHOU.cityId, HANGZHOU.wulin)
  const [phone, otherPhone] = [await telephoneOf(here), await telephoneOf(there)]
  await wallet(phone).waitFor()

  const { page } = await visit('/Sys/DriversideSetup', { as: 'admin', width: 1280, height: 800 })
  await settled(page)
  await screenshot(page, 'driver-display')
  expect(await barriers(page)).toEqual([])
  const pane = shownPane(page)
  const known = await setting()
  await pane.getByRole('button', { name: known ? '修改 司机端显示：成都' : '新增城市设置：司机端显示' }).click()
  const form = page.getByRole('dialog').filter({ hasText: '司机端显示' })
  if (!known) {
    await drawerField(page, '城市').click()
    await choose(page, '成都')
  }
  const preview = form.getByRole('region', { name: '预览' })
  await preview.getByText('钱包').waitFor()
  await form.getByRole('switch', { name: '钱包' }).click()
  await preview.getByText('钱包').waitFor({ state: 'detached' })
  await form.getByLabel('未上线提示').fill('今晚春熙路有演出，欢迎上线')
  await preview.getByText('今晚春熙路有演出，欢迎上线').waitFor()
  await screenshot(page, 'driver-display-form')
  expect(await barriers(page)).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await pane
    .getByRole('row')
    .filter({ hasText: '成都' })
    .getByText(/不显示：钱包/)
    .waitFor()

  await reopened(phone)
  await phone.getByText('今晚春熙路有演出，欢迎上线').waitFor()
  await phone.getByRole('button', { name: '我的等级' }).waitFor()
  expect(await wallet(phone).count()).toBe(0)
  await phone.screenshot({ path: join(screenshots, 'driver-page-display.png') })
  expect(await barriers(phone)).toEqual([])
  await reopened(otherPhone)
  await wallet(otherPhone).waitFor()
  expect(await otherPhone.getByText('今晚春熙路有演出').count()).toBe(0)

  // Back for every version, and off from one that this page has not reached.
  await pane.getByRole('button', { name: '修改 司机端显示：成都' }).click()
  await form.getByRole('switch', { name: '钱包' }).click()
  await form.getByRole('button', { name: '新版本另设一组' }).click()
  await form.getByLabel('最低应用版本').fill('9.0')
  await form.getByRole('switch', { name: '钱包' }).last().click()
  await form.getByText('9.0 及以上版本').first().click()
  await preview.getByText('钱包').waitFor({ state: 'detached' })
  await screenshot(page, 'driver-display-versions')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await pane
    .getByRole('row')
    .filter({ hasText: '成都' })
    .getByText(/9\.0 及以上版本/)
    .waitFor()
  await reopened(phone)
  await wallet(phone).waitFor()
  const shownTo = async (version: string) => {
    const answer = await fetch(address + driverDisplayAppCalls.display.path, { headers: { token: here.token, 'app-version': version } })
    return ((await answer.json()) as { data: { wallet: boolean } }).data.wallet
  }
  expect([await shownTo('8.9'), await shownTo('9.0.1')]).toEqual([true, false])

  await pane.getByRole('button', { name: '司机端显示：成都 的历史' }).click()
  const history = page.getByRole('dialog').filter({ hasText: '司机端显示的历史：成都' })
  await history
    .getByText(/9\.0 及以上版本/)
    .first()
    .waitFor()
  await screenshot(page, 'driver-display-history')
  expect(await barriers(page)).toEqual([])
})

for (const width of [1280, 1920])
  test(`what drivers’ apps show reads well in English and by light at ${width}`, async () => {
    const { page } = await visit('/Sys/DriversideSetup', { as: 'admin', theme: 'light', locale: 'en', width, height: 900 })
    await settled(page)
    await shownPane(page)
      .getByRole('button', { name: /^Edit .*All cities/ })
      .click()
    await page.getByRole('dialog').getByRole('region', { name: 'Preview' }).waitFor()
    await screenshot(page, `driver-display-en-${width}`)
    expect(await barriers(page)).toEqual([])
  })

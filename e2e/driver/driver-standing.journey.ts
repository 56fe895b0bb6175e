import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { orderReviewCalls } from '@chauffeur/contract/order/cancel-review'
import { rightAuditCalls } from '@chauffeur/contract/order/right-audit'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { SHANGHAI } from '../../apps/server/demo/cities.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { ACROSS_HANGZHOU, driven, holderOfRight } from '../harness/ride.ts'
import { screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const picture = (page: Page, name: string) => page.screenshot({ path: join(screenshots, `driver-standing-${name}.png`), fullPage: true })

type Driver = Awaited<ReturnType<typeof driverIn>>
/** The telephone of a driver who is signed in, with what its worker was left. */
async function telephoneOf(driver: Driver, look: { light?: true; english?: true; allow?: RegExp } = {}) {
  const { page, allow } = await visit('/login', { width: 390, height: 844 })
  if (look.allow) allow(look.allow)
  if (look.light) await page.emulateMedia({ colorScheme: 'light' })
  else await page.emulateMedia({ colorScheme: 'dark' })
  if (look.english) await page.addInitScript(() => Object.defineProperty(navigator, 'language', { get: () => 'en-GB' }))
  const session = { tenantId: '1', brandName: '归航代驾', token: driver.token, name: driver.name, driverNo: driver.driverNo }
  await page.evaluate(async (kept) => {
    localStorage.setItem('chauffeur.driver', kept)
    await (await caches.open('chauffeur.push')).put('session', new Response(kept))
  }, JSON.stringify(session))
  await page.goto(`${address}/driver/`)
  return page
}
/** Whether this browser still keeps what opens the session. */
const keptIn = (page: Page) =>
  page.evaluate(async () => (await caches.has('chauffeur.push')) || localStorage.getItem('chauffeur.driver') !== null)

test('a driver who is suspended is led by the message to why and since when, and to all that duty asks; who signs out leaves nothing', async () => {
  const driver = await driverIn(address, HANGZHOU.cityId, HANGZHOU.wulin)
  await driver.goHome()
  const { token } = await signIn(address, 'cityops')
  const { driverId } = driver
  await send(address, driverFileCalls.disable, { driverId, disable: true, reason: '客户投诉待核实', freezeWallet: false }, token)
  const page = await telephoneOf(driver)
  await page.getByRole('button', { name: '查看上线条件' }).press('Enter')
  const why = page.getByRole('region', { name: '接单资格暂停' })
  await why.getByText('原因：客户投诉待核实').waitFor()
  await why.getByText(/ 起$/).waitFor()
  const points = page.getByRole('list', { name: '逐项' }).getByRole('listitem')
  await points.filter({ hasText: '账号' }).getByText('不符合').waitFor()
  await points.filter({ hasText: '驾驶证' }).waitFor()
  expect(await points.count()).toBe(9)
  expect(await barriers(page)).toEqual([])
  await picture(page, 'suspended')

  await send(address, driverFileCalls.disable, { driverId, disable: false, reason: '核实无责' }, token)
  await page.getByText('现在可以上线').waitFor({ timeout: 20_000 })
  expect(await why.count()).toBe(0)
  await page.getByRole('button', { name: '返回' }).press('Enter')
  expect(await keptIn(page)).toBe(true)
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByLabel('手机号').waitFor()
  await expect.poll(() => keptIn(page)).toBe(false)
})

test('a driver reads in English what became of their requests, appeals against an audit in their own words, and whose session ends leaves nothing', async () => {
  const { token: desk } = await signIn(address, 'operator')
  const { token: chief } = await signIn(address, 'admin')
  const driver = await driverIn(address, HANGZHOU.cityId, HANGZHOU.wulin)
  const holder = await holderOfRight(address, 1)
  const place = async (of: object) =>
    (await send(address, callCentreCalls.place, { ...ACROSS_HANGZHOU, phone: holder.phone, ...of }, desk)).orders[0]!
  const used = await driven(address, driver, (await place({ rightGrantId: holder.rightGrantId })).orderNo)
  await driver.goTo(HANGZHOU.wulin)
  const { orderNo } = await place({})
  const { orderId, offerId } = await driver.offerOf(orderNo)
  await driver.accept(offerId)
  const page = await telephoneOf(driver, { light: true, english: true, allow: /ERR_FAILED .*right-audit-appeal/ })
  await page.getByRole('button', { name: 'Cannot go on: cancel the order' }).click()
  await page.getByLabel('Why can you not go on with this order?').fill('车胎漏气，无法行驶')
  expect(await barriers(page)).toEqual([])
  await picture(page, 'leave-en-light')
  await page.getByRole('button', { name: 'Ask to leave without fault' }).press('Enter')
  await page.getByText('You asked to leave without fault').waitFor()
  const { rows: requests } = await send(address, orderReviewCalls.list, { orderId }, chief)
  const { reviewId } = requests[0]!
  await send(address, orderReviewCalls.decide, { reviewId, approve: true, note: '同意，已改派' }, chief)
  // Of another they are found at fault.
  await driver.goTo(HANGZHOU.wulin)
  const given = await place({ phone: '13800004733' })
  const offered = await driver.offerOf(given.orderNo)
  await driver.accept(offered.offerId)
  await driver.arrive(offered.orderId)
  await driver.ask(dispatchCalls.cancel, { id: offered.orderId, reason: '家中有急事' })
  await driver.goHome()

  await expect.poll(async () => (await send(address, rightAuditCalls.view, { orderId: used.orderId }, chief)).screenedAt).not.toBeNull()
  const act = async (action: 'FLAG' | 'CLAIM' | 'FAIL' | 'FINAL_PASS', by: string, more: object = {}) => {
    const { version, allowedActions } = await send(address, rightAuditCalls.view, { orderId: used.orderId }, by)
    if (allowedActions.includes(action))
      await send(address, rightAuditCalls.audit, { orderId: used.orderId, action, version, note: '核对轨迹', ...more }, by)
  }
  await act('FLAG', chief)
  await act('CLAIM', chief)
  await act('FAIL', chief, { reason: 'INFLATED' })

  await page.reload()
  await page.getByRole('button', { name: 'See appeals and requests' }).first().click()
  const leave = page.getByRole('region', { name: `Request to leave the order ${orderNo}` })
  await leave.getByText('Granted').waitFor()
  await leave.getByText('车胎漏气，无法行驶').waitFor()
  await leave.getByText('同意，已改派').waitFor()
  const verdict = page.getByRole('region', { name: `Verdict on the cancellation, ${given.orderNo}` })
  await verdict.getByText('You were found at fault').waitFor()
  await verdict.getByLabel('Why you appeal').fill('医院通知家人住院')
  await picture(page, 'verdict-en-light')
  await verdict.getByRole('button', { name: 'Appeal' }).press('Enter')
  await page
    .getByRole('region', { name: `Appeal against the verdict ${given.orderNo}` })
    .getByText('医院通知家人住院')
    .waitFor()
  const audit = page.getByRole('region', { name: `Audit of the right, ${used.orderNo}` })
  await audit.getByText('Why: Distance or waiting added').waitFor()
  const words = audit.getByLabel(/^Why you appeal/)
  await words.fill('The customer asked for the detour')
  expect(await barriers(page)).toEqual([])
  await picture(page, 'appeal-en-light')
  await page.keyboard.press('Tab')
  // It arrives, and its answer does not.
  await page.route(
    '**/right-audit-appeal',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.keyboard.press('Enter')
  await audit.getByText('Being looked at again').waitFor()
  await audit.getByText('The customer asked for the detour').waitFor()
  const { token: another } = await signIn(address, 'finance')
  await act('FINAL_PASS', another, { note: '轨迹属实' })
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Appeals and requests', exact: true }).click()
  await audit.getByText('Appeal granted').waitFor()
  await audit.getByText('轨迹属实').waitFor()
  await picture(page, 'appeal-granted')

  expect(await keptIn(page)).toBe(true)
  await page.getByRole('button', { name: 'Back' }).click()
  await send(address, dispatchCalls.signOut, {}, driver.token)
  await page.getByLabel('Telephone number').waitFor({ timeout: 20_000 })
  await expect.poll(() => keptIn(page)).toBe(false)
})

/** A day so many after today in Shanghai. */
const inDays = (days: number) => new Date(Date.now() + (8 + 24 * days) * 3_600_000).toISOString().slice(0, 10)

test('why a driver may or may not go on duty is read point by point by operator and driver', async () => {
  const driver = await driverIn(address, String(SHANGHAI), { lat: 31.2325, lng: 121.4692 })
  await driver.goHome()
  const { page, token } = await visit(`/yunYing/driverDetail?driverId=${driver.driverId}`, { as: 'admin', width: 1280, height: 800 })
  const panel = shownPane(page)
    .locator('.ui-panel')
    .filter({ has: page.getByRole('heading', { name: '上线条件' }) })
  await panel.getByText('可以上线').waitFor()
  const { driverId } = driver
  const known = await send(address, driverFileCalls.info, { driverId }, token)
  // A day more than is looked for, in case it becomes tomorrow meanwhile.
  const file = { name: known.name, cityId: known.cityId, orgId: known.orgId ?? undefined, serviceTypes: known.serviceTypes, verified: true }
  await send(
    address,
    driverFileCalls.save,
    {
      ...{ ...file, driverId, version: known.version, licenceClass: known.licenceClass!, licenceFirstIssue: known.licenceFirstIssue! },
      ...{ licenceExpire: inDays(6), listenRadiusM: known.listenRadiusM },
    },
    token,
  )
  await page.reload()
  const licence = panel.getByRole('row').filter({ hasText: '驾驶证' })
  await licence.getByText('即将到期').waitFor()
  await licence.getByText(/还剩 [56] 天/).waitFor()
  await settled(page)
  await panel.scrollIntoViewIfNeeded()
  await screenshot(page, 'driver-fitness')
  expect(await barriers(page)).toEqual([])

  const own = await visit('/login', { width: 390, height: 844 })
  const session = { tenantId: '1', brandName: '归航代驾', token: driver.token, name: driver.name, driverNo: driver.driverNo }
  await own.page.emulateMedia({ colorScheme: 'light' })
  await own.page.addInitScript(() => Object.defineProperty(navigator, 'language', { get: () => 'en-GB' }))
  await own.page.evaluate((kept) => localStorage.setItem('chauffeur.driver', kept), JSON.stringify(session))
  await own.page.goto(`${address}/driver/`)
  await own.page
    .getByRole('region', { name: 'Fit for duty' })
    .getByText(/Driving licence Valid until .*, [56] days left/)
    .waitFor()
  await own.page.screenshot({ path: join(screenshots, 'driver-page-fitness-en.png') })
  expect(await barriers(own.page)).toEqual([])
})

import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { couponCalls } from '@chauffeur/contract/pricing/coupon'
import { deskCustomerCalls } from '@chauffeur/contract/customer/card'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { driverIn } from '../harness/driver.ts'
import { typePlaces, typeTrip } from '../harness/desk.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const { wulin, eastStation } = HANGZHOU

const fee = (page: Page) => page.getByRole('region', { name: '费用预估' })
const headline = (page: Page) => page.locator('.desk-headline')
const fenOf = (text: string) => Math.round(Number(/预估合计\s*¥([\d.]+)/.exec(text)?.[1]) * 100)
/** The desk's panel of an action takes the keys as soon as it is there. */
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a new customer is put on file, redeems a code read out on the telephone, and its coupon is taken off by itself', async () => {
  const phone = '13800001251'
  const { page, token } = await visit(`/400/home?telPhone=${phone}`, { as: 'operator' })
  await typeTrip(page, wulin.name, eastStation.name)
  const before = fenOf(await fee(page).innerText())

  await page.keyboard.press('Alt+u')
  const file = page.getByRole('dialog', { name: '新建客户' })
  await file.waitFor()
  await expect.poll(() => file.getByLabel('称呼').evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('冯先生')
  await page.keyboard.press('Enter')
  await page.locator('.desk-customer').getByText('冯先生').waitFor()

  await page.keyboard.press('Alt+y')
  const dialog = page.getByRole('dialog', { name: '优惠券、权益与兑换码' })
  await expect.poll(() => dialog.getByRole('listbox').evaluate((list) => list === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.type('NOSUCHCODE')
  await page.keyboard.press('Enter')
  await dialog.getByText('兑换码不存在，请核对后重试').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('GUIHANG1021')
  await page.keyboard.press('Enter')
  await dialog.getByText(/^已兑换：/).waitFor()
  await expect.poll(() => dialog.getByRole('option').count()).toBe(3)
  await screenshot(page, 'desk-discounts')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await expect.poll(async () => fenOf(await fee(page).innerText())).toBeLessThan(before)
  const reduced = fenOf(await fee(page).innerText())
  await page.keyboard.press('F9')
  await page.getByRole('list', { name: '订单时间线' }).waitFor()
  const { liveOrders, coupons } = await send(address, callCentreCalls.customerInfo, { phone }, token)
  expect(liveOrders[0]?.estimateFen).toBe(reduced)
  // The order holds it: it is nobody's to use meanwhile.
  expect(coupons).toEqual([])
})

test('whoever orders before the price is there orders with the customer’s coupon all the same', async () => {
  const phone = '13800001254'
  const { page, token } = await visit(`/400/home?telPhone=${phone}`, { as: 'operator' })
  await send(address, deskCustomerCalls.newCustomer, { phone, name: '卫女士' }, token)
  const { couponId } = await send(address, couponCalls.couponRedeem, { phone, code: 'GUIHANG1022' }, token)
  await page.reload()
  await page.locator('.desk-customer').getByText('卫女士').waitFor()
  await page.route('**/djweb/callCenter/fee_estimate*', (route) => new Promise((go) => setTimeout(() => go(route.continue()), 600)))
  await typePlaces(page, wulin.name, eastStation.name)
  await page.keyboard.press('F9')
  await page.getByRole('list', { name: '订单时间线' }).waitFor()
  expect(await send(address, couponCalls.couponDetail, { phone, couponId }, token)).toMatchObject({
    state: 20,
    orderNo: await page.locator('.desk-progress-no').innerText(),
  })
})

test('everything that an order needs is done at the desk by its keys, to the cancelling', { timeout: 60_000 }, async () => {
  // Farther away than the search looks at first: nobody is asked before the operator chooses.
  const driver = await driverIn(address, HANGZHOU.cityId, { lat: wulin.lat + 0.12, lng: wulin.lng })
  const { page, token } = await visit('/400/home?telPhone=13800001252', { as: 'operator' })
  await typeTrip(page, wulin.name, eastStation.name)
  await page.keyboard.press('F9')
  await expect.poll(() => headline(page).textContent()).toContain('轮寻找司机')

  await page.keyboard.press('Alt+k')
  await panel(page, '扩大范围重新派单').getByLabel('最大半径').waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Alt+z')
  await page.keyboard.type(driver.driverNo)
  await panel(page, '指派司机').getByRole('option', { name: driver.name }).waitFor()
  await expect.poll(() => panel(page, '指派司机').getByRole('option').count()).toBe(1)
  await screenshot(page, 'desk-assign')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('再确认一次（Enter）仍然指派').waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => headline(page).textContent()).toBe(`${driver.name} 正赶往客户`)

  await page.keyboard.press('Alt+b')
  await panel(page, '添加订单备注').waitFor()
  await page.keyboard.type('停在地下二层')
  await page.keyboard.press('Enter')
  await panel(page, '添加订单备注').waitFor({ state: 'detached' })

  await page.keyboard.press('Alt+h')
  await panel(page, '修改联系电话').waitFor()
  await page.keyboard.type('13900002222')
  await page.keyboard.press('Enter')
  await panel(page, '修改联系电话').waitFor({ state: 'detached' })

  await page.keyboard.press('Alt+x')
  await panel(page, '给客户发消息').getByText(driver.driverNo).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('消息已交给短信网关').waitFor()

  const { liveOrders } = await send(address, callCentreCalls.customerInfo, { phone: '13800001252' }, token)
  const orderId = liveOrders[0]!.orderId
  const { rows } = await send(address, orderProgressCalls.log, { orderId }, token)
  expect(JSON.stringify(rows)).toContain('停在地下二层')
  const { sent } = await send(address, orderEditCalls.messages, { orderId }, token)
  expect(sent.map(({ kind, way }) => [kind, way])).toEqual([['DRIVER', 'TEXT']])

  await page.keyboard.press('Alt+c')
  await expect.poll(() => page.locator('.order-judgement dl').innerText()).toMatch(/取消费\s+¥/)
  const costs = /取消费\s+(¥[\d.]+)/.exec(await page.locator('.order-judgement dl').innerText())?.[1]
  await page.keyboard.type('客户改坐地铁')
  await page.keyboard.press('Enter')
  await expect.poll(() => headline(page).textContent()).toBe(costs === '¥0.00' ? '订单已取消，不收取消费' : `订单已取消，取消费 ${costs}`)
  await driver.goHome()
})

test('an arrival is confirmed by key; a trip that has to be broken off is terminated at the desk, which then goes on', {
  timeout: 60_000,
}, async () => {
  const driver = await driverIn(address, HANGZHOU.cityId, { lat: wulin.lat + 0.002, lng: wulin.lng })
  const { page } = await visit('/400/home?telPhone=13800001253', { as: 'operator' })
  await typeTrip(page, wulin.name, eastStation.name)
  await page.keyboard.press('F9')
  const offer = await driver.offerOf(await page.locator('.desk-progress-no').innerText())
  await driver.accept(offer.offerId)
  // Whose telephone is silent below the ground is said to have come by the desk.
  await expect.poll(() => headline(page).textContent()).toContain('正赶往客户')
  await page.keyboard.press('Alt+l')
  await panel(page, '代司机确认就位').waitFor()
  await page.keyboard.type('地下车库没有信号')
  await page.keyboard.press('Enter')
  await expect.poll(() => headline(page).textContent()).toContain('已到上车点')

  // Taking the order from a driver who has come says whose it is, and is left again.
  await page.keyboard.press('Alt+k')
  await panel(page, '扩大范围重新派单').getByText(`${driver.name} 会失去这一单`).waitFor()
  await screenshot(page, 'desk-redispatch')
  await page.keyboard.press('Escape')

  await driver.depart(offer.orderId)
  await expect.poll(() => headline(page).textContent()).toBe(`${driver.name} 代驾中`)
  await page.keyboard.press('Alt+q')
  await panel(page, '终止行程').waitFor()
  await page.keyboard.type('车辆事故')
  await screenshot(page, 'desk-terminate')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText(/^行程已终止，应付/).waitFor()
  await expect.poll(() => headline(page).textContent()).toBe('订单异常终止')
  await page.getByRole('button', { name: /^接下一单/ }).waitFor()
  await driver.goHome()
})

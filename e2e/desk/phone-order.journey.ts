import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { driverIn, type Place } from '../harness/driver.ts'
import { typeTrip } from '../harness/desk.ts'
import { HANGZHOU } from '../harness/places.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const { wulin, eastStation } = HANGZHOU
const near = ({ lat, lng }: Place) => ({ lat: lat + 0.002, lng })

const headline = (page: Page) => page.locator('.desk-headline')

test('a call that rings in becomes a filed bill without touching the mouse', { timeout: 90_000 }, async () => {
  const driver = await driverIn(address, HANGZHOU.cityId, near(wulin))
  const { page, token } = await visit('/400/home?telPhone=013800001234', { as: 'operator' })
  expect(await page.getByLabel(/^来电号码/).inputValue()).toBe('13800001234')
  await page.getByText('新客户').waitFor()

  await typeTrip(page, wulin.name, eastStation.name)
  const place = page.getByRole('button', { name: /^立即下单/ })
  await expect.poll(() => place.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.getByText(driver.name).first().waitFor()
  await screenshot(page, 'desk-before-placing')
  expect(await barriers(page)).toEqual([])
  const price = /预估合计\s*(¥[\d.]+)/.exec(await page.getByRole('region', { name: '费用预估' }).innerText())?.[1] ?? ''
  await page.keyboard.press('Enter')

  const offer = await driver.offerOf(await page.locator('.desk-progress-no').innerText())
  // “How much?”, asked once more, is still answered.
  await expect.poll(() => page.getByRole('region', { name: '费用预估' }).innerText()).toContain(price)
  await page.getByText(`已为您下单，正在安排司机，预估 ${price}。`).waitFor()
  expect(await page.locator('.desk-progress-no').getByRole('link').getAttribute('href')).toBe(`#/Order/Detail?orderId=${offer.orderId}`)
  expect(offer.pickup.address).toContain(wulin.name)
  await expect.poll(() => headline(page).textContent()).toContain('第 1 轮寻找司机')
  await driver.accept(offer.offerId)
  await expect.poll(() => headline(page).textContent()).toBe(`${driver.name} 正赶往客户`)
  await driver.goTo(wulin)
  await driver.arrive(offer.orderId)
  await expect.poll(() => headline(page).textContent()).toBe(`${driver.name} 已到上车点，等待客户`)
  await driver.depart(offer.orderId)
  await expect.poll(() => headline(page).textContent()).toBe(`${driver.name} 代驾中`)
  await screenshot(page, 'desk-driving')
  await driver.goTo(eastStation)
  await driver.end(offer.orderId)
  await expect.poll(() => headline(page).textContent()).toContain('正在报单')
  const { totalFen } = await driver.file(offer.orderId)
  await expect.poll(() => headline(page).textContent()).toBe('已报单')

  const bill = page.getByRole('region', { name: '账单' })
  await expect.poll(() => bill.innerText()).toContain(`账单合计\n¥${(totalFen / 100).toFixed(2)}`)
  const steps = await page.getByRole('list', { name: '订单时间线' }).getByRole('listitem').allInnerTexts()
  expect(steps.length).toBeGreaterThanOrEqual(7)
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'desk-bill-filed')
  const order = await send(address, callCentreCalls.orderStatus, { orderId: offer.orderId }, token)
  expect(order.serviceStatus).toBe(501)
  await driver.goHome()
})

test('pressing Enter twice places one order', async () => {
  const { page, token } = await visit('/400/home?telPhone=13800001235', { as: 'operator' })
  await typeTrip(page, wulin.name, eastStation.name)
  const sent: string[] = []
  page.on('request', (request) => request.url().includes('/place_order') && sent.push(request.url()))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('F9')
  await page.getByRole('list', { name: '订单时间线' }).waitFor()
  expect(sent).toHaveLength(1)
  const { liveOrders } = await send(address, callCentreCalls.customerInfo, { phone: '13800001235' }, token)
  expect(liveOrders).toHaveLength(1)
})

test('over plain http an order is placed as well', async () => {
  const { page, token } = await visit('/400/home?telPhone=13800001241', { as: 'operator', plainHttp: true })
  expect(await page.evaluate(() => 'randomUUID' in crypto)).toBe(false)
  await typeTrip(page, wulin.name, eastStation.name)
  await page.keyboard.press('F9')
  await page.getByRole('list', { name: '订单时间线' }).waitFor()
  const { liveOrders } = await send(address, callCentreCalls.customerInfo, { phone: '13800001241' }, token)
  expect(liveOrders).toHaveLength(1)
})

test('cancelling tells first who is at fault and what it costs', async () => {
  const { page } = await visit('/400/home?telPhone=13800001236', { as: 'operator' })
  await typeTrip(page, wulin.name, eastStation.name)
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: '订单时间线' }).waitFor()
  await page.keyboard.press('Alt+c')
  await expect.poll(() => page.locator('.order-judgement dl').innerText()).toMatch(/双方无责\s+取消费\s+¥0\.00/)
  await screenshot(page, 'desk-cancel')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.type('客户改坐地铁')
  await page.keyboard.press('Enter')
  await expect.poll(() => headline(page).textContent()).toBe('订单已取消，不收取消费')
  await page.getByText('客户改坐地铁').waitFor()
})

test('a customer who calls again goes the same way with one key', async () => {
  const phone = '13800001239'
  const { page, token } = await visit(`/400/home?telPhone=${phone}`, { as: 'operator' })
  await typeTrip(page, wulin.name, eastStation.name)
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: '订单时间线' }).waitFor()
  const { liveOrders } = await send(address, callCentreCalls.customerInfo, { phone }, token)
  const { quoteId } = await send(address, callCentreCalls.cancel, { orderId: liveOrders[0]!.orderId }, token)
  await send(address, callCentreCalls.cancel, { orderId: liveOrders[0]!.orderId, quoteId: quoteId!, reason: '客户改约' }, token)
  await expect.poll(() => headline(page).textContent()).toMatch(/^订单已取消/)

  await page.keyboard.press('Alt+n')
  await expect.poll(() => page.getByLabel(/^来电号码/).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type(phone)
  await page.getByRole('heading', { name: '最近订单' }).waitFor()
  await page.keyboard.press('Alt+6')
  await expect.poll(() => page.getByRole('combobox', { name: '上车点' }).inputValue()).toContain(wulin.name)
  await expect.poll(() => page.getByRole('combobox', { name: '目的地' }).inputValue()).toContain(eastStation.name)
  const place = page.getByRole('button', { name: /^立即下单/ })
  await expect.poll(() => place.evaluate((button) => button === document.activeElement)).toBe(true)
  await screenshot(page, 'desk-known-caller')
})

test('who may look and not order finds no button and asks for no price', async () => {
  const { page } = await visit('/400/home?telPhone=13800001240', { as: 'cityops' })
  const asked: string[] = []
  page.on('request', (request) => /fee_estimate|place_order/.test(request.url()) && asked.push(request.url()))
  await page.getByText('您没有下单权限，只能查看客户和订单').waitFor()
  await page.keyboard.press('F4')
  await page.keyboard.type(wulin.name)
  await page
    .getByRole('option', { name: new RegExp(wulin.name) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.desk-chosen').waitFor()
  await page.getByText(/位，每 5 秒更新/).waitFor()
  await page.keyboard.press('F9')
  expect(await page.getByRole('button', { name: /下单/ }).count()).toBe(0)
  expect(asked).toEqual([])
})

test('a number that is none and an address that is not there are said at their fields, and nothing is placed', async () => {
  const { page } = await visit('/CallCentre/Desk', { as: 'operator' })
  await page.getByLabel(/^来电号码/).fill('12ab')
  await page.keyboard.press('Enter')
  await page.getByText('请输入正确的电话号码').waitFor()
  await page.getByLabel(/^来电号码/).fill('13800001237')
  await page.getByText('新客户').waitFor()
  await page.keyboard.press('F4')
  await page.keyboard.press('F9')
  await page.getByText('请填写上车点').first().waitFor()
  await screenshot(page, 'desk-missing')
  expect(await page.getByRole('list', { name: '订单时间线' }).count()).toBe(0)
})

test('a street that nobody knows is ordered in the caller’s words, waits for its place, and is dispatched once that is set', async () => {
  const driver = await driverIn(address, HANGZHOU.cityId, near(wulin))
  const { page } = await visit('/400/home?telPhone=13800001242', { as: 'operator' })
  await page.getByRole('option', { name: '杭州' }).waitFor({ state: 'attached' })
  await page.getByLabel('城市').selectOption(HANGZHOU.cityId)
  await page.keyboard.press('F4')
  const words = `无名弄 3 号 <img src=x onerror=alert(1)>'; drop table orders;-- 😀`
  await page.keyboard.type(words)
  await page.getByText('没有找到，按 Enter 就用原话，也可在地图上点选').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(/地图上没有这个地址：可以下单，但系统不会自动派单/).waitFor()
  await expect.poll(() => page.getByRole('region', { name: '费用预估' }).innerText()).toContain('起步费用（上车点没有位置）')
  await screenshot(page, 'desk-words-alone')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('F9')
  await expect.poll(() => headline(page).textContent()).toBe('上车点没有位置，等待标出或人工指派')
  expect(await page.getByRole('region', { name: '订单进度' }).innerText()).toContain(words)

  await page.keyboard.press('Alt+g')
  const form = page.locator('.order-place-map')
  await form.locator('canvas').first().waitFor()
  await screenshot(page, 'desk-set-place')
  await form.click()
  await page.getByRole('button', { name: /^修改/ }).last().click()
  await expect.poll(() => headline(page).textContent()).not.toBe('上车点没有位置，等待标出或人工指派')
  await driver.goHome()
})

test('names and remarks with emoji, markup and quotes come back as they were typed', async () => {
  const { page } = await visit('/400/home?telPhone=13800001238', { as: 'operator' })
  await typeTrip(page, wulin.name, eastStation.name)
  const name = '𠮷野😀'
  const remark = `<b>两箱</b>'; delete from orders;-- 🚗`
  await page.keyboard.press('Alt+o')
  await page.getByLabel('客户称呼').fill(name)
  await page.getByLabel('订单备注').fill(remark)
  await page.keyboard.press('F9')
  await page.getByRole('list', { name: '订单时间线' }).waitFor()
  const number = await page.locator('.desk-progress-no').innerText()
  await page.goto(`${address}/#/Order/List?keyword=${number}`)
  await page.getByRole('grid', { name: '订单列表' }).getByText(number).first().waitFor()
  await page.getByRole('grid', { name: '订单列表' }).getByText(number).first().click()
  const detail = shownPane(page)
  await expect.poll(() => detail.innerText()).toContain(remark)
  expect(await detail.innerText()).toContain(name)
})

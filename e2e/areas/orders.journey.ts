import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { orderCalls } from '@chauffeur/contract/order/list'
import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { wavFile } from '../../apps/server/test/sounds.ts'
import { signIn } from '../harness/account.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { billed } from '../harness/ride.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { BY_THE_STREAM, send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const hash = (page: Page) => new URL(page.url()).hash
const rows = (page: Page) => page.getByRole('grid', { name: '订单列表' }).getByRole('row')
const count = (page: Page) => page.getByText(/^(共|超过) [\d,]+ 条$/).innerText()

const trip = {
  cityId: HANGZHOU.cityId,
  pickupLat: HANGZHOU.wulin.lat,
  pickupLng: HANGZHOU.wulin.lng,
  pickupAddress: HANGZHOU.wulin.name,
  dropoffLat: HANGZHOU.eastStation.lat,
  dropoffLng: HANGZHOU.eastStation.lng,
  dropoffAddress: HANGZHOU.eastStation.name,
}

async function placeOrder(phone: string, during: { callId?: string } = {}) {
  const { token } = await signIn(address, 'operator')
  const { orders } = await send(address, callCentreCalls.place, { ...trip, phone, ...during }, token)
  const order = orders[0]
  if (!order) throw new Error('No order was placed.')
  return { ...order, token }
}

test('what is filtered stands in the address, and an address brings its filters', async () => {
  const { page } = await visit('/Order/List', { as: 'operator' })
  await rows(page).nth(3).waitFor()
  const everything = await count(page)
  await page.getByRole('button', { name: '+ 筛选' }).click()
  await page.getByRole('menuitem', { name: '服务状态' }).click()
  await page.getByRole('combobox', { name: '服务状态' }).fill('客户取消')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => hash(page)).toContain('serviceStatus=403')
  await expect.poll(() => count(page)).not.toBe(everything)
  const cancelled = await count(page)
  await expect.poll(async () => new Set(await rows(page).locator('.ui-tag').allInnerTexts())).toContain('客户取消')
  await screenshot(page, 'orders-filtered')

  const { page: other } = await visit(hash(page).slice(1), { as: 'operator' })
  await rows(other).nth(1).waitFor()
  expect(await count(other)).toBe(cancelled)
  await other.getByRole('button', { name: /^清空筛选/ }).click()
  await expect.poll(() => count(other)).toBe(everything)
  expect(hash(other)).toBe('#/Order/List')
})

test('SQL and markup in the search field are only words to look for', async () => {
  const { page } = await visit('/Order/List', { as: 'operator' })
  await rows(page).nth(3).waitFor()
  for (const words of [`' or 1=1 --`, `%_\\`, '<script>alert(1)</script>', '😀𠮷']) {
    // The list also asks again by itself, where orders change.
    const answered = page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url())
      return pathname.endsWith('/djweb/order/order_list') && searchParams.get('keyword') === words
    })
    await page.getByRole('textbox', { name: '关键字' }).fill(words)
    expect(await (await answered).json()).toMatchObject({ code: 0, data: { total: 0 } })
    await page.getByText('没有符合条件的记录').waitFor()
  }
})

test('an order opens in a tab of its own with its timeline', async () => {
  const { page, token } = await visit('/Order/List?serviceStatus=501', { as: 'operator' })
  const number = rows(page).getByRole('link').first()
  await number.waitFor()
  const orderNo = (await number.innerText()).trim()
  await number.click()
  const pane = shownPane(page)
  await pane.getByRole('heading', { name: orderNo }).waitFor()
  const { rows: found } = await send(address, orderCalls.list, { keyword: orderNo }, token)
  const info = await send(address, orderCalls.info, { orderId: found[0]?.orderId ?? '' }, token)
  expect(await pane.locator('.timeline .timeline-step').count()).toBe(info.timeline.length)
  await page.getByRole('tab', { name: `订单 ${orderNo.slice(-6)}`, selected: true }).waitFor()
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'order-detail')
})

test('the calls about an order and its recordings are with it, and are listened to there', async () => {
  const { token } = await signIn(address, 'operator')
  const phone = '13800002009'
  const told = { clientRef: crypto.randomUUID(), direction: 'IN' as const, number: phone, lineNo: 0 }
  const { callId } = await send(address, phoneCalls.report, { ...told, startedAgoS: 20, answeredAgoS: 15 }, token)
  const placed = await placeOrder(phone, { callId })
  await send(address, phoneCalls.report, { ...told, startedAgoS: 25, answeredAgoS: 20, endedAgoS: 1 }, token)
  const { path } = await send(address, phoneCalls.uploadAddress, { callId }, token)
  const form = new FormData()
  form.append('file', new Blob([wavFile({ seconds: 3 }) as Uint8Array<ArrayBuffer>], { type: 'audio/wav' }), 'call.wav')
  expect(await (await fetch(`${address}${path}`, { method: 'POST', body: form })).text()).toBe('Result:1')

  const { page } = await visit(`/Order/Detail?orderId=${placed.orderId}`, { as: 'admin', theme: 'light' })
  const pane = shownPane(page)
  await pane.getByRole('tab', { name: '通话记录' }).click()
  await pane.getByRole('tabpanel', { name: '通话记录' }).getByText('已接通').waitFor()
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'order-calls-light')
  await pane.getByRole('tab', { name: '订单录音' }).click()
  const sounds = pane.getByRole('tabpanel', { name: '订单录音' })
  await sounds.getByRole('button', { name: '收听录音' }).click()
  await expect.poll(() => sounds.getByRole('slider', { name: '播放位置' }).getAttribute('aria-valuemax')).toBe('3')
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'order-sounds-light')
})

test('two operators see an order change while they look at it', async () => {
  const placed = await placeOrder('13800002001')
  const { page } = await visit(`/Order/Detail?orderId=${placed.orderId}`, { as: 'operator' })
  const { page: other } = await visit(`/Order/List?keyword=${placed.orderNo}`, { as: 'cityops' })
  await shownPane(page).getByRole('button', { name: '取消订单' }).waitFor()
  await rows(other).getByText(placed.orderNo).waitFor()
  for (const one of [page, other]) await one.getByText('实时', { exact: true }).waitFor()
  const { quoteId } = await send(address, callCentreCalls.cancel, { orderId: placed.orderId }, placed.token)
  if (!quoteId) throw new Error('The order cannot be cancelled.')
  await send(address, callCentreCalls.cancel, { orderId: placed.orderId, quoteId, reason: '客户改期' }, placed.token)
  await Promise.all([
    shownPane(page).getByText('客户改期').first().waitFor(BY_THE_STREAM),
    rows(other)
      .getByText(/^(客户|客服)取消$/)
      .waitFor(BY_THE_STREAM),
  ])
  for (const one of [page, other]) expect(await one.getByText('实时', { exact: true }).isVisible()).toBe(true)
})

test('cancelling from the list shows the judgement before anything happens', async () => {
  const placed = await placeOrder('13800002002')
  const { page } = await visit(`/Order/List?keyword=${placed.orderNo}`, { as: 'operator' })
  await rows(page).getByText(placed.orderNo).hover()
  await page.getByRole('button', { name: `取消 ${placed.orderNo}` }).click()
  const dialog = page.getByRole('dialog', { name: `取消订单 ${placed.orderNo}` })
  await dialog.getByText('无责').waitFor()
  await dialog.getByText('¥0.00').waitFor()
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'order-cancel')
  await dialog.getByLabel('取消原因').fill('打错电话')
  await dialog.getByRole('button', { name: '确认取消' }).click()
  await page.getByText(`订单 ${placed.orderNo} 已取消`).waitFor()
  await rows(page)
    .getByText(/^(客户|客服)取消$/)
    .waitFor()
})

test('of two operators who change an order, the second sees the first’s change at once and cannot overwrite it', async () => {
  const placed = await placeOrder('13800002005')
  const path = `/Order/Detail?orderId=${placed.orderId}`
  const { page: first } = await visit(path, { as: 'operator' })
  const { page: second } = await visit(path, { as: 'cityops' })
  const typed = async (page: Page, contactPhone: string) => {
    await shownPane(page).getByRole('button', { name: '修改联系电话' }).click()
    const dialog = page.getByRole('dialog', { name: '修改联系电话' })
    await dialog.getByLabel('新的联系电话').fill(contactPhone)
    return { dialog, confirm: dialog.getByRole('button', { name: /^修\s?改$/ }) }
  }
  for (const page of [first, second]) await page.getByText('实时', { exact: true }).waitFor()
  // Dispatch goes on with the order meanwhile: the state both look at is the present one.
  const slow = await typed(second, '13911110002')
  const quick = await typed(first, '13911110001')
  const seen = quick.dialog.getByRole('button', { name: '已核对，继续' })
  if (await seen.isVisible()) await seen.click()
  await quick.confirm.click()
  await quick.dialog.waitFor({ state: 'hidden' })
  await slow.dialog.getByText('13911110001').waitFor(BY_THE_STREAM)
  await slow.dialog.getByRole('alert').filter({ hasText: '刚刚更新了订单' }).waitFor(BY_THE_STREAM)
  await slow.confirm.click()
  await slow.dialog.getByText('请核对最新状态后再提交').waitFor()
  await screenshot(second, 'order-two-operators')
  const { token } = await signIn(address, 'operator')
  expect((await send(address, orderCalls.info, { orderId: placed.orderId }, token)).contactPhone).toBe('13911110001')
  await slow.dialog.getByRole('button', { name: '已核对，继续' }).click()
  await slow.confirm.click()
  await slow.dialog.waitFor({ state: 'hidden' })
  expect((await send(address, orderCalls.info, { orderId: placed.orderId }, token)).contactPhone).toBe('13911110002')
})

test('many orders at once: a preview, then a result for each', async () => {
  const { token } = await signIn(address, 'operator')
  const phone = '13800002006'
  await send(address, callCentreCalls.place, { ...trip, phone, driverCount: 3 }, token)
  const { page } = await visit(`/Order/List?keyword=${phone}`, { as: 'operator' })
  await rows(page).nth(3).waitFor()
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('button', { name: '批量处理已选 3 单' }).click()
  const drawer = page.getByRole('dialog', { name: '批量操作' })
  await drawer.getByRole('textbox', { name: '备注或原因' }).fill('雨天路滑，请提醒客户')
  await drawer.getByRole('button', { name: /^预\s?览$/ }).click()
  const job = page.getByRole('dialog', { name: '批量备注' })
  await job.getByText('待处理 3').waitFor()
  expect(await barriers(page)).toEqual([])
  await job.getByRole('button', { name: '开始处理 3 单' }).click()
  await job.getByText('完成 3').waitFor()
  await screenshot(page, 'orders-bulk')
  const { rows: found } = await send(address, orderCalls.list, { keyword: phone }, token)
  const info = await send(address, orderCalls.info, { orderId: found[0]?.orderId ?? '' }, token)
  expect(info.remarks.map(({ text }) => text)).toEqual(['雨天路滑，请提醒客户'])
})

test('what breaches its limit next is followed live on one screen', async () => {
  const { page } = await visit('/Order/StatusList', { as: 'operator' })
  await page.getByText('实时', { exact: true }).waitFor()
  const placed = await placeOrder('13800002007')
  const grid = page.getByRole('grid', { name: '派单跟踪' })
  await grid.getByText(placed.orderNo).waitFor()
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'order-tracking')
})

test('a partner sees the orders of its channel only, with masked telephones', async () => {
  const placed = await placeOrder('13800002003')
  const { page, token } = await visit('/Order/List', { as: 'partner' })
  await rows(page).getByRole('link').first().waitFor()
  const text = await page.getByRole('grid', { name: '订单列表' }).innerText()
  expect(text).toMatch(/1\d{2}\*{4}\d{4}/)
  expect(text).not.toMatch(/\b1\d{10}\b/)
  const { token: operator } = await signIn(address, 'operator')
  const mine = await send(address, orderCalls.list, {}, token)
  const all = await send(address, orderCalls.list, {}, operator)
  expect(mine.total).toBeGreaterThan(0)
  expect(mine.total).toBeLessThan(all.total)
  await page.goto(`${address}/#/Order/Detail?orderId=${placed.orderId}`)
  await shownPane(page)
    .getByText(/不存在|没有找到/)
    .first()
    .waitFor()
  await screenshot(page, 'partner-foreign-order')
})

test('finance finds no way to place an order, on the screen or past it', async () => {
  const { page, token } = await visit('/', { as: 'finance' })
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link').first().waitFor()
  expect(await page.getByRole('navigation', { name: '主菜单' }).innerText()).not.toContain('呼叫中心')
  await page.goto(`${address}/#/CallCentre/Desk`)
  await shownPane(page).getByText('权限不足').first().waitFor()
  await screenshot(page, 'finance-desk')
  await expect(send(address, callCentreCalls.place, { ...trip, phone: '13800002004' }, token)).rejects.toThrow('403')
})

test('a bad debt keeps its customer from ordering until the money that came after all is entered', async () => {
  const { token } = await signIn(address, 'operator')
  const phone = '13800002008'
  const driver = await driverIn(address, HANGZHOU.cityId, HANGZHOU.wulin)
  const order = await placeOrder(phone)
  await billed(driver, order.orderNo)
  await driver.goHome()
  const { dueFen } = await send(address, orderCalls.info, { orderId: order.orderId }, token)

  const { page } = await visit(`/Order/Detail?orderId=${order.orderId}`, { as: 'finance' })
  const pane = shownPane(page)
  await pane.getByRole('button', { name: '列为坏账' }).click()
  const givenUp = page.getByRole('dialog', { name: `列为坏账 ${order.orderNo}` })
  await givenUp.getByLabel('原因').fill('多次联系未果')
  await page.keyboard.press('Enter')
  await givenUp.waitFor({ state: 'hidden' })
  await pane.getByText('坏账', { exact: true }).first().waitFor()
  expect(await pane.getByRole('button', { name: '列为坏账' }).count()).toBe(0)
  await screenshot(page, 'order-bad-debt')
  const again = { ...trip, phone }
  await expect(send(address, callCentreCalls.place, again, token)).rejects.toThrow('callCentre.unpaidOrders')

  const { page: desk } = await visit(`/400/home?telPhone=${phone}`, { as: 'admin', theme: 'light' })
  await desk.locator('.desk-unpaid').getByText('坏账', { exact: true }).waitFor()
  await screenshot(desk, 'desk-bad-debt-light')
  await desk.getByRole('button', { name: `登记收款 ${order.orderNo}` }).press('Enter')
  const dialog = desk.getByRole('dialog', { name: `登记收款 ${order.orderNo}` })
  await expect.poll(() => dialog.getByLabel('到账金额').evaluate((field) => field === document.activeElement)).toBe(true)
  await desk.keyboard.type('0.5')
  await dialog.getByLabel('流水号').fill(`WX-${order.orderNo}`)
  await desk.keyboard.press('Enter')
  await dialog.getByText(/^与应付 ¥[\d,.]+ 不一致$/).waitFor()
  expect(await barriers(desk)).toEqual([])
  await screenshot(desk, 'order-payment-light')
  await dialog.getByLabel('到账金额').fill(String(dueFen! / 100))
  await desk.keyboard.press('Enter')
  await desk.locator('.desk-unpaid').waitFor({ state: 'detached' })
  await dialog.waitFor({ state: 'hidden' })
  await pane.getByText(`WX-${order.orderNo}`).waitFor()
  await screenshot(page, 'order-paid')
  expect((await send(address, callCentreCalls.place, again, token)).orders).toHaveLength(1)
})

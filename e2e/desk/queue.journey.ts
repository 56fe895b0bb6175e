import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { queueCalls } from '@chauffeur/contract/call-centre/booking-queue'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { signIn } from '../harness/account.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { BY_THE_STREAM, send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const grid = (page: Page) => page.getByRole('grid', { name: '全部队列' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName)

async function placeOrder(phone: string) {
  const { token } = await signIn(address, 'operator')
  const placed = await send(
    address,
    callCentreCalls.place,
    {
      cityId: HANGZHOU.cityId,
      pickupLat: HANGZHOU.wulin.lat,
      pickupLng: HANGZHOU.wulin.lng,
      pickupAddress: HANGZHOU.wulin.name,
      phone,
      // In an hour: no driver takes it away from under the two who look at it.
      bookTime: new Date(Date.now() + 3_600_000).toISOString(),
    },
    token,
  )
  return { ...placed, token }
}

/** The grid with one row, the keyboard on it. */
async function onTheRow(page: Page, bookingNo: string) {
  await grid(page).getByText(bookingNo).waitFor()
  await page.getByText('实时', { exact: true }).waitFor()
  for (let tab = 0; tab < 60 && (await focused(page)) !== 'grid'; tab++) await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('grid')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => grid(page).getAttribute('aria-activedescendant')).not.toBeNull()
}

test('of two operators at the queue one claims by a key, the other sees it at once and is refused in words', async () => {
  const { bookingNo, bookingId, orders, token } = await placeOrder('13800002101')
  const path = `/CallCentre/Queue?keyword=${bookingNo}`
  const { page: first } = await visit(path, { as: 'operator' })
  const { page: second } = await visit(path, { as: 'admin' })
  await onTheRow(first, bookingNo)
  await onTheRow(second, bookingNo)
  expect(await barriers(first)).toEqual([])

  await first.keyboard.press('c')
  await first.getByText(`已领取 ${bookingNo}`).waitFor()
  const { claimedBy } = (await send(address, queueCalls.orderQueue, { keyword: bookingNo }, token)).rows[0]!
  await grid(second).getByText(claimedBy!.name, { exact: true }).waitFor(BY_THE_STREAM)
  await screenshot(second, 'queue-claimed')

  // It still needs a driver: the desk opens on it.
  await expect.poll(() => new URL(first.url()).hash).toContain(`/CallCentre/Desk?orderId=${orders[0]!.orderId}`)
  await shownPane(first).getByText(orders[0]!.orderNo).first().waitFor()
  await expect.poll(() => shownPane(first).locator('.desk-headline').innerText()).toMatch(/^预约 .+ 用车，.+ 开始派单$/)
  // With the customer on the map and the drivers around them, as if it had been typed here.
  await shownPane(first)
    .getByRole('img', { name: `上车点：${HANGZHOU.wulin.name}` })
    .waitFor()
  await shownPane(first)
    .getByText(/位，每 5 秒更新/)
    .waitFor()
  await screenshot(first, 'queue-desk')

  // The key does nothing where the row says that it is taken, and who asks all the same is told whose it is.
  await second.keyboard.press('c')
  const { token: other } = await signIn(address, 'admin')
  await expect(send(address, queueCalls.claimFromQueue, { bookingId }, other)).rejects.toThrow(/已被其他客服领取|queue\.taken/)
  expect((await send(address, queueCalls.orderQueue, { keyword: bookingNo }, token)).rows[0]!.claimedBy!.name).toBe(claimedBy!.name)
})

test('the queue’s keys do nothing behind a pop-up', async () => {
  const { bookingNo } = await placeOrder('13800002104')
  const { page } = await visit(`/CallCentre/Queue?keyword=${bookingNo}`, { as: 'operator' })
  await onTheRow(page, bookingNo)
  const claims: string[] = []
  page.on('request', (request) => request.url().includes('/get_order_by_queue') && claims.push(request.url()))
  await page.getByRole('button', { name: /^(\d+ 条未读)?消息$/ }).click()
  await page.getByRole('dialog', { name: '消息' }).waitFor()
  await page.keyboard.press('c')
  await page.keyboard.press('n')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '消息' }).waitFor({ state: 'detached' })
  expect(claims).toEqual([])
  await page.keyboard.press('c')
  await page.getByText(`已领取 ${bookingNo}`).waitFor()
})

test('who was slower by a moment reads whose the booking is', async () => {
  const { bookingNo, bookingId, token } = await placeOrder('13800002102')
  const { page } = await visit(`/CallCentre/Queue?keyword=${bookingNo}`, { as: 'admin' })
  await onTheRow(page, bookingNo)
  // What the other did has not reached this page yet.
  await page.route('**/djweb/callCenter/order_queue_list*', (route) => new Promise((go) => setTimeout(() => go(route.continue()), 3_000)))
  await send(address, queueCalls.claimFromQueue, { bookingId }, token)
  await page.keyboard.press('c')
  const { claimedBy } = (await send(address, queueCalls.orderQueue, { keyword: bookingNo }, token)).rows[0]!
  await page.getByText(`已被 ${claimedBy!.name} 领取`).waitFor()
  await screenshot(page, 'queue-refused')
  expect((await send(address, queueCalls.orderQueue, { keyword: bookingNo }, token)).rows[0]!.claimedBy).toEqual(claimedBy)
})

test('something new that needs the operator sounds once and stands in the title, and not when the sound is off', {
  timeout: 60_000,
}, async () => {
  const { bookingNo, orders, token } = await placeOrder('13800002103')
  const orderId = orders[0]!.orderId
  const { page } = await visit('/CallCentre/MyQueue', { as: 'operator' })
  await page.getByText('实时', { exact: true }).waitFor()
  // A browser lets nothing sound before the page was touched.
  await page.keyboard.press('Escape')
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (this: OscillatorNode, at?: number) {
      heard.push(this.context.state)
      start.call(this, at)
    }
  })
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)

  // What goes wrong takes minutes; the answer of the own queue says it of this booking at once.
  let alarms: string[] = []
  let answers = 0
  await page.route('**/djweb/callCenter/my_order_queue_list?*', async (route) => {
    const asked = new URL(route.request().url())
    if (asked.searchParams.get('attention') !== 'ANY') return route.continue()
    asked.searchParams.delete('attention')
    asked.searchParams.set('keyword', bookingNo)
    const answer = (await (await route.fetch({ url: asked.href })).json()) as { data: { rows: object[]; total: number } }
    const attention = alarms.map((kind) => ({ kind, orderId, detail: '司机已 3 分 0 秒没有上报位置' }))
    answer.data.rows = alarms.length ? answer.data.rows.map((row) => ({ ...row, attention })) : []
    answer.data.total = answer.data.rows.length
    await route.fulfill({ json: answer })
    answers++
  })
  let remarks = 0
  /** Something happened to an order, so every list asks again. */
  const happens = async (kinds: string[]) => {
    alarms = kinds
    const before = answers
    await send(address, orderEditCalls.remark, { orderId, remark: `第 ${++remarks} 次催促` }, token)
    await expect.poll(() => answers, { timeout: 15_000 }).toBeGreaterThan(before)
  }
  await happens([])
  expect(await page.title()).not.toMatch(/^\(/)
  await happens(['DRIVER_SILENT'])
  await expect.poll(heard).toEqual(['running', 'running'])
  await expect.poll(() => page.title()).toMatch(/^\(1\) /)
  await page.getByRole('button', { name: '我的队列，1 单需要处理' }).waitFor()
  await happens(['DRIVER_SILENT'])
  expect(await heard()).toHaveLength(2)

  await page.getByRole('button', { name: '提示音已开' }).click()
  await happens(['DRIVER_SILENT', 'ARRIVAL_LATE'])
  await page.getByRole('button', { name: '提示音已关' }).click()
  await happens(['DRIVER_SILENT', 'ARRIVAL_LATE'])
  expect(await heard()).toHaveLength(2)
  await happens(['DRIVER_SILENT', 'ARRIVAL_LATE', 'WAIT_LONG'])
  await expect.poll(heard).toHaveLength(4)
})

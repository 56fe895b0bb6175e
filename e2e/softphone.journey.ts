import { callCentreCalls } from '@chauffeur/contract/call-centre'
import { orderCalls } from '@chauffeur/contract/order'
import { phoneCalls } from '@chauffeur/contract/phone'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type DeskPhone, startDeskPhone } from './harness/desk-phone.ts'
import { wavFile } from '../apps/server/test/sounds.ts'
import { HANGZHOU } from './harness/places.ts'
import { barriers, screenshot, settled } from './harness/look.ts'
import { screenshots, type Visitor, visitors } from './harness/visit.ts'
import { send } from './harness/wire.ts'

const visit = visitors()
const address = inject('address')
const { wulin, eastStation } = HANGZHOU
let line: DeskPhone
beforeAll(async () => {
  line = await startDeskPhone(address)
})
afterAll(() => line.stop())

/** The console talks to this machine's telephone, which is another host for a browser. */
const allowPhone = ({ allow }: Visitor) => allow(/^request to another host: http:\/\/127\.0\.0\.1:3001\//)
const phoneButton = (page: Page) => page.locator('.phone-button')
const lineIs = (page: Page, word: string) =>
  expect.poll(() => phoneButton(page).getAttribute('aria-label'), { timeout: 15_000 }).toContain(word)

/** An operator whose computer has a telephone, switched on as operators do. */
async function atTheDesk(path = '/') {
  const visitor = await visit(path, { as: 'operator' })
  allowPhone(visitor)
  await phoneButton(visitor.page).click()
  await visitor.page.getByLabel('使用本机话机').check()
  await lineIs(visitor.page, '空闲')
  await visitor.page.keyboard.press('Escape')
  return visitor
}

/** A customer of Hangzhou who may order now. */
async function customer(token: string, skip = 0) {
  const { rows } = await send(address, orderCalls.list, { cityId: HANGZHOU.cityId, pageNo: 1, pageSize: 100 }, token)
  let left = skip
  for (const phone of new Set(rows.map((row) => row.customerPhone))) {
    const info = await send(address, callCentreCalls.customerInfo, { phone }, token)
    const free = info.customer && !info.customer.blacklisted && info.liveOrders.length === 0 && info.unpaid.count === 0
    if (free && info.customer?.cityId === HANGZHOU.cityId && info.customer.name && left-- === 0) return { phone, name: info.customer.name }
  }
  throw new Error('No customer of the demo world is free to order.')
}
const opened = (context: BrowserContext) => context.waitForEvent('page', { timeout: 15_000 })
const myCall = async (token: string, phone: string) =>
  (await send(address, phoneCalls.mine, { pageNo: 1, pageSize: 20 }, token)).rows.find((row) => row.phone === phone)

test('a call rings, its window opens with the customer, an order is placed, and the call is in the log with its recording', {
  timeout: 90_000,
}, async () => {
  const { page, context, token } = await atTheDesk()
  const { phone, name } = await customer(token)
  const window = opened(context)
  await line.ring(phone)
  const desk = await window
  expect(desk.url()).toContain(`/400/home?telPhone=${phone}`)
  await desk.locator('.desk-card').getByText(name).waitFor()
  await lineIs(page, '来电')
  await screenshot(page, 'phone-ringing')

  await desk.bringToFront()
  const strip = desk.locator('.phone-bar-floating')
  await strip.getByRole('button', { name: '接听' }).click()
  await strip.getByText('通话中').waitFor()
  await strip.getByRole('button', { name: '停止录音' }).waitFor()
  await screenshot(desk, 'phone-talking-desk')
  expect(await barriers(desk)).toEqual([])

  const pickup = desk.getByRole('combobox', { name: '上车点' })
  await pickup.fill(wulin.name)
  await desk
    .getByRole('option', { name: new RegExp(wulin.name) })
    .first()
    .waitFor()
  await pickup.press('Enter')
  await desk.keyboard.type(eastStation.name)
  await desk
    .getByRole('option', { name: new RegExp(eastStation.name) })
    .first()
    .waitFor()
  await desk.keyboard.press('Enter')
  await expect.poll(() => desk.getByRole('region', { name: '费用预估' }).innerText()).toMatch(/预估合计\s*¥\d+\.\d\d/)
  await desk.keyboard.press('F9')
  const orderNo = (await desk.locator('.desk-progress-no').innerText()).trim()

  await strip.getByRole('button', { name: '挂断' }).click()
  await lineIs(page, '已挂断')
  await expect
    .poll(() => myCall(token, phone), { timeout: 20_000 })
    .toMatchObject({
      result: 'CONNECTED',
      direction: 'IN',
      customerName: name,
      orders: [{ orderNo }],
      recordId: expect.stringMatching(/^\d+$/),
    })

  await page.bringToFront()
  await phoneButton(page).click()
  await page.getByRole('tab', { name: '话机事件' }).click()
  await page.getByRole('cell', { name: '打开来电客户' }).first().waitFor()
  await page.screenshot({ path: join(screenshots, 'phone-events.png') })
  await page.getByRole('tab', { name: '我的通话' }).click()
  const row = page.locator('.phone-list li').first()
  await expect.poll(() => row.innerText()).toMatch(/呼入\s*已接通/)
  await page.screenshot({ path: join(screenshots, 'phone-my-calls.png') })
  expect(await barriers(page)).toEqual([])
  await row.getByRole('button', { name: '登记' }).click()
  await page.getByText('业务咨询').click()
  await page.getByRole('button', { name: /保\s*存/ }).click()
  await expect.poll(async () => (await myCall(token, phone))?.wrapUp).toBe('ENQUIRY')

  // Other journeys look at what waits for a driver.
  const orderId = (await myCall(token, phone))?.orders[0]?.orderId ?? ''
  const { quoteId } = await send(address, callCentreCalls.cancel, { orderId }, token)
  await send(address, callCentreCalls.cancel, { orderId, quoteId: quoteId ?? '', reason: '客户改约' }, token)
})

test('a second window follows the first, goes on when it closes, and counts the caller it missed', { timeout: 60_000 }, async () => {
  const { page, context, token } = await atTheDesk()
  const second = await context.newPage()
  await second.goto(`${address}/#/Order/List`)
  await lineIs(second, '空闲')
  await page.goto('about:blank')
  // The browser gives the lock to the window that is left.
  await second.waitForTimeout(500)
  await lineIs(second, '空闲')
  const { phone } = await customer(token, 1)
  const window = opened(context)
  await line.ring(phone)
  await (await window).close()
  await lineIs(second, '来电')
  await line.farHangUp()
  await expect.poll(() => myCall(token, phone), { timeout: 20_000 }).toMatchObject({ result: 'MISSED', recordId: null })
  await expect.poll(() => phoneButton(second).getAttribute('aria-label')).toMatch(/\d+ 个未接来电/)

  // Called back from where the number stands, masked or not.
  await expect.poll(() => phoneButton(second).getAttribute('aria-label'), { timeout: 15_000 }).toMatch(/空闲|未接来电/)
  await phoneButton(second).click()
  await second.getByRole('tab', { name: '我的通话' }).click()
  await second
    .getByRole('button', { name: `回拨 ${phone}` })
    .first()
    .click()
  await second.locator('.phone-strip').getByText('通话中').waitFor({ timeout: 15_000 })
  await second.keyboard.press('Escape')
  await second.keyboard.press('Alt+a')
  await expect.poll(() => myCall(token, phone), { timeout: 20_000 }).toMatchObject({ direction: 'OUT', result: 'CONNECTED' })

  // With the last window the telephone is let go.
  await expect.poll(() => phoneButton(second).getAttribute('aria-label')).toContain('已挂断')
  await second.goto('about:blank')
  const refused = () =>
    line.farHangUp().then(
      () => '',
      (error: Error) => error.message,
    )
  await expect.poll(refused).toContain('No page has the device open')
})

test('the call log finds a call by its last digits, its recording is listened to, and who listened is written down', async () => {
  const { token } = await visit('/Order/List', { as: 'operator' })
  const { phone, name } = await customer(token, 2)
  const told = { clientRef: crypto.randomUUID(), direction: 'IN' as const, number: phone, lineNo: 0 }
  const { callId } = await send(address, phoneCalls.report, { ...told, startedAgoS: 90, answeredAgoS: 80, endedAgoS: 5 }, token)
  const { path } = await send(address, phoneCalls.uploadAddress, { callId }, token)
  const form = new FormData()
  form.append('file', new Blob([wavFile({ seconds: 4 }) as Uint8Array<ArrayBuffer>], { type: 'audio/wav' }), 'call.wav')
  expect(await (await fetch(`${address}${path}`, { method: 'POST', body: form })).text()).toBe('Result:1')

  const { page } = await visit(`/CallCentre/CallLog?keyword=${phone.slice(-6)}`, { as: 'admin', theme: 'light' })
  await settled(page)
  await page.getByRole('gridcell', { name }).first().waitFor()
  await screenshot(page, 'call-log-light')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: `查看 ${phone} 的通话` }).click()
  const drawer = page.getByRole('dialog', { name: '通话详情' })
  await drawer.getByRole('button', { name: '收听录音' }).click()
  await expect.poll(() => drawer.locator('audio').evaluate((audio: HTMLAudioElement) => Math.round(audio.duration))).toBe(4)
  await drawer.getByText('收听', { exact: false }).last().waitFor()
  await expect.poll(() => drawer.innerText()).toMatch(/沈磊\s*收听/)
  await screenshot(page, 'call-drawer-light')
  expect(await barriers(page)).toEqual([])

  const { page: english } = await visit('/Order/SoundRecord', { as: 'admin', locale: 'en' })
  await settled(english)
  await english.getByText('Agent call').first().waitFor()
  await screenshot(english, 'sound-records-english')
  expect(await barriers(english)).toEqual([])
})

import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { orderCalls } from '@chauffeur/contract/order/list'
import { orderSoundCalls } from '@chauffeur/contract/order/sound'
import { phoneCalls } from '@chauffeur/contract/call-centre/phone'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { CALLER_HZ, type DeskPhone, startDeskPhone, startSipPhone } from '../harness/outside/desk-phone.ts'
import { wavFile } from '../../apps/server/test/sounds.ts'
import { readWav } from '../../apps/softphone/src/sound/wav.ts'
import type { Sipp } from '../../apps/softphone/test/sipp.ts'
import { loudestHz } from '../../apps/softphone/test/tone.ts'
import { missingPeers } from '../../scripts/check/sip-peers.ts'
import { signIn } from '../harness/account.ts'
import { HANGZHOU } from '../harness/places.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { screenshots, type Visitor, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const { wulin, eastStation } = HANGZHOU
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

const taken = new Set<string>()
/** A customer of Hangzhou who may order now, another one for each journey. */
async function customer(token: string) {
  const { rows } = await send(address, orderCalls.list, { cityId: HANGZHOU.cityId, pageNo: 1, pageSize: 100 }, token)
  for (const phone of new Set(rows.map((row) => row.customerPhone))) {
    if (taken.has(phone)) continue
    const info = await send(address, callCentreCalls.customerInfo, { phone }, token)
    const free = info.customer && !info.customer.blacklisted && info.liveOrders.length === 0 && info.unpaid.count === 0
    if (!free || info.customer?.cityId !== HANGZHOU.cityId || !info.customer.name) continue
    taken.add(phone)
    return { phone, name: info.customer.name }
  }
  throw new Error('No customer of the demo world is free to order.')
}
const opened = (context: BrowserContext) => context.waitForEvent('page', { timeout: 15_000 })
const myCall = async (token: string, phone: string) =>
  (await send(address, phoneCalls.mine, { pageNo: 1, pageSize: 20 }, token)).rows.find((row) => row.phone === phone)

/** What the telephone is for: it rings, the caller's window opens, is answered there, and an order is placed before hanging up. */
async function callBecomesOrder(ring: (phone: string) => unknown, look = async (_page: Page, _name: string) => {}) {
  const { page, context, token } = await atTheDesk()
  const { phone, name } = await customer(token)
  const window = opened(context)
  await ring(phone)
  const desk = await window
  expect(desk.url()).toContain(`/400/home?telPhone=${phone}`)
  await desk.locator('.desk-card').getByText(name).waitFor()
  await lineIs(page, '来电')
  await look(page, 'phone-ringing')

  await desk.bringToFront()
  const strip = desk.locator('.phone-bar-floating')
  await strip.getByRole('button', { name: '接听' }).click()
  await strip.getByText('通话中').waitFor()
  await strip.getByRole('button', { name: '停止录音' }).waitFor()
  await look(desk, 'phone-talking-desk')

  const pickup = desk.getByRole('combobox', { name: '上车点' })
  await pickup.fill(wulin.name)
  await desk
    .getByRole('option', { name: new RegExp(wulin.name) })
    .first()
    .waitFor()
  await pickup.press('Enter')
  await desk.locator('.desk-chosen').waitFor()
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
  const call = { result: 'CONNECTED', direction: 'IN', customerName: name, orders: [{ orderNo }], recordId: expect.stringMatching(/^\d+$/) }
  await expect.poll(() => myCall(token, phone), { timeout: 20_000 }).toMatchObject(call)
  return { page, token, phone }
}
/** Other journeys look at what waits for a driver. */
async function takeBack(token: string, phone: string) {
  const orderId = (await myCall(token, phone))?.orders[0]?.orderId ?? ''
  const { quoteId } = await send(address, callCentreCalls.cancel, { orderId }, token)
  await send(address, callCentreCalls.cancel, { orderId, quoteId: quoteId ?? '', reason: '客户改约' }, token)
}

describe('on a simulated line', () => {
  let line: DeskPhone
  beforeAll(async () => {
    line = await startDeskPhone(address, { lines: 2 })
  })
  afterAll(() => line.stop())

  test('a call rings, its window opens with the customer, an order is placed, and the call is in the log with its recording', {
    timeout: 90_000,
  }, async () => {
    const { page, token, phone } = await callBecomesOrder(
      (number) => line.ring(number),
      async (shown, picture) => {
        await screenshot(shown, picture)
        expect(await barriers(shown)).toEqual([])
      },
    )
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

    await takeBack(token, phone)
  })

  test('who switched the screen-pop off is told of a caller on the line, and no window opens by itself', async () => {
    const { page, context, token } = await atTheDesk()
    const { phone } = await customer(token)
    const popupSwitch = async (on: boolean) => {
      await page.locator('.user-button').click()
      const item = page.getByRole('menuitemcheckbox', { name: '来电弹屏' })
      await expect.poll(() => item.getAttribute('aria-checked')).toBe(String(!on))
      await item.click()
      await expect.poll(() => item.getAttribute('aria-checked')).toBe(String(on))
      await page.keyboard.press('Escape')
    }
    await popupSwitch(false)
    await line.ring(phone)
    await phoneButton(page).click()
    await page.getByRole('tab', { name: '话机事件' }).click()
    await page.getByRole('cell', { name: '打开来电客户' }).first().waitFor()
    expect(context.pages()).toHaveLength(1)
    await page.keyboard.press('Escape')
    await page.locator('.phone-strip').getByRole('button', { name: '拒接' }).click()
    await popupSwitch(true)
  })

  test('a call goes on over a reload, and what the server did not hear of it is told by the next window', async () => {
    const { page, context, token } = await atTheDesk()
    const { phone } = await customer(token)
    const popup = opened(context)
    await page.evaluate(() => {
      const real = globalThis.fetch
      globalThis.fetch = (input, init) =>
        String(input).includes('/phone/call/report') ? Promise.reject(new TypeError('Failed to fetch')) : real(input, init)
    })
    await line.ring(phone)
    await (await popup).close()
    await page.locator('.phone-strip').getByRole('button', { name: '接听' }).click()
    await lineIs(page, '通话中')
    expect(await myCall(token, phone)).toBeUndefined()
    await page.reload()
    await lineIs(page, '通话中')
    await expect.poll(() => myCall(token, phone)).toMatchObject({ result: null, endedAt: null })

    // Nobody is there when it ends.
    await page.goto('about:blank')
    await line.farHangUp()
    await page.goto(`${address}/#/Order/List`)
    await expect.poll(() => myCall(token, phone), { timeout: 20_000 }).toMatchObject({ result: 'CONNECTED' })
    await lineIs(page, '已挂断')
  })

  test('a second caller rings beside the first: both are seen, each with its window, and one is refused while the other talks', async () => {
    const { page, context, token } = await atTheDesk()
    const [first, second] = [await customer(token), await customer(token)]
    for (const [ch, { phone }] of [first, second].entries()) {
      const window = opened(context)
      await line.ring(phone, ch)
      const desk = await window
      expect(desk.url()).toContain(`telPhone=${phone}`)
      await desk.close()
      if (ch > 0) break
      await page.keyboard.press('Alt+a')
      await lineIs(page, '通话中')
    }
    const strips = page.locator('.phone-strip')
    await expect
      .poll(() => strips.allInnerTexts())
      .toEqual([
        expect.stringMatching(new RegExp(`1\\s*通话中\\s*${first.phone}`)),
        expect.stringMatching(new RegExp(`2\\s*来电\\s*${second.phone}`)),
      ])
    await screenshot(page, 'phone-two-lines')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('group', { name: '线路 2' }).getByRole('button', { name: '拒接' }).click()
    await expect.poll(() => myCall(token, second.phone), { timeout: 20_000 }).toMatchObject({ result: 'REFUSED' })
    await lineIs(page, '通话中')
    await page.keyboard.press('Alt+a')
    await expect.poll(() => myCall(token, first.phone), { timeout: 20_000 }).toMatchObject({ result: 'CONNECTED' })
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
    const { phone } = await customer(token)
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
})

test('a script from the service’s port reaches nothing of the console, and hears nothing of what its windows say', async () => {
  const heard: string[] = []
  const script = `
    const told = (words) => importScripts('http://127.0.0.1:3001/heard?' + encodeURIComponent(words))
    for (const name of ['known', 'chauffeur.softphone'])
      new BroadcastChannel(name).onmessage = ({ data }) => told('heard ' + name + ' ' + JSON.stringify(data))
    try { indexedDB.open('x').onsuccess = () => told('reached a database') } catch {}
    try { new Worker('/softphone/jsonp-worker.js'); told('reached a worker') } catch {}
    if (self.localStorage || navigator.locks || self.caches) told('reached storage')
    fetch('${address}/api/health').then(() => told('reached the server'), () => {})`
  const service = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.pathname === '/heard') heard.push(decodeURIComponent(url.search.slice(1)))
    response.setHeader('content-type', 'text/javascript')
    const answer = `${url.searchParams.get('callback') ?? 'void'}({ result: 1, e_type: -1 })`
    if (url.pathname === '/msg/') setTimeout(() => response.end(`${script};${answer}`), 500)
    else response.end(answer)
  })
  await new Promise<void>((resolve) => service.listen(3001, '127.0.0.1', resolve))
  try {
    const { page, context, allow } = await atTheDesk()
    allow(/WebSocket connection to 'ws:\/\/127\.0\.0\.1:3001\/ws' failed/)
    const second = await context.newPage()
    await second.goto(`${address}/#/Order/List`)
    await lineIs(second, '空闲')
    // Said again until the script of a poll is there to hear it.
    const say = async () => {
      await second.evaluate(() => new BroadcastChannel('known').postMessage('a word'))
      return heard
    }
    await expect.poll(say).toContain('heard known "a word"')
    expect(heard.filter((words) => !words.startsWith('heard known'))).toEqual([])
    await page.goto('about:blank')
  } finally {
    service.closeAllConnections()
    service.close()
  }
})

// The same with real SIP, where sipp is installed; the machine of the check has it.
const lacking = process.env.CI === 'true' ? [] : missingPeers(['sipp'])
if (lacking.length > 0)
  process.stdout.write(`Skipped: the journey of the SIP line needs ${lacking.join(' and ')}, which this machine lacks.\n`)
describe.skipIf(lacking.length > 0)('on a SIP line', () => {
  let line: Awaited<ReturnType<typeof startSipPhone>>
  beforeAll(async () => {
    line = await startSipPhone(address)
  })
  afterAll(() => line.stop())

  test('a caller of the PBX is answered in the window that opens, an order is placed, and what they said is in the call log', {
    timeout: 60_000,
  }, async () => {
    let caller: Sipp | undefined
    const { token, phone } = await callBecomesOrder((number) => {
      caller = line.ring(number)
    })
    // sipp ends well only when every message was as it expects.
    await caller?.done
    const recordId = (await myCall(token, phone))?.recordId ?? ''
    const { token: listener } = await signIn(address, 'admin')
    const { url } = await send(address, orderSoundCalls.fileUrl, { recordId }, listener)
    const wav = readWav(Buffer.from(await (await fetch(`${address}${url}`)).arrayBuffer()))
    expect(wav?.format).toBe('pcm16')
    expect(loudestHz(wav?.data ?? Buffer.alloc(0))).toBe(CALLER_HZ)
    await takeBack(token, phone)
  })
})

test('the call log finds a call by its last digits, its recording is listened to, and who listened is written down', async () => {
  const { token } = await visit('/Order/List', { as: 'operator' })
  const { phone, name } = await customer(token)
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
  await page.getByRole('gridcell', { name }).first().hover()
  await page.getByRole('button', { name: `查看 ${phone}` }).click()
  const drawer = page.getByRole('dialog', { name: '通话详情' })
  await drawer.getByRole('button', { name: '收听录音' }).click()
  await expect.poll(() => drawer.getByRole('slider', { name: '播放位置' }).getAttribute('aria-valuemax')).toBe('4')
  await drawer.getByRole('listitem').filter({ hasText: '收听' }).filter({ hasText: '沈磊' }).first().waitFor()
  await screenshot(page, 'call-drawer-light')
  expect(await barriers(page)).toEqual([])

  const { page: english } = await visit('/Order/SoundRecord', { as: 'admin', locale: 'en' })
  await settled(english)
  await english.getByText('Agent call').first().waitFor()
  await screenshot(english, 'sound-records-english')
  expect(await barriers(english)).toEqual([])
})

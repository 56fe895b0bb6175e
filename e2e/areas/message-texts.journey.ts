import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { messageTextCalls } from '@chauffeur/contract/message/text'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { expect, inject, test } from 'vitest'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { ACROSS_HANGZHOU } from '../harness/ride.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const PHONE = '13800004711'
const customerOf = async (phone: string, token: string) =>
  (await send(address, callCentreCalls.customerInfo, { phone }, token)).customer!.customerId

test('the text of an event is changed for one city, another person approves it, and the next message of an order there says it', async () => {
  const { page, token: admin } = await visit('/yunYing/messageTexts', { as: 'admin' })
  const { page: desk, token: operator } = await visit('/', { as: 'operator' })
  const { orders } = await send(address, callCentreCalls.place, { ...ACROSS_HANGZHOU, phone: PHONE }, operator)
  const { orderId, orderNo } = orders[0]!
  const say = (body: string) => send(address, orderEditCalls.sendMessage, { orderId, kind: 'CUSTOM', way: 'TEXT', body }, operator)
  expect((await say('请走东门')).body).toBe('【归航代驾】请走东门')

  await shownPane(page).getByRole('button', { name: '新建消息模板' }).click()
  const form = page.getByRole('dialog', { name: '新建消息模板' })
  await drawerField(page, '事件').click()
  await page.keyboard.type('客服自定义内容')
  await choose(page, '客服自定义内容')
  await drawerField(page, '城市').click()
  await choose(page, '杭州')
  await form.getByRole('textbox', { name: '内容' }).fill('司机')
  // A message without what it is for is refused before anybody is asked to approve it.
  await form.getByLabel('修改原因').fill('杭州要带订单尾号')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.getByText('内容须包含 ${note}（客服填写的内容）').waitFor()
  await form.getByRole('textbox', { name: '内容' }).fill('${note}（杭州订单 ${orderTail}）')
  await form.getByText('【归航代驾】车辆已备好，请您到酒店正门上车。（杭州订单 000123）').waitFor()
  await form.getByRole('searchbox', { name: '订单号' }).fill(orderNo)
  await page.keyboard.press('Enter')
  await form.getByText(`（杭州订单 ${orderNo.slice(-6)}）`).waitFor()
  await settled(page)
  // A button under the pointer is paler.
  await page.mouse.move(0, 0)
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'message-text-form')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })
  const row = shownPane(page).getByRole('row', { name: /客服自定义内容.*待审核/ })
  await row.waitFor()
  expect((await say('请走西门')).body).toBe('【归航代驾】请走西门')

  const { page: cityops, token: approver } = await visit('/yunYing/messageTexts?state=WAITING', { as: 'cityops' })
  await shownPane(cityops)
    .getByRole('row', { name: /客服自定义内容/ })
    .hover()
  await shownPane(cityops).getByRole('button', { name: '审核 客服自定义内容' }).click()
  const decision = cityops.getByRole('dialog', { name: '审核 客服自定义内容' })
  await decision.getByText('杭州要带订单尾号').waitFor()
  await screenshot(cityops, 'message-text-decide')
  await decision.getByRole('button', { name: /^保存/ }).click()
  await decision.waitFor({ state: 'hidden' })

  expect((await say('请走南门')).body).toBe(`【归航代驾】请走南门（杭州订单 ${orderNo.slice(-6)}）`)
  await desk.goto(`${address}/#/yunYing/messageLog?orderNo=${orderNo}`)
  await settled(desk)
  await expect
    .poll(() =>
      shownPane(desk)
        .getByRole('row', { name: /客服自定义内容/ })
        .count(),
    )
    .toBe(3)
  await screenshot(desk, 'message-log')

  // The city has no text of its own any more: other journeys find it as they expect.
  const own = await send(address, messageTextCalls.list, { event: 'ORDER_NOTE', cityId: ACROSS_HANGZHOU.cityId, state: 'IN_FORCE' }, admin)
  const { textId, version } = own.rows[0]!
  const waiting = await send(address, messageTextCalls.remove, { textId, version, reason: '沿用全部城市的模板' }, admin)
  await send(address, messageTextCalls.decide, { textId: waiting.textId, version: waiting.version, event: 'approve' }, approver)
  expect((await say('请走北门')).body).toBe('【归航代驾】请走北门')
})

test('what drivers’ apps say is worded without signature and segments, in English by light', async () => {
  const { page } = await visit('/yunYing/messageTexts?way=APP', { as: 'admin', theme: 'light', locale: 'en', width: 1280, height: 900 })
  await settled(page)
  await shownPane(page)
    .getByRole('row', { name: /Driver app · All cities/ })
    .first()
    .waitFor()
  expect(
    await shownPane(page)
      .getByRole('row', { name: /Code to sign in/ })
      .count(),
  ).toBe(0)
  await shownPane(page).getByRole('columnheader', { name: 'Language' }).waitFor()
  await screenshot(page, 'message-texts-app-en')
  await shownPane(page).getByRole('button', { name: 'New text' }).click()
  const form = page.getByRole('dialog', { name: 'New text' })
  await form.getByRole('radio', { name: 'Driver app' }).click()
  await drawerField(page, 'Event').click()
  await choose(page, 'Level up')
  await form.getByRole('textbox', { name: 'Content' }).fill('您已升为${level}')
  await form.getByText('您已升为金牌司机').waitFor()
  await form.getByText('Shown in the driver app: no SMS provider, no cost').waitFor()
  expect(await form.getByLabel('Signature').count()).toBe(0)
  await settled(page)
  await page.mouse.move(0, 0)
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'message-text-app-form-en')
})

test('a customer who reads English is told of the next order in English, and in a city with an English text of its own in that one', async () => {
  const phone = '13800004712'
  const { page: desk, token: operator } = await visit('/', { as: 'operator' })
  /** What the customer is told of an order that is placed now and called off. */
  const told = async () => {
    const { orderId, orderNo } = (await send(address, callCentreCalls.place, { ...ACROSS_HANGZHOU, phone }, operator)).orders[0]!
    // While its search goes on the judgement may be out of date by the time it is confirmed.
    const calledOff = async () => {
      const { quoteId } = await send(address, callCentreCalls.cancel, { orderId }, operator)
      await send(address, callCentreCalls.cancel, { orderId, quoteId: quoteId!, reason: '客户改约' }, operator)
      return true
    }
    await expect.poll(() => calledOff().catch(() => false), { timeout: 20_000 }).toBe(true)
    const { body } = await send(address, orderEditCalls.sendMessage, { orderId, kind: 'CANCELLED', way: 'TEXT' }, operator)
    return body.replace(orderNo.slice(-6), '000123')
  }
  expect(await told()).toContain('已取消，未产生费用')

  await desk.goto(`${address}/#/customers/user_info?customerId=${await customerOf(phone, operator)}`)
  await shownPane(desk).getByRole('button', { name: '修改' }).first().click()
  const form = desk.getByRole('dialog', { name: '修改客户' })
  await drawerField(desk, '消息语言').click()
  await choose(desk, '英文')
  await settled(desk)
  await screenshot(desk, 'customer-language')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })
  await shownPane(desk).getByText('英文').waitFor()
  expect(await told()).toBe('【归航代驾】Your order ending in 000123 is cancelled, free of charge.')

  const { page, token: admin } = await visit('/yunYing/messageTexts', { as: 'admin' })
  await shownPane(page).getByRole('button', { name: '新建消息模板' }).click()
  const drawer = page.getByRole('dialog', { name: '新建消息模板' })
  await drawerField(page, '事件').click()
  await page.keyboard.type('订单取消（无费用）')
  await choose(page, '订单取消（无费用）')
  await drawerField(page, '城市').click()
  await choose(page, '杭州')
  await drawerField(page, '语言').click()
  await choose(page, '英文')
  await drawer.getByRole('textbox', { name: '内容' }).fill('Order ${orderTail} near West Lake is called off.')
  await drawer.getByText('Order 000123 near West Lake is called off.').waitFor()
  await drawer.getByLabel('修改原因').fill('外宾')
  await settled(page)
  await screenshot(page, 'message-text-language')
  await drawer.getByRole('button', { name: /^保存/ }).click()
  await drawer.waitFor({ state: 'hidden' })
  const { token: cityops } = await visit('/yunYing/messageTexts', { as: 'cityops' })
  const { rows } = await send(address, messageTextCalls.list, { language: 'en', state: 'WAITING' }, admin)
  const { textId, version } = rows[0]!
  await send(address, messageTextCalls.decide, { textId, version, event: 'approve' }, cityops)
  const { page: list } = await visit('/yunYing/messageTexts?language=en&state=IN_FORCE', { as: 'admin' })
  await shownPane(list)
    .getByRole('row', { name: /订单取消（无费用）.*杭州.*英文/ })
    .waitFor()
  await settled(list)
  await screenshot(list, 'message-texts-english')
  expect(await told()).toBe('【归航代驾】Order 000123 near West Lake is called off.')
})

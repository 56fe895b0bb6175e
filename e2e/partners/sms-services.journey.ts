import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { smsServiceCalls } from '@chauffeur/contract/message/service'
import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ALIYUN } from '../../apps/messages/src/aliyun.ts'
import type { Taken } from '../../apps/messages/src/book.ts'
import { GATEWAY } from '../../apps/messages/src/gateway.ts'
import { type MessageService, startMessages } from '../../apps/messages/src/messages.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { ACROSS_HANGZHOU } from '../harness/ride.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const PHONE = '13800004722'
let standIn: MessageService
beforeAll(async () => {
  standIn = await startMessages()
})
afterAll(() => standIn.stop())
const control = async (method: string, path: string, body?: object) =>
  (await (await fetch(`${standIn.url}/control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })).json()) as {
    taken: Taken[]
  }
const providers = async () => (await control('GET', 'taken')).taken.filter(({ phone }) => phone === PHONE).map(({ provider }) => provider)

test('a business enters two providers and a template code, tries one, and when it goes down messages go on by the other, as the log shows', {
  timeout: 240_000,
}, async () => {
  const { page, token: admin } = await visit('/yunYing/smsServices', { as: 'admin' })
  const { token: operator } = await visit('/', { as: 'operator' })
  const pane = shownPane(page)
  await pane.getByText('没有短信服务商：短信留在待发送，到期作废').waitFor()
  const add = async (fill: () => Promise<void>) => {
    await pane.getByRole('button', { name: '添加服务商' }).click()
    await page.getByLabel('服务地址').waitFor()
    await fill()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await add(async () => {
    await page.getByLabel('AccessKey ID').fill(ALIYUN.keyId)
    await page.getByLabel('AccessKey Secret').fill(ALIYUN.secret)
    await page.getByLabel('签名').fill(ALIYUN.sign)
    await page.getByLabel('服务地址').fill(standIn.url)
    await page.getByLabel('单价').fill('4.5')
    expect(await barriers(page, '[role="dialog"]')).toEqual([])
    await screenshot(page, 'sms-service-form')
  })
  await pane
    .getByRole('row', { name: /阿里云短信.*••••0001/ })
    .first()
    .waitFor()
  await add(async () => {
    await drawerField(page, '服务商').click()
    await choose(page, 'HTTP 网关')
    await page.getByLabel('访问令牌').fill(GATEWAY.token)
    await page.getByLabel('服务地址').fill(`${standIn.url}/gateway`)
    await page.getByLabel('查询地址').fill(`${standIn.url}/gateway`)
  })

  await pane.getByRole('button', { name: '模板编号' }).first().click()
  const codes = page.getByRole('dialog', { name: /^模板编号/ })
  await codes.getByRole('button', { name: '填写编号 客服自定义内容' }).first().click()
  const code = page.getByRole('dialog', { name: /^登记模板编号/ })
  await code.getByRole('textbox', { name: '编号' }).fill('SMS_100001')
  await code.getByRole('button', { name: /^保存/ }).click()
  await code.waitFor({ state: 'hidden' })
  await codes.getByRole('row', { name: /SMS_100001/ }).waitFor()
  await screenshot(page, 'sms-service-codes')
  await page.keyboard.press('Escape')
  await codes.waitFor({ state: 'hidden' })

  await pane.getByRole('button', { name: '试发' }).first().click()
  const trial = page.getByRole('dialog', { name: /^试发/ })
  await trial.getByLabel('手机号').fill('13800004799')
  await drawerField(page, '消息模板').click()
  await choose(page, '客服自定义内容（全部城市）')
  await trial.getByRole('button', { name: '试发', exact: true }).click()
  await trial.getByText(/服务商已接收/).waitFor()
  await screenshot(page, 'sms-service-try')
  await page.keyboard.press('Escape')
  await trial.waitFor({ state: 'hidden' })

  const { orders } = await send(address, callCentreCalls.place, { ...ACROSS_HANGZHOU, phone: PHONE }, operator)
  const { orderId, orderNo } = orders[0]!
  const say = (body: string) => send(address, orderEditCalls.sendMessage, { orderId, kind: 'CUSTOM', way: 'TEXT', body }, operator)
  await say('请走东门')
  await expect.poll(providers, { timeout: 20_000 }).toEqual(['ALIYUN'])
  await control('PUT', 'faults', { ALIYUN: { answer: 'HTTP', status: 503, code: 'ServiceUnavailable' } })
  await say('请走西门')
  await expect.poll(providers, { timeout: 20_000 }).toEqual(['ALIYUN', 'GATEWAY'])

  await settled(page)
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'sms-services')
  await page.goto(`${address}/#/yunYing/messageLog?orderNo=${orderNo}`)
  await settled(page)
  const log = shownPane(page)
  await expect.poll(() => log.getByRole('row', { name: /已提交，等待回执/ }).count()).toBe(2)
  await screenshot(page, 'sms-log')
  await log
    .getByRole('row', { name: /HTTP 网关/ })
    .getByRole('button')
    .first()
    .click()
  const message = page.getByRole('dialog', { name: /客服自定义内容/ })
  await message.getByRole('row', { name: /阿里云短信.*未接收：服务商故障（ServiceUnavailable）/ }).waitFor()
  await message.getByRole('row', { name: /HTTP 网关.*服务商已接收/ }).waitFor()
  await screenshot(page, 'sms-log-message')

  // A broadcast asks for the code at the one that sends registered templates alone, and shows what is submitted there.
  await page.goto(`${address}/#/yunYing/broadcasts`)
  await shownPane(page).getByRole('button', { name: '新建群发' }).click()
  const form = page.getByRole('dialog', { name: '新建群发' })
  await form.getByRole('textbox', { name: '内容' }).fill('${name}您好，周末代驾八折')
  await form.getByText('提交的内容：${name}您好，周末代驾八折拒收请回复R').waitFor()
  await form.getByLabel('阿里云短信').fill('1234567')
  await form.getByLabel('名称').fill('周末优惠')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.getByText('应为服务商控制台里的模板编号，如 SMS_123456789').waitFor()
  await settled(page)
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'broadcast-codes')

  // Other journeys read their messages where they lie.
  const { rows } = await send(address, smsServiceCalls.list, {}, admin)
  for (const { smsServiceId, version } of rows) await send(address, smsServiceCalls.remove, { smsServiceId: smsServiceId!, version }, admin)
})

import { channelCalls } from '@chauffeur/contract/partner/channel'
import { keyCalls } from '@chauffeur/contract/partner/key'
import { expect, inject, test } from 'vitest'
import { signedHeader } from '../../apps/server/test/harness/partner.ts'
import { partnerServer } from '../../apps/server/test/partner/partner-server.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const CHANNEL = '云栖汇酒店'
const NUMBER = 'JOURNEY-1'

test('a partner’s callback address is set on its channel’s page, an order through the API is told to it, and what it refused is sent again', async () => {
  const { page, token } = await visit('/yunYing/channels', { as: 'admin' })
  await shownPane(page).getByRole('link', { name: CHANNEL }).click()
  const pane = shownPane(page)
  await pane.getByRole('table', { name: '近六个月' }).waitFor()
  await settled(page)
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'channel-page')

  const { rows } = await send(address, channelCalls.list, { keyword: CHANNEL }, token)
  const { channelId } = rows[0]!
  const key = await send(address, keyCalls.make, { channelId }, token)
  const server = await partnerServer([key.secret])
  server.manner = () => 404
  try {
    await pane.getByRole('tab', { name: '回调地址' }).click()
    await pane.getByText('还没有回调地址').waitFor()
    await pane.getByRole('button', { name: '添加回调地址' }).click()
    const form = page.getByRole('dialog', { name: '添加回调地址' })
    await form.getByLabel('回调地址').fill('https://192.168.1.9/hooks')
    await form.getByRole('button', { name: /^保存/ }).click()
    await form.getByText('公网地址，不能带用户名或密码').waitFor()
    await form.getByLabel('回调地址').fill(server.url)
    await form.getByRole('button', { name: /^保存/ }).click()
    await form.waitFor({ state: 'hidden' })
    await pane.getByRole('table', { name: '回调地址' }).getByText(server.url).waitFor()

    const body = JSON.stringify({
      partnerBookingId: NUMBER,
      cityId: HANGZHOU.cityId,
      phone: '13800009871',
      pickupAddress: '武林广场',
      pickupLat: 30.27,
      pickupLng: 120.16,
    })
    const target = '/partner/v1/orders'
    const response = await fetch(`${address}${target}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', authorization: signedHeader(key, { method: 'POST', target, body }) },
    })
    expect(await response.json()).toMatchObject({ code: 0 })
    await expect.poll(() => server.arrived.length, { timeout: 15_000 }).toBeGreaterThan(0)

    await page.goto(`${address}/#/yunYing/webhooks`)
    const row = shownPane(page).getByRole('row', { name: new RegExp(NUMBER) })
    await row.getByText('对方拒绝接收（HTTP 404）').waitFor()
    await settled(page)
    expect(await barriers(page)).toEqual([])
    await screenshot(page, 'webhooks')
    await row.getByRole('button').first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('table', { name: '发送记录' }).getByText('对方拒绝接收（HTTP 404）').first().waitFor()
    await drawer.getByText(`"partnerBookingId": "${NUMBER}"`).waitFor()
    await settled(page)
    expect(await barriers(page, '[role="dialog"]')).toEqual([])
    await screenshot(page, 'webhook')
    await page.keyboard.press('Escape')

    server.manner = () => 200
    await shownPane(page).getByRole('button', { name: '重推未送达' }).click()
    const again = page.getByRole('dialog', { name: '重推未送达' })
    await again.getByRole('combobox', { name: /^渠道/ }).fill(CHANNEL)
    await page.getByRole('option', { name: CHANNEL }).first().waitFor({ state: 'attached' })
    await page.keyboard.press('Enter')
    await again.getByRole('button', { name: /^保存/ }).click()
    await again.waitFor({ state: 'hidden' })
    await expect.poll(() => server.effective.map(({ type }) => type), { timeout: 20_000 }).toContain('order.placed')
    expect(server.wrong).toEqual([])
    await shownPane(page)
      .getByRole('row', { name: new RegExp(NUMBER) })
      .getByText('已送达')
      // Told by the stream: the list itself asks once a minute.
      .waitFor({ timeout: 20_000 })
    const { page: english } = await visit('/', { as: 'admin', theme: 'light', locale: 'en', width: 1280 })
    await english.goto(`${address}/#/yunYing/webhooks`)
    await shownPane(english)
      .getByRole('row', { name: new RegExp(NUMBER) })
      .waitFor()
    await settled(english)
    expect(await barriers(english)).toEqual([])
    await screenshot(english, 'webhooks-light-en')
  } finally {
    await server.stop()
  }
}, 120_000)

import { pointCalls } from '@chauffeur/contract/customer/points'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { couponTemplateCalls } from '@chauffeur/contract/pricing/coupon-template'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { typeTrip } from '../harness/desk.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { ridesOf } from '../harness/ride.ts'
import { choose, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const PANE = '.tab-pane[data-active="true"]'
const NAME = 'Points 15'
const RIDER = '13800002401'
const goes = async (page: Page, path: string) => {
  await page.goto(`${address}/#${path}`)
  await settled(page)
}

test('rules of points are tried and turned on, an order gives points, the desk redeems them by keys, and the coupon is used', async () => {
  const { page, token } = await visit('/Marketing/PointConfig', { as: 'admin' })
  await shownPane(page).getByRole('button', { name: '修改 积分规则：全部城市' }).click()
  const form = page.getByRole('dialog', { name: /修改积分规则/ })
  await form.getByRole('button', { name: '增加规则' }).click()
  await form.getByLabel('事件').last().click()
  await choose(page, '订单奖励')
  await form.getByLabel('积分', { exact: true }).last().fill('200')
  await form.getByRole('button', { name: '试算能得多少积分' }).click()
  await form.getByText('这样的订单得 258 分').waitFor()
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'points-rules')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })
  await shownPane(page).getByText('订单奖励：每次 200 分').waitFor()
  await screenshot(page, 'points-config')

  const terms = { name: NAME, type: 'CASH', faceFen: 1_500, daysAfterGrant: 30, funder: 'TENANT', pricePoints: 150 } as const
  const { couponTemplateId, version } = await send(address, couponTemplateCalls.save, terms, token)
  await send(address, couponTemplateCalls.move, { couponTemplateId, version, event: 'turnOn' }, token)
  await ridesOf(address, [{ phone: RIDER }])
  const { customer } = await send(address, callCentreCalls.customerInfo, { phone: RIDER }, token)
  const { customerId } = customer!
  await expect.poll(async () => (await send(address, pointCalls.customer, { customerId }, token)).balance).toBeGreaterThan(200)

  const { page: desk } = await visit(`/400/home?telPhone=${RIDER}`, { as: 'operator' })
  await typeTrip(desk, HANGZHOU.wulin.name, HANGZHOU.eastStation.name)
  await desk.keyboard.press('Alt+y')
  const dialog = desk.getByRole('dialog', { name: '优惠券、权益与兑换码' })
  await dialog.getByRole('tab', { name: '积分兑换' }).click()
  const offers = dialog.getByRole('listbox', { name: '可兑换的优惠券' })
  await offers.getByText(NAME).waitFor()
  await offers.focus()
  await screenshot(desk, 'points-desk')
  await desk.keyboard.press('Enter')
  await dialog.getByText(/再按一次回车确认/).waitFor()
  await desk.keyboard.press('Enter')
  await dialog.getByText(new RegExp(`已兑换：${NAME}`)).waitFor()
  await screenshot(desk, 'points-desk-redeemed')
  await desk.keyboard.press('Escape')
  await expect.poll(() => desk.getByRole('region', { name: '费用预估' }).innerText()).toMatch(/-\s*¥15\.00/)
  await ridesOf(address, [{ phone: RIDER }])

  await goes(page, `/customers/user_info?customerId=${customerId}`)
  const panel = shownPane(page).locator('section.ui-panel', { has: page.getByRole('heading', { name: '积分', exact: true }) })
  await expect.poll(() => panel.innerText()).toMatch(/兑换优惠券/)
  await panel.getByRole('button', { name: '调整积分' }).click()
  const adjust = page.getByRole('dialog', { name: /积分$/ })
  await adjust.getByLabel('积分', { exact: true }).fill('5000')
  await adjust.getByLabel('原因').fill('投诉补偿')
  await adjust.getByRole('button', { name: /^保存/ }).click()
  await adjust.waitFor({ state: 'hidden' })
  await screenshot(page, 'points-customer')
  expect(await barriers(page, PANE)).toEqual([])
  await goes(page, '/Marketing/PointAdjustments')
  await shownPane(page)
    .getByRole('row', { name: /投诉补偿/ })
    .getByText('待审批')
    .waitFor()
  await screenshot(page, 'points-adjustments')

  const { page: light } = await visit('/Marketing/PointReport', { as: 'admin', theme: 'light', locale: 'en', width: 1280 })
  await settled(light)
  await shownPane(light).getByRole('table', { name: 'By month' }).waitFor()
  expect(await barriers(light, PANE)).toEqual([])
  await screenshot(light, 'points-report-light-en')
  await goes(light, '/Marketing/PointRecords')
  await expect
    .poll(() =>
      shownPane(light)
        .getByRole('row', { name: /Redeem coupon/ })
        .count(),
    )
    .toBeGreaterThan(0)
  await screenshot(light, 'points-records-light-en')
  // Nothing of it lies beyond the screen.
  await goes(light, '/Marketing/PointConfig')
  const rules = shownPane(light).getByRole('table').first()
  await rules.getByText('Two people from 1,000 points').waitFor()
  expect(await rules.evaluate((table) => table.getBoundingClientRect().right)).toBeLessThan(1280)
  await screenshot(light, 'points-config-narrow-en')
  const { page: wide } = await visit('/Marketing/PointConfig', { as: 'admin', theme: 'light', locale: 'en', width: 1920 })
  await settled(wide)
  await screenshot(wide, 'points-config-light-en')
})

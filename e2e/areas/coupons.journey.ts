import { groupCalls } from '@chauffeur/contract/customer/group'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { couponGrantCalls } from '@chauffeur/contract/pricing/coupon-grant'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { typeTrip } from '../harness/desk.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { driven } from '../harness/ride.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const PANE = '.tab-pane[data-active="true"]'
const NAME = 'Night 20'
const [RIDER, OTHER] = ['13800002301', '13800002302']
const goes = async (page: Page, path: string) => {
  await page.goto(`${address}/#${path}`)
  await settled(page)
}

test('a coupon is made, turned on and granted to a group, codes are made and printed, one is used at the desk, one taken back, and the effect is shown', async () => {
  const { page, token } = await visit('/Marketing/CouponTemplates', { as: 'admin' })
  const { groupId } = await send(address, groupCalls.save, { name: `${NAME} riders`, type: 'MARKETING' }, token)
  await send(address, groupCalls.phoneAdd, { groupId, phones: [RIDER, OTHER] }, token)

  await shownPane(page).getByRole('button', { name: '新建优惠券' }).click()
  const form = page.getByRole('dialog', { name: '新建优惠券' })
  await form.getByLabel('名称').fill(NAME)
  await drawerField(page, '类型').click()
  await choose(page, '代金券')
  await form.getByLabel('面额').fill('20')
  await form.getByLabel('领取后有效').fill('30')
  await drawerField(page, '承担方').click()
  await choose(page, '本公司')
  await settled(page)
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'coupon-form')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })

  const row = shownPane(page).getByRole('row', { name: new RegExp(NAME) })
  const act = async (name: string) => {
    await row.hover()
    await row.getByRole('button', { name: `${NAME} 的更多操作` }).click()
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  }
  await act('启用')
  // Nothing is asked: what is turned on is turned off again as easily.
  await row.getByText('发放中').waitFor()
  await act('发给分组')
  const give = page.getByRole('dialog', { name: `向分组发放 ${NAME}` })
  await give.getByRole('combobox', { name: /^客户分组/ }).fill(`${NAME} riders`)
  await page
    .getByRole('option', { name: `${NAME} riders` })
    .first()
    .waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await give.getByLabel('原因').fill('夜间常客')
  await give.getByRole('button', { name: /^保存/ }).click()
  await give.waitFor({ state: 'hidden' })

  await act('制作兑换码')
  const codes = page.getByRole('dialog', { name: `制作 ${NAME} 的兑换码` })
  await codes.getByLabel('数量').fill('12')
  await codes.getByLabel('可兑换至').fill(`${new Date().getFullYear() + 1}-12-31 12:00`)
  await page.keyboard.press('Enter')
  await codes.getByRole('button', { name: /^保存/ }).click()
  await codes.waitFor({ state: 'hidden' })
  await expect.poll(() => row.innerText()).toMatch(/20/)
  await screenshot(page, 'coupon-templates')

  await goes(page, `/Marketing/RedeemCodes?keyword=${encodeURIComponent(NAME)}`)
  const batch = shownPane(page).getByRole('row', { name: new RegExp(NAME) })
  await expect
    .poll(async () => {
      await shownPane(page).getByRole('button', { name: '刷新' }).click()
      return batch.innerText()
    })
    .toMatch(/12\s+12\s+0/)
  expect(await barriers(page, PANE)).toEqual([])
  await batch.hover()
  await batch.getByRole('button', { name: /更多操作$/ }).click()
  await page.getByRole('menuitem', { name: /^导出/ }).click()
  await page.getByText('已开始导出，完成后在任务中下载').waitFor()
  await screenshot(page, 'coupon-codes')

  const driver = await driverIn(address, HANGZHOU.cityId, HANGZHOU.wulin)
  const { page: desk, token: operator } = await visit(`/400/home?telPhone=${RIDER}`, { as: 'operator' })
  await typeTrip(desk, HANGZHOU.wulin.name, HANGZHOU.eastStation.name)
  await expect.poll(() => desk.getByRole('region', { name: '费用预估' }).innerText()).toMatch(/-\s*¥20\.00/)
  await screenshot(desk, 'coupon-desk')
  await desk.keyboard.press('F9')
  await desk.getByRole('list', { name: '订单时间线' }).waitFor()
  const { liveOrders } = await send(address, callCentreCalls.customerInfo, { phone: RIDER }, operator)
  await driven(address, driver, liveOrders[0]!.orderNo)
  await driver.goHome()

  await goes(page, `/Marketing/Coupons?keyword=${encodeURIComponent(NAME)}`)
  const granted = (state: string) =>
    shownPane(page)
      .getByRole('row', { name: new RegExp(NAME) })
      .filter({ hasText: state })
  await granted('已使用').getByText('¥20.00').waitFor()
  expect(await barriers(page, PANE)).toEqual([])
  await granted('可使用').hover()
  await granted('可使用')
    .getByRole('button', { name: `收回 ${NAME}` })
    .click()
  const back = page.getByRole('dialog', { name: `收回 ${NAME}` })
  await back.getByLabel('原因').fill('发错分组')
  await back.getByRole('button', { name: /^保存/ }).click()
  await granted('已收回').waitFor()
  await screenshot(page, 'coupons-granted')
  const { rows } = await send(address, couponGrantCalls.coupons, { keyword: NAME }, token)
  expect(rows).toHaveLength(2)
  expect(rows.find(({ state }) => state === 50)).toMatchObject({ revokeReason: '发错分组' })

  const { page: effect } = await visit('/Marketing/CouponEffect', { as: 'admin', theme: 'light', locale: 'en', width: 1280 })
  await settled(effect)
  await expect
    .poll(() =>
      shownPane(effect)
        .getByRole('table', { name: 'By coupon' })
        .getByRole('row', { name: new RegExp(NAME) })
        .innerText(),
    )
    .toMatch(/2\s+2\s+1\s+50\.0%/)
  expect(await barriers(effect, PANE)).toEqual([])
  await screenshot(effect, 'coupon-effect-light-en')
})

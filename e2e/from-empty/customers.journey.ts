import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { couponGrantCalls } from '@chauffeur/contract/pricing/coupon-grant'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginBusiness } from '../harness/first-run.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { type RunningPlatform, startPlatform } from '../harness/platform.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

let platform: RunningPlatform
beforeEach(async () => {
  platform = await startPlatform(() => {}, { empty: true })
})
afterEach(() => platform.stop())
// Its pages are closed before the platform stops.
const visit = visitors()

const PHONE = '13800138001'
const saves = async (page: Page, name: RegExp | string) => {
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByRole('button', { name: /^保存/ }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('from an empty installation: levels, the first customer, a group by rule, a coupon for it, and what the desk tells of both', {
  timeout: 180_000,
}, async () => {
  const { address } = platform
  const { page, token } = await beginBusiness(visit, platform)
  const pane = shownPane(page)
  const goes = async (path: string) => {
    await page.goto(`${address}/#${path}`)
    await settled(page)
    expect(await barriers(page, '.tab-pane[data-active="true"]'), path).toEqual([])
  }

  // Levels hold before anybody set any, and are set.
  await goes('/Customer/Levels')
  await pane.getByRole('row', { name: /金卡/ }).waitFor()
  await pane.getByRole('button', { name: '修改', exact: true }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: '名称' }).nth(3).fill('黑金')
  await page.getByRole('dialog').getByRole('textbox', { name: '修改原因' }).fill('开业')
  await saves(page, '修改客户等级')
  await pane.getByRole('row', { name: /黑金/ }).waitFor()

  await goes('/Customer/List')
  await pane.getByText('客户来电下单即建档，也可以在这里添加或从表格导入。').waitFor()
  await screenshot(page, 'empty-customers')
  await pane.getByRole('button', { name: '新建客户' }).click()
  const form = page.getByRole('dialog', { name: '新建客户' })
  await form.getByLabel('电话').fill(PHONE)
  await form.getByLabel('姓名').fill('第一位客户')
  await drawerField(page, '等级').click()
  await choose(page, '黑金')
  await drawerField(page, '城市').click()
  await choose(page, '杭州')
  await saves(page, '新建客户')
  await pane.getByRole('heading', { name: '第一位客户' }).waitFor()
  await pane.getByText('黑金').first().waitFor()

  await goes('/Customer/Groups')
  await pane.getByText('把客户分组后，可给他们专用价格、车队或优惠，或拒绝接单。').waitFor()
  await pane.getByRole('button', { name: '新建分组' }).click()
  const group = page.getByRole('dialog', { name: '新建分组' })
  await group.getByLabel('名称').fill('黑金客户')
  await drawerField(page, '类型').click()
  await choose(page, '营销分组')
  await group.getByRole('switch', { name: '按规则自动加入' }).click()
  await drawerField(page, '等级').click()
  await choose(page, '黑金')
  await page.keyboard.press('Escape')
  await group.getByRole('button', { name: '预览人数' }).click()
  await group.getByText(/符合 1 位.*第一位客户/).waitFor()
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'empty-group-rule')
  await saves(page, '新建分组')
  // The rule is looked at within half a minute.
  await expect
    .poll(
      async () => {
        await pane.getByRole('button', { name: '刷新' }).click()
        return pane
          .getByRole('row', { name: /黑金客户/ })
          .getByText('1', { exact: true })
          .count()
      },
      { timeout: 60_000, interval: 2_000 },
    )
    .toBeGreaterThan(0)

  await goes('/Marketing/CouponTemplates')
  await pane.getByText('新建模板并启用后，可发给客户、客户分组，或制作兑换码。').waitFor()
  await pane.getByRole('button', { name: '新建优惠券' }).click()
  const coupon = page.getByRole('dialog', { name: '新建优惠券' })
  await coupon.getByLabel('名称').fill('黑金八五折')
  // What was typed for another type is not sent with this one.
  await coupon.getByLabel('面额').fill('20')
  await drawerField(page, '类型').click()
  await choose(page, '折扣券')
  await coupon.getByLabel('仍付比例').fill('85')
  await saves(page, '新建优惠券')
  const row = pane.getByRole('row', { name: /黑金八五折/ })
  const act = async (name: string) => {
    await row.hover()
    await row.getByRole('button', { name: '黑金八五折 的更多操作' }).click()
    await page.getByRole('menuitem', { name: new RegExp(`^${name}`) }).click()
  }
  await act('启用')
  await row.getByText('发放中').waitFor()
  await act('发给分组')
  const give = page.getByRole('dialog', { name: '向分组发放 黑金八五折' })
  await give.getByRole('combobox', { name: /^客户分组/ }).fill('黑金')
  await page.getByRole('option', { name: '黑金客户' }).first().waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await give.getByLabel('原因').fill('开业礼')
  await saves(page, '向分组发放 黑金八五折')
  await expect.poll(async () => (await send(address, couponGrantCalls.coupons, {}, token)).rows.length, { timeout: 30_000 }).toBe(1)

  for (const path of [
    '/Marketing/Coupons',
    '/Marketing/RedeemCodes',
    '/Marketing/CouponEffect',
    '/Order/RightAudit',
    '/Order/RightAuditQueue',
    '/Order/RightAuditRules',
  ])
    await goes(path)

  const info = await send(address, callCentreCalls.customerInfo, { phone: PHONE }, token)
  expect(info).toMatchObject({ groups: [{ name: '黑金客户', source: 'RULE' }], coupons: [{ name: '黑金八五折' }] })
  // The desk fills its window: no tabs are around it.
  await page.goto(`${address}/#/400/home?telPhone=${PHONE}`)
  await page.getByText('黑金客户 · 营销分组').waitFor()
  await page.getByText('按规则').waitFor()
  await page.getByText(/黑金 · 共 0 单/).waitFor()
  await screenshot(page, 'empty-desk')
})

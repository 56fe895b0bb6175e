import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { peopleCalls } from '@chauffeur/contract/access/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { begins, linkIn } from '../harness/account.ts'
import { beginBusiness } from '../harness/first-run.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { menuOf } from '../harness/menu.ts'
import { HANGZHOU } from '../harness/places.ts'
import { type RunningPlatform, startPlatform } from '../harness/platform.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
let platform: RunningPlatform
beforeAll(async () => {
  platform = await startPlatform(() => {}, { empty: true })
})
afterAll(() => platform.stop())

test('from an empty installation: a channel, its first account, who sees its orders alone, and what its stopping means', {
  timeout: 180_000,
}, async () => {
  const { address } = platform
  const opened = async (link: string) => (await visit(link.slice(link.indexOf('#') + 1), { address })).page
  const { page: admin, token } = await beginBusiness(visit, platform)

  await menuOf(admin).getByRole('button', { name: '运营' }).click()
  await menuOf(admin).getByRole('link', { name: '渠道管理' }).click()
  const pane = shownPane(admin)
  await pane.getByText('添加渠道后，可为合作方开通账号').waitFor()
  await pane.getByRole('button', { name: '新建渠道' }).click()
  await admin.getByLabel('渠道名称').fill('平安银行')
  await admin.getByLabel('渠道编码').fill('pingan')
  await admin.getByLabel('联系人').fill('周经理')
  await admin.getByLabel('联系电话').fill('13912345678')
  await admin.getByLabel('结算说明').fill('月结，次月 10 日前对账')
  expect(await barriers(admin)).toEqual([])
  await screenshot(admin, 'channel-form')
  await admin.keyboard.press('Control+Enter')
  const row = pane.getByRole('row', { name: /平安银行/ })
  await row.waitFor()
  await screenshot(admin, 'channels')

  await admin.goto(`${address}/#/Sys/Department`)
  await shownPane(admin).getByText('夜航代驾').first().click()
  await shownPane(admin).getByRole('button', { name: '添加下级' }).click()
  await admin.getByRole('dialog').getByLabel('名称').fill('合作方')
  await admin.getByRole('dialog').getByText('合作渠道', { exact: true }).click()
  await admin.keyboard.press('Control+Enter')
  await admin.getByRole('dialog').waitFor({ state: 'hidden' })

  await admin.goto(`${address}/#/Sys/User`)
  await shownPane(admin).getByRole('button', { name: '新建用户' }).click()
  await admin.getByLabel('用户名').fill('pingan-1')
  await admin.getByLabel('姓名').fill('周敏')
  await drawerField(admin, '部门').click()
  await choose(admin, '合作方')
  await drawerField(admin, '合作渠道').click()
  await choose(admin, '平安银行')
  await drawerField(admin, '角色').click()
  await choose(admin, '合作方')
  await admin.keyboard.press('Escape')
  await admin.getByRole('radio', { name: '全部城市' }).check()
  await admin.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await admin.getByRole('textbox', { name: '一次性链接' }).waitFor()
  const { page: partner } = await begins(await opened(await linkIn(admin)), 'pingan-1')

  const trip = { cityId: HANGZHOU.cityId, pickupLat: 30.27, pickupLng: 120.15, pickupAddress: '武林广场' }
  await admin.goto(`${address}/#/yunYing/channels`)
  await row.waitFor()
  const { channels } = await send(address, peopleCalls.channels, {}, token)
  const { channelId } = channels[0]!
  const placed = await send(address, callCentreCalls.place, { ...trip, phone: '13800138000', channelId }, token)
  await send(address, callCentreCalls.place, { ...trip, phone: '13800138001' }, token)
  await partner.goto(`${address}/#/Order/List`)
  const orders = shownPane(partner).getByRole('grid', { name: '订单列表' })
  await orders.getByRole('row', { name: new RegExp(placed.orders[0]!.orderNo) }).waitFor()
  expect(await orders.getByText('武林广场').count()).toBe(1)
  expect(await menuOf(partner).getByText('渠道管理').count()).toBe(0)
  await screenshot(partner, 'partner-orders')

  await row.hover()
  await row.getByRole('button', { name: '停用' }).click()
  const asked = admin.getByRole('dialog')
  await asked.getByText('进行中的订单照常完成').waitFor()
  await screenshot(admin, 'channel-stop')
  await asked.getByRole('button', { name: '停用' }).click()
  await row.getByText('已停用').waitFor()
  await partner.getByRole('button', { name: '1 条未读消息' }).click()
  await partner.getByText('合作渠道已停用，不能再下新单').waitFor()
  await screenshot(partner, 'partner-told')
  await expect(send(address, callCentreCalls.place, { ...trip, phone: '13800138002', channelId }, token)).rejects.toThrow('channel.stopped')
  await orders.getByRole('row', { name: new RegExp(placed.orders[0]!.orderNo) }).waitFor()
})

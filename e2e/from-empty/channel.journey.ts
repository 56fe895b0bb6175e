import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { peopleCalls } from '@chauffeur/contract/access/user'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { begins, linkIn } from '../harness/account.ts'
import { beginBusiness } from '../harness/first-run.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { menuOf } from '../harness/menu.ts'
import { HANGZHOU } from '../harness/places.ts'
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

  await row.hover()
  await row.getByRole('button', { name: '接口密钥' }).click()
  await admin.getByRole('button', { name: '生成密钥' }).click()
  await admin.getByRole('dialog', { name: '生成密钥' }).getByRole('textbox').fill('正式环境')
  await admin.keyboard.press('Control+Enter')
  const made = admin.getByRole('dialog', { name: '新的接口密钥' })
  const secret = await made.getByRole('textbox', { name: '密文' }).inputValue()
  const keyId = await made.getByRole('textbox', { name: '密钥编号' }).inputValue()
  await made.getByRole('button', { name: '关闭', exact: true }).last().click()
  await made.getByText('密文还没有复制').waitFor()
  await screenshot(admin, 'channel-key-made')
  await made.getByRole('button', { name: '仍要关闭' }).click()
  expect(await signedCall(address, { keyId, secret })).toMatchObject({ code: 0, data: { name: '平安银行', code: 'pingan' } })
  const keys = admin.getByRole('table', { name: '接口密钥' })
  await keys.getByText('正式环境').waitFor()
  expect(await barriers(admin)).toEqual([])
  await screenshot(admin, 'channel-keys')
  await keys.getByRole('button', { name: '停用' }).click()
  await admin
    .getByRole('dialog', { name: `停用密钥 ${keyId}` })
    .getByRole('button', { name: '停用' })
    .click()
  await keys.getByText('已停用').waitFor()
  await expect.poll(async () => (await signedCall(address, { keyId, secret })).error, { timeout: 6_000 }).toBe('partner.badSignature')
  await admin.keyboard.press('Escape')

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
  await row.getByRole('button', { name: '平安银行 的更多操作' }).click()
  await admin.getByRole('menuitem', { name: /停用/ }).click()
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

/** As a partner's program asks who it is, signed as the guide of the partner API says. */
async function signedCall(address: string, { keyId, secret }: { keyId: string; secret: string }) {
  const path = '/partner/v1/channel'
  const timestamp = Math.floor(Date.now() / 1_000)
  const nonce = randomBytes(16).toString('hex')
  const text = ['GET', path, timestamp, nonce, createHash('sha256').digest('hex')].join('\n')
  const signature = createHmac('sha256', Buffer.from(secret, 'base64')).update(text).digest('hex')
  const authorization = `CHAUFFEUR-HMAC-SHA256 key=${keyId},timestamp=${timestamp},nonce=${nonce},signature=${signature}`
  const response = await fetch(`${address}${path}`, { headers: { authorization } })
  return (await response.json()) as { code: number; error?: string; data: { name: string; code: string } }
}

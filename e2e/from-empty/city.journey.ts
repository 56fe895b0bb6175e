import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { cityOpeningCalls } from '@chauffeur/contract/operations/city-opening'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginBusiness } from '../harness/first-run.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { menuOf } from '../harness/menu.ts'
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

const SUZHOU = '320500'
const outline = {
  type: 'Polygon',
  coordinates: [
    [
      [120.45, 31.2],
      [120.75, 31.2],
      [120.75, 31.4],
      [120.45, 31.4],
      [120.45, 31.2],
    ],
  ],
}

test('from an empty installation: 苏州 is added, gets its prices from 杭州 and an outline on the map, opens, and closes for the night', {
  timeout: 180_000,
}, async () => {
  const { address } = platform
  const { page: admin, token } = await beginBusiness(visit, platform)
  let called = 0
  const order = (lat: number, lng: number) =>
    send(
      address,
      callCentreCalls.place,
      { cityId: SUZHOU, pickupLat: lat, pickupLng: lng, pickupAddress: '观前街', phone: `1380013800${called++}` },
      token,
    )

  await menuOf(admin).getByRole('button', { name: '运营' }).click()
  await menuOf(admin).getByRole('link', { name: '城市管理' }).click()
  const pane = shownPane(admin)
  await pane.getByRole('button', { name: '新增城市' }).click()
  await drawerField(admin, '城市').click()
  await drawerField(admin, '城市').fill('suzhou')
  await choose(admin, '苏州')
  await admin.getByRole('dialog').getByRole('button', { name: '新增' }).click()
  const row = pane.getByRole('row', { name: /苏州/ })
  await row.getByText('未开通').waitFor()
  await screenshot(admin, 'cities')

  await row.hover()
  await row.getByRole('button', { name: '开通 苏州' }).click()
  const checks = admin.getByRole('dialog')
  await checks.locator('[data-check="PRICES"]').getByText('必须补齐').waitFor()
  expect(await checks.getByRole('button', { name: '开通，开始接单' }).isDisabled()).toBe(true)
  expect(await barriers(admin)).toEqual([])
  await screenshot(admin, 'city-checks')
  await admin.keyboard.press('Escape')
  await expect(order(31.3, 120.6)).rejects.toThrow('callCentre.cityClosed')

  await row.hover()
  await row.getByRole('button', { name: '苏州 的更多操作' }).click()
  await admin.getByRole('menuitem', { name: /复制设置/ }).click()
  await admin.getByRole('combobox', { name: '来源城市' }).click()
  await choose(admin, '杭州')
  await admin.getByRole('table', { name: '将要新建的设置' }).getByText('苏州日常代驾').waitFor()
  await screenshot(admin, 'city-copy')
  await admin.getByRole('button', { name: /新建这 \d+ 项/ }).click()
  await admin.getByRole('dialog').waitFor({ state: 'hidden' })

  await row.hover()
  await row.getByRole('button', { name: '服务范围 苏州' }).click()
  await admin.getByRole('dialog').getByText('按多边形').click()
  await admin.getByRole('button', { name: '导入 GeoJSON' }).click()
  await admin.getByLabel('GeoJSON 内容').fill(JSON.stringify(outline))
  await admin.getByRole('button', { name: '导入', exact: true }).click()
  await admin.getByLabel('第 4 点纬度').waitFor()
  expect(await barriers(admin)).toEqual([])
  await screenshot(admin, 'city-area')
  await admin.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await row.getByText('多边形，4 个点').waitFor()

  await row.hover()
  await row.getByRole('button', { name: '开通 苏州' }).click()
  await admin.getByRole('button', { name: '开通，开始接单' }).click()
  await row.getByText('接单中').waitFor()
  await order(31.39, 120.46)
  await expect(order(31.3, 120.8)).rejects.toThrow('callCentre.outsideCity')

  await row.hover()
  await row.getByRole('button', { name: '苏州 的更多操作' }).click()
  await admin.getByRole('menuitem', { name: /停止接单/ }).click()
  const closing = admin.getByRole('dialog')
  await closing.getByText('1 单正在找司机').waitFor()
  await closing.getByLabel('原因').fill('今晚台风')
  await screenshot(admin, 'city-close')
  await closing.getByRole('button', { name: '停止接单' }).click()
  await row.getByText('未开通').waitFor()
  await expect(order(31.39, 120.46)).rejects.toThrow('callCentre.cityClosed')
  const { rows } = await send(address, cityOpeningCalls.list, {}, token)
  expect(rows.find(({ cityId }) => cityId === SUZHOU)).toMatchObject({ state: 'CLOSED', closedReason: '今晚台风' })
})

import { readFile } from 'node:fs/promises'
import readWorkbook from 'read-excel-file/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginBusiness } from '../harness/first-run.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { menuOf } from '../harness/menu.ts'
import { type RunningPlatform, startPlatform } from '../harness/platform.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'

let platform: RunningPlatform
beforeEach(async () => {
  platform = await startPlatform(() => {}, { empty: true })
})
afterEach(() => platform.stop())
// Its pages are closed before the platform stops.
const visit = visitors()

test('from an empty installation: a place with two doors is put on the map, three more are brought in, the desk finds them by initials, and all are exported', {
  timeout: 180_000,
}, async () => {
  const { address } = platform
  const { page } = await beginBusiness(visit, platform)

  await menuOf(page).getByRole('button', { name: '运营' }).click()
  await menuOf(page).getByRole('link', { name: '地点库' }).click()
  const pane = shownPane(page)
  await pane.getByText('添加常用地点及其出入口').waitFor()
  await pane.getByRole('button', { name: '新建地点' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('名称', { exact: true }).fill('杭州萧山国际机场')
  await drawerField(page, '城市').click()
  await choose(page, '杭州')
  const map = form.getByRole('application').or(form.locator('canvas')).first()
  await map.waitFor()
  await form.getByLabel('地点位置纬度').fill('30.2365')
  await form.getByLabel('地点位置经度').fill('120.4320')
  await form.getByRole('button', { name: '添加出入口' }).click()
  await form.getByLabel('出入口 1 名称').fill('T4 到达 3 号门')
  await form.getByLabel('出入口 1 上车提示').fill('指示牌下')
  await form.getByLabel('出入口 1纬度').fill('30.2391')
  await form.getByRole('button', { name: '添加出入口' }).click()
  await form.getByLabel('出入口 2 名称').fill('T3 出发')
  await form.getByLabel(/^上车提示/).fill('联系后再到门口')
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'place-form')
  await page.keyboard.press('Control+Enter')
  const row = pane.getByRole('row', { name: /杭州萧山国际机场/ })
  await row.getByText('T4 到达 3 号门、T3 出发').waitFor()

  await pane.getByRole('button', { name: '批量导入' }).click()
  const dialog = page.getByRole('dialog', { name: '导入地点' })
  const sheet = [
    '名称,城市,地址,纬度,经度,别名,出入口',
    '杭州东站,杭州,天城路1号,30.2907,120.208,火车东站,东广场@30.2913 120.2112',
    '湖滨银泰,杭州市,延安路258号,30.2537,120.1603,,',
    '武林广场,杭州,环城北路,30.2700,120.1500,,',
    '外滩,杭州,中山东一路,31.2400,121.4900,,',
  ].join('\n')
  await dialog.locator('input[type=file]').setInputFiles({ name: '地点.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) })
  await dialog.getByText('可导入 3 行，不会导入 1 行').waitFor()
  await screenshot(page, 'place-import')
  await dialog.getByRole('button', { name: '导入 3 行' }).click()
  await dialog.getByText('已导入 3 行，未导入 1 行').waitFor({ timeout: 30_000 })
  await dialog.getByText('坐标离该城市太远').first().waitFor()
  await dialog.getByRole('button', { name: '完成' }).click()
  await pane.getByRole('row', { name: /湖滨银泰/ }).waitFor()
  await screenshot(page, 'places')

  await page.goto(`${address}/#/CallCentre/Desk`)
  const pickup = shownPane(page).locator('[data-step=pickup]')
  await pickup.fill('hzxsgj')
  const offers = page.getByRole('listbox', { name: '上车点' }).getByRole('option')
  await offers.filter({ hasText: 'T4 到达 3 号门' }).first().waitFor()
  expect(await offers.first().textContent()).toContain('杭州萧山国际机场')
  await screenshot(page, 'place-at-desk')
  await pickup.fill('hcdz')
  await offers.filter({ hasText: '杭州东站' }).first().waitFor()

  await page.goto(`${address}/#/yunYing/places`)
  await row.waitFor()
  await page.keyboard.press('Alt+x')
  await page.getByRole('dialog', { name: '导出地点库' }).getByRole('button', { name: '开始导出' }).click()
  const arrived = page.waitForEvent('download')
  await page.getByRole('region', { name: '消息' }).getByRole('button', { name: '下载', exact: true }).click()
  const [table] = await readWorkbook(await readFile(await (await arrived).path()))
  const [, ...rows] = table!.data
  expect(rows).toHaveLength(4)
  expect(rows.find(([name]) => name === '杭州萧山国际机场')).toContain('T4 到达 3 号门@30.2391,120.432@指示牌下；T3 出发@30.2365,120.432')
})

import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { driverCalls } from '@chauffeur/contract/driver/list'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { demoCity, SHENZHEN } from '../../apps/server/demo/cities.ts'
import { signIn } from '../harness/account.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
/** A city with nobody on duty: a search goes through its rounds, and no other journey searches there. */
const { name: city, lat, lng } = demoCity(SHENZHEN)
const cityId = String(SHENZHEN)

const rounds = (page: Page) => shownPane(page).getByRole('region', { name: '各轮派单' })

test('a dispatch setting changed on its screen holds for the next order, and the search under way keeps the old one', async () => {
  const { token } = await signIn(address, 'admin')
  const place = async (phone: string) => {
    const placed = await send(
      address,
      callCentreCalls.place,
      { cityId, pickupLat: lat, pickupLng: lng, pickupAddress: '市民中心', phone },
      token,
    )
    return placed.orders[0]!
  }
  const cancel = async ({ orderId }: { orderId: string }) => {
    const { quoteId } = await send(address, callCentreCalls.cancel, { orderId }, token)
    await send(address, callCentreCalls.cancel, { orderId, quoteId: quoteId!, reason: '试派单' }, token)
  }
  await send(address, dispatchSettingsCalls.create, { cityId, minRadiusM: 1_500, maxRadiusM: 4_500, roundS: 6, rounds: 20 }, token)
  const underWay = await place('13800002301')

  const { page } = await visit('/Dispatch/Settings', { as: 'admin' })
  await shownPane(page).getByText('1,500–4,500').hover()
  await shownPane(page)
    .getByRole('button', { name: `修改 ${city}`, exact: true })
    .click()
  const form = page.getByRole('dialog', { name: '修改派单设置' })
  await form.getByRole('spinbutton', { name: '起始半径' }).fill('5000')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('最大半径不能小于起始半径').waitFor()
  await form.getByRole('spinbutton', { name: '起始半径' }).fill('2200')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await shownPane(page).getByText('2,200–4,500').waitFor()
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'dispatch-settings')

  const next = await place('13800002302')
  await page.goto(`${address}/#/Order/Detail?orderId=${next.orderId}`)
  await expect.poll(() => rounds(page).innerText()).toContain('2.2 公里')
  // Also the rounds it opens from now on.
  await page.goto(`${address}/#/Order/Detail?orderId=${underWay.orderId}`)
  const { round } = (await send(address, callCentreCalls.orderStatus, { orderId: underWay.orderId }, token)).dispatch
  await expect.poll(() => rounds(page).getByRole('row').count()).toBeGreaterThan(round + 1)
  const seen = await rounds(page).innerText()
  expect(seen).toContain('1.5 公里')
  expect(seen).toContain('2.5 公里')
  expect(seen).not.toContain('2.2 公里')

  const [setting] = (await send(address, dispatchSettingsCalls.list, { cityId }, token)).rows
  const { settingId, version } = setting!
  await send(address, dispatchSettingsCalls.disable, { settingId, version, enabled: false }, token)
  await Promise.all([underWay, next].map(cancel))
})

test('the pick-up area of a team is drawn on the map, says where it crosses itself, is taken back, moved and kept', async () => {
  const { token } = await signIn(address, 'admin')
  const [driver] = (await send(address, driverCalls.list, { cityId, pageNo: 1, pageSize: 1 }, token)).rows
  const { page } = await visit('/Dispatch/Teams', { as: 'admin' })
  await shownPane(page).getByRole('button', { name: '新建车队' }).click()
  const form = page.getByRole('dialog', { name: '新建车队' })
  await form.getByLabel('车队名称').fill('会展中心车队')
  await form.getByText('先选择城市').waitFor()
  await form.getByRole('combobox', { name: '城市' }).click()
  await page.locator('.ant-select-item-option', { hasText: city }).click()
  const map = form.locator('.dispatch-area-map')
  await map.locator('.maplibregl-canvas').waitFor()
  await map.scrollIntoViewIfNeeded()
  // The map goes to the city first.
  await page.waitForTimeout(700)
  const corners = (count: number) => form.getByText(`边界点（${count} 个，WGS84）`).waitFor()
  const draw = async (x: number, y: number, count: number) => {
    await map.click({ position: { x, y } })
    await corners(count)
  }
  await draw(200, 100, 1)
  await draw(440, 240, 2)
  await draw(440, 100, 3)
  await draw(200, 240, 4)
  await form.getByText('第 1–2 点的边与第 3–4 点的边相交').waitFor()
  expect(await barriers(page)).toEqual([])
  await form.getByRole('button', { name: '撤销' }).click()
  await form.getByRole('button', { name: '撤销' }).click()
  await corners(2)
  await draw(200, 240, 3)

  const longitude = form.getByLabel('第 3 点经度')
  const before = Number(await longitude.inputValue())
  await map.getByRole('img', { name: '第 3 点，可拖动' }).hover()
  await page.mouse.down()
  await page.mouse.move(0, 0)
  await map.hover({ position: { x: 320, y: 300 } })
  await page.mouse.up()
  await expect.poll(async () => Number(await longitude.inputValue())).toBeGreaterThan(before)
  await form.getByRole('combobox', { name: '查找司机' }).fill(driver?.driverNo ?? '')
  await page.locator('.ant-select-item-option', { hasText: driver?.driverNo ?? '' }).click()
  await form.getByRole('button', { name: `移出 ${driver?.name}` }).waitFor()
  await form.getByRole('switch', { name: '启用' }).click()
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await shownPane(page).getByText('会展中心车队').hover()
  await shownPane(page).getByRole('button', { name: '修改 会展中心车队' }).click()
  await page.getByRole('dialog', { name: '修改车队' }).getByText('边界点（3 个，WGS84）').waitFor()
  await screenshot(page, 'dispatch-team-area')
})

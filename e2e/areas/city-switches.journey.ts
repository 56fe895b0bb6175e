import { join } from 'node:path'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { citySwitchCalls } from '@chauffeur/contract/operations/city-switch'
import { expect, inject, test } from 'vitest'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { choose, screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
/** A service that no other journey orders. */
const SERVICE = '日包代驾服务'
const SHANGHAI = { cityId: '310000', pickupLat: 31.2304, pickupLng: 121.4737, serviceType: 'DAY_PACKAGE' } as const

/** Whether the desk may ask for one there. */
const dayPackages = (operator: string): Promise<boolean> =>
  send(address, callCentreCalls.estimate, SHANGHAI, operator).then(
    () => true,
    (error: Error) => !error.message.includes('callCentre.serviceOff'),
  )

test('who runs a city switches a service off there: it is ordered no more, another who looks sees it, and it comes back from its history', async () => {
  const { page } = await visit('/yunYing/citySwitches', { as: 'cityops', width: 1280, height: 720 })
  const { page: other } = await visit('/yunYing/citySwitches', { as: 'admin', locale: 'en', width: 1280, height: 720 })
  const { token: operator } = await visit('/', { as: 'operator' })
  for (const [one, city] of [
    [page, '上海'],
    [other, 'Shanghai'],
  ] as const) {
    await shownPane(one).getByRole('combobox').click()
    await choose(one, city)
  }
  const row = shownPane(page).getByRole('row', { name: SERVICE })
  await row.getByText('开启', { exact: true }).waitFor()
  expect(await dayPackages(operator)).toBe(true)

  await row.getByRole('button', { name: `修改 ${SERVICE}` }).click()
  const form = page.getByRole('dialog', { name: `上海：${SERVICE}` })
  await form.getByLabel('修改原因').fill('暂无司机')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'city-switch-form')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })
  await row.getByText('关闭', { exact: true }).waitFor()
  await row.getByText('暂无司机').waitFor()
  expect(await dayPackages(operator)).toBe(false)
  await shownPane(other).getByRole('row', { name: 'Day packages' }).getByText('Off', { exact: true }).waitFor()
  await settled(other)
  await screenshot(other, 'city-switches-en')
  expect(await barriers(other)).toEqual([])

  await row.getByRole('button', { name: `修改 ${SERVICE}` }).click()
  await form.getByLabel('修改原因').fill('恢复')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })
  await row.getByText('开启', { exact: true }).waitFor()
  expect(await dayPackages(operator)).toBe(true)
  await row.getByRole('button', { name: `${SERVICE} 的历史` }).click()
  const history = page.getByRole('dialog', { name: `上海 ${SERVICE} 的历史` })
  await history.getByText(/第 \d+ 版（当前）/).waitFor()
  await screenshot(page, 'city-switch-history')
})

test('who runs two cities switches a service off in both at once, looks at what becomes of each first, and stops a city for tonight from there', async () => {
  const { page, token } = await visit('/yunYing/citySwitches', { as: 'cityops', theme: 'light', width: 1280, height: 720 })
  const { page: dark } = await visit('/yunYing/citySwitches', { as: 'admin', locale: 'en', theme: 'dark', width: 1920, height: 1080 })
  const { token: operator } = await visit('/', { as: 'operator' })
  // Also where a journey before this one stopped in its middle.
  const on = ['310000', '330100'].map((cityId) => ({ cityId, key: 'dayPackageService' as const, on: true }))
  await send(address, citySwitchCalls.batchSave, { rows: on as never }, token)
  const pane = shownPane(page)
  for (const [one, words] of [
    [page, '全部城市'],
    [dark, 'All cities'],
  ] as const)
    await shownPane(one).getByText(words, { exact: true }).first().click()
  const matrix = pane.getByRole('table', { name: '城市与开关' })
  // Those of the account alone.
  await matrix.getByRole('rowheader', { name: '上海' }).waitFor()
  expect((await matrix.getByRole('rowheader').allTextContents()).toSorted()).toEqual(['上海', '杭州'])
  const cells = ['上海', '杭州'].map((city) => matrix.getByRole('switch', { name: `${city}：${SERVICE}` }))
  const checked = () => Promise.all(cells.map((cell) => cell.getAttribute('aria-checked')))
  await expect.poll(checked).toEqual(['true', 'true'])
  await matrix.getByRole('button', { name: SERVICE }).click()
  expect(await checked()).toEqual(['false', 'false'])
  expect(await barriers(page, '.tab-pane[data-active="true"]')).toEqual([])
  await screenshot(page, 'city-matrix')

  await pane.getByRole('button', { name: '预览并保存（2 项）' }).click()
  const drawer = page.getByRole('dialog', { name: '修改 2 项城市开关' })
  await drawer.getByLabel('修改原因').fill('节假日停办')
  await drawer.getByRole('button', { name: /^预览/ }).click()
  await drawer.getByText('可以修改').nth(1).waitFor()
  // Nothing is changed by looking.
  expect(await dayPackages(operator)).toBe(true)
  await screenshot(page, 'city-matrix-preview')
  await drawer.getByRole('button', { name: '保存 2 项' }).click()
  await drawer.getByText('已修改').nth(1).waitFor()
  // Off the button that now stands where the mouse is.
  await page.mouse.move(2, 2)
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await drawer.getByRole('button', { name: '关闭' }).last().click()
  await drawer.waitFor({ state: 'hidden' })
  expect(await dayPackages(operator)).toBe(false)
  const there = shownPane(dark).getByRole('switch', { name: 'Shanghai: Day packages' })
  await expect.poll(() => there.getAttribute('aria-checked')).toBe('false')
  await settled(dark)
  await dark.screenshot({ path: join(screenshots, 'city-matrix-en-dark.jpg'), type: 'jpeg', quality: 90 })

  // All of them on again.
  await expect.poll(checked).toEqual(['false', 'false'])
  await matrix.getByRole('button', { name: SERVICE }).click()
  await pane.getByRole('button', { name: '预览并保存（2 项）' }).click()
  await drawer.getByRole('button', { name: /^预览/ }).click()
  await drawer.getByRole('button', { name: '保存 2 项' }).click()
  await drawer.getByText('已修改').nth(1).waitFor()
  await drawer.getByRole('button', { name: '关闭' }).last().click()
  await drawer.waitFor({ state: 'hidden' })
  await expect.poll(checked).toEqual(['true', 'true'])
  expect(await dayPackages(operator)).toBe(true)

  // Tonight is filled in; this city of the others' goes on.
  await dark.getByRole('button', { name: 'Stop orders: Shanghai' }).click()
  const closing = dark.getByRole('dialog', { name: 'Stop orders: Shanghai' })
  await closing.getByRole('button', { name: 'Stop for tonight, start again at 06:00' }).click()
  expect(await closing.getByLabel('Orders start again at').inputValue()).toMatch(/ 06:00$/)
  await dark.screenshot({ path: join(screenshots, 'city-tonight-en-dark.jpg'), type: 'jpeg', quality: 90 })
})

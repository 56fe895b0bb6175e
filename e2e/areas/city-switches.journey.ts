import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { expect, inject, test } from 'vitest'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { choose, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
/** A service that no other journey orders. */
const SERVICE = '日包代驾服务'
const SHANGHAI = { cityId: '310000', pickupLat: 31.2304, pickupLng: 121.4737, serviceType: 'DAY_PACKAGE' } as const

test('who runs a city switches a service off there: it is ordered no more, another who looks sees it, and it comes back from its history', async () => {
  const { page } = await visit('/yunYing/citySwitches', { as: 'cityops', width: 1280, height: 720 })
  const { page: other } = await visit('/yunYing/citySwitches', { as: 'admin', locale: 'en', width: 1280, height: 720 })
  const { token: operator } = await visit('/', { as: 'operator' })
  const refused = () =>
    send(address, callCentreCalls.estimate, SHANGHAI, operator).then(
      () => '',
      (error: Error) => / (callCentre\.\w+)/.exec(error.message)?.[1] ?? error.message,
    )
  for (const [one, city] of [
    [page, '上海'],
    [other, 'Shanghai'],
  ] as const) {
    await shownPane(one).getByRole('combobox').click()
    await choose(one, city)
  }
  const row = shownPane(page).getByRole('row', { name: SERVICE })
  await row.getByText('开启', { exact: true }).waitFor()
  expect(await refused()).not.toBe('callCentre.serviceOff')

  await row.getByRole('button', { name: `修改 ${SERVICE}` }).click()
  const form = page.getByRole('dialog', { name: `上海：${SERVICE}` })
  await form.getByLabel('修改原因').fill('暂无司机')
  expect(await barriers(page, '[role="dialog"]')).toEqual([])
  await screenshot(page, 'city-switch-form')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })
  await row.getByText('关闭', { exact: true }).waitFor()
  await row.getByText('暂无司机').waitFor()
  expect(await refused()).toBe('callCentre.serviceOff')
  await shownPane(other).getByRole('row', { name: 'Day packages' }).getByText('Off', { exact: true }).waitFor()
  await settled(other)
  await screenshot(other, 'city-switches-en')

  await row.getByRole('button', { name: `修改 ${SERVICE}` }).click()
  await form.getByLabel('修改原因').fill('恢复')
  await form.getByRole('button', { name: /^保存/ }).click()
  await form.waitFor({ state: 'hidden' })
  await row.getByText('开启', { exact: true }).waitFor()
  expect(await refused()).not.toBe('callCentre.serviceOff')
  await row.getByRole('button', { name: `${SERVICE} 的历史` }).click()
  const history = page.getByRole('dialog', { name: `上海 ${SERVICE} 的历史` })
  await history.getByText(/第 \d+ 版（当前）/).waitFor()
  await screenshot(page, 'city-switch-history')
})

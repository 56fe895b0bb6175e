import { badWeatherCalls } from '@chauffeur/contract/driver/bad-weather'
import { noticeCalls } from '@chauffeur/contract/operations/notice'
import type { Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { SHANGHAI } from '../../apps/server/demo/cities.ts'
import { signIn } from '../harness/account.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
// No other journey drives in Shanghai.
const cityId = String(SHANGHAI)
afterAll(async () => {
  const { token } = await signIn(address, 'admin')
  const [city] = (await send(address, badWeatherCalls.getConfig, { cityId }, token)).rows
  if (city?.on) await send(address, badWeatherCalls.closeConfig, { cityId }, token)
})

/** As it is typed, by the clock of the city. */
const inHours = (hours: number) => new Date(Date.now() + (8 + hours) * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
const panelOf = (page: Page) => shownPane(page).getByRole('table', { name: '恶劣天气' })
const city = async (token: string) => (await send(address, badWeatherCalls.getConfig, { cityId }, token)).rows[0]

test('bad weather is switched on in a city with what it means and an end, is changed, and is over', async () => {
  const { page, token } = await visit('/DriverConfig/DriverLevelBase', { as: 'cityops', width: 1280, height: 800 })
  await settled(page)
  const row = panelOf(page).getByRole('row').filter({ hasText: '上海' })
  await row.getByText('未开启').waitFor()
  await row.getByRole('button', { name: '开启' }).click()
  const form = page.getByRole('dialog', { name: '上海恶劣天气' })
  const until = inHours(5)
  await form.getByLabel('截止').fill(until)
  await page.keyboard.press('Enter')
  await form.getByLabel('原因').fill('暴雪橙色预警')
  await form.getByText('每单固定金额').click()
  await form.getByLabel('每单加收').fill('8')
  await screenshot(page, 'bad-weather-form')
  expect(await barriers(page)).toEqual([])
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await row.getByText('生效中').waitFor()
  await row.getByText(/每单加.*8.*不扣经验、不降级/).waitFor()
  await row.getByText('陈志远').waitFor()
  const on = await city(token)
  expect(on).toMatchObject({ on: true, reason: '暴雪橙色预警', price: { flatFen: 800, rateBp: null }, protection: { until: on!.until } })
  const heard = async () =>
    (await send(address, noticeCalls.list, {}, token)).rows.filter(({ subject }) => subject === '上海').map(({ kind }) => kind)
  expect((await heard())[0]).toBe('BAD_WEATHER')
  await row.scrollIntoViewIfNeeded()
  await screenshot(page, 'bad-weather')
  expect(await barriers(page)).toEqual([])

  // Its consequences are apart: the charge goes, the protection stays.
  await row.getByRole('button', { name: '修改' }).click()
  await form.getByText('不加价').click()
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await row.getByText(/不加价.*不扣经验、不降级/).waitFor()
  expect(await city(token)).toMatchObject({ on: true, price: null, protection: { until: on!.until } })

  await row.getByRole('button', { name: '结束' }).click()
  const asked = page.getByRole('dialog').filter({ hasText: '立即结束上海的恶劣天气' })
  await asked.waitFor()
  await screenshot(page, 'bad-weather-end')
  await asked.getByRole('button', { name: '结束' }).click()
  await row.getByText('未开启').waitFor()
  expect(await city(token)).toMatchObject({ on: false, price: null, protection: null })
  expect((await heard())[0]).toBe('BAD_WEATHER_OVER')
})

test('it reads well in English and by light', async () => {
  const { page } = await visit('/DriverConfig/DriverLevelBase', { as: 'cityops', theme: 'light', locale: 'en', width: 1280, height: 800 })
  await settled(page)
  const row = shownPane(page).getByRole('table', { name: 'Bad weather' }).getByRole('row').filter({ hasText: 'Shanghai' })
  await row.getByText('Off').waitFor()
  await row.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('dialog', { name: 'Bad weather in Shanghai' }).getByLabel('Until').waitFor()
  await screenshot(page, 'bad-weather-en')
  expect(await barriers(page)).toEqual([])
})

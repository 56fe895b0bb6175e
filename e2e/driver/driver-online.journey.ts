import { driverOnlineCalls } from '@chauffeur/contract/driver/online'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { signIn } from '../harness/account.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { BY_THE_STREAM, send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')

/** The last day that is over by the clock of the city. */
const DAY = new Date(Date.now() + (8 - 24) * 3_600_000).toISOString().slice(0, 10)
const DAY_ALONE = new URLSearchParams({ dayFrom: DAY, dayTo: DAY })
let token = ''
beforeAll(async () => {
  token = (await signIn(address, 'cityops')).token
  // The round counts what the demo world brought along within a minute.
  await vi.waitFor(
    async () => {
      const { drivers } = await send(address, driverOnlineCalls.adapMatch, { cityId: HANGZHOU.cityId, day: DAY }, token)
      if (drivers === 0) throw new Error('Nobody’s day is counted yet.')
    },
    { timeout: 90_000, interval: 1_000 },
  )
}, 100_000)

for (const theme of ['light', 'dark'] as const)
  test(`time on duty is read by driver and day, and hour by hour (${theme})`, async () => {
    const { page } = await visit(`/YunYing/DriverOnline?${DAY_ALONE}`, { as: 'cityops', width: 1280, height: 800, theme })
    const pane = shownPane(page)
    // Whoever was on duty for moments of today does not stand above them.
    await pane.getByRole('row').nth(1).getByText(DAY, { exact: true }).waitFor()
    await pane.getByRole('row').nth(1).getByRole('button').first().click()
    const drawer = page.getByRole('dialog', { name: /的在线时长$/ })
    await drawer.locator('.chart-frame canvas').waitFor()
    await settled(page)
    await screenshot(page, `driver-online-day-${theme}`)
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await screenshot(page, `driver-online-${theme}`)
    expect(await barriers(page)).toEqual([])
  })

test('city operations set the peak times of a city, see who was there, and cannot touch those of all cities', async () => {
  const { page } = await visit('/DriverConfig/PeakTimes', { as: 'cityops', width: 1280, height: 800 })
  const pane = shownPane(page)
  // Early in the day nobody may have been there yet, and there is no chart.
  await pane.getByText('出勤与需求').waitFor()
  await settled(page)
  await screenshot(page, 'driver-peak-times')
  expect(await barriers(page)).toEqual([])
  expect(await pane.getByRole('button', { name: /修改.*全部城市/ }).count()).toBe(0)
  await pane.getByRole('button', { name: '新增城市设置：高峰时段与出勤目标' }).click()
  const form = page.getByRole('dialog', { name: /新增城市设置/ })
  await drawerField(page, '城市').click()
  await choose(page, '杭州')
  const rows = form.getByRole('button', { name: /^删除第/ })
  while ((await rows.count()) > 0) await rows.first().click()
  await form.getByRole('button', { name: '增加时段' }).click()
  await form.getByLabel('名称').fill('夜高峰')
  await form.getByLabel('开始').fill('23')
  await form.getByLabel('结束').fill('21:00')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText(/应晚于开始/).waitFor()
  await form.getByLabel('结束').fill('24:00')
  await screenshot(page, 'driver-peak-times-form')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await pane
    .getByText(/夜高峰 每天/)
    .first()
    .waitFor(BY_THE_STREAM)
  const { rows: kept } = await send(address, driverOnlineCalls.getPeakTime, {}, token)
  expect(kept.find(({ cityId }) => cityId === HANGZHOU.cityId)).toMatchObject({
    windows: [{ name: '夜高峰', weekMask: 127, from: '23:00:00', to: '24:00:00' }],
  })
})

import { driverLevelCalls } from '@chauffeur/contract/driver/level'
import { driverStandingCalls } from '@chauffeur/contract/driver/level-driver'
import { STANDARD_DRIVER_LEVELS } from '@chauffeur/contract/driver/level-model'
import { beforeAll, expect, inject, test, vi } from 'vitest'
import { signIn } from '../harness/account.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'
import { BY_THE_STREAM, send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
let token = ''
beforeAll(async () => {
  token = (await signIn(address, 'cityops')).token
})

for (const [path, name] of [
  ['DriverLevelBase', 'driver-levels-en'],
  ['DriverLevelExpConfig', 'driver-experience-en'],
  ['DriverLevelWhite', 'driver-level-whites-en'],
  ['DriverLevelLog', 'driver-level-log-en'],
] as const)
  test(`${path} reads well in English and by light`, async () => {
    const { page } = await visit(`/DriverConfig/${path}`, { as: 'cityops', theme: 'light', locale: 'en', width: 1280, height: 800 })
    await settled(page)
    await screenshot(page, name)
    expect(await barriers(page)).toEqual([])
  })

test('what experience is given for is opened to be set for a city, with every event to choose from', async () => {
  const { page } = await visit('/DriverConfig/DriverLevelExpConfig', { as: 'cityops', width: 1280, height: 800 })
  await settled(page)
  await shownPane(page).getByRole('button', { name: '新增城市设置：经验值配置' }).click()
  const form = page.getByRole('dialog', { name: /新增城市设置：经验值配置/ })
  await form.getByRole('button', { name: '删除第 9 个事件' }).click()
  await form.getByRole('button', { name: '增加事件' }).click()
  await form.getByRole('combobox', { name: '事件' }).nth(8).click()
  expect(await page.locator('.ant-select-dropdown:visible').getByTitle('有责取消').count()).toBe(1)
})

test('city operations try levels of their city before they save them, and read why a driver has theirs', async () => {
  const { page } = await visit('/DriverConfig/DriverLevelBase', { as: 'cityops', width: 1280, height: 800 })
  const pane = shownPane(page)
  await settled(page)
  await screenshot(page, 'driver-levels')
  expect(await barriers(page)).toEqual([])
  expect(await pane.getByRole('button', { name: /修改.*全部城市/ }).count()).toBe(0)
  await pane.getByRole('button', { name: '新增城市设置：升降级规则' }).click()
  const form = page.getByRole('dialog', { name: /新增城市设置：升降级规则/ })
  await drawerField(page, '城市').click()
  await choose(page, '杭州')
  const moves = form.getByRole('switch', { name: '自动升降级' })
  if ((await moves.getAttribute('aria-checked')) !== 'true') await moves.click()
  await form.getByRole('button', { name: '试算对司机的影响' }).click()
  await form.getByText(/涉及司机 \d+ 人/).waitFor()
  await form.getByText(/立即升级 \d+ 人/).waitFor()
  await screenshot(page, 'driver-levels-trial')
  expect(await barriers(page)).toEqual([])
  // Whether anybody of the demo deserves more than the lowest level depends on what its month has brought so far.
  await form.getByRole('switch', { name: /最低以上等级时也保存/ }).click()
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'hidden' })
  await pane.getByText('杭州').first().waitFor(BY_THE_STREAM)
  const { rows } = await send(address, driverLevelCalls.global, {}, token)
  expect(rows.find(({ cityId }) => cityId === HANGZHOU.cityId)).toMatchObject({ enabled: true })
  // Levels that ask for nothing: everybody rises at once.
  const levels = STANDARD_DRIVER_LEVELS.map((level) => ({ ...level, minExp: 0, minOrders: 0, minRatingX100: null, maxCancelBp: null }))
  await send(address, driverLevelCalls.basicSave, { cityId: HANGZHOU.cityId, levels }, token)
  const change = await vi.waitFor(
    async () => {
      const { rows: changes } = await send(address, driverStandingCalls.log, { cityId: HANGZHOU.cityId, cause: 'UP' }, token)
      const top = changes.find(({ toName }) => toName === '钻石')
      if (!top) throw new Error('Nobody rose yet.')
      return top
    },
    { timeout: 60_000, interval: 1_000 },
  )
  const driver = await visit(`/yunYing/driverDetail?driverId=${change.driverId}`, { as: 'cityops', width: 1280, height: 800 })
  await shownPane(driver.page).getByText('已达到钻石的全部要求，即时升级。').waitFor()
  await screenshot(driver.page, 'driver-level-why')
  expect(await barriers(driver.page)).toEqual([])
})

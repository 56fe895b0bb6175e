import { expect, inject, test } from 'vitest'
import { driverIn } from '../harness/driver.ts'
import { HANGZHOU } from '../harness/places.ts'
import { shownPane, visitors } from '../harness/visit.ts'

const visit = visitors()

test('the network goes and comes back: it is said, nothing typed is lost, what is live catches up, and nobody is shouted at', async () => {
  const { wulin } = HANGZHOU
  const address = inject('address')
  const known = await driverIn(address, HANGZHOU.cityId, wulin)
  const { page, context, allow } = await visit('/CallCentre/Desk', { as: 'operator' })
  // What a browser itself says about requests that cannot leave.
  allow(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to fetch/)

  // A half-typed order at the desk.
  const desk = shownPane(page)
  const phone = desk.getByLabel(/^来电号码/)
  await phone.fill('13800007777')
  // A half-typed form.
  await page.goto(`${address}/#/yunYing/driverMap`)
  const list = shownPane(page).getByRole('listbox', { name: '司机列表' })
  await list.getByText(known.name).click()
  await shownPane(page).getByRole('button', { name: '备注', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('内容').fill('熟悉武林商圈')

  let asked = 0
  page.on('request', () => asked++)
  await context.setOffline(true)
  const strip = page.getByRole('alert').filter({ hasText: '连不上服务器' })
  await strip.waitFor()

  // What is sent meanwhile is refused in words, and stays.
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await dialog.getByLabel('内容').inputValue()).toBe('熟悉武林商圈')

  // Things happen that this console does not hear of, for longer than its screens ask.
  const latecomer = await driverIn(address, HANGZHOU.cityId, { lat: wulin.lat + 0.004, lng: wulin.lng })
  await known.goHome()
  await page.waitForTimeout(6_500)
  expect(await strip.isVisible()).toBe(true)
  expect(await page.locator('.toast, .ant-message-notice').count()).toBeLessThanOrEqual(1)
  expect(asked, 'questions to a server that cannot be reached').toBeLessThan(25)

  await context.setOffline(false)
  await expect.poll(() => strip.count(), { timeout: 5_000 }).toBe(0)
  await list.getByText(latecomer.name).waitFor({ timeout: 5_000 })
  await expect.poll(() => list.getByText(known.name).count(), { timeout: 5_000 }).toBe(0)

  // The same form is sent now, once.
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: '接单台' }).click()
  expect(
    await shownPane(page)
      .getByLabel(/^来电号码/)
      .inputValue(),
  ).toBe('13800007777')
  await page.goto(`${address}/#/DriverConfig/DriverRemark?driverId=${known.driverId}`)
  await expect.poll(() => page.getByText('熟悉武林商圈').count()).toBe(1)
  await latecomer.goHome()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningPlatform, startPlatform } from '../harness/platform.ts'
import { screenshot } from '../harness/look.ts'
import { visitors } from '../harness/visit.ts'

const visit = visitors()
// One of its own: no other journey is to notice.
let platform: RunningPlatform
beforeAll(async () => {
  platform = await startPlatform(() => {})
})
afterAll(() => platform.stop())

test('while the database is gone the console says 503, and goes on by itself when it is back', async () => {
  const { page, allow } = await visit('/CallCentre/Desk', { as: 'operator', address: platform.address })
  allow(/Failed to load resource/)
  await page.getByLabel('订单备注').fill('还在')
  await platform.postgres.stop()
  await page.goto(`${platform.address}/#/Order/List`)
  await expect.poll(() => new URL(page.url()).hash).toBe('#/error/503')
  await page.getByRole('heading', { name: '服务不可用' }).waitFor()
  await screenshot(page, 'error-503')
  await platform.postgres.startAgain()
  await page.getByRole('button', { name: '返回上一页' }).click()
  const rows = page.getByRole('grid', { name: '订单列表' }).getByRole('row')
  const retry = page.locator('.tab-pane[data-active="true"]').getByRole('button', { name: '重试' })
  await rows.nth(3).or(retry).first().waitFor()
  if (await retry.isVisible()) await retry.click()
  await rows.nth(3).waitFor()
  await page.getByRole('tab', { name: '接单台' }).click()
  expect(await page.getByLabel('订单备注').inputValue()).toBe('还在')
})

import { expect, inject, test } from 'vitest'
import { driverIn } from './harness/driver.ts'
import { screenshot } from './harness/look.ts'
import { HANGZHOU } from './harness/places.ts'
import { shownPane, visitors } from './harness/visit.ts'

const visit = visitors()

/** Counts what the graphics card is asked to draw; runs in the page before anything else. */
const countDrawing = () => {
  const counted = globalThis as unknown as { drawn: number }
  counted.drawn = 0
  for (const name of ['drawArrays', 'drawElements'] as const) {
    const draw = WebGL2RenderingContext.prototype[name] as (...args: number[]) => void
    WebGL2RenderingContext.prototype[name] = function (this: WebGL2RenderingContext, ...args: number[]) {
      counted.drawn++
      draw.apply(this, args)
    } as never
  }
}

test('the map draws the drivers on duty as they move, and nothing while its tab is hidden', async () => {
  const { wulin } = HANGZHOU
  const drivers = await Promise.all(
    [0, 1, 2].map(async (n) => driverIn(inject('address'), HANGZHOU.cityId, { lat: wulin.lat + n * 0.003, lng: wulin.lng })),
  )
  const { page, context } = await visit('/icons', { as: 'cityops' })
  await context.addInitScript(countDrawing)
  await page.goto(`${inject('address')}/?fresh#/yunYing/driverMap`)
  const drawn = () => page.evaluate(() => (globalThis as unknown as { drawn: number }).drawn)
  const list = shownPane(page).getByRole('listbox', { name: '司机列表' })
  for (const driver of drivers) await list.getByText(driver.name).waitFor()
  await expect.poll(drawn).toBeGreaterThan(0)
  await page.waitForTimeout(1000)
  await screenshot(page, 'map-drivers')

  let before = await drawn()
  let step = 0
  const move = () => Promise.all(drivers.map((driver) => driver.goTo({ lat: wulin.lat + ++step * 0.0004, lng: wulin.lng + 0.001 })))
  await move()
  await expect.poll(drawn).toBeGreaterThan(before)

  await page.getByRole('tab', { name: '首页' }).click()
  await page.waitForTimeout(1500)
  before = await drawn()
  await move()
  await page.waitForTimeout(2500)
  expect(await drawn()).toBe(before)

  await page.getByRole('tab', { name: '司机地图' }).click()
  await expect.poll(drawn).toBeGreaterThan(before)
  await list.getByText(drivers[0]?.name ?? '').click()
  await screenshot(page, 'map-selected')
  await Promise.all(drivers.map((driver) => driver.goHome()))
  await expect.poll(() => shownPane(page).locator('.fleet-row').count()).toBe(0)
})

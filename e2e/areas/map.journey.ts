import { expect, inject, test } from 'vitest'
import { LIVE_PATH } from '@chauffeur/contract/operations/live'
import { driverIn } from '../harness/driver.ts'
import { screenshot } from '../harness/look.ts'
import { movingFleet } from '../harness/moving-fleet.ts'
import { HANGZHOU } from '../harness/places.ts'
import { shownPane, visitors } from '../harness/visit.ts'

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

/** How much was drawn once nothing is drawn any more. */
async function still(drawn: () => Promise<number>): Promise<number> {
  let before = -1
  const same = async () => {
    const now = await drawn()
    const unchanged = now === before
    before = now
    return unchanged
  }
  await expect.poll(same, { interval: 300 }).toBe(true)
  return before
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
  await still(drawn)
  await screenshot(page, 'map-drivers')

  let before = await still(drawn)
  let step = 0
  const move = () => Promise.all(drivers.map((driver) => driver.goTo({ lat: wulin.lat + ++step * 0.0004, lng: wulin.lng + 0.001 })))
  await move()
  await expect.poll(drawn).toBeGreaterThan(before)

  await page.getByRole('tab', { name: '控制台' }).click()
  before = await still(drawn)
  await move()
  // Longer than from one picture of all drivers to the next.
  await page.waitForTimeout(2_000)
  expect(await drawn()).toBe(before)

  await page.getByRole('tab', { name: '司机地图' }).click()
  await expect.poll(drawn).toBeGreaterThan(before)
  await list.getByText(drivers[0]?.name ?? '').click()
  await screenshot(page, 'map-selected')
  await Promise.all(drivers.map((driver) => driver.goHome()))
  await expect.poll(() => shownPane(page).locator('.fleet-row').count()).toBe(0)
})

test('what the map shows is chosen by key, stays chosen, and fills the screen', async () => {
  const { page } = await visit('/yunYing/driverMap', { as: 'admin' })
  const pane = shownPane(page)
  const layer = (name: string) => pane.getByRole('checkbox', { name })
  const ground = pane.locator('.maplibregl-canvas')
  await pane.getByRole('button', { name: '图层' }).waitFor()
  await ground.focus()
  await page.keyboard.press('l')
  await expect.poll(() => layer('在线司机').evaluate((box) => box === document.activeElement)).toBe(true)
  await layer('价格围栏').check()
  await layer('等待接单').uncheck()
  await page.keyboard.press('Escape')
  expect(await layer('在线司机').count()).toBe(0)
  expect(await pane.getByRole('button', { name: '图层' }).evaluate((button) => button === document.activeElement)).toBe(true)
  const scale = () => pane.locator('.maplibregl-ctrl-scale').innerText()
  await ground.focus()
  await page.keyboard.press('0')
  await page.waitForTimeout(800)
  const whole = await scale()
  for (let n = 0; n < 3; n++) await page.keyboard.press('=')
  await expect.poll(scale).not.toBe(whole)
  await page.keyboard.press('0')
  await expect.poll(scale).toBe(whole)
  await page.keyboard.press('f')
  await pane.getByRole('button', { name: '退出全屏' }).click()
  await pane.getByRole('button', { name: '全屏', exact: true }).waitFor()
  // Longer than it takes until a choice is kept.
  await page.waitForTimeout(1_200)
  await page.reload()
  await pane.getByRole('button', { name: '图层' }).click()
  await layer('价格围栏').waitFor()
  expect([await layer('价格围栏').isChecked(), await layer('等待接单').isChecked()]).toEqual([true, false])
})

test('who may not see prices is offered no fences', async () => {
  const { page } = await visit('/yunYing/driverMap', { as: 'fleet' })
  const pane = shownPane(page)
  await pane.getByRole('button', { name: '图层' }).click()
  await pane.getByRole('checkbox', { name: '在线司机' }).waitFor()
  expect(await pane.getByRole('checkbox', { name: '价格围栏' }).count()).toBe(0)
})

const countText = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, ',')

/** Draws nothing, and counts how many drivers were to be drawn: what then remains of a picture is the page's own work. */
const drawNothing = () => {
  const counted = globalThis as unknown as { points: number }
  counted.points = 0
  const gl = WebGL2RenderingContext.prototype
  gl.drawElements = () => {}
  gl.drawArrays = (mode, _, count) => {
    if (mode === WebGL2RenderingContext.POINTS) counted.points = Math.max(counted.points, count)
  }
}

test('of ten thousand drivers all are drawn, counted, filtered, found and followed', async () => {
  const count = 10_000
  const fleet = await movingFleet(count, { ...HANGZHOU.wulin, cityId: HANGZHOU.cityId })
  const { page, context } = await visit('/icons', { as: 'cityops' })
  try {
    await context.addInitScript(drawNothing)
    await context.route(`**${LIVE_PATH}**`, (route) => route.continue({ url: fleet.address }))
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto(`${inject('address')}/?fresh#/yunYing/driverMap`)
    const pane = shownPane(page)
    await pane.getByRole('combobox', { name: '城市' }).selectOption(HANGZHOU.cityId)
    await pane.getByText(`在线 ${countText(count)} 位`).waitFor()
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as { points: number }).points)).toBe(count)
    const list = pane.getByRole('listbox', { name: '司机列表' })
    const listed = () => list.getByRole('option').first().getAttribute('aria-setsize')
    expect(await listed()).toBe(String(count))
    // Seven states by turns.
    await pane.getByRole('button', { name: /^空闲/ }).click()
    await expect.poll(listed).toBe(String(Math.ceil(count / 7)))
    await pane.getByRole('button', { name: /^空闲/ }).click()
    await pane.getByRole('searchbox', { name: '按司机编号或姓名查找' }).fill('M109999')
    await expect.poll(listed).toBe('1')
    await page.keyboard.press('Enter')
    await pane.getByRole('region', { name: '司机', exact: true }).getByText('司机9999').waitFor()
    await pane.getByRole('button', { name: '跟随', exact: true }).click()
    await pane.getByText('正在跟随 司机9999').waitFor()
  } finally {
    await page.close()
    await fleet.stop()
  }
})

test('whoever is followed stays in the middle, and the zoom stays the operator’s', async () => {
  const { wulin } = HANGZHOU
  const driver = await driverIn(inject('address'), HANGZHOU.cityId, wulin)
  const { page } = await visit('/yunYing/driverMap', { as: 'cityops' })
  const pane = shownPane(page)
  await pane.getByRole('listbox', { name: '司机列表' }).getByText(driver.name).click()
  await pane.getByRole('button', { name: '跟随', exact: true }).click()
  await pane.getByText(`正在跟随 ${driver.name}`).waitFor()
  await page.waitForTimeout(1_000)
  const scale = () => pane.locator('.maplibregl-ctrl-scale').innerText()
  const before = await scale()
  await pane.locator('.maplibregl-canvas').hover()
  await page.mouse.wheel(0, -600)
  // On the way while the operator still zooms: neither ends the other.
  await driver.goTo({ lat: wulin.lat + 0.0006, lng: wulin.lng + 0.0006 })
  await expect.poll(scale).not.toBe(before)
  await page.waitForTimeout(1_200)
  const zoomed = await scale()
  for (let step = 2; step <= 3; step++) {
    await driver.goTo({ lat: wulin.lat + step * 0.0006, lng: wulin.lng + step * 0.0006 })
    await page.waitForTimeout(1_100)
  }
  expect(await scale()).toBe(zoomed)
  // The middle of the map is where the driver is: a click there is on them, not on the ground.
  await pane.getByRole('button', { name: '关闭' }).click()
  const card = pane.getByRole('region', { name: '司机', exact: true }).getByText(driver.name)
  const clicked = async () => {
    await pane.locator('.maplibregl-canvas').click()
    return card.count()
  }
  await expect.poll(clicked, { interval: 500 }).toBe(1)
  await driver.goHome()
})

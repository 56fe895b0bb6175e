import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { screenshot } from '../harness/look.ts'
import { mapFileOf } from '../harness/outside/map-file.ts'
import { shownPane, visitors } from '../harness/visit.ts'

const visit = visitors()
const file = join(inject('mapFiles'), '华东.pmtiles')

const square = (west: number, south: number, east: number, north: number, properties: object): GeoJSON.FeatureCollection => ({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties,
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, south],
            [east, south],
            [east, north],
            [west, north],
            [west, south],
          ],
        ],
      }, // prettier-ignore
    },
  ],
})
const nothing: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }
/** A country that is all lake, so that wherever a map looks it is seen. */
const lake = () =>
  mapFileOf({
    bounds: [95, 15, 127, 40],
    minZoom: 0,
    maxZoom: 6,
    attribution: '<a href="https://map.example">© 试验测绘</a>',
    layers: { earth: square(90, 10, 130, 45, { kind: 'earth' }), water: square(90, 10, 130, 45, { kind: 'lake' }), roads: nothing },
  })

/** The colour of the ground a little off the middle of the map, where no driver stands. */
async function groundColour(page: Page): Promise<string> {
  const canvas = shownPane(page).locator('.map-canvas')
  const { x, y, width, height } = (await canvas.boundingBox())!
  const picture = await page.screenshot({ clip: { x: x + width / 3, y: y + height / 3, width: 3, height: 3 } })
  return page.evaluate(async (base64) => {
    const drawn = new Image()
    drawn.src = `data:image/png;base64,${base64}`
    await drawn.decode()
    const pad = new OffscreenCanvas(3, 3).getContext('2d')!
    pad.drawImage(drawn, 0, 0)
    return [...pad.getImageData(1, 1, 1, 1).data.slice(0, 3)].map((part) => part.toString(16).padStart(2, '0')).join('')
  }, picture.toString('base64'))
}

async function choose(page: Page, kind: string) {
  const panel = page.locator('.ui-panel', { has: page.getByRole('heading', { name: '底图' }) })
  await panel.getByRole('button', { name: /^修\s?改$/ }).click()
  const dialog = page.getByRole('dialog', { name: '修改底图' })
  await dialog.getByRole('radio', { name: kind }).check()
  await dialog.getByRole('button', { name: /^保\s?存/ }).click()
  await dialog.waitFor({ state: 'detached' })
  await panel.getByText(new RegExp(`底图 ${kind}`)).waitFor()
}

test('a map file on the server’s disk is chosen on a screen and drawn in both themes; one that is broken is named', async () => {
  writeFileSync(file, lake())
  const { page } = await visit('/Sys/MapServices', { as: 'admin' })
  await page.getByText('华东.pmtiles').waitFor()
  await choose(page, '地图文件')
  await screenshot(page, 'map-services')

  const pieces: number[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/map-files/')) pieces.push(answer.status())
  })
  await page.goto(`${inject('address')}/?file#/yunYing/driverMap`)
  await shownPane(page).getByText('© 试验测绘').waitFor()
  await expect.poll(() => groundColour(page)).toBe('123a5c')
  await screenshot(page, 'map-file-dark')
  expect(pieces.length).toBeGreaterThan(1)
  expect(new Set(pieces)).toEqual(new Set([206]))

  const light = await visit('/yunYing/driverMap', { as: 'operator', theme: 'light' })
  await shownPane(light.page).getByText('© 试验测绘').waitFor()
  await expect.poll(() => groundColour(light.page)).toBe('b9d5ea')

  writeFileSync(`${file}.new`, 'SQLite format 3\0 is another sort of file')
  renameSync(`${file}.new`, file)
  await page.goto(`${inject('address')}/?broken#/yunYing/driverMap`)
  await shownPane(page).getByText('地图文件 华东.pmtiles 无法读取').waitFor()

  // Whoever may choose another finds the way there in the corner.
  await shownPane(page).getByRole('link', { name: '配置地图' }).click()
  await page.getByText('不是 PMTiles 文件').waitFor()
  await choose(page, '离线示意')
  rmSync(file)
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { placeCalls } from '@chauffeur/contract/operations/place'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { amapServer } from '../../apps/server/test/harness/maps/amap-server.ts'
import { riverTown } from '../../apps/server/test/valhalla/road-network.ts'
import { startValhalla, type Valhalla } from '../../apps/server/test/valhalla/valhalla.ts'
import { addMapService, beginBusiness, driverOnPhone, registerDriver } from '../harness/first-run.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { mapFileOf } from '../harness/outside/map-file.ts'
import { type RunningPlatform, startPlatform } from '../harness/platform.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
/** The place in WGS84 that AMap's 30.266482, 120.131512 (GCJ-02) is. */
const yellowDragon = { lat: 30.26893, lng: 120.12683 }
const stationEast = { lat: 30.2925, lng: 120.2065 }
/** A town on two banks of a river whose one bridge is three kilometres away. */
const town = { lat: 30.2655, lng: 120.157 }
const northBank = { lat: town.lat + 250 / 111_195, lng: town.lng }
let amap: Awaited<ReturnType<typeof amapServer>>
let valhalla: Valhalla
beforeAll(async () => {
  ;[amap, valhalla] = await Promise.all([amapServer({ key: 'right-key' }), startValhalla(riverTown(town))])
})
afterAll(() => Promise.all([amap.stop(), valhalla.stop()]))

/** A country that is all lake: wherever a map looks, the file is seen. */
function hangzhouAsLake(): Buffer {
  const all = (properties: object): GeoJSON.FeatureCollection => ({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties,
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [90, 10],
              [130, 10],
              [130, 45],
              [90, 45],
              [90, 10],
            ],
          ],
        },
      },
    ],
  })
  const roads: GeoJSON.FeatureCollection = { type: 'FeatureCollection', features: [] }
  const layers = { earth: all({ kind: 'earth' }), water: all({ kind: 'lake' }), roads }
  return mapFileOf({ bounds: [95, 15, 127, 40], minZoom: 0, maxZoom: 6, attribution: '© 试验测绘', layers })
}

const running: RunningPlatform[] = []
afterAll(() => Promise.all(running.map((platform) => platform.stop())))
async function onEmpty(work: (platform: RunningPlatform) => Promise<void>): Promise<void> {
  const platform = await startPlatform(() => {}, { empty: true })
  running.push(platform)
  await work(platform)
}

test('from an empty database, by the browser alone, to the first billed order at a street that AMap knows', { timeout: 240_000 }, () =>
  onEmpty(async (platform) => {
    const { address } = platform
    const { page: admin } = await beginBusiness(visit, platform)
    await admin.getByRole('link', { name: /开始使用.*下一步/ }).click()
    const guide = shownPane(admin)
    await guide.getByRole('heading', { name: '地图与地址' }).waitFor()
    expect(await barriers(admin)).toEqual([])
    await screenshot(admin, 'guide')
    const step = (name: string) => guide.getByRole('listitem').filter({ has: admin.getByRole('heading', { name: new RegExp(`^${name}`) }) })
    await step('短信').getByRole('button', { name: '先跳过' }).click()
    await step('短信').getByText('已跳过').waitFor()
    await addMapService(admin, address, '地址', { url: amap.url, key: 'right-key' })
    await addMapService(admin, address, '道路', { url: amap.url, key: 'right-key' })

    const link = await registerDriver(admin, address)
    const driver = await driverOnPhone(visit, platform, link, yellowDragon)

    await admin.goto(`${address}/#/CallCentre/Desk`)
    await admin.getByLabel(/^来电号码/).fill('13800138000')
    await admin.keyboard.press('Enter')
    await admin.getByText('新客户').waitFor()
    await admin.keyboard.press('F4')
    await admin.keyboard.type('黄龙路1号')
    await admin.getByText('没有找到，按 Enter 就用原话，也可在地图上点选').waitFor()
    await admin.keyboard.press('Enter')
    await admin
      .getByText(/约在此处/)
      .first()
      .waitFor()
    await screenshot(admin, 'first-run-desk')
    await admin.keyboard.press('F9')
    await driver.page.getByRole('region', { name: '新订单' }).getByRole('button', { name: '接单' }).click()
    const total = await driver.drives(stationEast)
    expect(total).toMatch(/^¥\d+\.\d\d$/)
    await expect.poll(() => admin.locator('.desk-headline').textContent()).toBe('已报单')
    expect(await admin.getByRole('region', { name: '账单' }).innerText()).toContain(total)

    await admin.goto(`${address}/#/start`)
    const done = guide.getByRole('listitem').filter({ hasText: '已完成' })
    await expect.poll(() => done.count()).toBeGreaterThanOrEqual(6)
    await step('第一单').getByText('已完成').waitFor()
    await screenshot(admin, 'guide-done')
  }),
)

test(
  'without any provider the first order is taken in the caller’s words, its place is pointed at, and it is billed',
  { timeout: 240_000 },
  () =>
    onEmpty(async (platform) => {
      const { address } = platform
      const { page: admin, token } = await beginBusiness(visit, platform)
      const link = await registerDriver(admin, address)
      const driver = await driverOnPhone(visit, platform, link, { lat: 30.2655, lng: 120.157 })

      await admin.goto(`${address}/#/CallCentre/Desk`)
      await admin.getByLabel(/^来电号码/).fill('13800138001')
      await admin.keyboard.press('Enter')
      await admin.getByText('新客户').waitFor()
      await admin.keyboard.press('F4')
      await admin.keyboard.type('文三路 478 号华星时代广场')
      await admin.getByText('没有找到，按 Enter 就用原话，也可在地图上点选').waitFor()
      await admin.keyboard.press('Enter')
      await admin.getByText(/地图上没有这个地址：可以下单，但系统不会自动派单/).waitFor()
      await admin.keyboard.press('F9')
      await expect.poll(() => admin.locator('.desk-headline').textContent()).toBe('上车点没有位置，等待标出或人工指派')
      await admin.keyboard.press('Alt+g')
      const map = admin.locator('.order-place-map')
      await map.locator('canvas').first().waitFor()
      await map.click()
      await admin.getByRole('button', { name: /^修改/ }).last().click()

      // Wherever that was on the map, the driver stands there.
      const pickup = async () => {
        const [order] = (await send(address, driverCalls.waiting, {}, token)).rows
        return order && order.lat !== null && order.lng !== null ? { lat: order.lat, lng: order.lng } : null
      }
      await expect.poll(pickup).not.toBeNull()
      await driver.goTo((await pickup())!)
      const offer = driver.page.getByRole('region', { name: '新订单' })
      await offer.getByText('文三路 478 号华星时代广场').waitFor({ timeout: 30_000 })
      await offer.getByRole('button', { name: '接单' }).click()
      const total = await driver.drives(stationEast)
      await expect.poll(() => admin.locator('.desk-headline').textContent()).toBe('已报单')
      expect(await admin.getByRole('region', { name: '账单' }).innerText()).toContain(total)
    }),
)

test(
  'with a map file on its own disk and an own Valhalla a business needs nobody else: the map is drawn, and the river makes the way long',
  { timeout: 240_000 },
  () =>
    onEmpty(async (platform) => {
      const { address, mapFiles } = platform
      writeFileSync(join(mapFiles, '杭州.pmtiles'), hangzhouAsLake())
      const { page: admin, token } = await beginBusiness(visit, platform)
      await addMapService(admin, address, '道路', { provider: 'Valhalla', url: valhalla.url })
      const ground = admin.locator('.ui-panel', { has: admin.getByRole('heading', { name: '底图' }) })
      await ground.getByRole('button', { name: /^修\s?改$/ }).click()
      const choice = admin.getByRole('dialog', { name: '修改底图' })
      await choice.getByRole('radio', { name: '地图文件' }).check()
      await choice.getByRole('button', { name: /^保\s?存/ }).click()
      await choice.waitFor({ state: 'detached' })

      const cityId = '330100'
      for (const [name, place] of [
        ['南岸码头', town],
        ['北岸码头', northBank],
      ] as const)
        await send(address, placeCalls.save, { cityId, name, ...place }, token)
      const driver = await driverOnPhone(visit, platform, await registerDriver(admin, address), town)

      const pieces: number[] = []
      admin.on('response', (answer) => {
        if (answer.url().includes('/map-files/')) pieces.push(answer.status())
      })
      await admin.goto(`${address}/#/CallCentre/Desk`)
      await shownPane(admin).getByText('© 试验测绘').waitFor()
      await admin.getByLabel(/^来电号码/).fill('13800138002')
      await admin.keyboard.press('Enter')
      await admin.getByText('新客户').waitFor()
      await admin.keyboard.press('F4')
      for (const name of ['南岸码头', '北岸码头']) {
        await admin.keyboard.type(name)
        await admin.getByRole('option', { name, exact: true }).waitFor()
        await admin.keyboard.press('Enter')
      }
      const quote = admin.getByRole('region', { name: '费用预估' })
      await expect.poll(() => quote.innerText()).toMatch(/[5-9]\.\d 公里[^]*按道路（Valhalla）/)
      await screenshot(admin, 'first-run-valhalla')
      await admin.keyboard.press('F9')
      await driver.page.getByRole('region', { name: '新订单' }).getByRole('button', { name: '接单' }).click()
      const total = await driver.drives(northBank)
      await expect.poll(() => admin.locator('.desk-headline').textContent()).toBe('已报单')
      expect(await admin.getByRole('region', { name: '账单' }).innerText()).toContain(total)
      expect(new Set(pieces)).toEqual(new Set([206]))
    }),
)

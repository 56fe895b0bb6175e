import { afterAll, beforeAll, expect, test } from 'vitest'
import { amapServer } from '../../apps/server/test/harness/maps/amap-server.ts'
import { photonServer } from '../../apps/server/test/harness/maps/osm-servers.ts'
import { barriers, screenshot } from '../harness/look.ts'
import { choose, drawerField, shownPane, visitors } from '../harness/visit.ts'

const visit = visitors()
let amap: Awaited<ReturnType<typeof amapServer>>
let photon: Awaited<ReturnType<typeof photonServer>>
beforeAll(async () => {
  amap = await amapServer({ key: 'right-key' })
  photon = await photonServer()
})
afterAll(async () => {
  await amap.stop()
  await photon.stop()
})

test('an administrator adds two address services, is told what is wrong with a key, puts them in order and sees what each answers', {
  timeout: 240_000,
}, async () => {
  const { page } = await visit('/Sys/MapServices', { as: 'admin' })
  const pane = shownPane(page)
  await pane.getByText('没有地址服务：接单台只查得到自有地点').waitFor()
  const add = async (fill: () => Promise<void>) => {
    await pane.getByRole('button', { name: '添加地址服务' }).click()
    await page.getByLabel('服务地址').waitFor()
    await fill()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }
  await add(async () => {
    await page.getByLabel('服务地址').fill(amap.url)
    await page.getByLabel(/^密钥/).fill('mistyped')
    expect(await barriers(page)).toEqual([])
    await screenshot(page, 'map-service-form')
  })
  const row = pane.getByRole('row', { name: /高德/ })
  await row.getByText('••••yped').waitFor()

  const tries = async (of: typeof row) => {
    await of.getByRole('button', { name: '试一试' }).click()
    const drawer = page.getByRole('dialog')
    await drawerField(page, '城市').click()
    await choose(page, '杭州')
    await drawer.getByLabel('地点或地址').fill('黄龙体育中心')
    await page.keyboard.press('Enter')
    return drawer
  }
  const wrong = await tries(row)
  await wrong.getByText('密钥无效：请核对密钥').waitFor()
  await wrong.getByText('服务商代码 10001').waitFor()
  await screenshot(page, 'map-service-wrong-key')
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: '修改' }).click()
  await page.getByLabel(/^密钥/).fill('right-key')
  await page.keyboard.press('Control+Enter')
  await row.getByText('••••-key').waitFor()
  const right = await tries(row)
  await right.getByText('西湖区黄龙路1号').waitFor()
  await screenshot(page, 'map-service-tried')
  await page.keyboard.press('Escape')

  await add(async () => {
    await drawerField(page, '服务商').click()
    await choose(page, 'Photon')
    await page.getByLabel('服务地址').fill(photon.url)
  })
  const second = pane.getByRole('row', { name: /Photon/ })
  await second.getByRole('button', { name: 'Photon 上移' }).focus()
  await page.keyboard.press('Enter')
  const names = () => pane.getByRole('table', { name: '地址' }).getByRole('rowheader').allTextContents()
  await expect.poll(names).toEqual(['Photon', '高德'])
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(names).toEqual(['高德', 'Photon'])
  await second.getByRole('button', { name: '停用' }).click()
  await second.getByText('已停用').waitFor()
  await screenshot(page, 'map-services')
  for (const one of [second, row]) {
    await one.getByRole('button', { name: '删除' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await one.waitFor({ state: 'detached' })
  }
})

import { bulletinAppCalls, bulletinCalls } from '@chauffeur/contract/message/bulletin'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { CHENGDU } from '../../apps/server/demo/cities.ts'
import { driverIn } from '../harness/driver.ts'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { choose, drawerField, screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const cityId = String(CHENGDU)
const place = { lat: 30.6571, lng: 104.0659 }

/** The driver's page on a telephone, signed in as this driver and off duty. */
async function telephoneOf(driver: Awaited<ReturnType<typeof driverIn>>) {
  await driver.goHome()
  const { page } = await visit('/login', { width: 390, height: 844 })
  const session = { tenantId: '1', brandName: '归航代驾', token: driver.token, name: driver.name, driverNo: driver.driverNo }
  await page.evaluate((kept) => localStorage.setItem('chauffeur.driver', kept), JSON.stringify(session))
  await page.goto(`${address}/driver/`)
  await page.getByRole('button', { name: '上线接单' }).waitFor()
  return page
}

test('drivers of a city read what they are told, and whoever wrote it sees who has and who has not', async () => {
  const title = `暴雨提醒 ${Date.now()}`
  const { page, token } = await visit('/yunYing/driverBulletins', { as: 'admin', width: 1280, height: 800 })
  await settled(page)
  await shownPane(page).getByRole('button', { name: '发布公告' }).click()
  const form = page.getByRole('dialog', { name: '发布公告' })
  await form.getByLabel('标题').fill(title)
  await form.getByLabel('内容').fill('今晚有暴雨，请绕开下穿隧道，慢行礼让。')
  await form.getByRole('switch', { name: '重要' }).click()
  await drawerField(page, '城市').click()
  await choose(page, '成都')
  await page.keyboard.press('Escape')
  await screenshot(page, 'bulletin-form')
  expect(await barriers(page)).toEqual([])
  await form.getByRole('button', { name: '发布' }).click()
  await form.waitFor({ state: 'hidden' })
  const row = shownPane(page).getByRole('row').filter({ hasText: title })
  await row.getByText('显示中').waitFor()
  await screenshot(page, 'bulletins')
  expect(await barriers(page)).toEqual([])
  const find = async () => (await send(address, bulletinCalls.list, { keyword: title }, token)).rows[0]!
  const { bulletinId, drivers } = await find()
  expect(drivers).toBeGreaterThan(1)

  const reader = await driverIn(address, cityId, place)
  const phone = await telephoneOf(reader)
  const card = phone.getByRole('region', { name: title })
  await card.getByText(/绕开下穿隧道/).waitFor()
  await phone.screenshot({ path: join(screenshots, 'driver-page-bulletin.png') })
  expect(await barriers(phone)).toEqual([])
  await card.getByRole('button', { name: '我已阅读' }).click()
  await card.waitFor({ state: 'detached' })
  await phone.getByRole('button', { name: /^公司公告/ }).click()
  await phone.getByRole('region', { name: title }).getByText(/^已读/).waitFor()
  expect(await barriers(phone)).toEqual([])
  await phone.screenshot({ path: join(screenshots, 'driver-page-bulletins.png') })

  const other = await telephoneOf(await driverIn(address, HANGZHOU.cityId, HANGZHOU.wulin))
  expect(await other.getByRole('region', { name: title }).count()).toBe(0)

  await row.getByRole('link', { name: title }).click()
  const pane = shownPane(page)
  await pane.getByText(`1 / ${drivers} 人`).waitFor()
  await pane.getByRole('row').filter({ hasText: reader.driverNo }).getByText('已读').waitFor()
  await settled(page)
  await screenshot(page, 'bulletin')
  expect(await barriers(page)).toEqual([])
  const notRead = (await send(address, bulletinCalls.readers, { bulletinId, read: false, pageSize: 200 }, token)).rows
  expect(notRead.some(({ driverNo }) => driverNo === reader.driverNo)).toBe(false)
  expect(notRead).toHaveLength(drivers - 1)

  await pane.getByRole('button', { name: '撤回' }).click()
  const asked = page.getByRole('dialog').filter({ hasText: '撤回公告' })
  await asked.getByLabel('原因').fill('雨停了')
  await asked.getByRole('button', { name: '撤回' }).click()
  await pane.getByText('已撤回').first().waitFor()
  // The page keeps a stream open, so its network is never idle: what it is told now is what it asked for.
  const asks = phone.waitForResponse((response) => new URL(response.url()).pathname === bulletinAppCalls.bulletins.path)
  await phone.reload()
  await (await asks).finished()
  await phone.getByRole('button', { name: '上线接单' }).waitFor()
  expect(await phone.getByRole('region', { name: title }).count()).toBe(0)
})

for (const width of [1280, 1920])
  test(`bulletins read well in English and by light at ${width}`, async () => {
    const look = { as: 'cityops', theme: 'light', locale: 'en', width, height: 900 } as const
    const { page, token } = await visit('/yunYing/driverBulletins', look)
    const until = new Date(Date.now() + 86_400_000).toISOString()
    const mine = {
      title: `Look ${width} ${Date.now()}`,
      body: 'Nothing to do.',
      cityIds: [HANGZHOU.cityId],
      from: until,
      until: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    }
    const { bulletinId, version } = await send(address, bulletinCalls.save, mine, token)
    await page.reload()
    await shownPane(page).getByText(mine.title).waitFor()
    await settled(page)
    await screenshot(page, `bulletins-en-${width}`)
    expect(await barriers(page)).toEqual([])
    await page.goto(`${address}/#/yunYing/driverBulletin?bulletinId=${bulletinId}`)
    await shownPane(page).getByText('Nothing to do.').waitFor()
    await settled(page)
    await screenshot(page, `bulletin-en-${width}`)
    expect(await barriers(page)).toEqual([])
    await send(address, bulletinCalls.withdraw, { bulletinId, version, reason: 'A look' }, token)
  })

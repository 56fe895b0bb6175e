import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { driverOnlineCalls } from '@chauffeur/contract/driver/online'
import { orderCalls } from '@chauffeur/contract/order/list'
import { expect, inject, test } from 'vitest'
import { barriers, screenshot, settled } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { ridesOf } from '../harness/ride.ts'
import { shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
/** One of the demo who has driven most: there is something to see. */
const busiest = async (token: string) => {
  const asked = { cityId: HANGZHOU.cityId, sortBy: 'orderCount', sortOrder: 'desc', pageSize: 1 } as const
  return (await send(address, driverCalls.list, asked, token)).rows[0]!
}

test('the life of a driver stands on one page, and each part is asked for when it is looked at', async () => {
  const { page, token } = await visit('/yunYing/drivers', { as: 'admin', width: 1280, height: 800 })
  const [ride] = await ridesOf(address, [{ phone: `1396${String(Date.now()).slice(-7)}` }])
  const { driver } = await send(address, orderCalls.info, { orderId: ride!.orderId }, token)
  const { driverId } = driver!
  await send(address, driverFileCalls.remark, { driverId, type: 'PRAISE', text: '客户来电表扬' }, token)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(`${address}/#/yunYing/driverDetail?driverId=${driverId}`)
  const pane = shownPane(page)
  await pane.getByText('上线条件').first().waitFor()
  await settled(page)
  expect(asked.filter((path) => path.includes('/driver/life/') || path.includes('listV3Ops'))).toEqual([])
  expect(await barriers(page)).toEqual([])
  for (const [tab, part, name] of [
    ['成长', '等级与经验曲线', 'growth'],
    ['在线', '在线日历', 'online'],
    ['收入与提现', '每周收入', 'income'],
    ['评价', '每月评价', 'service'],
    ['修改记录', '修改记录', 'log'],
  ] as const) {
    await pane.getByRole('tab', { name: tab }).click()
    await pane.getByRole('tabpanel').getByText(part).first().waitFor()
    if (name === 'income' || name === 'service') await pane.getByRole('tabpanel').locator('canvas').waitFor()
    await settled(page)
    await screenshot(page, `driver-life-${name}`)
    expect(await barriers(page)).toEqual([])
  }
  await pane.getByRole('tab', { name: '收入与提现' }).click()
  await pane.getByRole('button', { name: '表格：每周收入' }).click()
  const weeks = pane.getByRole('table', { name: '最近 26 周入账的行程收入、提现到账和订单数' })
  // The trip just driven is of this week; at its very turn of the one before.
  await weeks
    .getByRole('row')
    .filter({ hasText: /¥[1-9]/ })
    .first()
    .waitFor()
  await pane.getByRole('tab', { name: '评价' }).click()
  await pane.getByRole('tabpanel').getByText('客户来电表扬').waitFor()
})

test('time on duty is a calendar with the table behind it', async () => {
  const { page, token } = await visit('/yunYing/drivers', { as: 'admin', width: 1280, height: 800 })
  // Whoever was there last has a day to be seen.
  const { driverId } = (await send(address, driverOnlineCalls.list, { pageSize: 1 }, token)).rows[0]!
  await page.goto(`${address}/#/yunYing/driverDetail?driverId=${driverId}`)
  const pane = shownPane(page)
  await pane.getByRole('tab', { name: '在线' }).click()
  const calendar = pane.getByRole('img', { name: '最近 26 周每天的在线时长' })
  await calendar.waitFor()
  expect(await calendar.locator('.heat-day:not([data-heat="0"])').count()).toBeGreaterThan(0)
  await screenshot(page, 'driver-life-calendar')
  await pane.getByRole('button', { name: '表格：在线日历' }).click()
  await pane.getByRole('table', { name: '最近 26 周每天的在线时长' }).waitFor()
})

test('who may see no money is shown none of it', async () => {
  const { page, token } = await visit('/yunYing/drivers', { as: 'operator', width: 1280, height: 800 })
  const { driverId } = await busiest(token)
  await page.goto(`${address}/#/yunYing/driverDetail?driverId=${driverId}`)
  const pane = shownPane(page)
  await pane.getByRole('tab', { name: '成长' }).waitFor()
  expect(await pane.getByRole('tab', { name: '收入与提现' }).count()).toBe(0)
  expect(await pane.getByRole('tab', { name: '修改记录' }).count()).toBe(0)
})

for (const width of [1280, 1920])
  test(`the life of a driver reads well in English and by light at ${width}`, async () => {
    const { page, token } = await visit('/yunYing/drivers', { as: 'admin', theme: 'light', locale: 'en', width, height: 900 })
    const { driverId } = await busiest(token)
    await page.goto(`${address}/#/yunYing/driverDetail?driverId=${driverId}`)
    const pane = shownPane(page)
    for (const [tab, name] of [
      ['Growth', 'growth'],
      ['On duty', 'online'],
      ['Income and withdrawals', 'income'],
      ['Ratings', 'service'],
    ] as const) {
      await pane.getByRole('tab', { name: tab }).click()
      await settled(page)
      await screenshot(page, `driver-life-${name}-en-${width}`)
      expect(await barriers(page)).toEqual([])
    }
  })

import { appsCalls } from '@chauffeur/contract/access/app'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { QUALIFIED } from '@chauffeur/contract/driver/file'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { linkIn } from '../harness/account.ts'
import { barriers } from '../harness/look.ts'
import { HANGZHOU } from '../harness/places.ts'
import { screenshots, shownPane, visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')
const { wulin, eastStation } = HANGZHOU
const picture = (page: Page, name: string) => page.screenshot({ path: join(screenshots, `driver-page-${name}.png`) })

test('an invited driver opens the link on a telephone, goes on duty, and takes an order to its filed bill there', {
  timeout: 240_000,
}, async () => {
  const desk = await visit('/yunYing/drivers', { as: 'admin' })
  const { rows } = await send(address, driverCalls.list, { cityId: HANGZHOU.cityId, pageSize: 100 }, desk.token)
  const driver = rows.findLast(
    ({ workStatus, qualification, disabledReason }) => workStatus === 'OFFLINE' && qualification === QUALIFIED && !disabledReason,
  )!
  await desk.page.goto(`${address}/#/yunYing/driverDetail?driverId=${driver.driverId}`)
  await shownPane(desk.page).getByRole('button', { name: '邀请司机' }).click()
  await desk.page.getByRole('dialog').getByRole('button', { name: '发送邀请' }).click()
  await desk.page.getByRole('textbox', { name: '一次性链接' }).waitFor()
  // An app of its own, so that nobody else is refused when it is switched off.
  const { appId } = await send(
    address,
    appsCalls.update,
    { platform: 'H5', name: '夜班司机端', identifier: `${address}/driver/` },
    desk.token,
  )
  await send(address, appsCalls.enable, { appId, enabled: true }, desk.token)
  const own = { servicePhone: '4008001234', notice: '夜间接单请先拍下车辆外观' }
  const save = async (more: object) => {
    const { version } = await send(address, appsCalls.settings, { appId }, desk.token)
    await send(address, appsCalls.saveSettings, { appId, version, settings: { ...own, ...more } }, desk.token)
  }
  await save({})
  const link = (await linkIn(desk.page)).replace('#', `?app=${appId}#`)

  const phone = await visit('/login', { width: 390, height: 844 })
  const { page } = phone
  await phone.context.grantPermissions(['geolocation'])
  const goTo = (place: { lat: number; lng: number }) =>
    phone.context.setGeolocation({ latitude: place.lat, longitude: place.lng, accuracy: 10 })
  await goTo(wulin)
  await page.goto(link)
  await page.getByRole('button', { name: `我是 ${driver.name}，开始使用` }).waitFor()
  expect(await barriers(page)).toEqual([])
  await picture(page, 'invited')
  expect(page.url()).not.toContain('join')
  await page.getByRole('button', { name: /开始使用/ }).click()
  await page.getByText('夜班司机端').waitFor()
  const notice = page.getByRole('region', { name: '公告' })
  await picture(page, 'notice')
  await notice.getByRole('button', { name: '知道了' }).click()
  await notice.waitFor({ state: 'detached' })
  expect(await page.getByRole('link', { name: /客服电话/ }).getAttribute('href')).toBe('tel:4008001234')
  await page.getByRole('button', { name: '钱包' }).click()
  await page.getByRole('button', { name: /(绑定|更换)银行卡/ }).click()
  const account = page.getByRole('form', { name: '绑定银行卡' })
  await account.getByLabel(/户名/).fill(driver.name)
  await account.getByLabel('开户行').fill('工商银行')
  await account.getByLabel('卡号').fill('6222 0202 0011 7788')
  await account.getByRole('button', { name: '保存账户' }).click()
  await page.getByRole('button', { name: /更换银行卡（\*+7788）/ }).waitFor()
  expect(await barriers(page)).toEqual([])
  await picture(page, 'wallet')
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByRole('button', { name: '我的等级' }).click()
  await page
    .getByRole('region', { name: '我的等级' })
    .getByText(/^经验值 \d+$/)
    .waitFor()
  await picture(page, 'level')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: '返回' }).click()
  await page.getByRole('button', { name: '上线接单' }).click()
  await page.getByText('正在听单…').waitFor()
  await picture(page, 'waiting')

  const trip = {
    cityId: HANGZHOU.cityId,
    pickupLat: wulin.lat,
    pickupLng: wulin.lng,
    pickupAddress: wulin.name,
    dropoffLat: eastStation.lat,
    dropoffLng: eastStation.lng,
    dropoffAddress: eastStation.name,
    phone: '13800004321',
  }
  // Until its first report the driver stands nowhere.
  await expect.poll(async () => (await send(address, driverCalls.street, { driverId: driver.driverId }, desk.token)).place).not.toBeNull()
  const place = async () => (await send(address, callCentreCalls.place, trip, desk.token)).orders[0]!
  const offer = page.getByRole('region', { name: '新订单' })
  // The offer is looked at on an order that is cancelled: a long look may take longer than a driver has to answer.
  const cancelled = await place()
  await offer.getByText(wulin.name).waitFor()
  expect(await barriers(page)).toEqual([])
  await picture(page, 'offer')
  const { quoteId } = await send(address, callCentreCalls.cancel, { orderId: cancelled.orderId }, desk.token)
  await send(address, callCentreCalls.cancel, { orderId: cancelled.orderId, quoteId: quoteId!, reason: '客户改约' }, desk.token)
  await offer.waitFor({ state: 'detached' })

  const { orderId, orderNo } = await place()
  await offer.getByRole('button', { name: '接单' }).click()
  const order = page.getByRole('region', { name: `订单 ${orderNo}` })
  await order.getByText('去接客户').waitFor()
  await order.getByRole('link', { name: /致电客户/ }).waitFor()
  await picture(page, 'to-customer')
  await order.getByRole('button', { name: '我已到达' }).click()
  await order.getByRole('button', { name: '客户已上车，开始代驾' }).click()
  await order.getByText('代驾中').waitFor()

  await order.getByRole('button', { name: '到达目的地，结束行程' }).click()
  await order.getByText('离目的地还远，请说明为什么在这里结束').waitFor()
  await goTo(eastStation)
  // The next report, by which the destination is reached and no reason is owed.
  const atTheStation = async () => {
    const { place } = await send(address, driverCalls.street, { driverId: driver.driverId }, desk.token)
    return place && Math.abs(place.lat - eastStation.lat) < 0.001
  }
  await expect.poll(atTheStation, { timeout: 20_000 }).toBe(true)
  // The company switches the app off: the trip comes first.
  await send(address, appsCalls.enable, { appId, enabled: false }, desk.token)
  const finishFirst = page.getByText(/请先完成这一单/)
  const tripComesFirst = () =>
    page.reload().then(() =>
      finishFirst.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      ),
    )
  await expect.poll(tripComesFirst, { timeout: 40_000 }).toBe(true)
  await picture(page, 'trip-first')
  await order.getByRole('button', { name: '到达目的地，结束行程' }).click()
  await order.getByLabel(/过路费/).fill('12.5')
  await picture(page, 'bill')
  expect(await barriers(page)).toEqual([])
  await order.getByRole('button', { name: '报单', exact: true }).click()
  await order.getByText('合计').waitFor()
  await picture(page, 'filed')
  const bill = await send(address, callCentreCalls.orderStatus, { orderId }, desk.token)
  expect(bill.serviceStatus).toBe(501)
  await order.getByRole('button', { name: '完成' }).click()
  await page.getByText('该应用已停用，请联系公司').waitFor()
  expect(await page.getByRole('link', { name: /客服电话/ }).getAttribute('href')).toBe('tel:4008001234')
  expect(await barriers(page)).toEqual([])
  await picture(page, 'shut')

  await send(address, appsCalls.enable, { appId, enabled: true }, desk.token)
  await save({ minVersion: '9.0', latestVersion: '9.1' })
  await page.getByText('当前版本过低').waitFor()
  await page.getByText('最低可用版本 9.0').waitFor()
  await picture(page, 'too-old')
  await save({})
  // Off duty since the trip was over.
  await page.getByRole('button', { name: '上线接单' }).click()
  await page.getByRole('button', { name: '下线' }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('button', { name: '获取验证码' }).waitFor()

  await page.goto('about:blank')
  await page.goto(link)
  await page.getByText(/邀请链接已用过/).waitFor()
})

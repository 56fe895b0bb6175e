import { authorityCalls } from '@chauffeur/contract/access/authority'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { queueCalls } from '@chauffeur/contract/call-centre/booking-queue'
import { driverCalls } from '@chauffeur/contract/driver/list'
import { orderCalls } from '@chauffeur/contract/order/list'
import { beforeAll, expect, inject, test } from 'vitest'
import { demoAccounts } from '../../apps/server/demo/accounts.ts'
import { signIn } from '../harness/account.ts'
import { barriers, screenshot, settled, SHOWN } from '../harness/look.ts'
import { leaves } from '../harness/menu.ts'
import { HANGZHOU } from '../harness/places.ts'
import { visitors } from '../harness/visit.ts'
import { send } from '../harness/wire.ts'

const visit = visitors()
const address = inject('address')

/** Screens of no menu. */
async function beside(token: string) {
  const { rows: drivers } = await send(address, driverCalls.list, { pageNo: 1, pageSize: 1 }, token)
  const { rows: orders } = await send(address, orderCalls.list, { pageNo: 1, pageSize: 1 }, token)
  const [driver, order] = [drivers[0]?.driverId, orders[0]]
  return [
    { name: '新建司机', url: '/DriverAdd' },
    { name: '司机详情', url: `/yunYing/driverDetail?driverId=${driver}` },
    { name: '司机备注', url: `/DriverConfig/DriverRemark?driverId=${driver}` },
    { name: '订单详情', url: `/Order/Detail?orderId=${order?.orderId}` },
    { name: '来电客户', url: `/400/home?telPhone=${order?.customerPhone}` },
    { name: '错误', url: '/error/500' },
  ]
}

/** An order that nobody drives and that the operator looks after, so that the queues have a row to look at. */
beforeAll(async () => {
  const { token } = await signIn(address, 'operator')
  const { cityId, wulin } = HANGZHOU
  const { bookingId, orders } = await send(
    address,
    callCentreCalls.place,
    { cityId, pickupLat: wulin.lat, pickupLng: wulin.lng, pickupAddress: wulin.name, phone: '13800001261', customerName: '祝先生' },
    token,
  )
  const orderId = orders[0]?.orderId ?? ''
  await send(address, queueCalls.claimFromQueue, { bookingId }, token)
  return async () => {
    const { allowedActions } = await send(address, callCentreCalls.orderStatus, { orderId }, token)
    // Nobody drives: after a look at all screens its search may have ended by itself.
    if (!allowedActions.includes('cancel')) return void (await send(address, queueCalls.closeInQueue, { bookingId }, token))
    const { quoteId } = await send(address, callCentreCalls.cancel, { orderId }, token)
    await send(address, callCentreCalls.cancel, { orderId, quoteId: quoteId ?? '', reason: '客户改约' }, token)
  }
})

/** What was looked at closely already: a screen looks alike to every role that has it. */
const looked = new Set<string>()
const seenIn = (theme: string, url: string) => looked.has(`${url} ${theme}`)

for (const { role, username } of demoAccounts) {
  for (const theme of ['dark', 'light'] as const) {
    test(`every screen of the ${role}, ${theme}, opens without a fault or a barrier`, { timeout: 300_000 }, async () => {
      const { token, deptType } = await signIn(address, username)
      const menu = leaves(await send(address, authorityCalls.leftMenu, { deptType }, token))
      expect(menu.length).toBeGreaterThan(1)
      const screens = username === 'admin' ? [...menu, ...(await beside(token))] : menu
      const seen = (url: string) => seenIn(theme, url)
      const { page } = await visit('/', { as: username, theme })
      // Whether a role may open a screen is not a matter of the theme.
      for (const { name, url } of screens.filter((one) => theme === 'dark' || one.url === '/' || !seen(one.url))) {
        await page.goto(`${address}/#${url}`)
        if (url.startsWith('/error')) await page.getByRole('heading', { name: '服务器内部错误' }).waitFor()
        else await settled(page)
        if (seen(url)) continue
        looked.add(`${url} ${theme}`)
        // What is around a screen is the same around the next.
        const alone = url !== '/' && !url.startsWith('/error')
        const colours = seenIn('dark', url)
        expect.soft((await barriers(page, alone ? SHOWN : 'body', { colours })).join('\n'), name).toBe('')
        await screenshot(page, `screen${url === '/' ? '-home' : url.replace(/\?.*/, '').replaceAll('/', '-')}-${theme}`)
      }
    })
  }
}

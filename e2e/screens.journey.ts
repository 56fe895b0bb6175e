import { authorityCalls } from '@chauffeur/contract/authority'
import { driverCalls } from '@chauffeur/contract/driver'
import { orderCalls } from '@chauffeur/contract/order'
import { expect, inject, test } from 'vitest'
import { demoAccounts } from '../apps/server/demo/accounts.ts'
import { signIn } from './harness/account.ts'
import { barriers, screenshot, settled, SHOWN } from './harness/look.ts'
import { leaves } from './harness/menu.ts'
import { visitors } from './harness/visit.ts'
import { send } from './harness/wire.ts'

const visit = visitors()
const address = inject('address')

/** Screens of no menu. */
async function beside(token: string) {
  const { rows: drivers } = await send(address, driverCalls.list, { pageNo: 1, pageSize: 1 }, token)
  const { rows: orders } = await send(address, orderCalls.list, { pageNo: 1, pageSize: 1 }, token)
  const [driver, order] = [drivers[0]?.driverId, orders[0]]
  return [
    { name: '添加司机', url: '/DriverAdd' },
    { name: '司机详情', url: `/yunYing/driverDetail?driverId=${driver}` },
    { name: '司机备注', url: `/DriverConfig/DriverRemark?driverId=${driver}` },
    { name: '订单详情', url: `/Order/Detail?orderId=${order?.orderId}` },
    { name: '来电客户', url: `/400/home?telPhone=${order?.customerPhone}` },
    { name: '错误', url: '/error/500' },
  ]
}

/** What was looked at closely already: a screen looks alike to every role that has it. */
const looked = new Set<string>()

for (const { role, username } of demoAccounts) {
  test(`every screen of the ${role} opens without a fault or a barrier, in both themes`, { timeout: 180_000 }, async () => {
    const { token, deptType } = await signIn(address, username)
    const menu = leaves(await send(address, authorityCalls.leftMenu, { deptType }, token))
    expect(menu.length).toBeGreaterThan(1)
    const screens = username === 'admin' ? [...menu, ...(await beside(token))] : menu
    const unseen = screens.filter(({ url }) => !looked.has(url))
    for (const theme of ['dark', 'light'] as const) {
      const shown = theme === 'dark' ? screens : unseen
      if (shown.length === 0) continue
      const { page } = await visit('/', { as: username, theme })
      for (const { name, url } of shown) {
        await page.goto(`${address}/#${url}`)
        if (url.startsWith('/error')) await page.getByRole('heading', { name: '服务器内部错误' }).waitFor()
        else await settled(page)
        if (looked.has(url)) continue
        // What is around a screen is the same around the next.
        const alone = url !== '/' && !url.startsWith('/error')
        expect.soft(await barriers(page, alone ? SHOWN : 'body'), name).toEqual([])
        await screenshot(page, `screen${url === '/' ? '-home' : url.replace(/\?.*/, '').replaceAll('/', '-')}-${theme}`)
      }
      await page.close()
    }
    for (const { url } of unseen) looked.add(url)
  })
}

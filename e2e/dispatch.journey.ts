import { callCentreCalls } from '@chauffeur/contract/call-centre'
import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch-settings'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { demoCity, SHENZHEN } from '../apps/server/demo/cities.ts'
import { signIn } from './harness/account.ts'
import { barriers, screenshot } from './harness/look.ts'
import { shownPane, visitors } from './harness/visit.ts'
import { send } from './harness/wire.ts'

const visit = visitors()
const address = inject('address')
/** A city with nobody on duty: a search goes through its rounds, and no other journey searches there. */
const { name: city, lat, lng } = demoCity(SHENZHEN)
const cityId = String(SHENZHEN)

const rounds = (page: Page) => shownPane(page).getByRole('region', { name: '各轮派单' })

test('a dispatch setting changed on its screen holds for the next order, and the search under way keeps the old one', async () => {
  const { token } = await signIn(address, 'admin')
  const place = async (phone: string) => {
    const placed = await send(
      address,
      callCentreCalls.place,
      { cityId, pickupLat: lat, pickupLng: lng, pickupAddress: '市民中心', phone },
      token,
    )
    return placed.orders[0]!
  }
  const cancel = async ({ orderId }: { orderId: string }) => {
    const { quoteId } = await send(address, callCentreCalls.cancel, { orderId }, token)
    await send(address, callCentreCalls.cancel, { orderId, quoteId: quoteId!, reason: '试派单' }, token)
  }
  await send(address, dispatchSettingsCalls.create, { cityId, minRadiusM: 1_500, maxRadiusM: 4_500, roundS: 6, rounds: 20 }, token)
  const underWay = await place('13800002301')

  const { page } = await visit('/Dispatch/Settings', { as: 'admin' })
  await shownPane(page)
    .getByRole('button', { name: `修改 ${city}`, exact: true })
    .click()
  const form = page.getByRole('dialog', { name: '修改派单设置' })
  await form.getByRole('spinbutton', { name: '起始半径' }).fill('5000')
  await form.getByRole('button', { name: '保存' }).click()
  await form.getByText('最大半径不能小于起始半径').waitFor()
  await form.getByRole('spinbutton', { name: '起始半径' }).fill('2200')
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  await shownPane(page).getByText('2,200–4,500').waitFor()
  expect(await barriers(page)).toEqual([])
  await screenshot(page, 'dispatch-settings')

  const next = await place('13800002302')
  await page.goto(`${address}/#/Order/Detail?orderId=${next.orderId}`)
  await expect.poll(() => rounds(page).innerText()).toContain('2.2 公里')
  // Also the rounds it opens from now on.
  await page.goto(`${address}/#/Order/Detail?orderId=${underWay.orderId}`)
  const { round } = (await send(address, callCentreCalls.orderStatus, { orderId: underWay.orderId }, token)).dispatch
  await expect.poll(() => rounds(page).getByRole('row').count()).toBeGreaterThan(round + 1)
  const seen = await rounds(page).innerText()
  expect(seen).toContain('1.5 公里')
  expect(seen).toContain('2.5 公里')
  expect(seen).not.toContain('2.2 公里')

  const [setting] = (await send(address, dispatchSettingsCalls.list, { cityId }, token)).rows
  const { settingId, version } = setting!
  await send(address, dispatchSettingsCalls.disable, { settingId, version, enabled: false }, token)
  await Promise.all([underWay, next].map(cancel))
})

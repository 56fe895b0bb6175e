import { callCentreCalls } from '@chauffeur/contract/call-centre'
import { queueCalls } from '@chauffeur/contract/call-centre-queue'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { signIn } from './harness/account.ts'
import { barriers, screenshot } from './harness/look.ts'
import { HANGZHOU } from './harness/places.ts'
import { shownPane, visitors } from './harness/visit.ts'
import { send } from './harness/wire.ts'

const visit = visitors()
const address = inject('address')
const grid = (page: Page) => page.getByRole('grid', { name: '全部队列' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('role') ?? document.activeElement?.tagName)

async function placeOrder(phone: string) {
  const { token } = await signIn(address, 'operator')
  const placed = await send(
    address,
    callCentreCalls.place,
    {
      cityId: HANGZHOU.cityId,
      pickupLat: HANGZHOU.wulin.lat,
      pickupLng: HANGZHOU.wulin.lng,
      pickupAddress: HANGZHOU.wulin.name,
      phone,
      // In an hour: no driver takes it away from under the two who look at it.
      bookTime: new Date(Date.now() + 3_600_000).toISOString(),
    },
    token,
  )
  return { ...placed, token }
}

/** The grid with one row, the keyboard on it. */
async function onTheRow(page: Page, bookingNo: string) {
  await grid(page).getByText(bookingNo).waitFor()
  await page.getByText('实时', { exact: true }).waitFor()
  for (let tab = 0; tab < 60 && (await focused(page)) !== 'grid'; tab++) await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('grid')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => grid(page).getAttribute('aria-activedescendant')).not.toBeNull()
}

test('of two operators at the queue one claims by a key, the other sees it within two seconds and is refused in words', async () => {
  const { bookingNo, bookingId, orders, token } = await placeOrder('13800002101')
  const path = `/CallCentre/Queue?keyword=${bookingNo}`
  const { page: first } = await visit(path, { as: 'operator' })
  const { page: second } = await visit(path, { as: 'admin' })
  await onTheRow(first, bookingNo)
  await onTheRow(second, bookingNo)
  expect(await barriers(first)).toEqual([])

  await first.keyboard.press('c')
  await first.getByText(`已领取 ${bookingNo}`).waitFor()
  const began = performance.now()
  const { claimedBy } = (await send(address, queueCalls.orderQueue, { keyword: bookingNo }, token)).rows[0]!
  await grid(second).getByText(claimedBy!.name, { exact: true }).waitFor()
  expect(performance.now() - began).toBeLessThan(2_000)
  await screenshot(second, 'queue-claimed')

  // It still needs a driver: the desk opens on it.
  await expect.poll(() => new URL(first.url()).hash).toContain(`/CallCentre/Desk?orderId=${orders[0]!.orderId}`)
  await shownPane(first).getByText(orders[0]!.orderNo).first().waitFor()
  await screenshot(first, 'queue-desk')

  // The key does nothing where the row says that it is taken, and who asks all the same is told whose it is.
  await second.keyboard.press('c')
  const { token: other } = await signIn(address, 'admin')
  await expect(send(address, queueCalls.claimFromQueue, { bookingId }, other)).rejects.toThrow(/已被其他客服领取|queue\.taken/)
  expect((await send(address, queueCalls.orderQueue, { keyword: bookingNo }, token)).rows[0]!.claimedBy!.name).toBe(claimedBy!.name)
})

test('who was slower by a moment reads whose the booking is', async () => {
  const { bookingNo, bookingId, token } = await placeOrder('13800002102')
  const { page } = await visit(`/CallCentre/Queue?keyword=${bookingNo}`, { as: 'admin' })
  await onTheRow(page, bookingNo)
  // What the other did has not reached this page yet.
  await page.route('**/djweb/callCenter/order_queue_list*', (route) => new Promise((go) => setTimeout(() => go(route.continue()), 3_000)))
  await send(address, queueCalls.claimFromQueue, { bookingId }, token)
  await page.keyboard.press('c')
  const { claimedBy } = (await send(address, queueCalls.orderQueue, { keyword: bookingNo }, token)).rows[0]!
  await page.getByText(`已被 ${claimedBy!.name} 领取`).waitFor()
  await screenshot(page, 'queue-refused')
  expect((await send(address, queueCalls.orderQueue, { keyword: bookingNo }, token)).rows[0]!.claimedBy).toEqual(claimedBy)
})

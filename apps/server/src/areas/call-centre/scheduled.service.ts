import type { Logger } from 'pino'
import { openSearch } from '#areas/dispatch'
import { moveOrder } from '#areas/order'
import type { Platform } from '#platform/implement'
import { wholeTenant } from '#platform/scope'
import { SEARCH_LEAD_S } from './booking.rules.ts'
import { dueBookings, lockWaiting } from './scheduled.queries.ts'

const EVERY_MS = 5_000
const timer = { type: 'TIMER' as const, id: null, name: '系统' }

/** Opens the searches of scheduled orders whose time has come; returns how many orders began to look for a driver. */
export async function openDueSearches(platform: Platform): Promise<number> {
  let opened = 0
  for (const due of await dueBookings(platform.db, SEARCH_LEAD_S)) {
    opened += await platform.db.write(wholeTenant(due.tenantId), async (tx) => {
      const orders = await lockWaiting(tx, due.bookingId)
      for (const order of orders) await moveOrder(tx, order, { event: 'openSearch', actor: timer })
      if (orders.length) await openSearch(tx, due)
      return orders.length
    })
    platform.wakeDispatch(due.cityId)
  }
  if (opened) platform.poke()
  return opened
}

export function startScheduledOrders(platform: Platform, logger: Logger): { stop(): Promise<void> } {
  let running: Promise<unknown> = Promise.resolve()
  let stopped = false
  const tick = setInterval(() => {
    running = running
      .then(() => (stopped ? 0 : platform.jobs.run('callCentre.scheduled', EVERY_MS / 1000, () => openDueSearches(platform))))
      .catch((error: unknown) => logger.warn({ err: error }, 'scheduled orders could not be opened'))
  }, EVERY_MS)
  return {
    stop: async () => {
      stopped = true
      clearInterval(tick)
      await running
    },
  }
}

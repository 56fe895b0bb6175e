import { openSearch } from '#areas/dispatch/search'
import { moveOrder } from '../model/index.ts'
import { eachDue } from '#platform/jobs/each'
import type { Platform } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'
import { wholeTenant } from '#platform/database/scope'
import { SEARCH_LEAD_S } from '@chauffeur/contract/order/model'
import { dueBookings, lockWaiting } from './scheduled.queries.ts'

/** At a time. */
const BOOKINGS = 200
type DueBooking = Awaited<ReturnType<typeof dueBookings>>[number]
const timer = { type: 'TIMER' as const, id: null, name: '系统' }

/** Opens the searches of scheduled orders whose time has come; returns how many orders began to look for a driver. */
export async function openDueSearches(platform: Platform): Promise<number> {
  let opened = 0
  const openOne = async (due: DueBooking) => {
    opened += await platform.db.write(wholeTenant(due.tenantId), async (tx) => {
      const orders = await lockWaiting(tx, due.bookingId)
      for (const order of orders) await moveOrder(tx, order, { event: 'openSearch', actor: timer })
      if (orders.length) await openSearch(tx, due)
      return orders.length
    })
    platform.wakeDispatch(due.cityId)
  }
  const due = {
    read: (except: string[], limit: number) => dueBookings(platform.db, SEARCH_LEAD_S, except, limit),
    idOf: ({ bookingId }: DueBooking) => bookingId,
    limit: BOOKINGS,
  }
  await eachDue(due, openOne).finally(() => void (opened && platform.poke()))
  return opened
}

export const scheduledOrders: Round = { name: 'callCentre.scheduled', everyS: 5, work: openDueSearches }

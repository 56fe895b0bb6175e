import type { deskCustomerCalls } from '@chauffeur/contract/customer/card'
import type { OutputOf } from '@chauffeur/contract/kernel/call'
import type { PayStatus, ServiceStatus } from '@chauffeur/contract/order/model'
import { findCustomerByPhone } from './customer.queries.ts'
import { dispatchViewOf } from '#areas/order/model'
import { allowedActions, driverOf, findOrder, openBills, orderDriverView, prepayWaitOf, standingOf, timerOf } from '#areas/order/model'
import type { TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { standingOrders } from '#areas/call-centre/booking-queue'
import { timerView } from '#areas/call-centre/booking-queue'

/** What is going on with a caller's orders at this moment. */
export async function liveMoments(
  db: TenantDb,
  phone: string,
  platform: Platform,
  authorities: ReadonlySet<string>,
  now: Date,
): Promise<OutputOf<typeof deskCustomerCalls.dynamicInfo>> {
  const customer = await findCustomerByPhone(db, phone)
  if (!customer) return { at: now.toISOString(), orders: [], unpaid: { count: 0, totalFen: 0 }, blacklisted: false }
  const [standing, unpaid] = await Promise.all([
    standingOrders(db, { customerId: customer.customer_id }),
    openBills(db, customer.customer_id, 50),
  ])
  const orders = await Promise.all(
    standing.map(async (row) => {
      const [order, driver, dispatch] = await Promise.all([
        findOrder(db, row.order_id),
        row.driver_id ? driverOf(db, row.driver_id) : undefined,
        dispatchViewOf(db, row),
      ])
      const facts = standingOf(row, platform, now)
      return {
        orderId: row.order_id,
        orderNo: row.order_no,
        bookingId: row.booking_id,
        serviceStatus: row.service_status as ServiceStatus,
        payStatus: row.pay_status as PayStatus,
        prepayUntil: prepayWaitOf(row),
        statusSince: row.status_since.toISOString(),
        inStatusS: Math.max(0, Math.floor((now.getTime() - row.status_since.getTime()) / 1000)),
        pickupAddress: row.pickup_address,
        dropoffAddress: row.dropoff_address,
        bookTime: row.book_time?.toISOString() ?? null,
        driver: order && driver ? orderDriverView(driver, order, platform, authorities) : null,
        driverAwayM: facts.awayM === null ? null : Math.round(facts.awayM),
        dispatch,
        timer: timerView(timerOf(facts), now),
        allowedActions: allowedActions(row.service_status as ServiceStatus, row.pay_status as PayStatus, authorities),
        version: row.version,
      }
    }),
  )
  return {
    at: now.toISOString(),
    orders,
    unpaid: { count: unpaid.length, totalFen: unpaid.reduce((sum, row) => sum + row.due_fen, 0) },
    blacklisted: customer.blacklisted_until !== null && customer.blacklisted_until > now,
  }
}

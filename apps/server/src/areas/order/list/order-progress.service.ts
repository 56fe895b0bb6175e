import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { OutputOf } from '@chauffeur/contract/kernel/call'
import { filedBill } from './filed-bill.service.ts'
import { dispatchViewOf } from '../model/index.ts'
import {
  allowedActions,
  awaitsPrepayment,
  driverOf,
  eventsOf,
  findOrder,
  orderDriverView,
  placesView,
  timelineView,
} from '../model/index.ts'
import type { TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'

type StatusView = OutputOf<typeof callCentreCalls.orderStatus>

/** How an order stands now: the desk follows it with this. */
export async function orderProgress(
  db: TenantDb,
  orderId: string,
  platform: Platform,
  authorities: ReadonlySet<string>,
): Promise<StatusView | null> {
  const order = await findOrder(db, orderId)
  if (!order) return null
  const [events, driver, dispatch, bill] = await Promise.all([
    eventsOf(db, orderId),
    order.driver_id ? driverOf(db, order.driver_id) : undefined,
    dispatchViewOf(db, order),
    filedBill(db, order),
  ])
  return {
    orderId: order.order_id,
    orderNo: order.order_no,
    serviceStatus: order.service_status,
    payStatus: order.pay_status,
    dispatchStatus: order.dispatch_status,
    auditStatus: order.audit_status,
    cityId: order.city_id,
    ...placesView(order),
    bookTime: order.book_time?.toISOString() ?? null,
    prepayDueFen: awaitsPrepayment(order) ? order.prepay_fen : null,
    prepayUntil: awaitsPrepayment(order) ? order.prepay_until!.toISOString() : null,
    driver: driver ? orderDriverView(driver, order, platform, authorities) : null,
    timeline: timelineView(events),
    dispatch,
    estimate:
      order.estimate_fen === null
        ? null
        : { lines: order.estimate_lines as unknown as NonNullable<StatusView['estimate']>['lines'], totalFen: order.estimate_fen },
    cancelFeeFen: order.cancel_fee_fen,
    bill,
    allowedActions: allowedActions(order.service_status, order.pay_status, authorities),
    version: order.version,
  }
}

import type { orderDetail as detailSchema } from '@chauffeur/contract/order/list'
import type { Measured } from '@chauffeur/contract/kernel/road'
import type { ActorType } from '@chauffeur/contract/order/model'
import type * as z from 'zod'
import { filledView } from '../evidence/index.ts'
import { keptConsequence } from '../cancel/index.ts'
import { dispatchViewOf } from '../model/index.ts'
import type { TenantDb } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { billOf, driverOf, eventsOf, findOrderWithNames, openReviewOf, siblingsOf } from '../model/index.ts'
import { orderPrepayView } from '../prepay/index.ts'
import { prepaymentSeen } from '#areas/finance/prepayment'
import { priceGroupOf } from '#areas/customer/standing'
import { dueFen } from '../model/index.ts'
import {
  explainedLines,
  orderDriverView,
  orderRowView,
  paymentView,
  phoneFor,
  placesView,
  prepayWaitOf,
  timelineView,
} from '../model/index.ts'

type Line = z.infer<typeof detailSchema>['billLines'][number]
const iso = (at: Date | null) => at?.toISOString() ?? null

/** Everything the detail screen shows of one order, or null when it is not there within the scope. */
export async function orderDetail(
  db: TenantDb,
  orderId: string,
  platform: Platform,
  authorities: ReadonlySet<string>,
  english: boolean,
): Promise<z.input<typeof detailSchema> | null> {
  const order = await findOrderWithNames(db, orderId)
  if (!order) return null
  const [events, bill, siblings, driver, dispatch, openReviewId, priceGroup, prepaid] = await Promise.all([
    eventsOf(db, orderId),
    billOf(db, orderId),
    siblingsOf(db, order.booking_id, orderId),
    order.driver_id ? driverOf(db, order.driver_id) : undefined,
    dispatchViewOf(db, order),
    openReviewOf(db, orderId),
    priceGroupOf(db, order),
    order.prepay_fen === null ? undefined : prepaymentSeen(db, orderId),
  ])
  return {
    ...orderRowView(order, authorities),
    callerPhone: phoneFor(authorities, order.caller_phone ?? order.contact_phone),
    contactPhone: phoneFor(authorities, order.contact_phone),
    carPlate: order.car_plate,
    remark: order.remark,
    attempt: order.attempt,
    ...placesView(order),
    estimateDistanceM: order.estimate_distance_m,
    estimateDurationS: order.estimate_duration_s,
    estimateMeasured: order.estimate_by
      ? { by: order.estimate_by as Measured['by'], provider: order.estimate_provider as Measured['provider'] }
      : null,
    priceGroup: priceGroup?.name ?? '',
    priceGroupWhy: order.price_group_why?.groupId === priceGroup?.groupId ? order.price_group_why : null,
    templateId: order.template_id,
    templateVersion: order.template_version,
    trackQuality: order.track_quality,
    filled: filledView(order),
    agentName: order.agent_name ?? '',
    dispatchAt: iso(order.dispatch_at),
    acceptedAt: iso(order.accepted_at),
    arrivedAt: iso(order.arrived_at),
    departAt: iso(order.depart_at),
    endedAt: iso(order.ended_at),
    filedAt: iso(order.filed_at),
    paidAt: iso(order.paid_at),
    cancelledAt: iso(order.cancelled_at),
    cancelActor: order.cancel_actor as ActorType | null,
    cancelReason: order.cancel_reason,
    cancelRule: order.cancel_rule,
    cancelCase: order.cancel_case as unknown as z.infer<typeof detailSchema>['cancelCase'],
    cancelVerdict: order.cancel_verdict ?? null,
    cancelFeeFen: order.cancel_fee_fen,
    cancelConsequence: order.cancel_penalty_fen === null ? null : keptConsequence(order),
    partnerBookingId: order.partner_booking_id ?? '',
    openReviewId,
    enterpriseFen: order.enterprise_fen,
    dueFen: dueFen(order),
    prepay: orderPrepayView(order, prepaid, new Date()),
    payment: paymentView(events, order),
    remarks: events
      .filter(({ event }) => event === 'remark')
      .map((event) => ({ text: event.reason, byName: event.actor_name, at: event.at.toISOString() }))
      .toReversed(),
    driver: driver ? orderDriverView(driver, order, platform, authorities) : null,
    timeline: timelineView(events),
    dispatch,
    billLines: explainedLines(bill, english),
    estimateLines: order.estimate_lines as unknown as Line[],
    siblings: siblings.map((sibling) => ({
      orderId: sibling.order_id,
      orderNo: sibling.order_no,
      serviceStatus: sibling.service_status,
      prepayUntil: prepayWaitOf(sibling),
    })),
  }
}

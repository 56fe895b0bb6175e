import type { OrderPrepay, Prepayment, PrepaymentRow } from '@chauffeur/contract/finance/prepayment'
import { heldOf, type PrepaymentDb } from '#areas/finance/prepayment'
import type { OperatorSession } from '#platform/identity/session'
import { awaitsPrepayment, type OrderRowDb, phoneFor } from '../model/index.ts'
import type { ListedPrepayment } from './prepay.queries.ts'
import { lateBefore } from './prepay.rules.ts'

const prepaymentView = (row: PrepaymentDb, now: Date): Prepayment => ({
  prepaymentId: row.prepayment_id,
  state: row.state,
  way: row.way,
  amountFen: row.amount_fen,
  reference: row.reference,
  paidAt: row.paid_at.toISOString(),
  byName: row.created_by_name,
  appliedFen: row.applied_fen,
  returnDueFen: row.state === 'RETURN_DUE' ? heldOf(row) : 0,
  returnSince: row.return_since?.toISOString() ?? null,
  late: row.state === 'RETURN_DUE' && row.return_since !== null && row.return_since < lateBefore(now),
  returnedFen: row.returned_fen,
  returnWay: row.return_way,
  returnReference: row.return_reference ?? '',
  returnedAt: row.returned_at?.toISOString() ?? null,
  returnedByName: row.returned_by_name,
})

export const prepaymentRowView = (row: ListedPrepayment, operator: OperatorSession, now: Date): PrepaymentRow => ({
  ...prepaymentView(row, now),
  orderId: row.order_id,
  orderNo: row.order_no,
  serviceStatus: row.service_status,
  cityId: row.city_id,
  cityName: row.city_name,
  utcOffsetMinutes: row.utc_offset_minutes,
  customerName: row.customer_name,
  customerPhone: phoneFor(operator.authorities, row.contact_phone),
  mayReturn: row.state === 'RETURN_DUE' && operator.authorities.has('prepayment.return') && row.created_by !== operator.userId,
})

/** What was asked for ahead of an order, and what became of it as far as the viewer sees that. */
export const orderPrepayView = (order: OrderRowDb, paid: PrepaymentDb | undefined, now: Date): OrderPrepay | null =>
  order.prepay_fen === null
    ? null
    : {
        amountFen: order.prepay_fen,
        until: awaitsPrepayment(order) ? order.prepay_until!.toISOString() : null,
        coversFen: order.prepaid_fen,
        payment: paid ? prepaymentView(paid, now) : null,
      }

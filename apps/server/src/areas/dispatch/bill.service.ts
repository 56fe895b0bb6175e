import { labelOf } from '@chauffeur/contract/pricing-model'
import { PAY_STATUS, SERVICE_STATUS as S } from '@chauffeur/contract/order-model'
import { billLinesView, billOf, moveOrder, noteOrder, type OrderRowDb } from '#areas/order'
import { heldDiscount, priceTrip, settleDiscount, surchargesToPrice } from '#areas/pricing'
import { postFiled, postPaidInCash } from '#areas/wallet'
import type { TenantTx } from '#platform/db'
import { type Extra, extraOverLimit, passThroughOf, tipOf, waitingS } from './bill.rules.ts'
import { countServed } from './driver-state.queries.ts'
import { insertBill, priceRulesOf } from './trip.queries.ts'
import { driverActor, lockOwnOrder, type Refusal, type TripStep, wrongState } from './trip.service.ts'

type Filed = { order: OrderRowDb; lines: ReturnType<typeof billLinesView>; totalFen: number }

/** Prices the trip by the template version the order was taken under, and makes the bill final. */
export async function fileBill(
  tx: TenantTx,
  step: TripStep,
  filed: { extras: readonly Extra[]; cashCollected: boolean },
): Promise<Filed | Refusal<'driver.orderNotFound' | 'driver.wrongState' | 'driver.extraTooLarge' | 'driver.walletTooLow'>> {
  const order = await lockOwnOrder(tx, step.orderId, step.driver)
  if (!order) return { refusal: 'driver.orderNotFound' }
  if (order.service_status === S.billFiled)
    return { order, lines: billLinesView(await billOf(tx, order.order_id)), totalFen: order.total_fen ?? 0 }
  if (order.service_status !== S.tripEnded) return wrongState(order)
  const over = extraOverLimit(filed.extras)
  if (over) return { refusal: 'driver.extraTooLarge', detail: over }

  const { rules, utcOffsetMinutes } = await priceRulesOf(tx, order)
  const departAt = order.depart_at!
  const arrivedAt = order.arrived_at ?? departAt
  const waitS = waitingS(arrivedAt, order.book_time, departAt)
  const discount = await heldDiscount(tx, order)
  const priced = priceTrip(rules, {
    departAt: departAt.getTime(),
    utcOffsetMinutes,
    distanceM: order.distance_m ?? 0,
    waiting: { waitS },
    driverLate: order.book_time !== null && arrivedAt > order.book_time,
    durationS: Math.max(0, Math.round((order.ended_at!.getTime() - departAt.getTime()) / 1000)),
    passThrough: passThroughOf(filed.extras),
    tipFen: tipOf(filed.extras),
    ...surchargesToPrice({ dynamicRateBp: order.dynamic_rate_bp, dynamicMaxFen: order.dynamic_max_fen, weatherFen: order.weather_fen }),
    ...(discount && { discount }),
  })
  const lines = priced.lines.map((line) => ({
    type: line.type,
    label: labelOf(line).zh,
    amountFen: line.amountFen,
    source: line.rule.kind === 'PASS_THROUGH' || line.rule.kind === 'TIP' ? ('DRIVER' as const) : ('COMPUTED' as const),
    rule: line.rule,
  }))
  const { subtotalFen, discountFen, totalFen, enterpriseFen, personalFen } = priced
  const set = {
    wait_s: waitS,
    subtotal_fen: subtotalFen,
    discount_fen: discountFen,
    total_fen: totalFen,
    enterprise_fen: enterpriseFen,
    personal_fen: personalFen,
    pay_status: totalFen > 0 ? PAY_STATUS.unpaid : PAY_STATUS.none,
  }
  const actor = driverActor(step.driver)
  let done = (await moveOrder(tx, order, { event: 'file', actor, set, requestId: step.requestId }))!
  await insertBill(tx, done, lines)
  await settleDiscount(tx, order, priced)
  if (filed.cashCollected && totalFen > 0) {
    done = await noteOrder(tx, done, {
      event: 'pay',
      actor,
      set: { pay_status: PAY_STATUS.paid, paid_at: new Date() },
      payload: { by: 'CASH', amountFen: totalFen },
      requestId: step.requestId,
    })
  }
  await countServed(tx, step.driver.driverId, order.customer_id)
  const posted = await (done.pay_status === PAY_STATUS.paid ? postPaidInCash(tx, done, actor) : postFiled(tx, done, actor))
  if ('refused' in posted) return { refusal: 'driver.walletTooLow' }
  return { order: done, lines: lines.map(({ type, label, amountFen }) => ({ type, label, amountFen })), totalFen }
}

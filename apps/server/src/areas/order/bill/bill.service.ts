import { labelOf } from '@chauffeur/contract/pricing/model'
import { PAY_STATUS, SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { billLimitFen } from '#areas/customer/enterprise'
import { noteOrderPaid } from '#areas/customer/points'
import { type Actor, billLinesView, billOf, moveOrder, noteOrder, type OrderRowDb, type OrderSet } from '../model/index.ts'
import { heldDiscount, settleDiscount } from '#areas/pricing/discount'
import { priceTrip, waitedS } from '#areas/pricing/price'
import { surchargesToPrice } from '#areas/pricing/quote'
import { postFiled, postPaidInCash } from './order-posting.service.ts'
import { coveredBy, heldFor, settlePrepayment } from '#areas/finance/prepayment'
import { switchesOf } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { driverActor } from '#platform/identity/session'
import { whole } from '#platform/database/whole-tenant'
import { extraOverLimit, passThroughOf, tipOf } from './bill.rules.ts'
import type { Extra } from '../evidence/index.ts'
import { effectsOf, noteExperience } from '#areas/driver/standing'
import { countServed } from '#areas/driver/state'
import { findLiveSearch } from '#areas/dispatch/search'
import { settleBooking } from '#areas/dispatch/search'
import { checkReceipts, keepReceipts } from '../evidence/index.ts'
import { insertBill, priceRulesOf } from './bill.queries.ts'
import { openCase } from '../right-audit/index.ts'
import { lockOwnOrder, travellerFen, type TripStep, driverWrongState } from '../model/index.ts'

/** Why a bill moves nothing and is not filed: the driver cannot take the cash, or an account that it moves is shut or has too little. */
type NotBooked = 'walletTooLow' | 'accountShut'
type BilledOrder = { order: OrderRowDb; lines: ReturnType<typeof billLinesView>; totalFen: number }

/** What a trip is billed by, besides the order itself. */
export interface Filing {
  extras: readonly Extra[]
  /** What an operator puts right where the driver or the trace could not. */
  distanceM?: number | undefined
  waitS?: number | undefined
}

/** Prices an ended trip by the template version the order was taken under; nothing is written. What was paid ahead pays of it first. */
export async function priceEnded(db: TenantDb, order: OrderRowDb, { extras, distanceM, waitS: corrected }: Filing) {
  const { rules, levelFreeS, utcOffsetMinutes } = await priceRulesOf(db, order)
  const departAt = order.depart_at!
  const arrivedAt = order.arrived_at ?? departAt
  const waiting = { arrivedAt: arrivedAt.getTime(), ...(order.book_time && { bookTime: order.book_time.getTime() }) }
  const waitS = corrected ?? waitedS({ waiting, departAt: departAt.getTime() })
  const discount = await heldDiscount(db, order)
  const priced = priceTrip(rules, {
    departAt: departAt.getTime(),
    utcOffsetMinutes,
    distanceM: distanceM ?? order.distance_m ?? 0,
    waiting: { waitS },
    levelFreeS,
    driverLate: order.book_time !== null && arrivedAt > order.book_time,
    durationS: Math.max(0, Math.floor((order.ended_at!.getTime() - departAt.getTime()) / 1000)),
    passThrough: passThroughOf(extras),
    tipFen: tipOf(extras),
    ...surchargesToPrice({
      dynamicRateBp: order.dynamic_rate_bp,
      dynamicMaxFen: order.dynamic_max_fen,
      weatherFen: order.weather_fen,
      weatherRateBp: order.weather_rate_bp,
    }),
    ...(discount && { discount }),
    ...(order.enterprise_limit_fen !== null && { enterpriseLimitFen: order.enterprise_limit_fen }),
  })
  const { prepaidFen, personalFen } = coveredBy(await heldFor(db, order), priced.personalFen)
  return { priced: { ...priced, personalFen }, prepaidFen, waitS }
}

/**
 * Makes the bill of an ended trip final, whoever files it. The caller has locked the order; null, and nothing written, where it is not
 * for this event to file. `notBooked` refuses it.
 */
export async function fileEnded(
  tx: TenantTx,
  given: OrderRowDb,
  filing: Filing & {
    event: 'file' | 'forceFile' | 'terminate'
    actor: Actor
    requestId: string
    reason?: string
    payload?: object
    cashCollected: boolean
    /** Of the extras, in the bill. */
    source: 'DRIVER' | 'OPERATOR'
    set?: OrderSet
    notBooked: (why: NotBooked) => never
  },
): Promise<BilledOrder | null> {
  const order = { ...given, enterprise_limit_fen: await billLimitFen(tx, given) }
  const { priced, prepaidFen, waitS } = await priceEnded(tx, order, filing)
  const lines = priced.lines.map((line) => ({
    type: line.type,
    label: labelOf(line).zh,
    amountFen: line.amountFen,
    source: line.rule.kind === 'PASS_THROUGH' || line.rule.kind === 'TIP' ? filing.source : ('COMPUTED' as const),
    rule: line.rule,
  }))
  const { subtotalFen, discountFen, totalFen, enterpriseFen, personalFen } = priced
  const { event, actor, requestId } = filing
  // Kept with the bill, which is divided whenever it is paid, corrected or taken back.
  const commissionOffBp = order.driver_id ? (await effectsOf(whole(tx), order.driver_id)).commissionOffBp : 0
  let done = await moveOrder(tx, order, {
    event,
    actor,
    requestId,
    billed: true,
    ...(filing.reason && { reason: filing.reason }),
    ...(filing.payload && { payload: filing.payload }),
    set: {
      wait_s: waitS,
      commission_off_bp: commissionOffBp,
      ...(filing.distanceM !== undefined && { distance_m: filing.distanceM, track_quality: 'ESTIMATED' }),
      subtotal_fen: subtotalFen,
      discount_fen: discountFen,
      total_fen: totalFen,
      enterprise_fen: enterpriseFen,
      personal_fen: personalFen,
      prepaid_fen: prepaidFen > 0 ? prepaidFen : null,
      pay_status: personalFen > 0 ? PAY_STATUS.unpaid : enterpriseFen + prepaidFen > 0 ? PAY_STATUS.paid : PAY_STATUS.none,
      ...(personalFen === 0 && enterpriseFen + prepaidFen > 0 && { paid_at: new Date() }),
      ...filing.set,
    },
  })
  if (!done) return null
  await insertBill(tx, done, lines)
  await settleDiscount(tx, order, priced)
  if (order.right_grant_id) await openCase(tx, done)
  const cash = filing.cashCollected && personalFen > 0
  if (cash) {
    done = await noteOrder(tx, done, {
      event: 'pay',
      actor,
      set: { pay_status: PAY_STATUS.paid, paid_at: new Date() },
      payload: { by: 'CASH', amountFen: personalFen },
      requestId,
    })
  }
  if (filing.event !== 'terminate') {
    // The booking is over with its last order; search and booking are locked before the driver.
    await findLiveSearch(whole(tx), order.booking_id)
    await settleBooking(tx, order.booking_id)
    if (order.driver_id) {
      await countServed(tx, order.driver_id, order.customer_id)
      const { driver_id: driverId, order_id: ref, order_no: about } = order
      await noteExperience(tx, { driverId, event: 'ORDER_DONE', ref, about, at: order.depart_at ?? undefined })
    }
  }
  const posted = await (cash ? postPaidInCash(tx, done, actor) : postFiled(tx, done, actor))
  if ('refused' in posted) return filing.notBooked(cash && posted.refused.ownerType === 'DRIVER' ? 'walletTooLow' : 'accountShut')
  await settlePrepayment(tx, done, actor)
  await noteOrderPaid(tx, done, travellerFen(done) + prepaidFen)
  return { order: done, lines: lines.map(({ type, label, amountFen }) => ({ type, label, amountFen })), totalFen }
}

/** What a bill may not have in its city, by what the city said when the order was placed: a trip ends as it began. */
export async function offWhenOrdered(
  settings: TenantDb,
  { city_id, created_at }: Pick<OrderRowDb, 'city_id' | 'created_at'>,
  { extras, cashCollected }: { extras: readonly { type: Extra['type'] }[]; cashCollected: boolean },
): Promise<'cashOff' | 'tipsOff' | null> {
  const tips = extras.some(({ type }) => type === 'TIP')
  if (!cashCollected && !tips) return null
  const on = await switchesOf(settings, city_id, ['cash', 'tips'], created_at)
  return cashCollected && !on.cash ? 'cashOff' : tips && !on.tips ? 'tipsOff' : null
}

type FileRefusal =
  | 'driver.cashOff'
  | 'driver.tipsOff'
  | 'driver.extraTooLarge'
  | `driver.${NotBooked}`
  | 'driver.receiptMissing'
  | 'driver.receiptUnknown'

/** The driver files the bill of their own trip. */
export async function fileBill(
  tx: TenantTx,
  step: TripStep<FileRefusal>,
  filed: { extras: readonly Extra[]; cashCollected: boolean },
): Promise<BilledOrder> {
  const order = await lockOwnOrder(tx, step)
  if (order.service_status === S.billFiled)
    return { order, lines: billLinesView(await billOf(tx, order.order_id)), totalFen: order.total_fen ?? 0 }
  if (order.service_status !== S.tripEnded) return driverWrongState(order, step)
  const off = await offWhenOrdered(whole(tx), order, filed)
  if (off) return step.fail(`driver.${off}`)
  const over = extraOverLimit(filed.extras)
  if (over) return step.fail('driver.extraTooLarge', over)
  await checkReceipts(tx, order.order_id, step, filed.extras)
  const done = await fileEnded(tx, order, {
    ...filed,
    event: 'file',
    reason: filed.extras.flatMap(({ note }) => note || []).join('；'),
    actor: driverActor(step.driver),
    requestId: step.requestId,
    source: 'DRIVER',
    notBooked: (why) => step.fail(`driver.${why}`),
  })
  await keepReceipts(tx, order.order_id, filed.extras)
  return done ?? driverWrongState(order, step)
}

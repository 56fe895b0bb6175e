import type { CancelCase, CancelVerdict } from '@chauffeur/contract/order/cancel-rules'
import { SERVICE_STATUS as S, type ServiceStatus } from '@chauffeur/contract/order/model'
import { caseOf, defaultCancelRows, judgeCancel } from '#areas/order/cancel'
import type { PassThroughType } from '@chauffeur/contract/pricing/model'
import { waitedS } from '#areas/pricing/price'
import type { PricedTrip } from '#areas/pricing/price'
import { priceTrip } from '#areas/pricing/price'
import { UTC_OFFSET_MINUTES } from '../cities.ts'
import type { Chance } from '../random.ts'
import { rulesOf } from '../tenants.ts'
import { localHour, operatingWeekday } from './moments.ts'
import type { PlannedBooking, PlannedOrder } from './plan.ts'
import type { Fate } from './timeline.ts'

/** What an order came to: status, money, and who called it off. */
export interface Outcome {
  status: ServiceStatus
  waitS: number | null
  bill: PricedTrip | null
  cancel: Cancel | null
}
export interface Cancel {
  actor: 'CUSTOMER' | 'DRIVER' | 'OPERATOR' | 'TIMER'
  reason: string
  rule: string
  ruleCase: CancelCase | null
  verdict: CancelVerdict | null
  feeFen: number | null
}

const statusOf: Record<Fate, ServiceStatus> = {
  SERVED: S.billFiled,
  CUSTOMER: S.customerCancelled,
  DRIVER: S.driverCancelled,
  OPERATOR: S.operatorCancelled,
  NOBODY: S.dispatchFailed,
}
const customerReasons = ['行程有变', '朋友来接', '等待时间太长', '暂时不走了', '下错单', '联系不上司机', '已叫其他车']
const driverReasons = ['车辆故障无法前往', '客户联系不上', '距离太远', '客户要求超员', '身体不适', '客户车辆有明显损伤，协商未果']
const operatorReasons = ['客户来电取消', '重复下单', '测试订单', '客户与司机协商取消', '地址有误，重新下单']

/** Prices and judges by the rules of the product, so that an old order reads like a new one. */
export function outcomeOf(booking: PlannedBooking, order: PlannedOrder, random: Chance): Outcome {
  const status = statusOf[order.fate]
  if (order.fate === 'SERVED') return { status, ...billed(booking, order, random), cancel: null }
  return { status, waitS: null, bill: null, cancel: cancelOf(booking, order, random) }
}

function billed({ city, trip, bookTime }: PlannedBooking, { line }: PlannedOrder, random: Chance) {
  const [arrivedAt, departAt] = [line.arrivedAt!, line.departAt!]
  const waitS = waitedS({ waiting: { arrivedAt, ...(bookTime !== null && { bookTime }) }, departAt })
  const rate = dynamicRateBp(departAt, random)
  const bill = priceTrip(rulesOf(city.cityId), {
    departAt,
    utcOffsetMinutes: UTC_OFFSET_MINUTES,
    distanceM: trip.distanceM,
    waiting: { waitS },
    driverLate: bookTime !== null && arrivedAt > bookTime,
    durationS: Math.round((line.endedAt! - departAt) / 1000),
    passThrough: receipts(trip.toAirport, random),
    tipFen: random.is(0.015) ? random.int(1, 5) * 1000 : 0,
    ...(rate && { dynamicRateBp: rate }),
  })
  return { waitS, bill }
}

/** Rain and the last train make some evenings dearer. */
function dynamicRateBp(departAt: number, random: Chance): number | null {
  const weekend = [5, 6].includes(operatingWeekday(departAt))
  const peak = localHour(departAt) >= 20 || localHour(departAt) < 1
  return random.is(peak && weekend ? 0.22 : 0.03) ? random.pick([11_000, 12_000, 13_000]) : null
}

function receipts(toAirport: boolean, random: Chance): { type: PassThroughType; amountFen: number }[] {
  const toll = random.is(toAirport ? 0.7 : 0.02) ? [{ type: 'TOLL' as const, amountFen: random.int(1, 5) * 500 }] : []
  const parking = random.is(0.03) ? [{ type: 'PARKING' as const, amountFen: random.int(1, 6) * 500 }] : []
  return [...toll, ...parking]
}

const driverLeaves = caseOf(defaultCancelRows.find(({ code }) => code === 'R8')!)

function cancelOf({ bookTime }: PlannedBooking, { fate, line }: PlannedOrder, random: Chance): Cancel {
  if (fate === 'NOBODY') return { actor: 'TIMER', reason: '', rule: '', ruleCase: null, verdict: null, feeFen: null }
  if (fate === 'DRIVER')
    return {
      actor: 'DRIVER',
      reason: random.pick(driverReasons),
      rule: 'R8',
      ruleCase: driverLeaves,
      verdict: 'DRIVER_AT_FAULT',
      feeFen: 0,
    }
  const actor = fate === 'OPERATOR' ? 'OPERATOR' : 'CUSTOMER'
  const judged = judgeCancel({
    status: statusBeforeCancel(line),
    by: actor,
    acceptedAt: dateOf(line.acceptedAt),
    arrivedAt: dateOf(line.arrivedAt),
    bookTime: dateOf(bookTime),
    promisedAt: dateOf(line.promisedAt),
    now: new Date(line.cancelledAt!),
  })
  if (!judged) throw new Error('This order could not be cancelled.')
  return { actor, reason: random.pick(actor === 'OPERATOR' ? operatorReasons : customerReasons), ...judged }
}

/** Where an order stood that was called off. */
function statusBeforeCancel(line: PlannedOrder['line']): ServiceStatus {
  if (line.arrivedAt !== null) return S.arrived
  if (line.acceptedAt !== null) return S.accepted
  return line.dispatchAt === null ? S.created : S.dispatching
}

export const dateOf = (at: number | null): Date | null => (at === null ? null : new Date(at))

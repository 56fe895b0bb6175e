import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { switchesOf } from '#areas/operations/city'
import type { TenantTx, WholeDb } from '#platform/database/db'
import { localMinute } from '#platform/values/local-clock'
import { whole } from '#platform/database/whole-tenant'
import { rulesInForce } from './cancel-rule.setting.ts'
import { callsSince, driverRecord, promisedArrival } from './cancel.queries.ts'
import {
  type CancelBy,
  type CancelledCase,
  type CancelRow,
  hideSecondsBy,
  type Judgement,
  judgeCancel,
  paidByOf,
  type Verdict,
} from './cancel.rules.ts'
import type { OrderRowDb } from '../model/index.ts'

type CancelTable = readonly CancelRow[]

/** The tenant's whole table as it reads now, for judging many orders in a row. */
export const cancelTable = (tx: TenantTx): Promise<CancelTable> => rulesInForce(whole(tx))

type OfCase = Pick<
  OrderRowDb,
  'service_status' | 'city_id' | 'channel_id' | 'service_type' | 'enterprise_id' | 'right_grant_id' | 'arrived_at'
>
const caseOfOrder = (order: OfCase): CancelledCase => ({
  status: order.service_status,
  cityId: order.city_id,
  channelId: order.channel_id,
  serviceType: order.service_type,
  paidBy: paidByOf(order),
  arrivedAt: order.arrived_at,
})
/** For how long the driver of an order would be kept from its customer by a decided verdict; `whole` reads all of the tenant. */
export async function hideSecondsByDecision(whole: WholeDb): Promise<(order: OfCase, verdict: Verdict) => number> {
  const rows = await rulesInForce(whole)
  return (order, verdict) => hideSecondsBy(verdict, caseOfOrder(order), rows)
}

/** Judges a cancellation of a locked order by the tenant's table, the same for whoever asks. Null: it cannot be cancelled. */
export async function judgeOrder(
  own: TenantTx,
  order: OrderRowDb,
  by: CancelBy,
  now: Date,
  table?: CancelTable,
): Promise<Judgement | null> {
  const tx = whole(own)
  const [rows, driver, { cancelFee }] = await Promise.all([
    table ?? rulesInForce(tx),
    driverRecord(tx, order),
    switchesOf(tx, order.city_id, ['cancelFee'], order.created_at),
  ])
  const facts = {
    status: order.service_status,
    by,
    acceptedAt: order.accepted_at,
    arrivedAt: order.arrived_at,
    bookTime: order.book_time,
    promisedAt: order.service_status === SERVICE_STATUS.accepted ? await promisedArrival(tx, order.order_id) : null,
    now,
    cityId: order.city_id,
    channelId: order.channel_id,
    serviceType: order.service_type,
    driverRatingX100: driver.ratingX100,
    driverWaived: driver.waived,
    minuteOfDay: localMinute(now.getTime(), driver.utcOffsetMinutes),
    paidBy: paidByOf(order),
    calls: by === 'DRIVER' ? await callsSince(tx, order.order_id, order.arrived_at) : 0,
  }
  const judged = judgeCancel(facts, rows)
  return (
    judged && {
      ...judged,
      // A city that took no fee when this was ordered takes none now; who is responsible stays so.
      feeFen: cancelFee ? judged.feeFen : 0,
      ...(!cancelFee && judged.feeFen > 0 && { waivedFen: judged.feeFen }),
      consequence: judged.consequence && { ...judged.consequence, driverHeld: driver.held, driverCounted: driver.counted },
    }
  )
}

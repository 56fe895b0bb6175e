import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import { notifyOfOrder } from '#areas/operations/notice'
import { type Actor, type OrderRowDb, recordEvent } from '../model/index.ts'
import type { Judgement } from './cancel.rules.ts'
import { judgeOrder } from './cancel-judge.service.ts'
import { moveToCancelled } from './cancel-move.service.ts'
import { carryDiscount } from '#areas/pricing/discount'
import { mustBePosted } from '#areas/finance/ledger'
import { carryPrepayment } from '#areas/finance/prepayment'
import { postFiled } from '../bill/index.ts'
import type { TenantTx, WholeTx } from '#platform/database/db'
import { driverActor } from '#platform/identity/session'
import { whole } from '#platform/database/whole-tenant'
import { applyConsequence } from './cancel-consequence.service.ts'
import { openSearch, releaseOrder } from '#areas/dispatch/search'
import { insertNextAttempt } from '../model/index.ts'
import { type TripStep, driverWrongState, lockOwnOrder } from '../model/index.ts'

/**
 * The driver gives the order back: it ends as theirs, and the booking searches on for somebody else with a new order. Where the table finds
 * the customer at fault, the booking ends with it.
 */
export async function cancelByDriver(tx: TenantTx, step: TripStep, reason: string): Promise<void> {
  const order = await lockOwnOrder(tx, step)
  if (order.service_status === S.driverCancelled) return
  const judged = (await judgeOrder(tx, order, 'DRIVER', new Date())) ?? driverWrongState(order, step)
  const left = await leaveOrder(tx, order, { ...judged, actor: driverActor(step.driver), reason, requestId: step.requestId })
  if (!left) driverWrongState(order, step)
}

/**
 * The driver of a locked order leaves it at a judgement: their own act, or an operator's or the clock's decision on their request. The
 * booking goes on with a new order, or ends where the customer is at fault. Null, and nothing written, where its state does not allow it.
 */
export const leaveOrder = (tx: TenantTx, order: OrderRowDb, leaving: Leaving): Promise<OrderRowDb | null> =>
  // The next attempt is the booking's, which a driver's organisation may not see.
  leaveSeen(whole(tx), order, leaving)

type Leaving = Pick<Judgement, 'rule' | 'ruleCase' | 'verdict' | 'feeFen'> & {
  consequence?: Judgement['consequence']
  actor: Actor
  reason: string
  requestId: string
}

async function leaveSeen(tx: WholeTx, order: OrderRowDb, leaving: Leaving): Promise<OrderRowDb | null> {
  const { verdict, feeFen, consequence, actor, reason } = leaving
  const moved = await moveToCancelled(tx, order, { ...leaving, event: 'driverCancel', by: 'DRIVER' })
  if (!moved) return null
  // Where the customer did not come nobody else is sent.
  const next = verdict === 'CUSTOMER_AT_FAULT' ? null : await insertNextAttempt(tx, moved)
  if (next) {
    await carryDiscount(tx, next)
    await carryPrepayment(tx, moved, next, actor)
    await openSearch(tx, { tenantId: next.tenant_id, bookingId: next.booking_id, cityId: next.city_id })
  }
  await releaseOrder(tx, moved)
  if (next)
    await recordEvent(tx, next, 'redispatch', null, {
      actor: { type: 'TIMER', id: null, name: '' },
      reason,
      payload: { after: moved.order_no },
    })
  await notifyOfOrder(tx, next ?? moved, { kind: 'DRIVER_CANCELLED', subject: moved.order_no })
  if (feeFen > 0) mustBePosted(await postFiled(tx, moved, actor), `The fee of order ${order.order_id}`)
  return { ...moved, cancel_penalty_fen: await applyConsequence(tx, moved, consequence, actor) }
}

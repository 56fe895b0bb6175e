import { openPayStatuses } from '@chauffeur/contract/order/actions'
import type { PaymentWay } from '@chauffeur/contract/order/bill'
import type { PayStatus } from '@chauffeur/contract/order/model'
import type { TenantDb, TenantTx, WholeTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import { type CashKind, mustBePosted, post, prepaidBackLines, prepaidLines } from '../ledger/index.ts'
import {
  insertPrepayment,
  lockPrepaymentOf,
  type NewPrepayment,
  type PrepaymentActor,
  type PrepaymentDb,
  prepaymentMoves,
  prepaymentOf,
} from './prepayment.queries.ts'
import { heldOf } from './prepayment.rules.ts'

/** The ledger's account that each way fills. */
const CASH = { WECHAT: 'CASH_WX', BANK: 'CASH_BANK' } as const satisfies Record<PaymentWay, CashKind>
const entryOf = (row: PrepaymentDb, step: string, actor: PrepaymentActor, memo: string) => ({
  tenantId: row.tenant_id,
  businessType: 'PREPAYMENT',
  businessId: row.prepayment_id,
  step,
  actor,
  memo,
})

/** Money of a customer arrived before their order was dispatched. Undefined, and nothing written, where it was entered before. */
export async function receivePrepayment(
  own: TenantTx,
  made: NewPrepayment,
  { actor, requestId, memo }: { actor: PrepaymentActor; requestId: string; memo: string },
): Promise<PrepaymentDb | undefined> {
  const tx = whole(own)
  const row = await insertPrepayment(tx, made)
  if (!row) return undefined
  await prepaymentMoves.record(tx, row, 'receive', null, { actor, requestId, reason: made.note })
  const posted = await post(tx, entryOf(row, 'RECEIVED', actor, memo), prepaidLines(CASH[made.way], made.amountFen))
  mustBePosted(posted, `The prepayment of order ${made.orderId}`)
  return row
}

interface PrepaidOrder {
  order_id: string
  prepay_fen: number | null
  prepaid_fen: number | null
  pay_status: number
}

/** What is held for an order that was not billed yet, fen. Of an order that is locked it stays so. */
export async function heldFor(db: TenantDb, order: Pick<PrepaidOrder, 'order_id' | 'prepay_fen'>): Promise<number> {
  if (order.prepay_fen === null) return 0
  const row = await prepaymentOf(db, order.order_id)
  return row?.state === 'HELD' ? heldOf(row) : 0
}

/**
 * The order is over, or its bill was paid: what its bill took of what was held is taken, and what is left is to be returned. While the rest of
 * a bill is open it stays held for it. The caller posts the bill, and has locked the order.
 */
export async function settlePrepayment(own: TenantTx, order: PrepaidOrder, actor: PrepaymentActor): Promise<void> {
  if (order.prepay_fen === null || openPayStatuses.includes(order.pay_status as PayStatus)) return
  const tx = whole(own)
  const row = await lockPrepaymentOf(tx, order.order_id)
  if (row?.state !== 'HELD') return
  await settle(tx, row, order, actor)
}
async function settle(tx: WholeTx, row: PrepaymentDb, order: PrepaidOrder, actor: PrepaymentActor): Promise<void> {
  const applied_fen = row.applied_fen + (order.prepaid_fen ?? 0)
  const rest = row.amount_fen > applied_fen
  const moved = await prepaymentMoves.move(tx, row, {
    event: rest ? 'release' : 'apply',
    actor,
    set: { applied_fen, ...(rest && { return_since: new Date() }) },
  })
  if (!moved) throw new Error(`The prepayment of order ${order.order_id} could not be settled.`)
}

/**
 * The rest of a bill is given up: what it took of what was held is earned all the same. Fen taken; 0 where nothing is held for it, also
 * because it was taken before. The caller posts it, and has locked the order.
 */
export async function takePrepayment(own: TenantTx, order: PrepaidOrder, actor: PrepaymentActor): Promise<number> {
  if (order.prepaid_fen === null) return 0
  const tx = whole(own)
  const row = await lockPrepaymentOf(tx, order.order_id)
  if (row?.state !== 'HELD') return 0
  await settle(tx, row, order, actor)
  return order.prepaid_fen
}

/** What was to be returned of an order is held for its next attempt. False where it was returned meanwhile. */
export async function carryPrepayment(
  own: TenantTx,
  before: { order_id: string },
  next: { order_id: string },
  actor: PrepaymentActor,
): Promise<boolean> {
  const tx = whole(own)
  const row = await lockPrepaymentOf(tx, before.order_id)
  if (!row) return true
  if (row.state === 'RETURNED') return false
  if (row.state === 'RETURN_DUE')
    await prepaymentMoves.move(tx, row, { event: 'carry', actor, set: { order_id: next.order_id, return_since: null } })
  return true
}

/** What of a locked prepayment is to be returned left by a way; null where it is not to be. */
export async function payPrepaymentBack(
  own: TenantTx,
  row: PrepaymentDb,
  left: { way: PaymentWay; reference: string; at: Date; note: string; by: { userId: string; realName: string } },
  { actor, requestId, memo }: { actor: PrepaymentActor; requestId: string; memo: string },
): Promise<PrepaymentDb | null> {
  const tx = whole(own)
  const fen = heldOf(row)
  const moved = await prepaymentMoves.move(tx, row, {
    event: 'payBack',
    actor,
    reason: left.note,
    requestId,
    set: {
      returned_fen: fen,
      return_way: left.way,
      return_reference: left.reference,
      returned_at: left.at,
      returned_by: left.by.userId,
      returned_by_name: left.by.realName,
      return_note: left.note,
    },
  })
  if (moved) mustBePosted(await post(tx, entryOf(row, 'REFUNDED', actor, memo), prepaidBackLines(CASH[left.way], fen)), 'A return')
  return moved
}

import type { orderBillCalls, PaymentWay } from '@chauffeur/contract/order/bill'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { PAY_STATUS, type PayStatus } from '@chauffeur/contract/order/model'
import { type Actor, dueFen, lockOrder, noteOrder, type OrderRowDb, travellerFen } from '../model/index.ts'
import { noteOrderPaid } from '#areas/customer/points'
import { mustBePosted } from '#areas/finance/ledger'
import { lockPaymentNumber, settlePrepayment, takePrepayment } from '#areas/finance/prepayment'
import { postPaidOnline, postPrepaidTaken, postWrittenOff } from './order-posting.service.ts'
import type { TenantTx } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { whole } from '#platform/database/whole-tenant'
import { insertPayment, isPrepaid } from './payment.queries.ts'
import { canWriteOff, paymentProblem } from './payment.rules.ts'

/** The ledger's account that each way fills. */
const CASH = { WECHAT: 'CASH_WX', BANK: 'CASH_BANK' } as const satisfies Record<PaymentWay, string>

interface Change {
  order: OrderRowDb
  before: PayStatus
}

/** An open bill or cancel fee was paid to the platform, in whole: driver and platform get their parts with it. */
export async function recordPayment(
  tx: TenantTx,
  { orderId, way, amountFen, reference, paidAt, note = '' }: ParsedInputOf<typeof orderBillCalls.recordPayment>,
  operator: OperatorSession,
  requestId: string,
  fail: Fail<(typeof orderBillCalls.recordPayment.failures)[number]>,
): Promise<Change> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order.notFound')
  const now = new Date()
  const at = paidAt ? new Date(paidAt) : now
  const before = order.pay_status
  const open = { payStatus: before, dueFen: dueFen(order), placedAt: order.created_at }
  const problem = paymentProblem(open, { amountFen, paidAt: at }, now)
  if (problem) return fail(problem.refusal, problem.detail)
  await lockPaymentNumber(tx, order.tenant_id, way, reference)
  if (await isPrepaid(whole(tx), way, reference)) return fail('order.paymentTaken')
  const payment = { tenantId: order.tenant_id, orderId: order.order_id, way, amountFen, reference, paidAt: at, note, by: operator }
  if (!(await insertPayment(tx, payment))) return fail('order.paymentTaken')
  const actor = operatorActor(operator)
  const paid = await noteOrder(tx, order, {
    event: 'pay',
    actor,
    reason: note,
    set: { pay_status: PAY_STATUS.paid, paid_at: at, updated_by: operator.userId },
    payload: { by: way, amountFen, reference },
    requestId,
  })
  const posted = await postPaidOnline(whole(tx), paid, CASH[way], actor, before === PAY_STATUS.badDebt)
  mustBePosted(posted, `The payment of order ${orderId}`)
  await settlePrepayment(tx, paid, actor)
  await noteOrderPaid(tx, paid, travellerFen(paid) + (paid.prepaid_fen ?? 0))
  return { order: paid, before }
}

/** An open bill or cancel fee is given up, by an operator or by the clock; what was paid ahead of it is taken. */
export async function writeOff(
  tx: TenantTx,
  orderId: string,
  { fail, ...how }: { actor: Actor; reason: string; requestId: string; fail: Fail<'order.notFound' | 'order.notUnpaid'> },
): Promise<Change> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order.notFound')
  const before = order.pay_status
  if (!canWriteOff(before)) return fail('order.notUnpaid', { payStatus: before })
  const given = await noteOrder(tx, order, {
    ...how,
    event: 'badDebt',
    set: { pay_status: PAY_STATUS.badDebt, ...(how.actor.id && { updated_by: how.actor.id }) },
    payload: { amountFen: travellerFen(order) },
  })
  const takenFen = await takePrepayment(tx, given, how.actor)
  const posted = await postWrittenOff(whole(tx), given, how.actor)
  mustBePosted(posted, `The writing off of order ${orderId}`)
  if (takenFen > 0) mustBePosted(await postPrepaidTaken(whole(tx), given, how.actor), `What was paid ahead of order ${orderId}`)
  return { order: given, before }
}

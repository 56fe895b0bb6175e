import type { prepayCalls, PrepaymentRow } from '@chauffeur/contract/finance/prepayment'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { openSearch } from '#areas/dispatch/search'
import { heldOf, lockPaymentNumber, lockPrepaymentOf, payPrepaymentBack, receivePrepayment } from '#areas/finance/prepayment'
import { isUniqueViolation, type TenantTx } from '#platform/database/db'
import { whole } from '#platform/database/whole-tenant'
import type { Fail, Platform } from '#platform/http/implement'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { paymentProblem } from '../bill/index.ts'
import { tellPrepay } from '../edit/index.ts'
import { opensSearchAt } from '../booking/index.ts'
import { type Actor, awaitsPrepayment, lockOrder, moveOrder, noteOrder, type OrderRowDb } from '../model/index.ts'
import { isBillPaid, listedPrepayment } from './prepay.queries.ts'
import { returnTimeProblem } from './prepay.rules.ts'
import { prepaymentRowView } from './prepay.view.ts'

type Calls = typeof prepayCalls
type Refusals<C extends keyof Calls> = Fail<NonNullable<Calls[C]['failures']>[number]>
interface By {
  operator: OperatorSession
  platform: Platform
  requestId: string
}

/** What an order waited for is there, or waived: it goes on in the same moment, unless it is for later. */
async function goOn(
  tx: TenantTx,
  order: OrderRowDb,
  happened: { event: 'prepay' | 'prepayWaived'; reason: string; payload?: object },
  { actor, requestId }: { actor: Actor & { id: string }; requestId: string },
): Promise<OrderRowDb> {
  const set = { prepay_until: null, updated_by: actor.id }
  const noted = await noteOrder(tx, order, { ...happened, actor, requestId, set })
  if (noted.book_time && opensSearchAt(noted.book_time) > new Date()) return noted
  const moved = await moveOrder(tx, noted, { event: 'openSearch', actor, requestId })
  if (!moved) throw new Error(`Order ${order.order_id} could not go on after its prepayment.`)
  await openSearch(tx, { tenantId: order.tenant_id, bookingId: order.booking_id, cityId: order.city_id })
  return moved
}

/** Money that an order waits for arrived, exactly as much: it is held for its bill, and the order goes on. */
export async function recordPrepayment(
  tx: TenantTx,
  { orderId, way, amountFen, reference, paidAt, note = '' }: ParsedInputOf<Calls['record']>,
  { operator, platform, requestId }: By,
  fail: Refusals<'record'>,
): Promise<OrderRowDb> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order.notFound')
  if (!awaitsPrepayment(order)) return fail('order.prepayNotDue', { serviceStatus: order.service_status })
  const now = new Date()
  const at = paidAt ? new Date(paidAt) : now
  const problem = paymentProblem(
    { payStatus: order.pay_status, dueFen: order.prepay_fen, placedAt: order.created_at },
    { amountFen, paidAt: at },
    now,
  )
  if (problem) return problem.refusal === 'order.notUnpaid' ? fail('order.prepayNotDue') : fail(problem.refusal, problem.detail)
  await lockPaymentNumber(tx, order.tenant_id, way, reference)
  if (await isBillPaid(whole(tx), way, reference)) return fail('order.paymentTaken')
  const actor = operatorActor(operator)
  const made = { tenantId: order.tenant_id, orderId, way, amountFen, reference, paidAt: at, note, by: operator }
  const received = await receivePrepayment(tx, made, { actor, requestId, memo: order.order_no })
  if (!received) return fail('order.paymentTaken')
  const gone = await goOn(tx, order, { event: 'prepay', reason: note, payload: { by: way, amountFen, reference } }, { actor, requestId })
  return tellPrepay(tx, gone, platform, actor, requestId)
}

/** An order goes on without what it waited for. */
export async function waivePrepayment(
  tx: TenantTx,
  { orderId, reason }: ParsedInputOf<Calls['waive']>,
  { operator, requestId }: By,
  fail: Refusals<'waive'>,
): Promise<OrderRowDb> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order.notFound')
  if (!awaitsPrepayment(order)) return fail('order.prepayNotDue', { serviceStatus: order.service_status })
  const payload = { amountFen: order.prepay_fen }
  return goOn(tx, order, { event: 'prepayWaived', reason, payload }, { actor: operatorActor(operator), requestId })
}

/** What is to be returned left, exactly as much, entered by a second person. The order is locked first, as by whoever ends or dispatches it again. */
export async function payBack(
  tx: TenantTx,
  { prepaymentId, way, amountFen, reference, returnedAt, note = '' }: ParsedInputOf<Calls['payBack']>,
  { operator, platform, requestId }: By,
  fail: Refusals<'payBack'>,
): Promise<{ before: PrepaymentRow; after: PrepaymentRow }> {
  const now = new Date()
  const shown = async () => prepaymentRowView((await listedPrepayment(tx, prepaymentId))!, operator, new Date())
  const found = (await listedPrepayment(tx, prepaymentId)) ?? fail('prepayment.notFound')
  const order = (await lockOrder(tx, found.order_id)) ?? fail('prepayment.notFound')
  // Of an order that was dispatched again meanwhile it is with the next one.
  const row = await lockPrepaymentOf(tx, order.order_id)
  if (row?.state !== 'RETURN_DUE') return fail('prepayment.notReturnable', { state: row?.state ?? 'HELD' })
  const before = await shown()
  if (row.created_by === operator.userId) return fail('prepayment.samePerson')
  const dueFen = heldOf(row)
  if (amountFen !== dueFen) return fail('prepayment.returnDiffers', { amountFen, dueFen })
  const at = returnedAt ? new Date(returnedAt) : now
  if (returnTimeProblem(row.return_since!, at, now)) return fail('prepayment.returnedAtWrong')
  const actor = operatorActor(operator)
  try {
    await payPrepaymentBack(tx, row, { way, reference, at, note, by: operator }, { actor, requestId, memo: order.order_no })
  } catch (error) {
    if (isUniqueViolation(error, 'order_prepayments_returned')) return fail('prepayment.returnTaken')
    throw error
  }
  const noted = await noteOrder(tx, order, {
    event: 'prepayReturned',
    actor,
    reason: note,
    requestId,
    set: {},
    payload: { by: way, amountFen, reference },
  })
  await tellPrepay(tx, noted, platform, actor, requestId)
  return { before, after: await shown() }
}

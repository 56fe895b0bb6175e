import { fits, lockOrder, noteOrder, type OrderRowDb } from '../model/index.ts'
import type { TenantTx } from '#platform/database/db'
import type { Fail } from '#platform/http/implement'
import { maskPhone } from '#platform/identity/mask'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { asSeen, wrongState } from '../model/index.ts'

/** Only while the order is under way: afterwards nobody rings the customer for it any more. */
export async function changeContact(
  tx: TenantTx,
  { orderId, contactPhone, version }: { orderId: string; contactPhone: string; version?: number | undefined },
  operator: OperatorSession,
  requestId: string,
  fail: Fail<'order.notFound' | 'order.versionConflict' | 'order.wrongState'>,
): Promise<OrderRowDb> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order.notFound')
  if (order.contact_phone === contactPhone) return order
  await asSeen(tx, order, version, fail)
  if (!fits('changeContact', order.service_status)) return wrongState(order, fail)
  return noteOrder(tx, order, {
    event: 'contact',
    actor: operatorActor(operator),
    set: { contact_phone: contactPhone, updated_by: operator.userId },
    payload: { before: maskPhone(order.contact_phone), after: maskPhone(contactPhone) },
    requestId,
  })
}

/** A remark beside the others of an order, whatever its state. */
export async function addRemark(
  tx: TenantTx,
  orderId: string,
  remark: string,
  operator: OperatorSession,
  requestId: string,
  fail: Fail<'order.notFound'>,
): Promise<OrderRowDb> {
  const order = (await lockOrder(tx, orderId)) ?? fail('order.notFound')
  return noteOrder(tx, order, { event: 'remark', actor: operatorActor(operator), reason: remark, set: {}, requestId })
}

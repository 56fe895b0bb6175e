import { fits, lockOrder, noteOrder, type OrderRowDb } from '../model/index.ts'
import type { ServiceStatus } from '@chauffeur/contract/order/model'
import type { TenantTx } from '#platform/database/db'
import { maskPhone } from '#platform/identity/mask'
import { operatorActor, type OperatorSession } from '#platform/identity/session'
import { type Changed, type WrongState, wrongState, changedSince } from '../model/index.ts'

type NotFound = { refusal: 'order.notFound' }

/** Only while the order is under way: afterwards nobody rings the customer for it any more. */
export async function changeContact(
  tx: TenantTx,
  { orderId, contactPhone, version }: { orderId: string; contactPhone: string; version?: number | undefined },
  operator: OperatorSession,
  requestId: string,
): Promise<OrderRowDb | NotFound | Changed | WrongState> {
  const order = await lockOrder(tx, orderId)
  if (!order) return { refusal: 'order.notFound' }
  if (order.contact_phone === contactPhone) return order
  const changed = await changedSince(tx, order, version)
  if (changed) return changed
  if (!fits('changeContact', order.service_status as ServiceStatus)) return wrongState(order)
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
): Promise<OrderRowDb | NotFound> {
  const order = await lockOrder(tx, orderId)
  if (!order) return { refusal: 'order.notFound' }
  return noteOrder(tx, order, { event: 'remark', actor: operatorActor(operator), reason: remark, set: {}, requestId })
}

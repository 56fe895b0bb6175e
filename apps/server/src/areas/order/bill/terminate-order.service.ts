import type { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import type { OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { PayStatus, ServiceStatus } from '@chauffeur/contract/order/model'
import type { feeLineType } from '@chauffeur/contract/pricing/fee-line'
import type * as z from 'zod'
import { flushPositions } from '#areas/driver/state'
import { terminateTrip } from './terminate-trip.service.ts'
import { fits, lockOrder } from '../model/index.ts'
import { type Changed, changedSince } from '../model/index.ts'
import type { TenantTx } from '#platform/database/db'
import type { Platform } from '#platform/http/implement'
import { operatorActor, type OperatorSession } from '#platform/identity/session'

type Ended = OutputOf<typeof deskTripCalls.terminate>
type Refused =
  | { refusal: 'order.notFound' | 'order.noPrice' | 'order.accountShut'; detail?: undefined }
  | { refusal: 'order.notTerminable'; detail: { serviceStatus: number } }
  | Changed

/** Ends a trip for good, as the operator saw it and no other. */
export async function terminateOrder(
  tx: TenantTx,
  input: ParsedInputOf<typeof deskTripCalls.terminate>,
  operator: OperatorSession,
  { platform, requestId }: { platform: Platform; requestId: string },
): Promise<{ before: { serviceStatus: number }; after: Ended } | Refused> {
  // On another connection and before any lock: the trace has to be complete.
  await flushPositions(platform)
  const order = await lockOrder(tx, input.orderId)
  if (!order) return { refusal: 'order.notFound' }
  if (!fits('terminate', order.service_status as ServiceStatus))
    return { refusal: 'order.notTerminable', detail: { serviceStatus: order.service_status } }
  const changed = await changedSince(tx, order, input.version)
  if (changed) return changed
  if (input.billing === 'TRAVELLED' && order.template_id === null) return { refusal: 'order.noPrice' }
  const ended = await terminateTrip(tx, order, platform, {
    billing: input.billing,
    actor: operatorActor(operator),
    reason: input.reason,
    payload: { billing: input.billing, ...(input.evidence && { evidence: input.evidence }) },
    requestId,
  })
  if (!ended) return { refusal: 'order.notTerminable', detail: { serviceStatus: order.service_status } }
  if ('refusal' in ended) return { refusal: 'order.accountShut' }
  return {
    before: { serviceStatus: order.service_status },
    after: {
      orderId: ended.order.order_id,
      serviceStatus: ended.order.service_status as ServiceStatus,
      payStatus: ended.order.pay_status as PayStatus,
      lines: ended.lines.map((line) => ({ ...line, type: line.type as z.infer<typeof feeLineType> })),
      totalFen: ended.order.total_fen ?? 0,
      version: ended.order.version,
    },
  }
}

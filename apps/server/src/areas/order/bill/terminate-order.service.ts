import type { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import type { OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { feeLineType } from '@chauffeur/contract/pricing/fee-line'
import type * as z from 'zod'
import { flushPositions } from '#areas/driver/state'
import { askForGaps } from '../evidence/index.ts'
import { terminateTrip } from './terminate-trip.service.ts'
import { fits, lockOrder } from '../model/index.ts'
import { asSeen } from '../model/index.ts'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { operatorActor, type OperatorSession } from '#platform/identity/session'

type Ended = OutputOf<typeof deskTripCalls.terminate>
/** Ends a trip for good, as the operator saw it and no other. */
export async function terminateOrder(
  tx: TenantTx,
  input: ParsedInputOf<typeof deskTripCalls.terminate>,
  operator: OperatorSession,
  { platform, requestId, fail }: { platform: Platform; requestId: string; fail: Fail<(typeof deskTripCalls.terminate.failures)[number]> },
): Promise<{ before: { serviceStatus: number }; after: Ended }> {
  // On another connection and before any lock: the trace has to be complete.
  await flushPositions(platform)
  const fills = await askForGaps(tx, platform, operator.tenantId, input.orderId)
  const order = (await lockOrder(tx, input.orderId)) ?? fail('order.notFound')
  if (!fits('terminate', order.service_status)) return fail('order.notTerminable', { serviceStatus: order.service_status })
  await asSeen(tx, order, input.version, fail)
  if (input.billing === 'TRAVELLED' && order.template_id === null) return fail('order.noPrice')
  const ended = await terminateTrip(tx, order, platform, {
    billing: input.billing,
    fills,
    actor: operatorActor(operator),
    reason: input.reason,
    payload: { billing: input.billing, ...(input.evidence && { evidence: input.evidence }) },
    requestId,
    notBooked: () => fail('order.accountShut'),
  })
  if (!ended) return fail('order.notTerminable', { serviceStatus: order.service_status })
  return {
    before: { serviceStatus: order.service_status },
    after: {
      orderId: ended.order.order_id,
      serviceStatus: ended.order.service_status,
      payStatus: ended.order.pay_status,
      lines: ended.lines.map((line) => ({ ...line, type: line.type as z.infer<typeof feeLineType> })),
      totalFen: ended.order.total_fen ?? 0,
      version: ended.order.version,
    },
  }
}

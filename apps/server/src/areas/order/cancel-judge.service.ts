import { SERVICE_STATUS, type ServiceStatus } from '@chauffeur/contract/order-model'
import type { TenantTx } from '#platform/db'
import { withWholeTenant } from '#platform/whole-tenant'
import { callsSince, cancelRows, promisedArrival } from './cancel.queries.ts'
import { type CancelBy, type Judgement, judgeCancel } from './cancel.rules.ts'
import type { OrderRowDb } from './transition.queries.ts'

/** Judges a cancellation of a locked order by the tenant's table, the same for whoever asks. Null: it cannot be cancelled. */
export const judgeOrder = (tx: TenantTx, order: OrderRowDb, by: CancelBy, now: Date): Promise<Judgement | null> =>
  withWholeTenant(tx, async () => {
    const rows = (await cancelRows(tx)).filter(({ enabled }) => enabled)
    const facts = {
      status: order.service_status as ServiceStatus,
      by,
      acceptedAt: order.accepted_at,
      arrivedAt: order.arrived_at,
      promisedAt: order.service_status === SERVICE_STATUS.accepted ? await promisedArrival(tx, order.order_id) : null,
      now,
      cityId: order.city_id,
      channelId: order.channel_id,
      serviceType: order.service_type,
      calls: by === 'DRIVER' ? await callsSince(tx, order.order_id, order.arrived_at) : 0,
    }
    return judgeCancel(facts, rows)
  })

import type { SmsLane } from '@chauffeur/contract/message/sending'
import type { Platform } from '../http/implement.ts'
import { orderSettingOf, recentOf } from './order.queries.ts'
import { orderOf, type Placed } from './order.rules.ts'
import type { SmsService } from './services.ts'

/** So long an order is gone by before it is made anew. */
const KEPT_MS = 5_000

const ranked = (service: SmsService, lane: SmsLane) => ({ ...service, shut: service.asking[lane].isShut() })

/** The order of each lane of a business as it is now. */
export async function ordersNow(
  { sms, db }: Pick<Platform, 'sms' | 'db'>,
  tenantId: string,
): Promise<Record<SmsLane, Placed<SmsService>[]>> {
  const [services, recents, setting] = await Promise.all([sms.of(tenantId), recentOf(db, tenantId), orderSettingOf(db, tenantId)])
  const of = (lane: SmsLane) =>
    orderOf(
      services.map((service) => ranked(service, lane)),
      recents[lane],
      setting,
      lane,
    )
  return { codes: of('codes'), rest: of('rest'), bulk: of('bulk') }
}

export interface Lanes {
  of(tenantId: string): Promise<SmsService[]>
}
/** For a round: each business's order is looked up every few seconds, not for every message. */
export function lanesOf(platform: Pick<Platform, 'sms' | 'db'>, lane: SmsLane): Lanes {
  const known = new Map<string, { until: number; order: Promise<SmsService[]> }>()
  return {
    of: (tenantId) => {
      const now = performance.now()
      const present = known.get(tenantId)
      if (present && present.until > now) return present.order
      const order = ordersNow(platform, tenantId).then((orders) => orders[lane].map(({ service }) => service))
      known.set(tenantId, { until: now + KEPT_MS, order })
      order.catch(() => known.delete(tenantId))
      return order
    },
  }
}

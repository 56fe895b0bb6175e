import type { dispatchView } from '@chauffeur/contract/order-model'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { TenantDb } from '#platform/db'

export type DispatchView = z.input<typeof dispatchView>

interface Row {
  round: number
  radius_m: number
  candidates: number
  ends_at: Date | null
  filtered_out: DispatchView['filteredOut'] | null
  offers: (Omit<DispatchView['offers'][number], 'sentAt' | 'expiresAt'> & { sentAt: string; expiresAt: string })[] | null
}

/** How the search for an order's driver stands or ended: the newest search of its booking, that search's last round, and the order's offers, newest first. */
export async function dispatchViewOf(db: TenantDb, order: { booking_id: string; order_id: string }): Promise<DispatchView> {
  const { rows } = await sql<Row>`
    select s.round, s.radius_m, s.candidates, case when s.state = 'OPEN' then s.ends_at end as ends_at,
      (select r.filtered_out from dispatch_rounds r where r.tenant_id = s.tenant_id and r.search_id = s.search_id order by r.round desc limit 1) as filtered_out,
      (select json_agg(json_build_object('driverId', o.driver_id::text, 'driverNo', coalesce(d.driver_no, ''), 'name', coalesce(d.name, ''), 'sentAt', o.sent_at,
          'expiresAt', o.expires_at, 'result', o.result, 'distanceM', o.distance_m, 'etaS', o.eta_s) order by o.offer_id desc)
        from offers o left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
        where o.tenant_id = s.tenant_id and o.order_id = ${order.order_id}) as offers
    from dispatch_searches s where s.booking_id = ${order.booking_id} order by s.search_id desc limit 1`.execute(db)
  const row = rows[0]
  if (!row) return { round: 0, radiusM: 0, candidates: 0, filteredOut: {}, offers: [], searchEndsAt: null }
  return {
    round: row.round,
    radiusM: row.radius_m,
    candidates: row.candidates,
    filteredOut: row.filtered_out ?? {},
    offers: (row.offers ?? []).map((offer) => ({
      ...offer,
      sentAt: new Date(offer.sentAt).toISOString(),
      expiresAt: new Date(offer.expiresAt).toISOString(),
    })),
    searchEndsAt: row.ends_at?.toISOString() ?? null,
  }
}

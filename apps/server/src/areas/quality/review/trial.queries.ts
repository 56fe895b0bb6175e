import type { OrderFileKind, PhotoFlag } from '@chauffeur/contract/quality/photo-model'
import { liveServiceStatuses } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'

const DAYS = 30

export interface PastOrder {
  order_id: string
  days_here: number | null
  complaint: boolean
  accepted_at: Date | null
  depart_at: Date | null
  ended_at: Date | null
  over_at: Date | null
}
/** Orders in sight with pictures whose trip is over, of the last thirty days, the newest first. */
export const pastOrders = async (db: TenantDb, cityId: string | undefined, limit: number): Promise<PastOrder[]> =>
  (
    await sql<PastOrder>`
      select o.order_id, o.accepted_at, o.depart_at, o.ended_at, coalesce(o.filed_at, o.cancelled_at) as over_at,
        (coalesce(o.accepted_at, o.created_at)::date - d.joined_at)::integer as days_here,
        exists (select from driver_remarks r where r.tenant_id = o.tenant_id and r.driver_id = o.driver_id and r.order_id = o.order_id and r.type = 'COMPLAINT') as complaint
      from order_photo_cases a join orders o on o.tenant_id = a.tenant_id and o.order_id = a.order_id
        left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
      where a.created_at > now() - make_interval(days => ${sql.lit(DAYS)}) and o.service_status not in ${listOf(liveServiceStatuses)}
        and ${cityId === undefined ? sql`true` : sql`o.city_id = ${cityId}::bigint`}
      order by a.created_at desc limit ${limit}`.execute(db)
  ).rows

export interface PastPhoto {
  order_id: string
  kind: OrderFileKind
  flags: PhotoFlag[]
  taken_at: Date | null
  created_at: Date
  lat: number | null
  lng: number | null
  accuracy_m: number | null
  away_m: number | null
  again: boolean
  known: boolean
}
export const pastPhotos = async (db: TenantDb, orderIds: readonly string[]): Promise<PastPhoto[]> =>
  orderIds.length === 0
    ? []
    : (
        await sql<PastPhoto>`
          select order_id, kind, flags, taken_at, created_at, lat, lng, accuracy_m, away_m, replaces is not null as again, original_name <> '' as known
          from order_files where order_id = any (${[...orderIds]}::bigint[])`.execute(db)
      ).rows

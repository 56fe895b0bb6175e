import { sql } from 'kysely'
import type { OrderPhotoRow } from '#areas/order/evidence'
import type { PlatformDb, TenantTx } from '#platform/database/db'
import type { TripFacts } from './flags.rules.ts'

export interface DuePhoto {
  tenant_id: string
  file_id: string
  order_id: string
  thumb_id: string | null
  stored_id: string | null
  /** It came when originals were kept already. */
  known: boolean
}
/** Pictures in which nothing was looked for yet, of all tenants: what has just come before what is old. */
export const unscreened = (db: PlatformDb, except: readonly string[], limit: number): Promise<DuePhoto[]> =>
  db
    .selectFrom('order_files')
    .select(['tenant_id', 'file_id', 'order_id', 'thumb_id', 'stored_id'])
    .select(sql<boolean>`original_name <> ''`.as('known'))
    .$if(except.length > 0, (q) => q.where('file_id', 'not in', [...except]))
    .where('screened_at', 'is', null)
    .orderBy('file_id', 'desc')
    .limit(limit)
    .execute()

/** Nobody holds it. */
export const photoAsItIs = (tx: TenantTx, fileId: string): Promise<OrderPhotoRow | undefined> =>
  tx.selectFrom('order_files').selectAll().where('file_id', '=', fileId).executeTakeFirst()

/** Whose these pictures are, and whether their originals were kept: in the order of their numbers, in which they are locked. */
export const knownPhotos = (tx: TenantTx, fileIds: readonly string[]) =>
  tx
    .selectFrom('order_files')
    .select(['file_id', 'order_id'])
    .select(sql<boolean>`original_name <> ''`.as('known'))
    .where('file_id', '=', sql<string>`any (${[...fileIds]}::bigint[])`)
    .orderBy('file_id')
    .execute()

/** Pictures that were to be taken again and were not. */
export const retakesOver = (db: PlatformDb, except: readonly string[], limit: number) =>
  db
    .selectFrom('order_files')
    .select(['tenant_id', 'file_id', 'order_id'])
    .$if(except.length > 0, (q) => q.where('file_id', 'not in', [...except]))
    .where('retake_until', '<=', sql<Date>`now()`)
    .orderBy('retake_until')
    .limit(limit)
    .execute()

interface TripRow {
  city_id: string
  accepted_at: Date | null
  depart_at: Date | null
  ended_at: Date | null
  over_at: Date | null
  begins: (number | null)[][]
  ends: (number | null)[][]
}
/** When and where a trip was, as far as it has come. */
export async function tripOf(tx: TenantTx, orderId: string): Promise<TripFacts & { cityId: string }> {
  const { rows } = await sql<TripRow>`
    select o.city_id, o.accepted_at, o.depart_at, o.ended_at, coalesce(o.filed_at, o.cancelled_at) as over_at,
      array[array[o.pickup_lat, o.pickup_lng]] || coalesce((select array_agg(array[v.lat, v.lng]) from order_events v
        where v.tenant_id = o.tenant_id and v.order_id = o.order_id and v.event in ('arrive', 'depart') and v.lat is not null), '{}') as begins,
      array[array[o.dropoff_lat, o.dropoff_lng]] || coalesce((select array_agg(array[v.lat, v.lng]) from order_events v
        where v.tenant_id = o.tenant_id and v.order_id = o.order_id and v.event = 'end' and v.lat is not null), '{}') as ends
    from orders o where o.order_id = ${orderId}::bigint`.execute(tx)
  const row = rows[0]!
  const places = (pairs: (number | null)[][]) =>
    pairs.flatMap(([lat, lng]) => (typeof lat === 'number' && typeof lng === 'number' ? [{ lat, lng }] : []))
  return {
    cityId: row.city_id,
    acceptedAt: row.accepted_at?.getTime() ?? null,
    departAt: row.depart_at?.getTime() ?? null,
    endedAt: row.ended_at?.getTime() ?? null,
    overAt: row.over_at?.getTime() ?? null,
    begins: places(row.begins),
    ends: places(row.ends),
  }
}

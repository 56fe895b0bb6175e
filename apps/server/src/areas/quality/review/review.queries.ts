import { QUALIFICATION_LEFT } from '@chauffeur/contract/driver/file'
import { sql } from 'kysely'
import type { PhotoVerdict } from '@chauffeur/contract/quality/photo-model'
import type { TenantDb, TenantTx } from '#platform/database/db'

export const verdictsOf = async (db: TenantDb, orderId: string): Promise<PhotoVerdict[]> =>
  (await db.selectFrom('order_files').select('verdict').where('order_id', '=', orderId).execute()).map(({ verdict }) => verdict)

export const photoEvents = (db: TenantDb, fileId: string) =>
  db.selectFrom('order_file_events').selectAll().where('file_id', '=', fileId).orderBy('seq').execute()

export async function photoCounts(db: TenantDb, cityId: string | undefined, userId: string) {
  const there = cityId === undefined ? sql`true` : sql`o.city_id = ${cityId}::bigint`
  const ofCases = sql<{ waiting: number; mine: number }>`
    select (count(*) filter (where a.state = 'WAITING' or a.claimed_until <= now()))::int as waiting,
      (count(*) filter (where a.claimed_by = ${userId}::bigint and a.claimed_until > now()))::int as mine
    from order_photo_cases a join orders o on o.tenant_id = a.tenant_id and o.order_id = a.order_id
    where a.state in ('WAITING', 'IN_REVIEW') and ${there}`.execute(db)
  const ofPhotos = sql<{ retakes: number; screening: number }>`
    select (select count(*)::int from order_files f join orders o on o.tenant_id = f.tenant_id and o.order_id = f.order_id where f.retake_until is not null and ${there}) as retakes,
      (select count(*)::int from (select 1 from order_files f join orders o on o.tenant_id = f.tenant_id and o.order_id = f.order_id
        where f.screened_at is null and f.original_name <> '' and ${there} limit 1000) s) as screening`.execute(db)
  const [cases, photos] = await Promise.all([ofCases, ofPhotos])
  return { ...cases.rows[0]!, ...photos.rows[0]! }
}

interface OrderFacts {
  order_id: string
  order_no: string
  city_id: string
  accepted_at: Date | null
  arrived_at: Date | null
  depart_at: Date | null
  ended_at: Date | null
  pickup_address: string
  pickup_lat: number | null
  pickup_lng: number | null
  dropoff_address: string | null
  dropoff_lat: number | null
  dropoff_lng: number | null
}
export const orderFacts = (db: TenantDb, orderId: string): Promise<OrderFacts | undefined> =>
  db
    .selectFrom('orders')
    .select([
      'order_id',
      'order_no',
      'city_id',
      'accepted_at',
      'arrived_at',
      'depart_at',
      'ended_at',
      'pickup_address',
      'pickup_lat',
      'pickup_lng',
      'dropoff_address',
      'dropoff_lat',
      'dropoff_lng',
    ])
    .where('order_id', '=', orderId)
    .executeTakeFirst()

export interface MatchRow {
  file_id: string
  other_id: string
  distance: number
  same_bytes: boolean
  same_driver: boolean
}
/** What shows the same as these, which the asker sees; the whole tenant is read for it. */
export const matchRows = (db: TenantDb, fileIds: readonly string[]): Promise<MatchRow[]> =>
  fileIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('order_photo_matches')
        .select(['file_id', 'other_id', 'distance', 'same_bytes', 'same_driver'])
        .where(({ or, eb }) => or([eb('file_id', 'in', [...fileIds]), eb('other_id', 'in', [...fileIds])]))
        .orderBy('distance')
        .limit(100)
        .execute()

/** Whether somebody can be asked to take a picture again: who left cannot, whose papers are over has the app meanwhile. */
export async function isDriving(tx: TenantTx, driverId: string): Promise<boolean> {
  const row = await tx.selectFrom('drivers').select('qualification').where('driver_id', '=', driverId).executeTakeFirst()
  return row !== undefined && row.qualification !== QUALIFICATION_LEFT
}

/** When an original goes; null where it stays. */
export const originalGoesAt = async (tx: TenantTx, fileId: string): Promise<Date | null> =>
  (await tx.selectFrom('files').select('expire_at').where('file_id', '=', fileId).executeTakeFirst())?.expire_at ?? null

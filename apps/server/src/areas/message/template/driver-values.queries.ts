import type { InsuranceProduct } from '@chauffeur/contract/qualification/insurance'
import type { OrderFileKind, PhotoReason } from '@chauffeur/contract/quality/photo-model'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

export interface DriverFacts {
  city_id: string
  level: number
  utc_offset_minutes: number
  day: string | null
  days: number | null
  disabled_reason: string
  paid_fen: number | null
  order_no: string | null
  locked_until: Date | null
  policy_no: string | null
  claim_fen: number | null
  photo: OrderFileKind | null
  photo_reason: PhotoReason | null
  retake_until: Date | null
  product: InsuranceProduct | null
  ends_on: string | null
  ends_in: number | null
}
/** The newest of each thing that messages are about. */
export const driverFacts = async (db: TenantDb, driverNo: string): Promise<DriverFacts | undefined> =>
  (
    await sql<DriverFacts>`
      select d.city_id, d.level, c.utc_offset_minutes, d.licence_expire::text as day, d.disabled_reason,
        (d.licence_expire - (now() at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')::date)::int as days,
        w.fen as paid_fen, o.order_no, l.locked_until, k.policy_no, k.paid_fen::float8 as claim_fen, f.kind as photo, f.verdict_reason as photo_reason, f.retake_until,
        p.product, p.ends_on::text, (p.ends_on - (now() at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')::date)::int as ends_in
      from drivers d join cities c on c.city_id = d.city_id
        left join lateral (select coalesce(net_fen, apply_fen) as fen from withdrawals x where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id
          order by x.created_at desc limit 1) w on true
        left join lateral (select order_no from orders x where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id order by x.created_at desc limit 1) o on true
        left join lateral (select locked_until from driver_face_locks x where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id
          order by x.locked_until desc limit 1) l on true
        left join lateral (select i.policy_no, x.paid_fen from driver_claims x
          join driver_insurances i on i.tenant_id = x.tenant_id and i.insurance_id = x.insurance_id
          where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id order by x.driver_claim_id desc limit 1) k on true
        left join lateral (select kind, verdict_reason, retake_until from order_files x
          where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id and x.retake_until is not null order by x.file_id desc limit 1) f on true
        left join lateral (select product, (x.valid_until at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute')::date as ends_on
          from driver_insurances x where x.tenant_id = d.tenant_id and x.driver_id = d.driver_id order by x.valid_until desc limit 1) p on true
      where d.driver_no = ${driverNo}`.execute(db)
  ).rows[0]

import type { FaceTrigger } from '@chauffeur/contract/qualification/face'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

export interface CheckFacts {
  now: Date
  /** When the day of the driver's city began. */
  day_start: Date
  utc_offset_minutes: number
  insured_at: Date | null
  face_at: Date | null
  /** Faces that were not passed since one that was, in their order; older ones shut nothing any more. */
  failed_at: Date[]
  listed: boolean
  skipped_at: Date | null
  /** The words that the driver agrees to now, and since when. */
  consent_version: number | null
  consent_at: Date | null
}
/** What was found of a driver before, and whether they are on the whitelist. */
export async function checkFacts(db: TenantDb, driverId: string): Promise<CheckFacts> {
  const { rows } = await sql<CheckFacts>`
    with last as (select kind, result, max(at) as at from driver_checks where driver_id = ${driverId}::bigint and result in ('PASS', 'SKIPPED') group by kind, result)
    select clock_timestamp() as now, c.utc_offset_minutes,
      date_trunc('day', clock_timestamp() at time zone 'UTC' + c.utc_offset_minutes * interval '1 minute') at time zone 'UTC'
        - c.utc_offset_minutes * interval '1 minute' as day_start,
      (select at from last where kind = 'INSURANCE' and result = 'PASS') as insured_at,
      (select at from last where kind = 'FACE' and result = 'PASS') as face_at,
      (select at from last where kind = 'FACE' and result = 'SKIPPED') as skipped_at,
      array(select k.at from driver_checks k where k.driver_id = d.driver_id and k.kind = 'FACE' and k.result = 'FAIL' and k.at > now() - interval '2 days'
        and k.at > coalesce((select at from last where kind = 'FACE' and result = 'PASS'), '-infinity') order by k.at) as failed_at,
      exists (select 1 from driver_face_whites w where w.tenant_id = d.tenant_id and w.driver_id = d.driver_id
        and w.valid_from <= clock_timestamp() and w.valid_until > clock_timestamp()) as listed,
      f.words_version as consent_version, f.given_at as consent_at
    from drivers d join cities c on c.city_id = d.city_id
      left join driver_face_consents f on f.tenant_id = d.tenant_id and f.driver_id = d.driver_id and f.withdrawn_at is null
    where d.driver_id = ${driverId}::bigint`.execute(db)
  const facts = rows[0]
  if (!facts) throw new Error(`Driver ${driverId} of a session is not there.`)
  return facts
}

interface Check {
  tenantId: string
  driverId: string
  kind: 'FACE' | 'INSURANCE'
  trigger: FaceTrigger
  result: 'PASS' | 'FAIL' | 'ERROR' | 'SKIPPED'
  reason: string
  provider: string
  score_bp?: number | null
  live?: boolean | null
}
export async function recordCheck(tx: TenantTx, { tenantId, driverId, ...check }: Check): Promise<string> {
  const { check_id } = await tx
    .insertInto('driver_checks')
    .values({ tenant_id: tenantId, driver_id: driverId, ...check })
    .returning('check_id')
    .executeTakeFirstOrThrow()
  return check_id
}
/** What is found of one driver is kept one after the other; nobody waits for it with anything else. */
export const holdChecks = (tx: TenantTx, driverId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('driver_checks', ${driverId}::bigint))`.execute(tx)

export const faceChecks = (db: TenantDb) =>
  db
    .selectFrom('driver_checks as k')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'k.tenant_id').onRef('d.driver_id', '=', 'k.driver_id'))
    .innerJoin('cities as c', 'c.city_id', 'd.city_id')
    .where('k.kind', '=', 'FACE')
export const listedChecks = (rows: ReturnType<typeof faceChecks>) =>
  rows
    .select(['k.check_id', 'k.driver_id', 'k.trigger', 'k.result', 'k.reason', 'k.provider', 'k.score_bp', 'k.live', 'k.at'])
    .select(
      sql<boolean>`exists (select 1 from driver_face_pictures p where p.tenant_id = k.tenant_id and p.check_id = k.check_id)`.as(
        'has_picture',
      ),
    )
    .select(['d.driver_no', 'd.name as driver_name', 'd.city_id', 'c.name as city_name'])

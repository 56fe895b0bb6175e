import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { CheckKind, DutyRules } from './duty.rules.ts'

const RULES = sql`r.face_required as "faceRequired", r.face_every_hours as "faceEveryHours", r.insurance_required as "insuranceRequired",
  r.insurance_every_hours as "insuranceEveryHours", r.photos_before_depart::int as "photosBeforeDepart", r.receipt_from_fen as "receiptFromFen"`

const NOTHING_ASKED: DutyRules = {
  faceRequired: false,
  faceEveryHours: 24,
  insuranceRequired: false,
  insuranceEveryHours: 24,
  photosBeforeDepart: 0,
  receiptFromFen: null,
}

/** The city's rules, else the tenant's, else nothing is asked. */
export async function dutyRulesOf(db: TenantDb, tenantId: string, cityId: string): Promise<DutyRules> {
  const { rows } = await sql<DutyRules>`
    select ${RULES} from driver_duty_rules r where r.tenant_id = ${tenantId}::bigint and (r.city_id = ${cityId}::bigint or r.city_id is null)
    order by r.city_id nulls last limit 1`.execute(db)
  return rows[0] ?? NOTHING_ASKED
}

export interface DutyRulesRow extends DutyRules {
  cityId: string | null
  cityName: string
  version: number
}
export async function allDutyRules(db: TenantDb): Promise<DutyRulesRow[]> {
  const { rows } = await sql<DutyRulesRow>`
    select r.city_id as "cityId", coalesce(c.name, '') as "cityName", r.version, ${RULES}
    from driver_duty_rules r left join cities c on c.city_id = r.city_id order by r.city_id nulls first`.execute(db)
  return rows
}

/** Null where the rules were changed since `version`. */
export async function saveDutyRules(
  tx: TenantTx,
  by: { tenantId: string; userId: string },
  { cityId, version, ...rules }: DutyRules & { cityId: string | null; version: number },
): Promise<DutyRulesRow | null> {
  const { rows } = await sql<{ version: number }>`
    insert into driver_duty_rules as r (tenant_id, city_id, face_required, face_every_hours, insurance_required, insurance_every_hours, photos_before_depart, receipt_from_fen, updated_by)
    select ${by.tenantId}::bigint, ${cityId}::bigint, ${rules.faceRequired}::boolean, ${rules.faceEveryHours}::int, ${rules.insuranceRequired}::boolean, ${rules.insuranceEveryHours}::int,
      ${rules.photosBeforeDepart}::smallint, ${rules.receiptFromFen}::int, ${by.userId}::bigint
    where ${version}::int = 0 or exists (select from driver_duty_rules k where k.tenant_id = ${by.tenantId}::bigint and coalesce(k.city_id, 0) = coalesce(${cityId}::bigint, 0))
    on conflict (tenant_id, coalesce(city_id, 0)) do update set face_required = excluded.face_required, face_every_hours = excluded.face_every_hours,
      insurance_required = excluded.insurance_required, insurance_every_hours = excluded.insurance_every_hours, photos_before_depart = excluded.photos_before_depart,
      receipt_from_fen = excluded.receipt_from_fen, version = r.version + 1, updated_at = now(), updated_by = excluded.updated_by
    where r.version = ${version}::int
    returning version`.execute(tx)
  return rows.length ? ((await allDutyRules(tx)).find((row) => row.cityId === cityId) ?? null) : null
}

/** When each kind of check was last passed. */
export async function lastPassed(db: TenantDb, driverId: string): Promise<Partial<Record<CheckKind, Date>>> {
  const { rows } = await sql<{ kind: CheckKind; at: Date }>`
    select kind, max(at) as at from driver_checks where driver_id = ${driverId}::bigint and result = 'PASS' group by kind`.execute(db)
  return Object.fromEntries(rows.map(({ kind, at }) => [kind, at]))
}

export const recordCheck = (
  tx: TenantTx,
  check: { tenantId: string; driverId: string; kind: CheckKind; result: 'PASS' | 'FAIL' | 'ERROR'; reason: string; provider: string },
) =>
  tx
    .insertInto('driver_checks')
    .values({
      tenant_id: check.tenantId,
      driver_id: check.driverId,
      kind: check.kind,
      result: check.result,
      reason: check.reason,
      provider: check.provider,
    })
    .execute()

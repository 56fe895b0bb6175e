import { listOf } from '#platform/database/sql-text'
import { givenBackWithdrawalStates } from '@chauffeur/contract/finance/withdrawal'
import type { TaxBand } from '@chauffeur/contract/finance/withdrawal-terms'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { type EarnedMonth, standardTax, type TaxTerms, type YearSoFar } from './tax.rules.ts'
import type { Terms } from './withdrawal.rules.ts'

export const standardTerms: Terms = {
  minFen: 1_000,
  maxFen: 500_000,
  maxPerDay: 3,
  reserveFen: 0,
  feeBp: 0,
  feeFlatFen: 0,
  freePerWeek: 3,
  weekMask: 127,
  ways: ['WX_SINGLE', 'BANK'],
  accountCoolingHours: 24,
}
const TERMS = sql`s.min_fen as "minFen", s.max_fen as "maxFen", s.max_per_day::int as "maxPerDay", s.reserve_fen as "reserveFen", s.fee_bp as "feeBp",
  s.fee_flat_fen as "feeFlatFen", s.free_per_week::int as "freePerWeek", s.week_mask::int as "weekMask", s.ways, s.account_cooling_hours::int as "accountCoolingHours"`

/** The terms of the city, else of the tenant, else the standard ones. */
export async function termsOf(db: TenantDb, tenantId: string, cityId: string): Promise<Terms> {
  const { rows } = await sql<Terms>`
    select ${TERMS} from withdrawal_settings s where s.tenant_id = ${tenantId}::bigint and (s.city_id = ${cityId}::bigint or s.city_id is null)
    order by s.city_id nulls last limit 1`.execute(db)
  return rows[0] ?? standardTerms
}

export interface SettingRow extends Terms {
  settingId: string
  cityId: string | null
  cityName: string
  version: number
  updatedAt: Date
  updatedBy: string
}
/** The tenant's terms and those of cities in sight; one of them where an id is given. */
export async function settingsInSight(db: TenantDb, settingId?: string): Promise<SettingRow[]> {
  const { rows } = await sql<SettingRow>`
    select s.setting_id as "settingId", s.city_id as "cityId", coalesce(c.name, '') as "cityName", s.version, s.updated_at as "updatedAt",
      coalesce(u.real_name, '') as "updatedBy", ${TERMS}
    from withdrawal_settings s left join cities c on c.city_id = s.city_id left join users u on u.tenant_id = s.tenant_id and u.user_id = s.updated_by
    where (s.city_id is null or exists (select from tenant_cities t where t.tenant_id = s.tenant_id and t.city_id = s.city_id))
      and (${settingId ?? null}::bigint is null or s.setting_id = ${settingId ?? null}::bigint)
    order by s.city_id nulls first`.execute(db)
  return rows
}

const columnsOf = ({ ways, ...terms }: Terms) => ({
  min_fen: terms.minFen,
  max_fen: terms.maxFen,
  max_per_day: terms.maxPerDay,
  reserve_fen: terms.reserveFen,
  fee_bp: terms.feeBp,
  fee_flat_fen: terms.feeFlatFen,
  free_per_week: terms.freePerWeek,
  week_mask: terms.weekMask,
  ways: [...ways],
  account_cooling_hours: terms.accountCoolingHours,
})
/** The id of the new setting; null where the city (or the tenant) has one. */
export async function insertSetting(
  tx: TenantTx,
  by: { tenantId: string; userId: string },
  cityId: string | null,
  terms: Terms,
): Promise<string | null> {
  const row = await tx
    .insertInto('withdrawal_settings')
    .values({ tenant_id: by.tenantId, city_id: cityId, ...columnsOf(terms), updated_by: by.userId })
    .onConflict((on) => on.expression(sql`tenant_id, coalesce(city_id, 0)`).doNothing())
    .returning('setting_id')
    .executeTakeFirst()
  return row?.setting_id ?? null
}
/** False where it was changed since `version`. */
export const updateSetting = async (
  tx: TenantTx,
  by: { userId: string },
  at: { settingId: string; version: number },
  terms: Terms,
): Promise<boolean> =>
  (await tx
    .updateTable('withdrawal_settings')
    .set({ ...columnsOf(terms), version: at.version + 1, updated_at: sql<Date>`now()`, updated_by: by.userId })
    .where('setting_id', '=', at.settingId)
    .where('version', '=', at.version)
    .returning('setting_id')
    .executeTakeFirst()) !== undefined

export interface TaxRow extends TaxTerms {
  payerName: string
  payerTaxNo: string
  version: number
}
export async function taxTermsOf(db: TenantDb, tenantId: string): Promise<TaxRow> {
  const row = await db.selectFrom('withdrawal_tax_settings').selectAll().where('tenant_id', '=', tenantId).executeTakeFirst()
  if (!row) return { ...standardTax, payerName: '', payerTaxNo: '', version: 0 }
  return {
    withhold: row.withhold,
    taxableOn: row.taxable_on,
    payerName: row.payer_name,
    payerTaxNo: row.payer_tax_no,
    expenseBp: row.expense_bp,
    monthlyExemptFen: row.monthly_exempt_fen,
    bands: row.bands as unknown as TaxBand[],
    version: row.version,
  }
}
/** False where it was changed since `version`. */
export async function saveTaxTerms(tx: TenantTx, by: { tenantId: string; userId: string }, tax: TaxRow): Promise<boolean> {
  const values = {
    withhold: tax.withhold,
    taxable_on: tax.taxableOn,
    payer_name: tax.payerName,
    payer_tax_no: tax.payerTaxNo,
    expense_bp: tax.expenseBp,
    monthly_exempt_fen: tax.monthlyExemptFen,
    bands: JSON.stringify(tax.bands),
    updated_by: by.userId,
  }
  if (tax.version === 0) {
    const made = await tx
      .insertInto('withdrawal_tax_settings')
      .values({ tenant_id: by.tenantId, ...values })
      .onConflict((on) => on.column('tenant_id').doNothing())
      .returning('version')
      .executeTakeFirst()
    return made !== undefined
  }
  const updated = await tx
    .updateTable('withdrawal_tax_settings')
    .set({ ...values, version: tax.version + 1, updated_at: sql<Date>`now()` })
    .where('tenant_id', '=', by.tenantId)
    .where('version', '=', tax.version)
    .returning('version')
    .executeTakeFirst()
  return updated !== undefined
}

/** A driver's applications of the city's year so far, those left out that were given back. */
export async function yearSoFar(db: TenantDb, driverId: string, now: Date, utcOffsetMinutes: number) {
  const { rows } = await sql<YearSoFar & { month: number }>`
    with local as (select created_at + make_interval(mins => ${utcOffsetMinutes}::int) as at, apply_fen, tax_fen, tax_basis from withdrawals
      where driver_id = ${driverId}::bigint and state not in ${listOf(givenBackWithdrawalStates)} and created_at > ${now}::timestamptz - interval '367 days'),
    today as (select ${now}::timestamptz + make_interval(mins => ${utcOffsetMinutes}::int) as at)
    select extract(year from t.at at time zone 'UTC')::int as year, extract(month from t.at at time zone 'UTC')::int as month,
      coalesce(sum(l.apply_fen), 0)::float8 as "appliedFen",
      coalesce(sum(case when l.tax_basis is null then l.tax_fen else (select sum((y ->> 'taxFen')::bigint) from jsonb_array_elements(l.tax_basis -> 'years') y
        where (y ->> 'year')::int = extract(year from t.at at time zone 'UTC')) end), 0)::float8 as "withheldFen",
      (count(distinct date_trunc('month', l.at, 'UTC')) + case when bool_or(date_trunc('month', l.at, 'UTC') = date_trunc('month', t.at, 'UTC')) then 0 else 1 end)::int as months
    from today t left join local l on date_trunc('year', l.at, 'UTC') = date_trunc('year', t.at, 'UTC') group by t.at`.execute(db)
  return rows[0]!
}

/** What a driver ever earned, by the city's month, and what of it they applied for and were not given back. */
export async function earningsOf(db: TenantDb, driverId: string, utcOffsetMinutes: number) {
  const [earned, taken] = await Promise.all([
    sql<EarnedMonth>`
      select extract(year from at)::int as year, extract(month from at)::int as month, sum(fen)::float8 as fen
      from (select (e.at + make_interval(mins => ${utcOffsetMinutes}::int)) at time zone 'UTC' as at, case l.side when 'C' then l.amount_fen else -l.amount_fen end as fen
        from ledger_accounts a join ledger_lines l on l.tenant_id = a.tenant_id and l.account_id = a.account_id
          join ledger_entries e on e.tenant_id = l.tenant_id and e.entry_id = l.entry_id
        where a.owner_type = 'DRIVER' and a.owner_id = ${driverId}::bigint and a.kind = 'DRIVER_AVAILABLE' and e.business_type <> 'WITHDRAWAL') earned
      group by 1, 2 order by 1, 2`.execute(db),
    sql<{ fen: number }>`
      select coalesce(sum(apply_fen), 0)::float8 as fen from withdrawals where driver_id = ${driverId}::bigint and state not in ${listOf(givenBackWithdrawalStates)}`.execute(
      db,
    ),
  ])
  return { months: earned.rows, takenFen: taken.rows[0]!.fen }
}

import { givenBackWithdrawalStates } from '@chauffeur/contract/finance/withdrawal'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'
import { effectsInTenant, isLevelOf } from '#areas/driver/standing'
import type { EarnedMonth, YearSoFar } from './tax.rules.ts'
import type { PastApplication } from './terms-consequence.rules.ts'

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

/** Applications of the last thirty days in the city; without one in all that have no terms of their own. Left out are those that were given back. */
export const recentApplications = async (db: TenantDb, cityId: string | null): Promise<PastApplication[]> =>
  (
    await sql<PastApplication>`
      with local as (
        select w.driver_id, e."freeWithdrawals", w.way, w.apply_fen, w.fee_fen, w.created_at, (w.created_at + make_interval(mins => c.utc_offset_minutes)) at time zone 'UTC' as at
        from withdrawals w join cities c on c.city_id = w.city_id
          join drivers d on d.tenant_id = w.tenant_id and d.driver_id = w.driver_id left join ${effectsInTenant} e on ${isLevelOf}
        -- A week earlier, for the first week to be counted from its beginning.
        where w.created_at > now() - interval '37 days' and w.state not in ${listOf(givenBackWithdrawalStates)}
          and case when ${cityId}::bigint is not null then w.city_id = ${cityId}::bigint
            else not exists (select from setting_versions v where v.kind = 'withdrawalTerms' and v.city_id = w.city_id) end),
      counted as (
        select *, (row_number() over (partition by driver_id, at::date order by created_at) - 1)::int as today,
          (row_number() over (partition by driver_id, date_trunc('week', at) order by created_at) - 1)::int as this_week
        from local)
      select driver_id as "driverId", way, apply_fen as "applyFen", fee_fen as "feeFen", today, this_week as "thisWeek",
        (extract(isodow from at) - 1)::int as weekday, "freeWithdrawals"
      from counted where created_at > now() - interval '30 days'`.execute(db)
  ).rows

import type { InsuranceProduct } from '@chauffeur/contract/qualification/insurance'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import type { Cover } from './cover.rules.ts'

/** What covers a driver now, and which moment that is. One policy that goes on where another ends is one cover. */
export async function coversOf(db: TenantDb, driverId: string): Promise<{ now: Date; covers: Cover[] }> {
  const { rows } = await sql<{ now: Date; product: InsuranceProduct | null; until: Date | null }>`
    select n.now, c.product, upper(c.held) as until from (select clock_timestamp() as now) n left join (
      select product, unnest(range_agg(tstzrange(valid_from, valid_until))) as held from driver_insurances
      where driver_id = ${driverId}::bigint and cancelled_at is null and valid_until > now() group by product) c on c.held @> n.now`.execute(
    db,
  )
  return {
    now: rows[0]!.now,
    covers: rows.flatMap(({ product, until }) => (product && until ? [{ product, until }] : [])),
  }
}

/** Of these products the ones of which a driver had a policy that is over or was cancelled, and none holds now. */
export async function coversEnded(db: TenantDb, driverId: string, products: readonly InsuranceProduct[]): Promise<InsuranceProduct[]> {
  const { rows } = await sql<{ product: InsuranceProduct }>`
    select product from driver_insurances where driver_id = ${driverId}::bigint and product = any (${[...products]}::text[]) and valid_from <= now()
    group by product having not bool_or(cancelled_at is null and valid_until > now())`.execute(db)
  return rows.map(({ product }) => product)
}

import {
  insuranceProduct,
  type InsuranceProduct,
  type InsuranceRow,
  type InsuranceState,
} from '@chauffeur/contract/qualification/insurance'
import { QUALIFIED } from '@chauffeur/contract/driver/file'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { isClaimedOn } from '../claim/index.ts'

export interface Policy {
  product: InsuranceProduct
  insurer: string
  policyNo: string
  from: Date
  until: Date
  coverageFen: number
  premiumFen: number
  payer: InsuranceRow['payer']
}

export const policies = (db: TenantDb) =>
  db
    .selectFrom('driver_insurances as i')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'i.tenant_id').onRef('d.driver_id', '=', 'i.driver_id'))
    .innerJoin('cities as c', 'c.city_id', 'd.city_id')
export const listed = (rows: ReturnType<typeof policies>) =>
  rows
    .select(['i.insurance_id', 'i.driver_id', 'i.product', 'i.insurer', 'i.policy_no', 'i.valid_from', 'i.valid_until', 'i.payer'])
    .select(['i.coverage_fen', 'i.premium_fen', 'i.cancelled_at', 'i.cancel_reason', 'i.version', 'i.updated_at', 'i.updated_by_name'])
    .select(['d.driver_no', 'd.name as driver_name', 'd.city_id', 'c.name as city_name', sql<Date>`clock_timestamp()`.as('now')])
    .select(isClaimedOn.as('claimed_on'))
export const listedPolicy = (db: TenantDb, insuranceId: string) =>
  listed(policies(db)).where('i.insurance_id', '=', insuranceId).executeTakeFirst()
export type PolicyDb = NonNullable<Awaited<ReturnType<typeof listedPolicy>>>

export const lockPolicy = (tx: TenantTx, insuranceId: string) =>
  listed(policies(tx)).where('i.insurance_id', '=', insuranceId).forUpdate('i').executeTakeFirst()

/** Covers the driver now, claimed on or not. */
export const holdsNow = sql<boolean>`(i.cancelled_at is null and i.valid_from <= now() and i.valid_until > now())`
export const isIn = (state: InsuranceState) => {
  if (state === 'CANCELLED') return sql<boolean>`i.cancelled_at is not null`
  if (state === 'CLAIMING') return sql<boolean>`(i.cancelled_at is null and ${isClaimedOn})`
  if (state === 'PENDING') return sql<boolean>`(i.cancelled_at is null and i.valid_from > now() and not ${isClaimedOn})`
  if (state === 'EXPIRED') return sql<boolean>`(i.cancelled_at is null and i.valid_until <= now() and not ${isClaimedOn})`
  return sql<boolean>`(${holdsNow} and not ${isClaimedOn})`
}

/** Two who write policies of one driver wait for each other; dispatch does not wait for them. */
export const holdPolicies = (tx: TenantTx, driverId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('driver_insurances', ${driverId}::bigint))`.execute(tx)

/** A policy of this driver and product that holds at some time of the period, but for the one that is changed. */
export const overlapping = (
  db: TenantDb,
  driverId: string,
  { product, from, until }: Pick<Policy, 'product' | 'from' | 'until'>,
  but: string | null,
) =>
  db
    .selectFrom('driver_insurances')
    .select(['insurance_id', 'policy_no', 'valid_from', 'valid_until'])
    .where('driver_id', '=', driverId)
    .where('product', '=', product)
    .where('cancelled_at', 'is', null)
    .where('valid_from', '<', until)
    .where('valid_until', '>', from)
    .$if(but !== null, (rows) => rows.where('insurance_id', '<>', but))
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirst()

const columnsOf = ({ product, insurer, policyNo, from, until, coverageFen, premiumFen, payer }: Policy) => ({
  ...{ product, insurer, policy_no: policyNo, valid_from: from, valid_until: until, payer },
  ...{ coverage_fen: coverageFen, premium_fen: premiumFen },
})
export async function insertPolicy(
  tx: TenantTx,
  { tenantId, driverId, policy }: { tenantId: string; driverId: string; policy: Policy },
  by: { userId: string; realName: string },
): Promise<string> {
  const { insurance_id } = await tx
    .insertInto('driver_insurances')
    .values({
      ...{ tenant_id: tenantId, driver_id: driverId, ...columnsOf(policy) },
      ...{ created_by: by.userId, created_by_name: by.realName, updated_by_name: by.realName },
    })
    .returning('insurance_id')
    .executeTakeFirstOrThrow()
  return insurance_id
}
const changed = (by: string) => ({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by_name: by })
export const changePolicy = (tx: TenantTx, insuranceId: string, policy: Policy, by: string) =>
  tx
    .updateTable('driver_insurances')
    .set({ ...columnsOf(policy), ...changed(by) })
    .where('insurance_id', '=', insuranceId)
    .execute()
export const cancelPolicy = (tx: TenantTx, insuranceId: string, reason: string, by: string) =>
  tx
    .updateTable('driver_insurances')
    .set({ cancelled_at: sql<Date>`clock_timestamp()`, cancel_reason: reason, ...changed(by) })
    .where('insurance_id', '=', insuranceId)
    .execute()
/** Those of an import that nobody has changed since are gone; gives which. */
export const removeUntouched = async (tx: TenantTx, ids: readonly string[]): Promise<string[]> =>
  (
    await tx
      .deleteFrom('driver_insurances')
      .where('insurance_id', '=', sql<string>`any (${ids}::bigint[])`)
      .where('version', '=', 1)
      .where(
        sql<boolean>`not exists (select from driver_claims k where k.tenant_id = driver_insurances.tenant_id and k.insurance_id = driver_insurances.insurance_id)`,
      )
      .returning('insurance_id')
      .execute()
  ).map(({ insurance_id }) => insurance_id)

/** Drivers who may drive, and how many of them a policy of each product covers now. */
export async function coverIn(db: TenantDb, cityId: string | undefined) {
  const { rows } = await sql<{ product: InsuranceProduct | null; drivers: number }>`
    with may as (select tenant_id, driver_id from drivers
      where qualification = ${sql.lit(QUALIFIED)} and disabled_reason = '' and (${cityId ?? null}::bigint is null or city_id = ${cityId ?? null}::bigint))
    select null as product, count(*)::int as drivers from may
    union all select i.product, count(distinct i.driver_id)::int from driver_insurances i
      join may on may.tenant_id = i.tenant_id and may.driver_id = i.driver_id where ${holdsNow} group by i.product`.execute(db)
  const of = (product: InsuranceProduct | null) => rows.find((row) => row.product === product)?.drivers ?? 0
  const covered = Object.fromEntries(insuranceProduct.options.map((product) => [product, of(product)])) as Record<InsuranceProduct, number>
  return { drivers: of(null), covered }
}

import type { ProtectionRow } from '@chauffeur/contract/driver/level-driver'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

export const protections = (db: TenantDb) =>
  db.selectFrom('driver_level_protections as p').innerJoin('cities as c', 'c.city_id', 'p.city_id')
export const listedProtections = (rows: ReturnType<typeof protections>) =>
  rows.selectAll('p').select(['c.name as city_name', sql<boolean>`p.valid_until > clock_timestamp()`.as('holds')])
type ProtectionDb = Awaited<ReturnType<ReturnType<typeof listedProtections>['execute']>>[number]
export const listedProtection = (db: TenantDb, protectionId: string) =>
  listedProtections(protections(db)).where('p.protection_id', '=', protectionId).executeTakeFirst()

export const protectionOf = (row: ProtectionDb): ProtectionRow => ({
  protectionId: row.protection_id,
  cityId: row.city_id,
  cityName: row.city_name,
  from: row.valid_from.toISOString(),
  until: row.valid_until.toISOString(),
  state: row.holds ? 'CURRENT' : 'OVER',
  reason: row.reason,
  by: row.created_by_name,
  endedBy: row.ended_by_name,
})
export async function protectionView(db: TenantDb, protectionId: string): Promise<ProtectionRow | undefined> {
  const row = await listedProtection(db, protectionId)
  return row && protectionOf(row)
}

/** The protection of a city that is not over; who protects the same city in the same moment waits. */
export async function holdProtected(tx: TenantTx, cityId: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended('driver-level-protection', ${cityId}::bigint))`.execute(tx)
  return listedProtections(protections(tx))
    .where('p.city_id', '=', cityId)
    .where(sql<boolean>`p.valid_until > clock_timestamp()`)
    .executeTakeFirst()
}

interface Protection {
  tenantId: string
  cityId: string
  until: Date
  reason: string
}
/** From now on. */
export async function insertProtection(
  tx: TenantTx,
  { tenantId, cityId, until, reason }: Protection,
  by: { userId: string; realName: string },
): Promise<string> {
  const { protection_id } = await tx
    .insertInto('driver_level_protections')
    .values({
      tenant_id: tenantId,
      city_id: cityId,
      valid_from: sql<Date>`now()`,
      valid_until: until,
      reason,
      created_by: by.userId,
      created_by_name: by.realName,
    })
    .returning('protection_id')
    .executeTakeFirstOrThrow()
  return protection_id
}
/** Until another time and for another reason; one that is over stays as it was. */
export const extendProtection = (tx: TenantTx, protectionId: string, { until, reason }: Pick<Protection, 'until' | 'reason'>) =>
  tx
    .updateTable('driver_level_protections')
    .set({ valid_until: until, reason })
    .where('protection_id', '=', protectionId)
    .where(sql<boolean>`valid_until > now()`)
    .execute()
/** One that is over stays as it was. */
export const endProtection = (tx: TenantTx, protectionId: string, by: string) =>
  tx
    .updateTable('driver_level_protections')
    .set({ valid_until: sql<Date>`greatest(valid_from, now())`, ended_by_name: by })
    .where('protection_id', '=', protectionId)
    .where(sql<boolean>`valid_until > now()`)
    .execute()

import { type ClaimState, openClaimStates } from '@chauffeur/contract/qualification/claim'
import type { InsuranceProduct } from '@chauffeur/contract/qualification/insurance'
import { type Selectable, sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DriverClaims } from '#platform/database/tables.generated'
import { movesOf } from '#platform/machine/moves'
import { claimMachine } from './claim.rules.ts'

export type ClaimDbRow = Selectable<DriverClaims>
export const claimMoves = movesOf({
  machine: claimMachine,
  table: 'driver_claims',
  key: 'driver_claim_id',
  state: 'state',
  history: { table: 'driver_claim_events', from: 'from_state', to: 'to_state' },
})

export const claims = (db: TenantDb) =>
  db
    .selectFrom('driver_claims as k')
    .innerJoin('drivers as d', (join) => join.onRef('d.tenant_id', '=', 'k.tenant_id').onRef('d.driver_id', '=', 'k.driver_id'))
    .innerJoin('driver_insurances as i', (join) =>
      join.onRef('i.tenant_id', '=', 'k.tenant_id').onRef('i.insurance_id', '=', 'k.insurance_id'),
    )
    .innerJoin('cities as c', 'c.city_id', 'd.city_id')
    .leftJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'k.tenant_id').onRef('o.order_id', '=', 'k.order_id'))
export const listed = (rows: ReturnType<typeof claims>) =>
  rows
    .selectAll('k')
    .select([
      'd.driver_no',
      'd.name as driver_name',
      'd.city_id',
      'c.name as city_name',
      'i.policy_no',
      'i.insurer',
      'i.product',
      'o.order_no',
    ])
    .select((eb) => [
      sql<ClaimState>`k.state`.as('state'),
      eb
        .selectFrom('driver_claim_files as f')
        .select(sql<number>`count(*)::int`.as('n'))
        .whereRef('f.tenant_id', '=', 'k.tenant_id')
        .whereRef('f.driver_claim_id', '=', 'k.driver_claim_id')
        .as('pictures'),
    ])
export const listedClaim = (db: TenantDb, driverClaimId: string) =>
  listed(claims(db)).where('k.driver_claim_id', '=', driverClaimId).executeTakeFirst()
export type ClaimDb = NonNullable<Awaited<ReturnType<typeof listedClaim>>>

/** Policies of a driver that held at a moment; one that was cancelled since held until then. */
export async function policiesAt(db: TenantDb, driverId: string, at: Date) {
  const rows = await db
    .selectFrom('driver_insurances')
    .select(['insurance_id', 'product', 'policy_no', 'insurer', 'valid_from', 'valid_until', 'coverage_fen'])
    .where('driver_id', '=', driverId)
    .where('valid_from', '<=', at)
    .where('valid_until', '>', at)
    .where((eb) => eb.or([eb('cancelled_at', 'is', null), eb('cancelled_at', '>', at)]))
    .orderBy('product')
    .orderBy('valid_from')
    .execute()
  return rows.map((row) => ({
    insuranceId: row.insurance_id,
    product: row.product as InsuranceProduct,
    policyNo: row.policy_no,
    insurer: row.insurer,
    from: row.valid_from.toISOString(),
    until: row.valid_until.toISOString(),
    coverageFen: Number(row.coverage_fen),
  }))
}

export const isTheirs = async (db: TenantDb, driverId: string, insuranceId: string): Promise<boolean> =>
  (await db
    .selectFrom('driver_insurances')
    .select('insurance_id')
    .where('driver_id', '=', driverId)
    .where('insurance_id', '=', insuranceId)
    .executeTakeFirst()) !== undefined

/** An order that this driver drove. */
export const orderDriven = (db: TenantDb, driverId: string, orderNo: string) =>
  db.selectFrom('orders').select('order_id').where('order_no', '=', orderNo).where('driver_id', '=', driverId).executeTakeFirst()

export const insertClaim = (
  tx: TenantTx,
  claim: {
    tenantId: string
    driverId: string
    insuranceId: string
    orderId: string | null
    lossAt: Date
    amountFen: number
    what: string
    /** Whoever of the company reported it; null: the driver did. */
    by: { userId: string | null; name: string }
  },
): Promise<ClaimDbRow> =>
  tx
    .insertInto('driver_claims')
    .values({
      ...{ tenant_id: claim.tenantId, driver_id: claim.driverId, insurance_id: claim.insuranceId, order_id: claim.orderId },
      ...{ loss_at: claim.lossAt, amount_fen: claim.amountFen, what: claim.what },
      ...{ created_by: claim.by.userId, created_by_name: claim.by.name },
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Claims of a driver, the latest first. */
export const claimsOf = (db: TenantDb, driverId: string, limit: number) =>
  listed(claims(db))
    .select((eb) =>
      eb
        .selectFrom('driver_claim_events as e')
        .select('e.reason')
        .whereRef('e.tenant_id', '=', 'k.tenant_id')
        .whereRef('e.driver_claim_id', '=', 'k.driver_claim_id')
        .where('e.event', 'in', ['reject', 'reopen'])
        .orderBy('e.seq', 'desc')
        .limit(1)
        .as('said'),
    )
    .where('k.driver_id', '=', driverId)
    .orderBy('k.created_at', 'desc')
    .limit(limit)
    .execute()
export type OwnClaimDb = Awaited<ReturnType<typeof claimsOf>>[number]

/** Claims of a driver that they reported themselves and that nothing is decided of. */
export const ownOpen = async (db: TenantDb, driverId: string): Promise<number> =>
  (
    await db
      .selectFrom('driver_claims')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('driver_id', '=', driverId)
      .where('created_by', 'is', null)
      .where('state', 'in', [...openClaimStates])
      .executeTakeFirstOrThrow()
  ).n

export const everInsured = async (db: TenantDb, driverId: string): Promise<boolean> =>
  (await db.selectFrom('driver_insurances').select('insurance_id').where('driver_id', '=', driverId).limit(1).executeTakeFirst()) !==
  undefined

export const eventsOf = (db: TenantDb, driverClaimId: string) =>
  db
    .selectFrom('driver_claim_events')
    .select(['seq', 'event', 'at', 'actor_name', 'reason'])
    .where('driver_claim_id', '=', driverClaimId)
    .orderBy('seq')
    .execute()

export const filesOf = (db: TenantDb, driverClaimId: string) =>
  db
    .selectFrom('driver_claim_files')
    .select(['number', 'file_id', 'added_at', 'added_by_name'])
    .where('driver_claim_id', '=', driverClaimId)
    .orderBy('number')
    .execute()

/** The picture of these bytes that a claim has already. */
export const sameFile = (db: TenantDb, driverClaimId: string, sha256: Buffer) =>
  db
    .selectFrom('driver_claim_files as f')
    .innerJoin('files as b', (join) => join.onRef('b.tenant_id', '=', 'f.tenant_id').onRef('b.file_id', '=', 'f.file_id'))
    .select('f.file_id')
    .where('f.driver_claim_id', '=', driverClaimId)
    .where('b.sha256', '=', sha256)
    .executeTakeFirst()

export const insertFile = (tx: TenantTx, file: { tenantId: string; driverClaimId: string; number: number; fileId: string; by: string }) =>
  tx
    .insertInto('driver_claim_files')
    .values({
      ...{ tenant_id: file.tenantId, driver_claim_id: file.driverClaimId, number: file.number },
      ...{ file_id: file.fileId, added_by_name: file.by },
    })
    .execute()

/** Of a policy `i`: a claim on it is not decided yet. */
export const isClaimedOn = sql<boolean>`exists (select from driver_claims k where k.tenant_id = i.tenant_id and k.insurance_id = i.insurance_id
  and k.state in (${sql.join(openClaimStates.map((state) => sql.lit(state)))}))`

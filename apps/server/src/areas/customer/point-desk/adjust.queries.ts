import { POINT_ADJUSTMENT_STATE as S, type PointAdjustmentState } from '@chauffeur/contract/customer/points-model'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

/** Of customers in sight. */
export const adjustments = (db: TenantDb) =>
  db
    .selectFrom('point_adjustments as a')
    .innerJoin('customers as c', (on) => on.onRef('c.tenant_id', '=', 'a.tenant_id').onRef('c.customer_id', '=', 'a.customer_id'))
export const listed = (rows: ReturnType<typeof adjustments>) =>
  rows.selectAll('a').select(['c.name as customer_name', 'c.phone', sql<PointAdjustmentState>`a.state`.as('state')])
export const findAdjustment = (db: TenantDb, adjustmentId: string) =>
  listed(adjustments(db)).where('a.adjustment_id', '=', adjustmentId).executeTakeFirst()
export type AdjustmentDb = NonNullable<Awaited<ReturnType<typeof findAdjustment>>>
export const lockAdjustment = (tx: TenantTx, adjustmentId: string) =>
  listed(adjustments(tx)).where('a.adjustment_id', '=', adjustmentId).forUpdate('a').executeTakeFirst()

export async function insertAdjustment(
  tx: TenantTx,
  of: {
    tenantId: string
    customerId: string
    points: number
    expiryMonths: number | null
    reason: string
    state: PointAdjustmentState
    by: { userId: string; realName: string }
  },
): Promise<string> {
  const { adjustment_id } = await tx
    .insertInto('point_adjustments')
    .values({
      tenant_id: of.tenantId,
      customer_id: of.customerId,
      points: of.points,
      expiry_months: of.expiryMonths,
      reason: of.reason,
      state: of.state,
      asked_by: of.by.userId,
      asked_by_name: of.by.realName,
    })
    .returning('adjustment_id')
    .executeTakeFirstOrThrow()
  return adjustment_id
}

export const setDecided = (
  tx: TenantTx,
  adjustmentId: string,
  { state, note, by }: { state: PointAdjustmentState; note: string; by: { userId: string; realName: string } },
) =>
  tx
    .updateTable('point_adjustments')
    .set({
      state,
      note,
      decided_by: by.userId,
      decided_by_name: by.realName,
      decided_at: sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('adjustment_id', '=', adjustmentId)
    .execute()

/** What one person gave and took of a customer within a day without a second, as a sum without signs. Those of one customer come one after the other. */
export const adjustedToday = async (tx: TenantTx, customerId: string, userId: string): Promise<number> =>
  (
    await sql<{ points: number }>`
      select coalesce(sum(abs(points)), 0)::int as points from point_adjustments
      where customer_id = ${customerId} and asked_by = ${userId} and state = ${sql.lit(S.done)} and decided_by is null and asked_at > now() - interval '24 hours'`.execute(
      tx,
    )
  ).rows[0]!.points

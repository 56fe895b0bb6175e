import { sql } from 'kysely'
import { documentNo } from '#platform/database/document-number'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { goodInSight } from '../coupon/index.ts'

export const batches = (db: TenantDb) =>
  db
    .selectFrom('redeem_batches as b')
    .innerJoin('coupon_templates as t', (on) =>
      on.onRef('t.tenant_id', '=', 'b.tenant_id').onRef('t.coupon_template_id', '=', 'b.coupon_template_id'),
    )
    .where(goodInSight(null))
export const listed = (rows: ReturnType<typeof batches>) => rows.selectAll('b').select(['t.name as template_name', 't.city_ids'])
export const findBatch = (db: TenantDb, redeemBatchId: string) =>
  listed(batches(db)).where('b.redeem_batch_id', '=', redeemBatchId).executeTakeFirst()
export const lockBatch = (tx: TenantTx, redeemBatchId: string) =>
  listed(batches(tx)).where('b.redeem_batch_id', '=', redeemBatchId).forUpdate('b').executeTakeFirst()
export type RedeemBatchDb = NonNullable<Awaited<ReturnType<typeof findBatch>>>

export const insertBatch = async (
  tx: TenantTx,
  of: {
    tenantId: string
    couponTemplateId: string
    codes: number
    validFrom: Date
    validTo: Date
    remark: string
    by: { userId: string; realName: string }
  },
): Promise<string> =>
  (
    await tx
      .insertInto('redeem_batches')
      .values({
        tenant_id: of.tenantId,
        batch_no: documentNo('REDEEM_BATCH', of.tenantId),
        coupon_template_id: of.couponTemplateId,
        codes: of.codes,
        valid_from: of.validFrom,
        valid_to: of.validTo,
        remark: of.remark,
        created_by: of.by.userId,
        created_by_name: of.by.realName,
        updated_by: of.by.userId,
      })
      .returning('redeem_batch_id')
      .executeTakeFirstOrThrow()
  ).redeem_batch_id

export const setLocked = (tx: TenantTx, redeemBatchId: string, by: string, locked: boolean) =>
  tx
    .updateTable('redeem_batches')
    .set((eb) => ({ locked, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }))
    .where('redeem_batch_id', '=', redeemBatchId)
    .execute()

/** Codes that were made of a template and may still become a coupon. */
export const codesOut = async (tx: TenantTx, couponTemplateId: string): Promise<number> =>
  (
    await tx
      .selectFrom('redeem_batches')
      .select(sql<number>`coalesce(sum(codes - used), 0)::int`.as('n'))
      .where('coupon_template_id', '=', couponTemplateId)
      .where('valid_to', '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow()
  ).n

/** Adds codes to a batch, those that nothing else has; the batch counts them. */
export async function insertCodes(tx: TenantTx, batch: RedeemBatchDb, codes: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with put as (
      insert into redeem_codes (tenant_id, code, coupon_template_id, batch_no, redeem_batch_id, valid_from, valid_to, created_by)
      select ${batch.tenant_id}::bigint, w, ${batch.coupon_template_id}::bigint, ${batch.batch_no}, ${batch.redeem_batch_id}::bigint,
        ${batch.valid_from}::timestamptz, ${batch.valid_to}::timestamptz, ${batch.created_by}::bigint
      from unnest(${codes}::text[]) as w
      on conflict (tenant_id, code) do nothing returning 1)
    update redeem_batches set made = made + (select count(*) from put) where redeem_batch_id = ${batch.redeem_batch_id}
    returning (select count(*)::int from put) as n`.execute(tx)
  return rows[0]!.n
}
/** Codes of a batch, some at a time. */
export const codesAfter = (db: TenantDb, redeemBatchId: string, codeId: string, limit: number) =>
  db
    .selectFrom('redeem_codes')
    .select(['redeem_code_id', 'code', 'used_at'])
    .where('redeem_batch_id', '=', redeemBatchId)
    .where('redeem_code_id', '>', codeId)
    .orderBy('redeem_code_id')
    .limit(limit)
    .execute()

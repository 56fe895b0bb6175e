import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { OperatorSession } from '#platform/identity/session'

export const bankLine = (db: TenantDb, outNo: string) =>
  db.selectFrom('payout_bank_lines').selectAll().where('out_no', '=', outNo).executeTakeFirst()

/** Files of one city are made one after the other: whoever comes second finds what the first has left. */
export const lockFiles = (tx: TenantTx, cityId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('payout_bank_batches', ${cityId}::bigint))`.execute(tx)

/** Payments of a city that wait for the bank and are in no file yet; locked, so that none comes into two. */
export const waitingForFile = (tx: TenantTx, cityId: string, limit: number) =>
  tx
    .selectFrom('payout_attempts as a')
    .innerJoin('withdrawals as w', (join) => join.onRef('w.tenant_id', '=', 'a.tenant_id').onRef('w.withdrawal_id', '=', 'a.withdrawal_id'))
    .where('a.channel', '=', 'BANK')
    .where('a.final_at', 'is', null)
    .where('w.city_id', '=', cityId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payout_bank_lines as l')
            .whereRef('l.tenant_id', '=', 'a.tenant_id')
            .whereRef('l.out_no', '=', 'a.out_no')
            .select(sql`1`.as('one')),
        ),
      ),
    )
    .select(['a.out_no', 'a.withdrawal_id', 'a.amount_fen', 'w.withdraw_no'])
    .orderBy('a.created_at')
    .limit(limit)
    .forUpdate('a')
    .execute()

export async function insertBatch(
  tx: TenantTx,
  { cityId, by, payments }: { cityId: string; by: OperatorSession; payments: readonly { out_no: string; withdrawal_id: string }[] },
) {
  const batch = await tx
    .insertInto('payout_bank_batches')
    .values({
      tenant_id: by.tenantId,
      batch_no: sql<string>`'BK' || to_char(now() at time zone 'Asia/Shanghai', 'YYMMDDHH24MISS') || lpad((random() * 9999)::int::text, 4, '0')`,
      city_id: cityId,
      made_by: by.userId,
      made_by_name: by.realName,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payout_bank_lines')
    .values(
      payments.map((one) => ({ tenant_id: by.tenantId, batch_id: batch.batch_id, out_no: one.out_no, withdrawal_id: one.withdrawal_id })),
    )
    .execute()
  return batch
}

/** What the file says: one row a payment, the account still sealed. */
export const linesOfBatch = (db: TenantDb, batchId: string) =>
  db
    .selectFrom('payout_bank_lines as l')
    .innerJoin('payout_attempts as a', 'a.out_no', 'l.out_no')
    .innerJoin('withdrawals as w', (join) => join.onRef('w.tenant_id', '=', 'l.tenant_id').onRef('w.withdrawal_id', '=', 'l.withdrawal_id'))
    .where('l.batch_id', '=', batchId)
    .select([
      'l.out_no',
      'l.withdrawal_id',
      'a.amount_fen',
      'a.created_at as asked_at',
      'w.driver_id',
      'w.way',
      'w.withdraw_no',
      'w.account_snapshot',
      'w.account_sealed',
      'l.result',
      'l.code',
      'a.said',
      'l.bank_no',
      'l.paid_at',
      'l.returned_at',
    ])
    .orderBy('l.out_no')
    .execute()

export const setResult = (
  tx: TenantTx,
  outNo: string,
  said: { result: 'PAID' | 'FAILED'; bankNo: string; code: string; paidAt: Date | null; by: string },
) =>
  tx
    .updateTable('payout_bank_lines')
    .set({
      result: said.result,
      bank_no: said.bankNo,
      code: said.code,
      paid_at: said.paidAt,
      result_by: said.by,
      result_at: sql<Date>`clock_timestamp()`,
    })
    .where('out_no', '=', outNo)
    .where('result', 'is', null)
    .execute()

export const setReturned = (tx: TenantTx, outNo: string) =>
  tx
    .updateTable('payout_bank_lines')
    .set({ returned_at: sql<Date>`clock_timestamp()` })
    .where('out_no', '=', outNo)
    .where('returned_at', 'is', null)
    .execute()

/** Newest first, with what the bank said of them so far. */
export const batchesOf = async (db: TenantDb, { batchId, cityId }: { batchId?: string; cityId?: string | undefined }) => {
  const { rows } = await sql<{
    batch_id: string
    batch_no: string
    city_id: string
    made_by_name: string
    made_at: Date
    payments: number
    total_fen: string
    paid: number
    failed: number
  }>`
    select b.batch_id, b.batch_no, b.city_id, b.made_by_name, b.made_at, count(*)::int as payments, sum(a.amount_fen) as total_fen,
      (count(*) filter (where l.result = 'PAID'))::int as paid, (count(*) filter (where l.result = 'FAILED'))::int as failed
    from payout_bank_batches b join payout_bank_lines l on l.tenant_id = b.tenant_id and l.batch_id = b.batch_id
      join payout_attempts a on a.out_no = l.out_no
    where (${batchId ?? null}::bigint is null or b.batch_id = ${batchId ?? null}::bigint) and (${cityId ?? null}::bigint is null or b.city_id = ${cityId ?? null}::bigint)
    group by b.tenant_id, b.batch_id order by b.made_at desc limit 200`.execute(db)
  return rows
}

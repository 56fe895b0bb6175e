import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { OperatorSession } from '#platform/identity/session'

export const voucherOf = (db: TenantDb, outNo: string) =>
  db
    .selectFrom('payout_vouchers as v')
    .innerJoin('payout_attempts as a', (join) =>
      join.onRef('a.tenant_id', '=', 'v.tenant_id').onRef('a.withdrawal_id', '=', 'v.withdrawal_id').onRef('a.attempt', '=', 'v.attempt'),
    )
    .where('a.out_no', '=', outNo)
    .selectAll('v')
    .executeTakeFirst()

export const vouchersOf = (db: TenantDb, withdrawalId: string) =>
  db.selectFrom('payout_vouchers').selectAll().where('withdrawal_id', '=', withdrawalId).orderBy('attempt').execute()

/** Whether the number was free: a voucher pays one withdrawal. */
export const insertVoucher = async (
  tx: TenantTx,
  made: { withdrawalId: string; attempt: number; voucherNo: string; paidAt: Date; fileId: string; by: OperatorSession },
): Promise<boolean> =>
  (await tx
    .insertInto('payout_vouchers')
    .values({
      tenant_id: made.by.tenantId,
      withdrawal_id: made.withdrawalId,
      attempt: made.attempt,
      voucher_no: made.voucherNo,
      paid_at: made.paidAt,
      file_id: made.fileId,
      entered_by: made.by.userId,
      entered_by_name: made.by.realName,
    })
    .onConflict((on) => on.doNothing())
    .returning('voucher_no')
    .executeTakeFirst()) !== undefined

export const setConfirmed = (tx: TenantTx, { withdrawalId, attempt }: { withdrawalId: string; attempt: number }, by: OperatorSession) =>
  tx
    .updateTable('payout_vouchers')
    .set({ confirmed_by: by.userId, confirmed_by_name: by.realName, confirmed_at: sql<Date>`clock_timestamp()` })
    .where('withdrawal_id', '=', withdrawalId)
    .where('attempt', '=', attempt)
    .where('confirmed_at', 'is', null)
    .execute()

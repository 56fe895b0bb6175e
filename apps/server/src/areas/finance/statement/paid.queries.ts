import { RECON_BATCH_STATE as B } from '@chauffeur/contract/finance/reconciliation-model'
import { sql } from 'kysely'
import type { WholeDb } from '#platform/database/db'
import { listOf } from '#platform/database/sql-text'

const read = listOf([B.balanced, B.unbalanced, B.closed])

/**
 * Whether the channel says that it paid a withdrawal which is not paid here, or no more: by a statement that shows a payment under one of its numbers
 * which did not come back, or, until the statement of that day is read, by an answer or notification after it had failed. It is neither paid again nor
 * given back then. Runs that no longer count are passed over. `w` is the withdrawal.
 */
export const paidThere = sql<boolean>`(
  coalesce((select sum(d.channel_fen) from payout_attempts a join recon_details d on d.tenant_id = a.tenant_id and d.out_detail_no = a.out_no
      join recon_batches b on b.tenant_id = d.tenant_id and b.batch_id = d.batch_id and b.run_no = d.run_no
    where a.tenant_id = w.tenant_id and a.withdrawal_id = w.withdrawal_id), 0) > 0
  or exists (select from payout_attempts a where a.tenant_id = w.tenant_id and a.withdrawal_id = w.withdrawal_id and a.state = 'FAILED' and a.paid_there_at is not null
    and not exists (select from recon_batches b where b.tenant_id = a.tenant_id and b.kind = 'PAYOUT' and b.channel = a.channel and a.merchant_no in ('', b.merchant_no)
      and b.bill_date = (a.paid_there_at at time zone 'Asia/Shanghai')::date and b.state in ${read})))`

export const paidByChannel = async (db: WholeDb, withdrawalId: string): Promise<boolean> =>
  (await sql<{ paid: boolean }>`select ${paidThere} as paid from withdrawals w where w.withdrawal_id = ${withdrawalId}::bigint`.execute(db))
    .rows[0]!.paid

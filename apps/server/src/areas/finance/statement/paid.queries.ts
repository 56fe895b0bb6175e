import { sql } from 'kysely'
import type { WholeDb } from '#platform/database/db'

/**
 * Whether a statement shows a payment under one of the withdrawal's numbers that did not come back, whatever we hold of it: it is neither paid again nor
 * given back then. Runs that no longer count are passed over.
 */
export const paidByStatement = async (db: WholeDb, withdrawalId: string): Promise<boolean> =>
  (
    await sql<{ paid: boolean }>`select coalesce(sum(d.channel_fen), 0) > 0 as paid
      from payout_attempts a join recon_details d on d.tenant_id = a.tenant_id and d.out_detail_no = a.out_no
        join recon_batches b on b.tenant_id = d.tenant_id and b.batch_id = d.batch_id and b.run_no = d.run_no
      where a.withdrawal_id = ${withdrawalId}::bigint`.execute(db)
  ).rows[0]!.paid

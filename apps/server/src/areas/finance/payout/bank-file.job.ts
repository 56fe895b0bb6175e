import * as z from 'zod'
import { bankFormats, rowOf } from '../bank-format/index.ts'
import { accountContext } from '../withdrawal/index.ts'
import { defineJob } from '#platform/jobs/kind'
import type { Cell } from '#platform/list/cells'
import { csvOf } from '#platform/list/csv'
import { workbookOf } from '#platform/list/workbook'
import { batchesOf, linesOfBatch } from './bank.queries.ts'

const KEEP_DAYS = 7

/** Writes the file for the bank as that bank wants it, with whole account numbers; it is theirs alone who asked for it, and every making of it is a job in the log. */
export const bankFileJob = defineJob<{ batchId: string; format: 'XLSX' | 'CSV' }>({
  name: 'finance.bankFile',
  authority: 'withdrawal.pay',
  input: z.object({ batchId: z.string(), format: z.enum(['XLSX', 'CSV']) }),
  atOnce: { process: 1, tenant: 2 },
  retries: { times: 2, afterS: 5 },
  keepDays: KEEP_DAYS,
  run: async (job) => {
    const { batchId, format } = job.input
    const { userId } = await job.asker()
    const db = await job.read()
    const [batch] = await batchesOf(db, { batchId })
    if (!batch) return undefined
    const { platform, tenantId } = job
    const layout = await bankFormats.contentFor(db, batch.city_id)
    const rows = (await linesOfBatch(db, batchId)).map((line, at) => {
      const { holderName, bankName, branch = '' } = line.account_snapshot as { holderName: string; bankName: string; branch?: string }
      const accountNo = platform.vault.open(line.account_sealed, accountContext({ tenantId, driverId: line.driver_id }, line.way))
      const { out_no: outNo, amount_fen: amountFen, withdraw_no: memo } = line
      return rowOf(layout, { outNo, holderName, accountNo, bankName, branch, amountFen, memo }, at + 1)
    })
    const titles = layout.columns.map(({ title }) => title)
    const body = (format === 'XLSX' ? workbookOf : csvOf)(titles, batchOf(rows))
    const name = `${batch.batch_no}.${format.toLowerCase()}`
    const stored = await platform.files.put({ tenantId, kind: 'EXPORT', userId, name }, body)
    return {
      data: { batchId, rows: rows.length },
      fileId: stored.fileId,
      write: (tx) => platform.files.keep(tx, stored.fileId, new Date(Date.now() + KEEP_DAYS * 86_400_000)),
    }
  },
})

async function* batchOf(rows: Cell[][]) {
  yield rows
}

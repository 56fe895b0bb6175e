import * as z from 'zod'
import { accountContext } from '../withdrawal/index.ts'
import { defineJob } from '#platform/jobs/kind'
import type { Cell } from '#platform/list/cells'
import { csvOf } from '#platform/list/csv'
import { workbookOf } from '#platform/list/workbook'
import { batchesOf, linesOfBatch } from './bank.queries.ts'

/** The neutral template: what every bank's own asks for too. The first column is what its result file has to give back. */
const TITLES = ['付款单号', '收款人', '收款账号', '开户行', '支行', '金额（元）', '附言']
const KEEP_DAYS = 7

/** Writes the file for the bank, with whole account numbers; it is theirs alone who asked for it, and every making of it is a job in the log. */
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
    const rows = (await linesOfBatch(db, batchId)).map((line): Cell[] => {
      const { holderName, bankName, branch = '' } = line.account_snapshot as { holderName: string; bankName: string; branch?: string }
      const number = platform.vault.open(line.account_sealed, accountContext({ tenantId, driverId: line.driver_id }, line.way))
      return [line.out_no, holderName, number, bankName, branch, { number: line.amount_fen / 100, places: 2 }, line.withdraw_no]
    })
    const body = (format === 'XLSX' ? workbookOf : csvOf)(TITLES, batchOf(rows))
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

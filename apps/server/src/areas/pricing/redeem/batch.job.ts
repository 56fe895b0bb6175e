import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import type { TenantDb } from '#platform/database/db'
import { Refused } from '#platform/http/implement'
import { defineJob } from '#platform/jobs/kind'
import type { Cell } from '#platform/list/cells'
import { workbookOf } from '#platform/list/workbook'
import { mayKeep } from '../coupon/index.ts'
import { codesAfter, findBatch, insertCodes, lockBatch } from './batch.queries.ts'
import { CODE_LENGTH, codeOf, printedCode } from './redeem.rules.ts'

const KEEP_DAYS = 7
const STEP = 1_000
const TITLES = ['兑换码 Code', '优惠券 Coupon', '批次 Batch', '开始 From', '结束 Until', '已使用 Used']

/** Makes codes that a batch has still to have, then writes all of them into a workbook: it is theirs alone who asked, and every making of it is a job in the log. */
export const redeemBatchJob = defineJob<{ redeemBatchId: string }>({
  name: 'pricing.redeemBatch',
  authority: 'coupon.codes',
  input: z.object({ redeemBatchId: z.string() }),
  atOnce: { process: 1, tenant: 1 },
  retries: { times: 2, afterS: 5 },
  keepDays: KEEP_DAYS,
  run: async (run) => {
    const { redeemBatchId } = run.input
    for (let left = 1; left > 0; ) {
      run.signal.throwIfAborted()
      const { scope } = await run.asker()
      left = await run.write(async (tx) => {
        const batch = await lockBatch(tx, redeemBatchId)
        if (!batch) throw new Refused('redeemBatch.notFound')
        if (!mayKeep(batch, scope)) throw new Refused('couponTemplate.beyondCities')
        const missing = batch.codes - batch.made
        if (missing === 0) return 0
        const made = await insertCodes(tx, batch, newCodes(Math.min(missing, STEP)))
        run.progress(batch.made + made, batch.codes)
        return missing - made
      })
    }
    const { userId } = await run.asker()
    const db = await run.read()
    const batch = await findBatch(db, redeemBatchId)
    if (!batch) throw new Refused('redeemBatch.notFound')
    const { platform, tenantId } = run
    const body = workbookOf(TITLES, sheetRows(db, batch))
    const stored = await platform.files.put({ tenantId, kind: 'EXPORT', userId, name: `${batch.batch_no}.xlsx` }, body)
    return {
      data: { redeemBatchId, codes: batch.made },
      fileId: stored.fileId,
      write: (tx) => platform.files.keep(tx, stored.fileId, new Date(Date.now() + KEEP_DAYS * 86_400_000)),
    }
  },
})

/** So many codes, each another. */
function newCodes(count: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) {
    const code = codeOf(randomBytes(CODE_LENGTH * 2))
    if (code !== null) codes.add(code)
  }
  return [...codes]
}

async function* sheetRows(db: TenantDb, batch: NonNullable<Awaited<ReturnType<typeof findBatch>>>): AsyncGenerator<Cell[][]> {
  const china = (at: Date): Cell => ({ clock: at.getTime() + 8 * 3_600_000 })
  for (let after = '0'; ; ) {
    const rows = await codesAfter(db, batch.redeem_batch_id, after, STEP)
    if (rows.length === 0) return
    yield rows.map(({ code, used_at }) => [
      printedCode(code),
      batch.template_name,
      batch.batch_no,
      china(batch.valid_from),
      china(batch.valid_to),
      used_at ? china(used_at) : null,
    ])
    after = rows.at(-1)!.redeem_code_id
  }
}

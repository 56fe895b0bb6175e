import { redeemBatchCalls } from '@chauffeur/contract/pricing/redeem-batch'
import { implement } from '#platform/http/implement'
import { batchList } from './batch.list.ts'
import { lockCodes, makeBatch, printBatch } from './batch.service.ts'

export const redeemBatchRoutes = implement(
  'redeemBatch',
  redeemBatchCalls,
)({
  list: batchList.page,
  make: ({ input, db, ...context }) => makeBatch(input, { tx: db, ...context }, new Date()),
  print: ({ input, db, ...context }) => printBatch(input, { tx: db, ...context }),
  lock: ({ input, db, ...context }) => lockCodes(input, { tx: db, ...context }),
})

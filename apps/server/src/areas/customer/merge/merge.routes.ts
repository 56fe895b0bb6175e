import { mergeCalls } from '@chauffeur/contract/customer/merge'
import { implement } from '#platform/http/implement'
import { listedCustomer } from '../profile/index.ts'
import { mergesOf } from './merge.queries.ts'
import { eraseCustomer, mergeCustomers, mergeView, undoMerge } from './merge.service.ts'

export const mergeRoutes = implement(
  'customerMerge',
  mergeCalls,
)({
  merges: async ({ input, db, operator, fail }) => {
    if (!(await listedCustomer(db, input.customerId))) return fail('customer.notFound')
    return { rows: (await mergesOf(db, input.customerId)).map((row) => mergeView(row, operator)) }
  },
  merge: ({ input, db, ...context }) => mergeCustomers(input, { tx: db, ...context }),
  undoMerge: ({ input, db, ...context }) => undoMerge(input, { tx: db, ...context }),
  erase: ({ input, db, ...context }) => eraseCustomer(input, { tx: db, ...context }),
})

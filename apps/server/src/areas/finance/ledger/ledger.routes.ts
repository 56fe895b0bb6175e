import { ledgerCalls } from '@chauffeur/contract/finance/ledger'
import { implement } from '#platform/http/implement'
import { cashFlowEntryList, cashFlowList } from './cash-flow.list.ts'

export const ledgerRoutes = implement(
  'ledger',
  ledgerCalls,
)({
  cashFlow: async (asked) => {
    const every = await cashFlowList.every(asked)
    const rows = 'few' in every ? every.few : (await asked.db.executeQuery(every.rows)).rows
    return { rows: await cashFlowList.views(rows, asked) }
  },
  cashFlowEntries: cashFlowEntryList.page,
})

import { ledgerCalls } from '@chauffeur/contract/finance/ledger'
import { seesEveryCity } from '#platform/database/scope'
import { implement } from '#platform/http/implement'
import { cashFlowEntryList } from './cash-flow.list.ts'
import { cashFlowOf } from './cash-flow.queries.ts'

const DAY_MS = 86_400_000
const MOST_DAYS = 92

export const ledgerRoutes = implement(
  'ledger',
  ledgerCalls,
)({
  cashFlow: async ({ input: { from, to }, db, scope, fail }) => {
    if (!seesEveryCity(scope)) return fail('ledger.wholeTenantOnly')
    const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
    if (days < 1 || days > MOST_DAYS) return fail('ledger.daysWrong')
    const rows = (await cashFlowOf(db, from, to)).map((row) => ({
      account: row.kind,
      day: row.day,
      openingFen: Number(row.opening_fen),
      inFen: Number(row.in_fen),
      outFen: Number(row.out_fen),
      closingFen: Number(row.opening_fen) + Number(row.in_fen) - Number(row.out_fen),
      entries: row.entries,
    }))
    return { rows }
  },
  cashFlowEntries: cashFlowEntryList.page,
})

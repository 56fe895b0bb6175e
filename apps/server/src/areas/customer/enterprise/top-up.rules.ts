import type { TopUpWay } from '@chauffeur/contract/customer/enterprise'

interface TopUp {
  enterpriseId: string
  way: TopUpWay
  amountFen: number
}
const lines = ({ enterpriseId, way, amountFen }: TopUp, cash: 'D' | 'C', balance: 'D' | 'C') => [
  {
    account: { ownerType: 'PLATFORM' as const, ownerId: '0', kind: way === 'BANK' ? ('CASH_BANK' as const) : ('CASH_WX' as const) },
    side: cash,
    amountFen,
  },
  { account: { ownerType: 'ENTERPRISE' as const, ownerId: enterpriseId, kind: 'ENTERPRISE_PREPAID' as const }, side: balance, amountFen },
]

/** The money is at the bank or the payment channel, and the enterprise has it to spend. */
export const topUpLines = (topUp: TopUp) => lines(topUp, 'D', 'C')
/** It never came, or was another's. */
export const reversedLines = (topUp: TopUp) => lines(topUp, 'C', 'D')

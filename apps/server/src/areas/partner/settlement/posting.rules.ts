import type { Account, Line } from '#areas/finance/ledger'

const owed = (channelId: string): Account => ({ ownerType: 'PARTNER', ownerId: channelId, kind: 'PARTNER_RECEIVABLE' })
const platform = (kind: Account['kind']): Account => ({ ownerType: 'PLATFORM', ownerId: '0', kind })
const more = (account: Account, fen: number): Line => ({ account, side: fen > 0 ? 'D' : 'C', amountFen: Math.abs(fen) })

/**
 * From now on the partner owes what the statement says. What rights covered was a claim on all partners since the bills were paid: that much of
 * it ends, and what the contract says otherwise is the platform's gain or loss. Nothing to post where all of it is nothing.
 */
export const finalLines = (channelId: string, { totalFen, coveredFen }: { totalFen: number; coveredFen: number }): Line[] =>
  [
    more(owed(channelId), totalFen),
    more(platform('PARTNER_RECEIVABLE'), -coveredFen),
    more(platform('REVENUE'), coveredFen - totalFen),
  ].filter(({ amountFen }) => amountFen > 0)

/** The partner paid to the bank. */
export const receivedLines = (channelId: string, amountFen: number): Line[] => [
  more(platform('CASH_BANK'), amountFen),
  more(owed(channelId), -amountFen),
]

/** A month below zero was paid back from the bank. */
export const refundedLines = (channelId: string, amountFen: number): Line[] => [
  more(owed(channelId), amountFen),
  more(platform('CASH_BANK'), -amountFen),
]

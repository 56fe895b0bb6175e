import { WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import type { Account, AccountKind, Line } from '../ledger/index.ts'
import type { PayoutChannelName, PayoutOutcome } from './payout.ts'

/** Of a withdrawal, what its postings need. */
export interface Sums {
  driverId: string
  applyFen: number
  feeFen: number
  taxFen: number
}
export const netOf = ({ applyFen, feeFen, taxFen }: Sums): number => applyFen - feeFen - taxFen

const platform = (kind: AccountKind): Account => ({ ownerType: 'PLATFORM', ownerId: '0', kind })
const driver = (ownerId: string, kind: AccountKind): Account => ({ ownerType: 'DRIVER', ownerId, kind })
const debit = (account: Account, amountFen: number): Line => ({ account, side: 'D', amountFen })
const credit = (account: Account, amountFen: number): Line => ({ account, side: 'C', amountFen })
/** Lines of nothing are left out. */
const posted = (lines: readonly Line[]): Line[] => lines.filter(({ amountFen }) => amountFen !== 0)
const mirrored = (lines: readonly Line[]): Line[] => lines.map((line) => ({ ...line, side: line.side === 'D' ? 'C' : 'D' }))

/** It is on its way: the held sum becomes what is in transit, our fee, and the tax withheld (domain 3.9). */
export const sentLines = (of: Sums): Line[] =>
  posted([
    debit(driver(of.driverId, 'DRIVER_FROZEN'), of.applyFen),
    credit(platform('PAYOUT_IN_TRANSIT'), netOf(of)),
    credit(platform('REVENUE'), of.feeFen),
    credit(platform('TAX_PAYABLE'), of.taxFen),
  ])
/** It failed for good: the whole sum is held again, fee and tax with it. */
export const failedLines = (of: Sums): Line[] => mirrored(sentLines(of))

const CASH: Record<PayoutChannelName, 'CASH_WX' | 'CASH_BANK'> = { WECHAT: 'CASH_WX', BANK: 'CASH_BANK', BY_HAND: 'CASH_BANK' }
export const paidLines = (of: Sums, channel: PayoutChannelName): Line[] => [
  debit(platform('PAYOUT_IN_TRANSIT'), netOf(of)),
  credit(platform(CASH[channel]), netOf(of)),
]
/** The bank sent it back after it was paid. The fee stays; the tax does not, since the sum no longer counts as income of the year. */
export const returnedLines = (of: Sums, channel: PayoutChannelName): Line[] =>
  posted([
    debit(platform(CASH[channel]), netOf(of)),
    debit(platform('TAX_PAYABLE'), of.taxFen),
    credit(driver(of.driverId, 'DRIVER_AVAILABLE'), netOf(of) + of.taxFen),
  ])

/** Names of the ledger's steps: each attempt has its own, so that a repetition of one is found and a second attempt is not taken for it. */
export const stepOf = (event: 'SENT' | 'PAID' | 'FAILED', attempt: number): string => `${event}_${attempt}`

/** A number for one attempt: what people know the withdrawal by, and so much chance that no other merchant's system ever chose it. */
export const outNoOf = (withdrawNo: string, attempt: number, chance: string): string =>
  `${withdrawNo}A${attempt}${chance}`.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, 32)

export type AttemptState = 'CHOSEN' | PayoutOutcome['state']
export interface AttemptFacts {
  state: AttemptState
  /** So often it was handed over. */
  sends: number
  /** When it last was, in ms. */
  requestedAt: number | null
  channelNo: string | null
}

/** A channel may still be taking in what it does not know yet. */
export const ACCEPT_LAG_MS = 10 * 60_000
/** The channel has told of it before: that it does not find it now is no reason to pay again. */
const wasAccepted = ({ state, channelNo }: AttemptFacts) =>
  channelNo !== null || state === 'ACCEPTED' || state === 'PROCESSING' || state === 'WAIT_CONFIRM'

/**
 * What is to be done about a payment that is not over. One that was handed over is asked about first, however that ended; it is handed over
 * again, under its own number, only where the channel does not know it and has had time to.
 */
export const firstStep = ({ sends }: AttemptFacts): 'SEND' | 'QUERY' => (sends === 0 ? 'SEND' : 'QUERY')
export const whenNotFound = (attempt: AttemptFacts, now: number): 'SEND_AGAIN' | 'WAIT' =>
  !wasAccepted(attempt) && attempt.requestedAt !== null && now - attempt.requestedAt >= ACCEPT_LAG_MS ? 'SEND_AGAIN' : 'WAIT'

const FIRST_S = 10
const MOST_S = 15 * 60
/** How long to wait before asking again: twice as long each time. Nothing is ever given up: it is asked about until it is final. */
export const waitS = (queries: number): number => Math.min(MOST_S, FIRST_S * 2 ** Math.min(queries, 10))

/** What an outcome does to the withdrawal; null where it says what is known. */
export function eventOf(state: WithdrawalState, outcome: PayoutOutcome): 'settle' | 'fail' | 'noAnswer' | 'underWay' | null {
  switch (outcome.state) {
    case 'PAID':
      return 'settle'
    case 'FAILED':
      return 'fail'
    case 'UNKNOWN':
      return state === S.paying ? 'noAnswer' : null
    default:
      return state === S.unknown ? 'underWay' : null
  }
}

/** That the channel was silent this time does not take back that it has accepted. */
export const stateAfter = (before: AttemptState, outcome: PayoutOutcome): AttemptState =>
  outcome.state === 'UNKNOWN' && before !== 'CHOSEN' ? before : outcome.state

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

/** Whose account the money leaves. */
const CASH: Record<PayoutChannelName, 'CASH_WX' | 'CASH_BANK'> = { WECHAT: 'CASH_WX', BANK: 'CASH_BANK', BY_HAND: 'CASH_BANK' }

/** It is on its way: the held sum becomes what is in transit, our fee, and the tax withheld (domain 3.9). */
export const sentLines = (of: Sums): Line[] =>
  posted([
    debit(driver(of.driverId, 'DRIVER_FROZEN'), of.applyFen),
    credit(platform('PAYOUT_IN_TRANSIT'), netOf(of)),
    credit(platform('REVENUE'), of.feeFen),
    credit(platform('TAX_PAYABLE'), of.taxFen),
  ])
/** Paid after all, though it had failed here: what sending and settling post together. */
export const adoptedLines = (of: Sums, channel: PayoutChannelName): Line[] =>
  sentLines(of).map((line) => (line.account.kind === 'PAYOUT_IN_TRANSIT' ? { ...line, account: platform(CASH[channel]) } : line))
/** It failed for good: the whole sum is held again, fee and tax with it. */
export const failedLines = (of: Sums): Line[] => mirrored(sentLines(of))

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
  /** When its number was chosen, in ms. */
  chosenAt: number
  channelNo: string | null
  /** Whether the driver was given with what to confirm. */
  confirmable: boolean
  /** What it was refused with when it was last handed over; or that it has to be looked into. */
  code: string
}

/** A channel may still be taking in what it does not know yet. */
export const ACCEPT_LAG_MS = 10 * 60_000
/** The channel has told of it before: that it does not find it now is no reason to pay again. */
const wasAccepted = ({ state, channelNo, code }: AttemptFacts) =>
  channelNo !== null || state === 'ACCEPTED' || state === 'PROCESSING' || state === 'WAIT_CONFIRM' || code === AMOUNT_DIFFERS

/** The order is such that it will be refused every time. */
const REFUSED_FOR_GOOD: ReadonlySet<string> = new Set([
  'PARAM_ERROR',
  'INVALID_REQUEST',
  'APPID_MCHID_NOT_MATCH',
  'NAME_REQUIRED',
  'WRONG_ACCOUNT',
])
/** One request too many in its second: it was not taken, and there is nothing to wait for. */
const TOO_MANY = 'FREQUENCY_LIMITED'
/** So long somebody has time to mend what else it is refused for, such as an account that is empty. */
const MEND_MS = 24 * 3_600_000

/**
 * What is to be done about a payment that is not over. One that was handed over is asked about first, however that ended; it is handed over
 * again, under its own number, only where the channel does not know it and has had time to.
 */
export const firstStep = ({ sends }: AttemptFacts): 'SEND' | 'QUERY' => (sends === 0 ? 'SEND' : 'QUERY')
export function whenNotFound(attempt: AttemptFacts, now: number): 'SEND_AGAIN' | 'WAIT' | 'GIVE_UP' {
  const { requestedAt, chosenAt, code } = attempt
  if (code === TOO_MANY && !wasAccepted(attempt)) return 'SEND_AGAIN'
  if (wasAccepted(attempt) || requestedAt === null || now - requestedAt < ACCEPT_LAG_MS) return 'WAIT'
  // Refused, and not there: it has not been paid, and is not going to be.
  const refused = code !== '' && code !== OTHER_MERCHANT
  return REFUSED_FOR_GOOD.has(code) || (refused && now - chosenAt >= MEND_MS) ? 'GIVE_UP' : 'SEND_AGAIN'
}
/** Only what the channel says now lets money go out a second time: that it failed, or that it never took what it had refused. */
export const mayBePaidAgain = ({ state, channelNo, code }: AttemptFacts, said: PayoutOutcome | 'NOT_FOUND'): boolean =>
  said === 'NOT_FOUND' ? state === 'FAILED' && channelNo === null && code !== '' : said.state === 'FAILED'
/** With what the driver confirms comes with the answer to an order alone; where that was lost, the order is sent again under its number. */
export const asksForPackage = ({ confirmable }: AttemptFacts, outcome: PayoutOutcome): boolean =>
  outcome.state === 'WAIT_CONFIRM' && !confirmable && !outcome.confirmPackage

const AMOUNT_DIFFERS = 'AMOUNT_DIFFERS'
/** It was sent through a merchant that is not set up now, and nobody else can say what became of it. */
export const OTHER_MERCHANT = 'OTHER_MERCHANT'
/** An outcome that speaks of another sum settles nothing: somebody has to look. */
export const believed = (amountFen: number, outcome: PayoutOutcome): PayoutOutcome =>
  outcome.amountFen === undefined || outcome.amountFen === amountFen ? outcome : { state: 'UNKNOWN', refusal: AMOUNT_DIFFERS }
export const differs = ({ code }: { code: string }): boolean => code === AMOUNT_DIFFERS

const FIRST_S = 10
const MOST_S = 15 * 60
/** A driver who has just confirmed looks for their money. */
const MOST_WHILE_CONFIRMING_S = 60
/** How long to wait before asking again: twice as long each time. It is asked about until it is final. */
export const waitS = (queries: number, { state }: Pick<PayoutOutcome, 'state'>): number =>
  Math.min(state === 'WAIT_CONFIRM' ? MOST_WHILE_CONFIRMING_S : MOST_S, FIRST_S * 2 ** Math.min(queries, 10))

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
  outcome.state === 'UNKNOWN' && outcome.refusal !== AMOUNT_DIFFERS && before !== 'CHOSEN' ? before : outcome.state

/** Words in which banks say why they did not pay, by what they come to; the first that is met counts. */
const BANK_REASONS: readonly [RegExp, string][] = [
  [/户名|姓名|(?:账户|帐户)名称/, 'BANK_CARD_CARD_INFO_WRONG'],
  [/销户|冻结|挂失|止付|睡眠|久悬|状态(?:异常|不正常|错误)/, 'BANK_CARD_ACCOUNT_ABNORMAL'],
  [/行号|开户行|行名|联行/, 'BANK_CARD_BANK_INFO_WRONG'],
  // Who pays, before what is said of any account: 付款账户余额不足.
  [/余额不足|头寸不足|透支/, 'PAYER_SHORT'],
  [/(?:账号|帐号|卡号|账户|帐户)(?:不存在|错误|有误|不符|无效)|无此(?:账户|帐户|账号|卡)/, 'BANK_CARD_CARD_INFO_WRONG'],
  [/[二三23]类|收款.*限额|超.*(?:累计|日)?限额/, 'BANK_CARD_COLLECTIONS_ABOVE_QUOTA'],
]
/** The code of a reason that a bank gave in words: with it goes who can mend it. */
export const bankCodeOf = (why: string): string => BANK_REASONS.find(([words]) => words.test(why))?.[1] ?? 'BANK_REFUSED'

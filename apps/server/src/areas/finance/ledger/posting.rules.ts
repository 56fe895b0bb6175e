export const ACCOUNT_KINDS = [
  'DRIVER_AVAILABLE',
  'DRIVER_FROZEN',
  'PAYOUT_IN_TRANSIT',
  'CASH_WX',
  'CASH_BANK',
  'CUSTOMER_RECEIVABLE',
  'CUSTOMER_PREPAID',
  'ENTERPRISE_PREPAID',
  'PARTNER_RECEIVABLE',
  'REVENUE',
  'MARKETING_EXPENSE',
  'TAX_PAYABLE',
  'SUSPENSE',
] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]
export type OwnerType = 'PLATFORM' | 'DRIVER' | 'CUSTOMER' | 'ENTERPRISE' | 'PARTNER'
export interface Account {
  ownerType: OwnerType
  /** '0' for the platform. */
  ownerId: string
  kind: AccountKind
}
export type Side = 'D' | 'C'
export interface Line {
  account: Account
  side: Side
  amountFen: number
}

/** Kinds whose balance a debit adds to. */
export const DEBIT_KINDS: readonly AccountKind[] = [
  'CASH_WX',
  'CASH_BANK',
  'CUSTOMER_RECEIVABLE',
  'PARTNER_RECEIVABLE',
  'MARKETING_EXPENSE',
]
/** What a line does to the balance of its account, which counts in the account's own direction. */
export const deltaOf = ({ account, side, amountFen }: Line): number =>
  (side === 'D') === DEBIT_KINDS.includes(account.kind) ? amountFen : -amountFen

/** Drivers who collect cash owe the commission; below this they may collect no more. */
const DRIVER_FLOOR_FEN = -200_000
/** What is held of somebody's: no more can be taken from it than there is. */
const HELD_KINDS: readonly AccountKind[] = ['DRIVER_FROZEN', 'PAYOUT_IN_TRANSIT', 'CUSTOMER_PREPAID']
/** Fen below which an account of this kind may not go; null for none. */
export const floorOf = (kind: AccountKind): number | null =>
  kind === 'DRIVER_AVAILABLE' ? DRIVER_FLOOR_FEN : HELD_KINDS.includes(kind) ? 0 : null

/** How a bill is divided; see `commission` of pricing. */
export interface Division {
  payableFen: number
  commissionFen: number
  driverFen: number
  funded: readonly { account: 'MARKETING_EXPENSE' | 'PARTNER_RECEIVABLE'; amountFen: number }[]
}
export interface Payers {
  driverId: string
  /** Of the payable sum, what comes from an enterprise's balance. */
  enterpriseFen: number
  enterpriseId: string
  /** Of the payable sum, what the customer had paid before the order was dispatched. */
  prepaidFen?: number
}

const platform = (kind: AccountKind): Account => ({ ownerType: 'PLATFORM', ownerId: '0', kind })
export const driverAccount = (ownerId: string): Account => ({ ownerType: 'DRIVER', ownerId, kind: 'DRIVER_AVAILABLE' })
const debit = (account: Account, amountFen: number): Line => ({ account, side: 'D', amountFen })
const credit = (account: Account, amountFen: number): Line => ({ account, side: 'C', amountFen })
/** Lines of nothing are left out. */
const posted = (lines: readonly Line[]): Line[] => lines.filter(({ amountFen }) => amountFen !== 0)

const fundedLines = ({ funded }: Division): Line[] => funded.map(({ account, amountFen }) => debit(platform(account), amountFen))

/** Of a bill so much is paid and the rest given up: everybody's part of that is to the whole as the sum is, what does not come out even the platform's. */
export function partOf({ payableFen, driverFen, funded }: Division, paidFen: number): Division {
  const share = (fen: number) => Math.floor((fen * paidFen) / payableFen)
  const parts = funded.map((one) => ({ ...one, amountFen: share(one.amountFen) }))
  const sum = parts.reduce((total, { amountFen }) => total + amountFen, paidFen)
  const driversFen = Math.min(sum, share(driverFen))
  return { payableFen: paidFen, driverFen: driversFen, commissionFen: sum - driversFen, funded: parts }
}
/** What is left of a bill to be divided after a part of it was. */
export const restOf = (whole: Division, part: Division): Division => ({
  payableFen: whole.payableFen - part.payableFen,
  driverFen: whole.driverFen - part.driverFen,
  commissionFen: whole.commissionFen - part.commissionFen,
  funded: whole.funded.map((one, index) => ({ ...one, amountFen: one.amountFen - part.funded[index]!.amountFen })),
})

/** A bill is final and not paid yet: the claim stands against what it will be divided into once it is paid. */
export const filedLines = (payableFen: number): Line[] =>
  posted([debit(platform('CUSTOMER_RECEIVABLE'), payableFen), credit(platform('SUSPENSE'), payableFen)])
/** The claim is settled or let go. */
export const claimClosedLines = (payableFen: number): Line[] =>
  posted([debit(platform('SUSPENSE'), payableFen), credit(platform('CUSTOMER_RECEIVABLE'), payableFen)])

/** Where a payment to the platform arrived. */
export type CashKind = 'CASH_WX' | 'CASH_BANK'
/** Paid to the platform: the driver gets their share, the platform its commission, and whoever granted a discount bears it. */
export const paidOnlineLines = (
  division: Division,
  { driverId, enterpriseFen, enterpriseId, prepaidFen = 0 }: Payers,
  cash: CashKind = 'CASH_WX',
): Line[] =>
  posted([
    debit(platform(cash), division.payableFen - enterpriseFen - prepaidFen),
    debit(platform('CUSTOMER_PREPAID'), prepaidFen),
    debit({ ownerType: 'ENTERPRISE', ownerId: enterpriseId, kind: 'ENTERPRISE_PREPAID' }, enterpriseFen),
    ...fundedLines(division),
    credit(driverAccount(driverId), division.driverFen),
    credit(platform('REVENUE'), division.commissionFen),
  ])

/** The traveller's part paid into the driver's hand: the driver keeps it, and owes the platform what of it is not theirs. */
export const paidInCashLines = (division: Division, { driverId, enterpriseFen, enterpriseId, prepaidFen = 0 }: Payers): Line[] => {
  const owedFen = division.payableFen - enterpriseFen - prepaidFen - division.driverFen
  return posted([
    debit(platform('CUSTOMER_PREPAID'), prepaidFen),
    debit({ ownerType: 'ENTERPRISE', ownerId: enterpriseId, kind: 'ENTERPRISE_PREPAID' }, enterpriseFen),
    ...(owedFen >= 0 ? [debit(driverAccount(driverId), owedFen)] : [credit(driverAccount(driverId), -owedFen)]),
    ...fundedLines(division),
    credit(platform('REVENUE'), division.commissionFen),
  ])
}

/** A customer paid before the order was dispatched: it is theirs until a bill takes it. */
export const prepaidLines = (cash: CashKind, amountFen: number): Line[] => [
  debit(platform(cash), amountFen),
  credit(platform('CUSTOMER_PREPAID'), amountFen),
]
/** What no bill took was paid back. */
export const prepaidBackLines = (cash: CashKind, amountFen: number): Line[] => [
  debit(platform('CUSTOMER_PREPAID'), amountFen),
  credit(platform(cash), amountFen),
]

/** A driver pays for having cancelled. */
export const penaltyLines = (penaltyFen: number, driverId: string): Line[] =>
  posted([debit(driverAccount(driverId), penaltyFen), credit(platform('REVENUE'), penaltyFen)])

/** What was taken from a driver for having cancelled goes back. */
export const penaltyBackLines = (penaltyFen: number, driverId: string): Line[] =>
  posted([debit(platform('REVENUE'), penaltyFen), credit(driverAccount(driverId), penaltyFen)])

/** What of a bill goes back when a partner need not pay for what its right covered. */
export interface TakenBack {
  partnerFen: number
  driverFen: number
  platformFen: number
  /** Of the driver's share, what their account did not reach: the platform bears it. */
  shortFen: number
}
/** Of what the partner was to pay, the driver's share is as large as of the whole bill; what the customer paid stays divided as it is. */
export function takenBack({ payableFen, commissionFen, driverFen, funded }: Division, reachFen: number): TakenBack {
  const partnerFen = funded.reduce((sum, { account, amountFen }) => sum + (account === 'PARTNER_RECEIVABLE' ? amountFen : 0), 0)
  const billFen = driverFen + commissionFen
  if (partnerFen === 0 || billFen <= 0) return { partnerFen, driverFen: 0, platformFen: partnerFen, shortFen: 0 }
  const whole = payableFen === 0 && partnerFen === billFen
  const share = Math.min(partnerFen, Math.max(0, whole ? driverFen : Math.round((driverFen * partnerFen) / billFen)))
  const taken = Math.min(share, Math.max(0, reachFen))
  return { partnerFen, driverFen: taken, platformFen: partnerFen - share, shortFen: share - taken }
}
/** The partner owes nothing for what a right covered. */
export const takenBackLines = ({ partnerFen, driverFen, platformFen, shortFen }: TakenBack, driverId: string): Line[] =>
  posted([
    debit(driverAccount(driverId), driverFen),
    debit(platform('REVENUE'), platformFen),
    debit(platform('MARKETING_EXPENSE'), shortFen),
    credit(platform('PARTNER_RECEIVABLE'), partnerFen),
  ])
/** What takes an entry back, line by line. */
export const mirrored = (lines: readonly Line[]): Line[] => lines.map((line) => ({ ...line, side: line.side === 'D' ? 'C' : 'D' }))

/** Why these lines are no entry; null for a sound one. */
export function entryProblem(lines: readonly Line[]): string | null {
  if (lines.length < 2) return 'an entry has at least two lines'
  const bad = lines.find(({ amountFen }) => !Number.isSafeInteger(amountFen) || amountFen <= 0)
  if (bad) return `${bad.amountFen} is not an amount`
  const sum = (side: Side) => lines.reduce((total, line) => total + (line.side === side ? line.amountFen : 0), 0)
  return sum('D') === sum('C') ? null : `debit ${sum('D')} is not credit ${sum('C')}`
}

/** Everybody locks accounts in this order, those that everybody needs last. */
const accountKey = ({ ownerType, ownerId, kind }: Account): string => `${ownerType}/${ownerId.padStart(20, '0')}/${kind}`
export const inLockOrder = (lines: readonly Line[]): Line[] =>
  lines.toSorted((a, b) => (accountKey(a.account) < accountKey(b.account) ? -1 : accountKey(a.account) > accountKey(b.account) ? 1 : 0))

import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { basisPoints, fen, id, instant, intBetween, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { FACE_REFUSALS } from '../qualification/face.ts'

/** A driver's wallet, and taking money out of it (domain 3.7, 3.9). Reviewing and paying out are the back office's. */
export const withdrawalRefusals = refusals({
  'withdrawal.notFound': { code: 404, zh: '提现申请不存在或不属于您', en: 'No such withdrawal of yours' },
  'withdrawal.belowMinimum': { code: 400601, zh: '低于最低提现金额', en: 'Below the least that can be withdrawn' },
  'withdrawal.aboveMaximum': { code: 400602, zh: '超过单笔提现上限', en: 'Above the most of one withdrawal' },
  'withdrawal.balanceTooLow': { code: 409601, zh: '可提现余额不足', en: 'The wallet does not hold so much to withdraw' },
  'withdrawal.notToday': { code: 409602, zh: '今天不是提现日', en: 'No withdrawals today' },
  'withdrawal.tooManyToday': { code: 409603, zh: '今日提现次数已用完', en: 'No more withdrawals today' },
  'withdrawal.noAccount': { code: 409604, zh: '请先绑定收款账户', en: 'Give an account to be paid to first' },
  'withdrawal.accountCooling': { code: 409605, zh: '收款账户刚变更，暂不能提现', en: 'The account was changed lately: no withdrawals yet' },
  'withdrawal.wayClosed': { code: 409606, zh: '该提现方式未开放', en: 'This way of withdrawing is not open' },
  'withdrawal.walletFrozen': { code: 409607, zh: '钱包已冻结，请联系客服', en: 'Your wallet is frozen, ask the service desk' },
  'withdrawal.tooLate': { code: 409608, zh: '该提现已在处理，不能撤销', en: 'It is being dealt with and can no longer be cancelled' },
})

export const WITHDRAWAL_STATE = {
  applied: 10,
  auditing: 20,
  approved: 30,
  paying: 40,
  unknown: 45,
  paid: 50,
  failed: 60,
  rejected: 70,
  refunded: 80,
  cancelled: 90,
} as const
export type WithdrawalState = (typeof WITHDRAWAL_STATE)[keyof typeof WITHDRAWAL_STATE]
export const withdrawalStateText: Record<WithdrawalState, string> = {
  10: '待审核',
  20: '审核中',
  30: '待打款',
  40: '打款中',
  45: '结果待查',
  50: '已到账',
  60: '打款失败',
  70: '已驳回',
  80: '已退回钱包',
  90: '司机已撤销',
}
/** The sum is held in the driver's frozen balance. */
export const heldWithdrawalStates: readonly WithdrawalState[] = [
  WITHDRAWAL_STATE.applied,
  WITHDRAWAL_STATE.auditing,
  WITHDRAWAL_STATE.approved,
  WITHDRAWAL_STATE.failed,
]
/** The sum is on its way out. */
export const payingWithdrawalStates: readonly WithdrawalState[] = [WITHDRAWAL_STATE.paying, WITHDRAWAL_STATE.unknown]
/** The sum is the driver's again: such an application does not count. */
export const givenBackWithdrawalStates: readonly WithdrawalState[] = [
  WITHDRAWAL_STATE.rejected,
  WITHDRAWAL_STATE.refunded,
  WITHDRAWAL_STATE.cancelled,
]
const withdrawalState = z.literal(Object.values(WITHDRAWAL_STATE))

export const withdrawalWay = z.enum(['WX_SINGLE', 'WX_BATCH', 'BANK'])
export type WithdrawalWay = z.infer<typeof withdrawalWay>
export const withdrawalWayText: Record<WithdrawalWay, string> = { WX_SINGLE: '微信单笔', WX_BATCH: '微信批量', BANK: '银行卡' }

const payoutAccount = z.object({
  way: withdrawalWay,
  holderName: z.string(),
  bankName: z.string(),
  /** The last four characters only. */
  numberMasked: z.string(),
  changedAt: instant,
  /** Withdrawals to a changed account are possible from then on. */
  usableAt: instant,
})

/**
 * What the driver has to do now. `CONFIRM`: take the money on the channel's page, which the app opens with `merchantNo`, `appId` and `confirmPackage`
 * (WeChat's `requestMerchantTransfer` calls them `mchId`, `appId`, `package`); `CORRECT_ACCOUNT`:
 * give a right account, then it is tried again; `WAIT`: nothing, it goes on by itself.
 */
const driverStep = z.object({
  kind: z.enum(['WAIT', 'CONFIRM', 'CORRECT_ACCOUNT']),
  /** Why the last attempt failed, in words; empty where none did. */
  text: z.string(),
  merchantNo: z.string().nullable(),
  /** The app as the channel knows it. */
  appId: z.string().nullable(),
  confirmPackage: z.string().nullable(),
  confirmUntil: instant.nullable(),
})

const withdrawalRow = z.object({
  withdrawalId: id,
  withdrawNo: z.string(),
  way: withdrawalWay,
  account: payoutAccount.pick({ holderName: true, bankName: true, numberMasked: true }),
  applyFen: fen,
  feeFen: fen,
  taxFen: fen,
  netFen: fen,
  state: withdrawalState,
  createdAt: instant,
  cancellable: z.boolean(),
  /** Null once it is over. */
  step: driverStep.nullable(),
})

const walletEntry = z.object({
  entryId: id,
  at: instant,
  /** What the entry belongs to, and which step of it: `ORDER` `PAID`, `WITHDRAWAL` `APPLIED`. */
  business: z.string(),
  businessId: id,
  step: z.string(),
  memo: z.string(),
  /** On the balance available, and on the part that withdrawals hold; positive is more for the driver. */
  availableFen: fen,
  frozenFen: fen,
  /** Available after it; null where only the frozen part moved. */
  balanceAfterFen: fen.nullable(),
})

export const withdrawalCalls = {
  wallet: call({
    method: 'GET',
    path: '/driver/v1/wallet',
    effect: 'read',
    access: 'driver',
    summary: '司机钱包',
    input: nothing,
    output: z.object({
      availableFen: fen,
      /** Held by withdrawals that are not paid yet. */
      frozenFen: fen,
      /** What could be applied for now, the reserve left aside. */
      withdrawableFen: fen,
      terms: z.object({
        minFen: fen,
        maxFen: fen,
        maxPerDay: z.number().int(),
        reserveFen: fen,
        feeBp: basisPoints,
        feeFlatFen: fen,
        freePerWeek: z.number().int(),
        ways: z.array(withdrawalWay),
      }),
      accounts: z.array(payoutAccount),
    }),
  }),
  walletEntries: call({
    method: 'GET',
    path: '/driver/v1/wallet/entries',
    effect: 'read',
    access: 'driver',
    summary: '钱包流水',
    input: page,
    output: pageOf(walletEntry),
  }),
  saveAccount: call({
    method: 'POST',
    path: '/driver/v1/wallet/account',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '绑定收款账户',
    input: z.object({
      way: withdrawalWay,
      holderName: requiredText(50),
      bankName: optional(text(60)),
      /** Number of the bank card, or the open id of the person at the payment channel. */
      accountNo: requiredText(64).pipe(z.string().regex(/^[A-Za-z0-9_-]{6,64}$/, '账户格式不正确 | not an account number')),
    }),
    output: payoutAccount,
    failures: ['withdrawal.wayClosed', 'withdrawal.walletFrozen'],
  }),
  withdrawals: call({
    method: 'GET',
    path: '/driver/v1/withdrawals',
    effect: 'read',
    access: 'driver',
    summary: '提现记录',
    input: page,
    output: pageOf(withdrawalRow),
  }),
  apply: call({
    method: 'POST',
    path: '/driver/v1/withdrawals',
    effect: 'write',
    access: 'driver',
    body: 'json',
    once: 'required',
    summary: '申请提现',
    input: z.object({ amountFen: intBetween(1, 100_000_000), way: withdrawalWay }),
    output: withdrawalRow,
    failures: [
      'withdrawal.belowMinimum',
      'withdrawal.aboveMaximum',
      'withdrawal.balanceTooLow',
      'withdrawal.notToday',
      'withdrawal.tooManyToday',
      'withdrawal.noAccount',
      'withdrawal.accountCooling',
      'withdrawal.wayClosed',
      'withdrawal.walletFrozen',
      ...FACE_REFUSALS,
    ],
  }),
  cancel: call({
    method: 'POST',
    path: '/driver/v1/withdrawals/{id}/cancel',
    effect: 'write',
    access: 'driver',
    body: 'json',
    once: true,
    summary: '撤销提现',
    input: z.object({ id }),
    output: withdrawalRow,
    failures: ['withdrawal.notFound', 'withdrawal.tooLate'],
  }),
} satisfies Area

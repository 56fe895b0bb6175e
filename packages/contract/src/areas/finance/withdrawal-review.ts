import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { fen, id, instant, intBetween, json, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { attemptRow, payoutChannelName, voucherRow } from './payout.ts'
import { WITHDRAWAL_STATE, withdrawalWay } from './withdrawal.ts'
import { riskFlag, withdrawalAction } from './withdrawal-review-model.ts'

const withdrawalState = z.literal(Object.values(WITHDRAWAL_STATE))

const person = z.object({ name: z.string(), at: instant })
const opsRow = z.object({
  withdrawalId: id,
  withdrawNo: z.string(),
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  orgId: id.nullable(),
  orgName: z.string(),
  cityId: id,
  cityName: z.string(),
  way: withdrawalWay,
  applyFen: fen,
  feeFen: fen,
  taxFen: fen,
  netFen: fen,
  state: withdrawalState,
  /** The channel's own word for why the last attempt failed; empty where none did. */
  failCode: z.string(),
  riskFlags: z.array(riskFlag),
  /** From this sum on a second person reviews. */
  needsSecond: z.boolean(),
  /** Null: not yet. A name that is empty is the system's own rules. */
  audited: person.nullable(),
  secondAudited: person.nullable(),
  createdAt: instant,
  /** Since when somebody or the channel is waited for, and when that is too long by the city's terms; null once it is over. */
  waitsSince: instant.nullable(),
  overdueAt: instant.nullable(),
  paidAt: instant.nullable(),
  version: z.number().int(),
})
export const withdrawalAccount = z.object({ holderName: z.string(), bankName: z.string(), branch: z.string(), numberMasked: z.string() })
const accountRow = withdrawalAccount.extend({
  way: withdrawalWay,
  changedAt: instant,
  usableAt: instant,
  /** Who of the back office gave it; empty: the driver. */
  enteredByName: z.string(),
  checked: person.nullable(),
  mayCheck: z.boolean(),
})
const financeRow = opsRow.extend({
  account: withdrawalAccount,
  attempt: z.number().int(),
  outNo: z.string(),
  channel: payoutChannelName.nullable(),
  channelNo: z.string().nullable(),
  paidByName: z.string(),
  /** The asker gave the account that it is paid to, and nobody else has checked that: others approve and pay. */
  ownAccount: z.boolean(),
  allowedActions: z.array(withdrawalAction),
})
export type FinanceWithdrawal = z.infer<typeof financeRow>
export type OpsWithdrawal = z.infer<typeof opsRow>

const filters = {
  /** Rows that were chosen. */
  withdrawalIds: optional(json(z.array(id).max(500))),
  keyword: optional(text(40)),
  states: optional(json(z.array(z.coerce.number().pipe(withdrawalState)).max(10))),
  way: optional(withdrawalWay),
  cityId: optional(id),
  orgId: optional(id),
  driverId: optional(id),
  minFen: optional(intBetween(0, 1_000_000_000)),
  createdFrom: optional(instant),
  createdTo: optional(instant),
}
const view = { authority: 'withdrawal.view' } as const

export const withdrawalReviewCalls = {
  /** With the accounts, masked, and what may be done. */
  list: call({
    method: 'GET',
    path: '/djweb/driverWithdrawals/listV3',
    effect: 'read',
    access: { authority: 'withdrawal.accounts' },
    summary: '提现列表（财务）',
    input: page.extend(filters),
    output: pageOf(financeRow),
  }),
  /** The same rows without accounts: for operations and organisations. */
  listOps: call({
    method: 'GET',
    path: '/djweb/driverWithdrawals/listV3Ops',
    effect: 'read',
    access: view,
    summary: '提现列表（运营）',
    input: page.extend(filters),
    output: pageOf(opsRow),
  }),
  /** How many wait for whom, within the list's filters; its states are what is counted by and narrow nothing. */
  counts: call({
    method: 'GET',
    path: '/djweb/driverWithdrawals/counts',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '提现各状态数量',
    input: z.object(filters),
    output: z.object({ review: z.number().int(), pay: z.number().int(), onWay: z.number().int(), failed: z.number().int() }),
  }),
  /** Sums of all that a list's filters find. */
  totals: call({
    method: 'GET',
    path: '/djweb/driverWithdrawals/totals',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '提现合计',
    input: z.object(filters),
    output: z.object({ withdrawals: z.number().int(), applyFen: fen, feeFen: fen, taxFen: fen, netFen: fen }),
  }),
  /** One withdrawal's whole life. */
  life: call({
    method: 'GET',
    path: '/djweb/driverWithdrawals/life',
    effect: 'read',
    access: { authority: 'withdrawal.accounts' },
    summary: '提现详情',
    input: z.object({ withdrawalId: id }),
    output: financeRow.extend({
      events: z.array(
        z.object({
          event: z.string(),
          fromState: z.number().nullable(),
          toState: z.number(),
          actor: z.string(),
          reason: z.string(),
          at: instant,
        }),
      ),
      postings: z.array(
        z.object({
          step: z.string(),
          at: instant,
          lines: z.array(z.object({ account: z.string(), side: z.enum(['D', 'C']), amountFen: fen })),
        }),
      ),
      attempts: z.array(attemptRow),
      /** Of payments by hand. */
      vouchers: z.array(voucherRow),
      /** How the tax came about; null where none was withheld. */
      tax: z
        .object({ years: z.array(z.object({ year: z.number().int(), incomeFen: fen, months: z.number().int(), taxFen: fen })) })
        .nullable(),
    }),
    failures: ['withdrawalReview.notFound'],
  }),
  /** Cities whose withdrawals the asker works on, and what they may do there. */
  cities: call({
    method: 'GET',
    path: '/djweb/city/UserAuth',
    effect: 'read',
    access: view,
    summary: '提现业务的城市与权限',
    input: nothing,
    output: z.object({
      rows: z.array(z.object({ cityId: id, name: z.string() })),
      mayAudit: z.boolean(),
      maySecondAudit: z.boolean(),
      mayPay: z.boolean(),
      mayCheck: z.boolean(),
      mayChangeAccount: z.boolean(),
      seesAccounts: z.boolean(),
    }),
  }),
  organisations: call({
    method: 'GET',
    path: '/djweb/driverWithdrawals/DriverOrg',
    effect: 'read',
    access: view,
    summary: '司机所属机构',
    input: z.object({ cityId: optional(id) }),
    output: z.object({ rows: z.array(z.object({ orgId: id, name: z.string(), drivers: z.number().int() })) }),
  }),
  accounts: call({
    method: 'GET',
    path: '/djweb/driverWithdrawals/bankList',
    effect: 'read',
    access: { authority: 'withdrawal.accounts' },
    summary: '司机的收款账户',
    input: z.object({ driverId: id }),
    output: z.object({
      rows: z.array(accountRow),
    }),
    failures: ['withdrawalReview.driverNotFound'],
  }),
  /** The whole number that a withdrawal is paid to; every look is logged with its reason. */
  accountNumber: call({
    method: 'POST',
    path: '/djweb/driverWithdrawals/account_number',
    effect: 'write',
    access: { authority: 'withdrawal.wholeAccount' },
    tolerant: true,
    summary: '查看完整收款账号',
    input: z.object({ withdrawalId: id, reason: requiredText(200) }),
    output: z.object({ accountNo: z.string() }),
    failures: ['withdrawalReview.notFound'],
  }),
  /** The account changes for what is applied for from now on, and cools down as if the driver had changed it. */
  changeAccount: call({
    method: 'GET',
    path: '/djweb/driverWithdrawals/changeBankInfo',
    effect: 'write',
    access: { authority: 'withdrawal.changeAccount' },
    tolerant: true,
    summary: '修改司机收款账户',
    input: z.object({
      driverId: id,
      way: withdrawalWay,
      holderName: requiredText(50),
      bankName: optional(text(60)),
      branch: optional(text(80)),
      accountNo: requiredText(64).pipe(z.string().regex(/^[A-Za-z0-9_-]{6,64}$/, '账户格式不正确 | not an account number')),
      reason: requiredText(200),
    }),
    output: accountRow,
    failures: ['withdrawalReview.driverNotFound', 'withdrawal.wayClosed', 'withdrawal.walletFrozen'],
  }),
  /** Somebody else than who changed it has made sure that the account is the driver's. */
  checkAccount: call({
    method: 'POST',
    path: '/djweb/driverWithdrawals/check_account',
    effect: 'write',
    access: { authority: 'withdrawal.audit' },
    tolerant: true,
    summary: '核对司机收款账户',
    input: z.object({
      driverId: id,
      way: withdrawalWay,
      /** When the account was changed that was looked at. */
      changedAt: instant,
      reason: requiredText(200),
    }),
    output: accountRow,
    failures: ['withdrawalReview.driverNotFound', 'withdrawalReview.otherAccount', 'withdrawalReview.ownAccount'],
  }),
  /** Does it, if the withdrawal is in the state in which it was seen; never sets a state. */
  act: call({
    method: 'GET',
    path: '/djweb/DriverWithdrawals/updateStatusV2',
    effect: 'write',
    access: view,
    tolerant: true,
    once: true,
    summary: '处理提现',
    input: z.object({
      withdrawalId: id,
      action: withdrawalAction.exclude(['RETRY']),
      state: z.coerce.number().pipe(withdrawalState),
      reason: optional(text(200)),
    }),
    output: financeRow.omit({ account: true }),
    failures: [
      'withdrawalReview.notFound',
      'withdrawalReview.otherState',
      'withdrawalReview.notAllowed',
      'withdrawalReview.sameReviewer',
      'withdrawalReview.reasonMissing',
      'payout.notNow',
      'payout.approverPays',
      'payout.noChannel',
      'payout.personDayFull',
      'payout.abovePersonDay',
      'payout.statementSaysPaid',
      'payout.notFailedThere',
      'payout.ownAccount',
      'withdrawalReview.riskReason',
    ],
  }),
  /** The same for many, behind the request, each by itself; what became of each is in the job. */
  actOnMany: call({
    method: 'POST',
    path: '/djweb/driverWithdrawals/bulk',
    effect: 'write',
    access: view,
    body: 'json',
    tolerant: true,
    once: 'required',
    summary: '批量处理提现',
    input: z.object({
      action: withdrawalAction.extract(['APPROVE', 'REJECT', 'PAY']),
      rows: json(
        z
          .array(z.object({ withdrawalId: id, state: withdrawalState }))
          .min(1)
          .max(500),
      ),
      /** What was typed to confirm: the sum of what all of them were applied for. */
      totalFen: intBetween(1, 100_000_000_000),
      reason: optional(text(200)),
    }),
    output: z.object({ jobId: id }),
    failures: ['withdrawalReview.notAllowed', 'withdrawalReview.totalDiffers', 'withdrawalReview.reasonMissing'],
  }),
  /** Whether what is chosen could be paid now; it reserves nothing. */
  amountCheck: call({
    method: 'GET',
    path: '/djweb/driverWithdrawals/WxAmountCheck',
    effect: 'read',
    access: { authority: 'withdrawal.check' },
    summary: '打款前余额检查',
    input: z.object({ withdrawalIds: json(z.array(id).min(1).max(500)) }),
    output: z.object({
      /** Null where the channel does not say. */
      operatingBalanceFen: fen.nullable(),
      requiredFen: fen,
      /** Of the driver among them who was paid most today. */
      perPersonTodayFen: fen,
      perPersonLimitFen: fen.nullable(),
      ok: z.boolean(),
      blockers: z.array(z.enum(['BALANCE', 'PERSON_LIMIT', 'NO_CHANNEL', 'NOT_APPROVED'])),
    }),
  }),
  /** Asks the channel; no money moves. Safe to repeat. */
  checkResult: call({
    method: 'GET',
    path: '/djweb/driverWithdrawals/checkPayResult',
    effect: 'read',
    access: { authority: 'withdrawal.check' },
    tolerant: true,
    summary: '查询打款结果',
    input: z.object({ withdrawalId: id }),
    output: z.object({
      state: withdrawalState,
      /** `NOT_FOUND`: the channel knows nothing of it; `NONE`: nothing was ever sent. */
      channelState: z.enum(['NONE', 'NOT_FOUND', 'ACCEPTED', 'PROCESSING', 'WAIT_CONFIRM', 'UNKNOWN', 'PAID', 'FAILED']),
      code: z.string(),
      changed: z.boolean(),
      /** The channel says otherwise than what stands here: it is for the reconciliation, and nothing is paid again. */
      disagrees: z.boolean(),
    }),
    failures: ['withdrawalReview.notFound', 'payout.askedLately'],
  }),
  /** Pays again what failed, under a new number, if the channel says in this call that the last one failed for good. */
  retry: call({
    method: 'POST',
    path: '/djweb/driverWithdrawals/retry',
    effect: 'write',
    access: { authority: 'withdrawal.pay' },
    everyChannel: true,
    body: 'json',
    tolerant: true,
    once: 'required',
    summary: '重新打款',
    input: z.object({ withdrawalId: id, attempt: intBetween(1, 1_000), reason: requiredText(200) }),
    output: z.object({ withdrawalId: id, state: withdrawalState, attempt: z.number().int(), outNo: z.string() }),
    failures: [
      'withdrawalReview.notFound',
      'withdrawalReview.otherState',
      'payout.notNow',
      'payout.approverPays',
      'payout.noChannel',
      'payout.personDayFull',
      'payout.abovePersonDay',
      'payout.statementSaysPaid',
      'payout.notFailedThere',
      'payout.ownAccount',
      'withdrawal.noAccount',
      'withdrawal.accountCooling',
    ],
  }),
} satisfies Area

import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, intBetween, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'

/** What a partner pays for the uses of its rights in a month. */
export const partnerStatementRefusals = refusals({
  'partnerStatement.notFound': { code: 404, zh: '结算单不存在或不在您的业务范围内', en: 'No such statement within your scope' },
  'partnerStatement.channelUnknown': { code: 400851, zh: '合作渠道不存在', en: 'No such partner channel', field: 'channelId' },
  'partnerStatement.monthNotOver': {
    code: 400852,
    zh: '该月尚未结束，请在月末之后生成结算单',
    en: 'That month is not over: its statement is made after its end',
    field: 'month',
  },
  'partnerStatement.exists': { code: 409851, zh: '该渠道该月已有结算单', en: 'This channel has a statement of that month' },
  'partnerStatement.nothing': {
    code: 409852,
    zh: '截至该月末没有需要结算的权益使用',
    en: 'Up to the end of that month there is no use of a right to settle',
  },
  'partnerStatement.versionConflict': {
    code: 409853,
    zh: '结算单已被他人处理，请按最新状态操作',
    en: 'Somebody else dealt with this statement, look at it again',
  },
  'partnerStatement.wrongState': { code: 409854, zh: '结算单当前状态不能这样操作', en: 'The state of the statement does not allow this' },
  'partnerStatement.disputesOpen': {
    code: 409855,
    zh: '还有未处理的异议，处理后才能确认',
    en: 'Disputes are open: the statement is confirmed once they are decided',
  },
  'partnerStatement.noteMissing': {
    code: 400853,
    zh: '请填写合作方以何种方式确认',
    en: 'Say how the partner confirmed it',
    field: 'note',
  },
  'partnerStatement.sameConfirmer': {
    code: 409856,
    zh: '代合作方确认的人不能定稿，请由另一位同事定稿',
    en: 'Who confirmed for the partner does not make it final: another person does',
  },
  'partnerStatement.lineUnknown': { code: 409861, zh: '结算单没有这一行', en: 'The statement has no such line' },
  'partnerStatement.notDisputable': {
    code: 409857,
    zh: '该行不能提出异议：更正行，或已提出过异议',
    en: 'This line cannot be disputed: it is a correction, or was disputed before',
  },
  'partnerStatement.notDisputed': { code: 409858, zh: '该行没有待处理的异议', en: 'No dispute of this line is open' },
  'partnerStatement.sameDisputer': {
    code: 409859,
    zh: '登记异议的人不能处理异议，请由另一位同事处理',
    en: 'Who entered the dispute does not decide it: another person does',
  },
  'partnerStatement.agreedWrong': {
    code: 400854,
    zh: '调整后的金额应大于零且小于原金额',
    en: 'The adjusted amount is above zero and below the one that was billed',
    field: 'agreedFen',
  },
  'partnerStatement.tooMuch': {
    code: 400855,
    zh: '收款金额超过该结算单未收金额',
    en: 'That is more than is still to be paid on this statement',
    field: 'amountFen',
  },
  'partnerStatement.referenceTaken': {
    code: 409860,
    zh: '该银行流水号已登记过收款',
    en: 'A payment with this bank reference has been entered',
    field: 'reference',
  },
})

/** A draft is of the month that is over; what was sent stays as it was, and what changes after is a line of its own. */
export const partnerStatementState = z.enum(['DRAFT', 'SENT', 'CONFIRMED', 'FINAL'])
export type PartnerStatementState = z.infer<typeof partnerStatementState>
export const partnerStatementStateText: Record<PartnerStatementState, string> = {
  DRAFT: '草稿',
  SENT: '待合作方确认',
  CONFIRMED: '合作方已确认',
  FINAL: '已定稿',
}
export const statementLineKind = z.enum(['USE', 'LATE', 'CORRECTION'])
export type StatementLineKind = z.infer<typeof statementLineKind>
export const statementLineKindText: Record<StatementLineKind, string> = { USE: '本月使用', LATE: '往月补结', CORRECTION: '更正' }
/** Why a correction. */
const correctionReason = z.enum(['', 'AUDIT', 'DISPUTE'])
export type CorrectionReason = z.infer<typeof correctionReason>
export const correctionReasonText: Record<CorrectionReason, string> = { '': '', AUDIT: '审核结论变化', DISPUTE: '异议处理' }

export const disputeReason = z.enum(['NOT_OURS', 'NO_TRIP', 'WRONG_AMOUNT', 'TWICE', 'OUT_OF_TERMS', 'OTHER'])
export type DisputeReason = z.infer<typeof disputeReason>
export const disputeReasonText: Record<DisputeReason, string> = {
  NOT_OURS: '不是我方客户',
  NO_TRIP: '没有这次行程',
  WRONG_AMOUNT: '金额与合同不符',
  TWICE: '重复计费',
  OUT_OF_TERMS: '超出权益约定',
  OTHER: '其他',
}
export const disputeState = z.enum(['OPEN', 'KEPT', 'TAKEN_OUT', 'ADJUSTED'])
export type DisputeState = z.infer<typeof disputeState>
export const disputeStateText: Record<DisputeState, string> = {
  OPEN: '待处理',
  KEPT: '维持原额',
  TAKEN_OUT: '剔除',
  ADJUSTED: '调整金额',
}
const answerWay = z.enum(['PARTNER', 'HAND'])

/** A month of China's clock. */
export const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, '应为年月，如 2026-10 | a month such as 2026-10')
const statementRow = z.object({
  partnerStatementId: id,
  statementNo: z.string(),
  channelId: id,
  channelName: z.string(),
  month: z.string(),
  state: partnerStatementState,
  lineCount: z.number().int(),
  totalFen: fen,
  /** Disputes that wait for a decision. */
  openCount: z.number().int(),
  /** In audit when it was made: they come with a later month. */
  waitingCount: z.number().int(),
  waitingFen: fen,
  paidFen: fen,
  reckonedAt: instant,
  sentAt: instant.nullable(),
  sentByName: z.string(),
  confirmedAt: instant.nullable(),
  confirmedByName: z.string(),
  confirmedWay: answerWay.nullable(),
  confirmNote: z.string(),
  finalAt: instant.nullable(),
  finalByName: z.string(),
  version: z.number().int(),
  allowedActions: z.array(z.enum(['reckon', 'send', 'confirm', 'finalize', 'pay', 'offset', 'refund'])),
})
export type PartnerStatementRow = z.infer<typeof statementRow>

/** Lines of one kind, right and amount together, as the paper shows them. */
const statementSum = z.object({
  kind: statementLineKind,
  reason: correctionReason,
  rightName: z.string(),
  eachFen: fen,
  lines: z.number().int(),
  fen,
})
/** The partner paid; we paid a month below zero back; a month below zero paid for one above it. */
const paymentKind = z.enum(['RECEIVED', 'REFUNDED', 'OFFSET'])
export type PaymentKind = z.infer<typeof paymentKind>
export const paymentKindText: Record<PaymentKind, string> = { RECEIVED: '银行到账', REFUNDED: '银行退还', OFFSET: '互相抵扣' }
const paymentRow = z.object({
  partnerPaymentId: id,
  kind: paymentKind,
  /** Of this statement: below zero where it was given back, or paid for another. */
  amountFen: fen,
  /** The other statement that it was set off with. */
  otherStatementId: id.nullable(),
  otherStatementNo: z.string(),
  reference: z.string(),
  remark: z.string(),
  paidOn: z.string(),
  enteredAt: instant,
  enteredByName: z.string(),
  takenBackAt: instant.nullable(),
  takenBackByName: z.string(),
  takenBackReason: z.string(),
  allowedActions: z.array(z.enum(['takeBack'])),
})
export const statementDetail = statementRow.extend({
  sums: z.array(statementSum),
  payments: z.array(paymentRow),
  events: z.array(z.object({ event: z.string(), actorName: z.string(), reason: z.string(), at: instant })),
})
export type PartnerStatement = z.infer<typeof statementDetail>

const lineRow = z.object({
  lineNo: z.number().int(),
  kind: statementLineKind,
  reason: correctionReason,
  orderNo: z.string(),
  cityId: id,
  cityName: z.string(),
  rightNo: z.string(),
  rightName: z.string(),
  /** What the partner calls the customer. */
  partnerUserId: z.string(),
  usedAt: instant,
  amountFen: fen,
  dispute: disputeState.nullable(),
  disputeReason: disputeReason.nullable(),
  disputeWords: z.string(),
  disputedByName: z.string(),
  disputedAt: instant.nullable(),
  agreedFen: fen.nullable(),
  decidedByName: z.string(),
  decideWords: z.string(),
  allowedActions: z.array(z.enum(['dispute', 'decide'])),
})
export type StatementLineRow = z.infer<typeof lineRow>

const view = { authority: 'partnerStatement.view' } as const
const keep = { authority: 'partnerStatement.keep' } as const
const answer = { authority: 'partnerStatement.answer' } as const
const decide = { authority: 'partnerStatement.decide' } as const
const one = { partnerStatementId: id, version: intBetween(1, 1_000_000_000) }
const changed = ['partnerStatement.notFound', 'partnerStatement.versionConflict', 'partnerStatement.wrongState'] as const

/** Made by itself after the end of a month; a partner's people see their own once it is sent, and answer it. */
export const partnerStatementCalls = {
  list: call({
    method: 'GET',
    path: '/api/partner-statement/list',
    effect: 'read',
    access: view,
    summary: '合作方结算单列表',
    input: page.extend({
      keyword: optional(text(40)),
      channelId: optional(id),
      state: optional(partnerStatementState),
      monthFrom: optional(month),
      monthTo: optional(month),
    }),
    output: pageOf(statementRow),
  }),
  view: call({
    method: 'GET',
    path: '/api/partner-statement/view',
    effect: 'read',
    access: view,
    summary: '合作方结算单详情',
    input: z.object({ partnerStatementId: id }),
    output: statementDetail,
    failures: ['partnerStatement.notFound'],
  }),
  lines: call({
    method: 'GET',
    path: '/api/partner-statement/lines',
    effect: 'read',
    access: view,
    summary: '合作方结算单明细',
    input: page.extend({
      partnerStatementId: id,
      keyword: optional(text(40)),
      kind: optional(statementLineKind),
      dispute: optional(disputeState),
    }),
    output: pageOf(lineRow),
    failures: ['partnerStatement.notFound'],
  }),
  /** That of a month that is over, where none was made by itself. */
  make: call({
    method: 'POST',
    path: '/api/partner-statement/make',
    effect: 'write',
    access: keep,
    everyChannel: true,
    tolerant: true,
    summary: '生成合作方结算单',
    input: z.object({ channelId: id, month }),
    output: statementDetail,
    failures: [
      'partnerStatement.notFound',
      'partnerStatement.channelUnknown',
      'partnerStatement.monthNotOver',
      'partnerStatement.exists',
      'partnerStatement.nothing',
    ],
  }),
  /** A draft by what the audit says now. */
  reckon: call({
    method: 'POST',
    path: '/api/partner-statement/reckon',
    effect: 'write',
    access: keep,
    everyChannel: true,
    summary: '重新计算结算单草稿',
    input: z.object(one),
    output: statementDetail,
    failures: changed,
  }),
  send: call({
    method: 'POST',
    path: '/api/partner-statement/send',
    effect: 'write',
    access: keep,
    everyChannel: true,
    summary: '发送合作方结算单',
    input: z.object(one),
    output: statementDetail,
    failures: changed,
  }),
  /** The partner agrees, by an account of its own or as somebody of ours enters it. */
  confirm: call({
    method: 'POST',
    path: '/api/partner-statement/confirm',
    effect: 'write',
    access: answer,
    tolerant: true,
    summary: '确认合作方结算单',
    input: z.object({ ...one, note: optional(text(200)) }),
    output: statementDetail,
    failures: [...changed, 'partnerStatement.disputesOpen', 'partnerStatement.noteMissing'],
  }),
  /** The partner does not agree with a line of what was sent. */
  dispute: call({
    method: 'POST',
    path: '/api/partner-statement/dispute',
    effect: 'write',
    access: answer,
    tolerant: true,
    summary: '对结算明细提出异议',
    input: z.object({
      partnerStatementId: id,
      lineNo: intBetween(1, 100_000_000),
      reason: disputeReason,
      words: requiredText(300),
    }),
    output: statementDetail,
    failures: [
      'partnerStatement.notFound',
      'partnerStatement.wrongState',
      'partnerStatement.lineUnknown',
      'partnerStatement.notDisputable',
    ],
  }),
  /** Another person decides: the line stays, or a correction takes it out, or brings it to what was agreed. */
  decide: call({
    method: 'POST',
    path: '/api/partner-statement/decide',
    effect: 'write',
    access: decide,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '处理结算异议',
    input: z.object({
      partnerStatementId: id,
      lineNo: intBetween(1, 100_000_000),
      decision: disputeState.exclude(['OPEN']),
      agreedFen: optional(intBetween(1, 100_000_000)),
      words: requiredText(300),
    }),
    output: statementDetail,
    failures: [
      'partnerStatement.notFound',
      'partnerStatement.wrongState',
      'partnerStatement.lineUnknown',
      'partnerStatement.notDisputed',
      'partnerStatement.sameDisputer',
      'partnerStatement.agreedWrong',
    ],
  }),
  /** It goes into the books: from now on the partner owes it. */
  finalize: call({
    method: 'POST',
    path: '/api/partner-statement/finalize',
    effect: 'write',
    access: decide,
    everyChannel: true,
    tolerant: true,
    summary: '合作方结算单定稿入账',
    input: z.object(one),
    output: statementDetail,
    failures: [...changed, 'partnerStatement.sameConfirmer'],
  }),
  /** What arrived at the bank for it. */
  pay: call({
    method: 'POST',
    path: '/api/partner-statement/pay',
    effect: 'write',
    access: keep,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '登记合作方付款',
    input: z.object({
      partnerStatementId: id,
      amountFen: intBetween(1, 100_000_000_000),
      /** The bank's number of the transfer. */
      reference: requiredText(64),
      paidOn: z.iso.date(),
      remark: optional(text(200)),
    }),
    output: statementDetail,
    failures: [
      'partnerStatement.notFound',
      'partnerPayment.dayAhead',
      'partnerStatement.wrongState',
      'partnerStatement.tooMuch',
      'partnerStatement.referenceTaken',
    ],
  }),
} satisfies Area

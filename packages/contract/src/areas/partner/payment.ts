import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, intBetween, optional, requiredText, text } from '../../kernel/fields.ts'
import { statementDetail } from './statement.ts'

/** What happens to payments on final statements: one by mistake is taken back, a month below zero is set off or paid back. */
export const partnerPaymentRefusals = refusals({
  'partnerPayment.notFound': { code: 404, zh: '付款不存在或不在您的业务范围内', en: 'No such payment within your scope' },
  'partnerPayment.takenBack': { code: 409871, zh: '该笔付款已冲销', en: 'This payment was taken back before' },
  'partnerPayment.sameEnterer': {
    code: 409872,
    zh: '登记付款的人不能冲销，请由另一位同事冲销',
    en: 'Who entered the payment does not take it back: another person does',
  },
  'partnerPayment.atBank': {
    code: 409873,
    zh: '银行对账单中有这笔款项，不能只冲销：请填写它所属的结算单，改登过去',
    en: 'The bank statement shows this money, so it cannot just be taken back: name the statement that it is of',
    field: 'toStatementNo',
  },
  'partnerPayment.targetUnknown': {
    code: 400871,
    zh: '没有这张已定稿且未收齐的结算单',
    en: 'No such statement that is final and not paid yet',
    field: 'toStatementNo',
  },
  'partnerPayment.targetFull': {
    code: 400872,
    zh: '金额超过那张结算单的未收金额',
    en: 'That is more than is still to be paid on that statement',
    field: 'toStatementNo',
  },
  'partnerPayment.dayAhead': {
    code: 400874,
    zh: '日期不能晚于今天',
    en: 'The day cannot be later than today',
    field: 'paidOn',
  },
  'partnerPayment.noCredit': {
    code: 409874,
    zh: '该结算单没有要退还的余额',
    en: 'Nothing is left to give back on this statement',
  },
  'partnerPayment.tooMuch': {
    code: 400873,
    zh: '退还金额超过该结算单尚未退还的余额',
    en: 'That is more than is left to give back on this statement',
    field: 'amountFen',
  },
})

const keep = { authority: 'partnerStatement.keep' } as const
const decide = { authority: 'partnerStatement.decide' } as const
const write = { method: 'POST', effect: 'write', everyChannel: true, tolerant: true, once: true } as const

export const partnerPaymentCalls = {
  /** The entry is reversed and the payment stays to be seen; money that another statement was paid with goes there at once. */
  takeBack: call({
    ...write,
    path: '/api/partner-payment/take-back',
    access: decide,
    summary: '冲销合作方付款',
    input: z.object({ partnerPaymentId: id, reason: requiredText(200), toStatementNo: optional(text(40)) }),
    output: statementDetail,
    failures: [
      'partnerPayment.notFound',
      'partnerPayment.takenBack',
      'partnerPayment.sameEnterer',
      'partnerPayment.atBank',
      'partnerPayment.targetUnknown',
      'partnerPayment.targetFull',
    ],
  }),
  /** A month below zero pays for one above it: no money moves. */
  offset: call({
    ...write,
    path: '/api/partner-payment/offset',
    access: keep,
    summary: '以贷项结算单抵扣',
    input: z.object({ partnerStatementId: id, toStatementNo: requiredText(40) }),
    output: statementDetail,
    failures: ['partnerStatement.notFound', 'partnerPayment.noCredit', 'partnerPayment.targetUnknown'],
  }),
  /** A month below zero was paid back by the bank. */
  refund: call({
    ...write,
    path: '/api/partner-payment/refund',
    access: decide,
    summary: '登记退还合作方',
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
      'partnerPayment.noCredit',
      'partnerPayment.tooMuch',
      'partnerStatement.referenceTaken',
    ],
  }),
} satisfies Area

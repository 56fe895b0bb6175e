import type { Signing } from './keys.ts'

/** The reasons that are published for a transfer that failed. */
export const FAIL_REASONS = [
  'ACCOUNT_FROZEN',
  'ACCOUNT_NOT_EXIST',
  'BANK_CARD_ACCOUNT_ABNORMAL',
  'BANK_CARD_BANK_INFO_WRONG',
  'BANK_CARD_CARD_INFO_WRONG',
  'BANK_CARD_COLLECTIONS_ABOVE_QUOTA',
  'BANK_CARD_PARAM_ERROR',
  'BANK_CARD_STATUS_ABNORMAL',
  'BLOCK_B2C_USERLIMITAMOUNT_BSRULE_MONTH',
  'BLOCK_B2C_USERLIMITAMOUNT_MONTH',
  'DAY_RECEIVED_COUNT_EXCEED',
  'DAY_RECEIVED_QUOTA_EXCEED',
  'EXCEEDED_ESTIMATED_AMOUNT',
  'ID_CARD_NOT_CORRECT',
  'MCH_CANCEL',
  'MERCHANT_REJECT',
  'MERCHANT_NOT_CONFIRM',
  'NAME_NOT_CORRECT',
  'OPENID_INVALID',
  'OTHER_FAIL_REASON_TYPE',
  'OVERDUE_CLOSE',
  'PAYEE_ACCOUNT_ABNORMAL',
  'PAYER_ACCOUNT_ABNORMAL',
  'PRODUCT_AUTH_CHECK_FAIL',
  'REALNAME_ACCOUNT_RECEIVED_QUOTA_EXCEED',
  'REAL_NAME_CHECK_FAIL',
  'RECEIVE_ACCOUNT_NOT_CONFIGURE',
  'RESERVATION_INFO_NOT_MATCH',
  'RESERVATION_SCENE_NOT_MATCH',
  'RESERVATION_STATE_INVALID',
  'TRANSFER_QUOTA_EXCEED',
  'TRANSFER_REMARK_SET_FAIL',
  'TRANSFER_RISK',
  'TRANSFER_SCENE_INVALID',
  'TRANSFER_SCENE_UNAVAILABLE',
  'MONTH_RECEIVED_QUOTA_EXCEED',
] as const

/** How the answer to an order to pay goes wrong. Where it is `…_TAKEN` or `…_PAID`, the order stands all the same. */
export const ANSWERS = [
  'SILENT',
  'SILENT_TAKEN',
  'SILENT_PAID',
  'HUNG_UP',
  'HUNG_UP_PAID',
  'FAULT',
  'FAULT_TAKEN',
  'FAULT_PAID',
  'GARBLED_PAID',
  'TOO_OFTEN',
  'NOT_ENOUGH',
  'NO_AUTH',
  'REFUSED',
] as const
export type AnswerFault = (typeof ANSWERS)[number]

/** How the news of the end goes wrong. Forged news says the opposite of what is so. */
export const NOTICES = ['NONE', 'REPEATED', 'FORGED', 'FORGED_ONLY', 'OLD', 'OTHER_MERCHANT', 'OTHER_KEY'] as const
export type NoticeFault = (typeof NOTICES)[number]

export interface Behaviour {
  answer?: AnswerFault
  /** How answers about this bill are signed. */
  signing?: Signing
  /** The end, once the user has confirmed. */
  fail?: string
  /** In each state that passes by itself. */
  delayMs?: number
  /** The user confirms by themselves after so long; null: somebody has to play them. */
  confirmMs?: number | null
  /** Queries do not find it so long after it was taken. */
  hiddenMs?: number
  notice?: NoticeFault
}
/** Holds for the orders that it fits; `times` of them, where that is said. */
export interface FaultRule extends Behaviour {
  outBillNo?: string
  openid?: string
  amountFen?: number
  times?: number
}

/** By the last two digits of the sum in fen, where the channel was told to look at them. */
const BY_AMOUNT: Readonly<Record<number, Behaviour>> = {
  90: { answer: 'SILENT_PAID' },
  91: { answer: 'FAULT_PAID' },
  92: { answer: 'SILENT' },
  93: { answer: 'FAULT' },
  94: { fail: 'NAME_NOT_CORRECT' },
  95: { fail: 'TRANSFER_RISK' },
  96: { confirmMs: null },
  97: { notice: 'REPEATED' },
  98: { notice: 'FORGED' },
  99: { delayMs: 20_000 },
}

/**
 * What an account asks for in its own number, behind `--`: `o7--fail-NAME_NOT_CORRECT`, `o7--answer-SILENT_PAID--notice-REPEATED`,
 * `o7--confirm-never`, `o7--confirm-3000`, `o7--delay-500`, `o7--hidden-2000`.
 */
function behaviourOf(openid: string): Behaviour {
  const asked: Behaviour = {}
  for (const part of openid.split('--').slice(1)) {
    const [name, value] = [part.slice(0, part.indexOf('-')), part.slice(part.indexOf('-') + 1)]
    if (name === 'fail') asked.fail = value
    if (name === 'answer') asked.answer = value as AnswerFault
    if (name === 'notice') asked.notice = value as NoticeFault
    if (name === 'delay') asked.delayMs = Number(value)
    if (name === 'hidden') asked.hiddenMs = Number(value)
    if (name === 'confirm') asked.confirmMs = value === 'never' ? null : Number(value)
  }
  return asked
}

/** Decides what becomes of an order: a rule before the account, the account before the sum, that before the standard. */
export class Faults {
  rules: FaultRule[] = []
  byAmount: boolean
  standard: Behaviour

  constructor(of: { byAmount: boolean; standard: Behaviour }) {
    this.byAmount = of.byAmount
    this.standard = of.standard
  }

  take({ outBillNo, openid, amountFen }: { outBillNo: string; openid: string; amountFen: number }): Behaviour {
    const rule = this.rules.find(
      (one) =>
        one.times !== 0 &&
        (one.outBillNo === undefined || one.outBillNo === outBillNo) &&
        (one.openid === undefined || one.openid === openid) &&
        (one.amountFen === undefined || one.amountFen === amountFen),
    )
    if (rule?.times) rule.times -= 1
    const { outBillNo: _no, openid: _openid, amountFen: _amount, times: _times, ...ruled } = rule ?? {}
    return { ...this.standard, ...(this.byAmount && BY_AMOUNT[amountFen % 100]), ...behaviourOf(openid), ...ruled }
  }
}

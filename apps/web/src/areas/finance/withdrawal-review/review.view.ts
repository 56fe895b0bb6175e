import { menderOf, menderText, type Mender, payoutCodeText } from '@chauffeur/contract/finance/payout-codes'
import { WITHDRAWAL_STATE as S, type WithdrawalState, withdrawalStateText } from '@chauffeur/contract/finance/withdrawal'
import { type FinanceWithdrawal, type OpsWithdrawal, withdrawalReviewCalls } from '@chauffeur/contract/finance/withdrawal-review'
import { type RiskFlag, riskFlagText, type WithdrawalAction } from '@chauffeur/contract/finance/withdrawal-review-model'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { RefusalError } from '#platform/http/call.ts'
import { joined, locale, t, tr } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { Tone } from '#ui/show/tag.tsx'
import { faultOf } from '#ui/page/fault.view.ts'

export type Life = AnswerOf<typeof withdrawalReviewCalls.life>
export type Rights = AnswerOf<typeof withdrawalReviewCalls.cities>
export type Attempt = Life['attempts'][number]

/** What shows a withdrawal: asked again once something was done to one. */
export const withdrawalReads = [
  withdrawalReviewCalls.list,
  withdrawalReviewCalls.listOps,
  withdrawalReviewCalls.counts,
  withdrawalReviewCalls.totals,
  withdrawalReviewCalls.life,
]

export const stateTone: Record<WithdrawalState, Tone> = {
  10: 'wait',
  20: 'run',
  30: 'wait',
  40: 'run',
  45: 'wait',
  50: 'done',
  60: 'lost',
  70: 'off',
  80: 'off',
  90: 'off',
}
export const stateWords = (state: WithdrawalState): string => tr(withdrawalStateText[state])
/** In a column of a list, where the whole words would be cut. */
const shortFlagText: Record<RiskFlag, string> = {
  PAID_THERE: '渠道称已付',
  CARD_CHANGED: '近期换卡',
  CARD_DIFFERS: '又改了账户',
  CARD_UNCHECKED: '账户待核对',
  HOLDER_DIFFERS: '户名不一致',
  REVIEW_OPEN: '有争议',
  NEGATIVE_BALANCE: '余额为负',
  UNUSUAL_SUM: '金额异常',
  FIRST_WITHDRAWAL: '首次提现',
  WALLET_FROZEN: '钱包冻结',
}
export const shortFlags = Object.values(shortFlagText)
/** The gravest risk, and the next or how many more there are. */
export function flagLines({ riskFlags: [first, second, ...rest] }: Pick<OpsWithdrawal, 'riskFlags'>): [string, string] {
  const short = (flag: RiskFlag | undefined) => (flag ? tr(shortFlagText[flag]) : '')
  return [short(first), rest.length > 0 ? t('另有 {n} 项', { n: rest.length + 1 }) : short(second)]
}
export const flagsWords = (row: Pick<OpsWithdrawal, 'riskFlags'>): string => joined(row.riskFlags.map((flag) => tr(riskFlagText[flag])))

const menderHintText: Record<Mender, string> = {
  DRIVER: '请司机更正收款账户或确认收款，再重新打款',
  LIMITS: '过了限额的时段再重新打款，或换一种方式',
  US: '检查商户余额与权限，再重新打款',
  RISK: '联系渠道确认，不要反复重试',
}
/** What the channel said of a payment that failed, and who can mend it. What was to be paid by hand no channel was asked about. */
export function failureWords(code: string): { said: string; what: string; who: string; hint: string } {
  const by = menderOf(code)
  const what = payoutCodeText(code, locale() === 'en')
  const who = tr(menderText[by])
  if (code === 'NOT_PAID') return { said: what, what, who, hint: t('重新打款，或退回司机钱包') }
  return { said: t('渠道答复：{what}（{code}）', { what, code }), what, who, hint: tr(menderHintText[by]) }
}

/** For whose word a payment waits. */
const payingText = {
  WECHAT: '已提交渠道，等待结果',
  BANK: '由银行代发，导入银行结果后更新',
  BY_HAND: '等待线下付款，登记凭证并由另一人确认后到账',
} as const

/** Where it is paid to. What the channel of a person's WeChat is called drivers' apps say as they like. */
export const accountWords = (
  { way }: Pick<OpsWithdrawal, 'way'>,
  account: { bankName: string; branch?: string; numberMasked: string },
): string =>
  (way === 'BANK' ? [account.bankName, account.branch, account.numberMasked] : [t('微信'), account.numberMasked]).filter(Boolean).join(' ')

/** Who is to do what about a withdrawal, in a sentence; empty where its state says it. */
export function standsWords(row: OpsWithdrawal & Partial<Pick<FinanceWithdrawal, 'channel'>>): string {
  const { state, audited, needsSecond, failCode } = row
  switch (state) {
    case S.applied:
    case S.auditing:
      if (needsSecond && audited) return t('{name} 已初审，等待另一人复核', { name: audited.name || t('系统') })
      return needsSecond ? t('大额，须两人先后审核') : ''
    case S.approved:
      return t('等待打款，打款人不能是审核人')
    case S.paying:
      return tr(payingText[row.channel ?? 'WECHAT'])
    case S.unknown:
      return t('渠道没有答复：用同一单号继续查询，查清之前不会再付')
    case S.failed:
      return failureWords(failCode).hint
    case S.paid:
      return ''
    case S.rejected:
    case S.refunded:
    case S.cancelled:
      return t('金额已回到司机钱包')
  }
}

/** Why this person cannot take the step that comes next; empty where they can, or where none is theirs to take. */
export function whyNot(
  row: Pick<FinanceWithdrawal, 'state' | 'allowedActions' | 'audited' | 'needsSecond' | 'ownAccount' | 'channel'>,
  rights: Rights | undefined,
): string {
  if (!rights) return ''
  const may = (action: WithdrawalAction) => row.allowedActions.includes(action)
  switch (row.state) {
    case S.applied:
    case S.auditing:
      if (may('APPROVE')) return ''
      if (row.ownAccount && (rights.mayAudit || rights.maySecondAudit)) return t('收款账户由您修改：请另一位同事先核对账户，或由其审核')
      if (!rights.mayAudit && !rights.maySecondAudit) return t('您没有审核权限')
      if (row.needsSecond && row.audited)
        return rights.maySecondAudit ? t('您已初审，复核须由另一位同事完成') : t('复核需要“复核大额提现”权限')
      return t('您没有审核权限')
    case S.approved:
      if (may('PAY')) return ''
      if (row.ownAccount && rights.mayPay) return t('收款账户由您修改：请另一位同事先核对账户，或由其打款')
      return rights.mayPay ? t('您审核过这笔，打款须由另一位同事完成') : t('您没有打款权限')
    case S.failed:
      if (may('RETRY')) return ''
      if (row.ownAccount && rights.mayPay) return t('收款账户由您修改：请另一位同事先核对账户，或由其打款')
      return rights.mayPay ? t('您审核过这笔，重新打款须由另一位同事完成') : t('您没有打款权限')
    case S.paying:
    case S.unknown:
      return row.channel === 'BY_HAND' && row.ownAccount && rights.mayPay
        ? t('收款账户由您修改：请另一位同事先核对账户，或由其登记和确认凭证')
        : ''
    default:
      return ''
  }
}

/** What was refused, and how the withdrawal stands now where somebody else was first. */
export function refusedWords(error: unknown): string {
  if (error instanceof RefusalError && error.error === 'withdrawalReview.otherState') {
    const { state } = (error.data ?? {}) as { state?: WithdrawalState }
    if (state !== undefined && state in withdrawalStateText)
      return t('已被他人处理，现为“{state}”；本次没有做任何改动', { state: stateWords(state) })
  }
  if (error instanceof RefusalError && error.error === 'payout.personDayFull') {
    const { receivedFen = 0, personDayFen = 0 } = (error.data ?? {}) as { receivedFen?: number; personDayFen?: number }
    return t('该司机今日已收和在途共 {sum}，每人每日限额 {limit}，请改日打款', {
      sum: moneyText(receivedFen),
      limit: moneyText(personDayFen),
    })
  }
  return faultOf(error).hint
}

/** What was done, in a sentence, and what comes next. */
export function doneWords(action: WithdrawalAction, row: Pick<FinanceWithdrawal, 'withdrawNo' | 'state' | 'needsSecond'>): string {
  const no = row.withdrawNo
  switch (action) {
    case 'OPEN':
      return t('{no} 审核中', { no })
    case 'APPROVE':
      return row.state === S.approved ? t('{no} 已通过，等待另一位同事打款', { no }) : t('{no} 初审已通过，等待另一人复核', { no })
    case 'REJECT':
      return t('{no} 已驳回，金额已回到司机钱包', { no })
    case 'PAY':
      return t('{no} 已提交渠道，到账以渠道结果为准', { no })
    case 'RETRY':
      return t('{no} 已重新提交渠道', { no })
    case 'GIVE_BACK':
      return t('{no} 已退回司机钱包', { no })
  }
}

const channelSaysText: Record<AnswerOf<typeof withdrawalReviewCalls.checkResult>['channelState'], string> = {
  NONE: '还没有提交过渠道',
  NOT_FOUND: '渠道没有这笔付款',
  ACCEPTED: '渠道已受理',
  PROCESSING: '渠道处理中',
  WAIT_CONFIRM: '等待司机在微信确认',
  UNKNOWN: '渠道没有答复',
  PAID: '渠道：已到账',
  FAILED: '渠道：已失败',
}
/** What the channel answered just now, whether it changed anything here, and where it says otherwise. */
export function checkedWords(answer: AnswerOf<typeof withdrawalReviewCalls.checkResult>): string {
  const said = tr(channelSaysText[answer.channelState])
  const code = answer.code ? `${t('：')}${failureWords(answer.code).what}` : ''
  if (answer.disagrees) return t('{said}，与这里不一致：交由对账处理，不会再付', { said: said + code })
  return answer.changed ? t('{said}，这里已更新为“{state}”', { said: said + code, state: stateWords(answer.state) }) : said + code
}

type Check = AnswerOf<typeof withdrawalReviewCalls.amountCheck>
export function blockerWords(blocker: Check['blockers'][number], { perPersonTodayFen, perPersonLimitFen }: Check): string {
  switch (blocker) {
    case 'BALANCE':
      return t('渠道余额不足')
    case 'PERSON_LIMIT':
      return t('有司机当日收款 {sum}，超过限额 {limit}', { sum: moneyText(perPersonTodayFen), limit: moneyText(perPersonLimitFen ?? 0) })
    case 'NO_CHANNEL':
      return t('打款渠道未配置')
    case 'NOT_APPROVED':
      return t('其中有未通过审核的')
  }
}

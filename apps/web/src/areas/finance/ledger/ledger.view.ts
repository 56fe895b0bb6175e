import { t, tr } from '#platform/text/text.ts'

const businessText: Record<string, string> = { ORDER: '订单', WITHDRAWAL: '提现', TOP_UP: '企业充值', OPENING: '期初余额' }
const stepText: Record<string, string> = {
  APPLIED: '申请，冻结',
  REJECTED: '驳回，解冻',
  CANCELLED: '撤销，解冻',
  SENT: '提交打款',
  PAID: '到账',
  FAILED: '失败，退回冻结',
  GIVEN_BACK: '退回钱包',
  RETURNED: '银行退票',
}

/** `SENT_2`: the second attempt's. */
export function stepWords(step: string): string {
  const [, name = step, attempt] = /^(.*?)_(\d+)$/.exec(step) ?? []
  const words = stepText[name] ? tr(stepText[name]) : name
  return attempt ? t('{what}（第 {n} 次）', { what: words, n: attempt }) : words
}
/** What an entry was of, and which step of that. */
export const businessWords = (business: string, step: string): string =>
  `${businessText[business] ? tr(businessText[business]) : business} · ${stepWords(step)}`

import * as z from 'zod'

/** Why somebody should look twice. */
export const riskFlag = z.enum([
  'CARD_CHANGED',
  'CARD_DIFFERS',
  'CARD_UNCHECKED',
  'HOLDER_DIFFERS',
  'REVIEW_OPEN',
  'NEGATIVE_BALANCE',
  'UNUSUAL_SUM',
  'FIRST_WITHDRAWAL',
  'WALLET_FROZEN',
  'PAID_THERE',
])
export type RiskFlag = z.infer<typeof riskFlag>
export const riskFlagText: Record<RiskFlag, string> = {
  CARD_CHANGED: '收款账户近 7 天变更过',
  CARD_DIFFERS: '申请后又改了收款账户',
  CARD_UNCHECKED: '收款账户由后台修改，尚未经另一人核对',
  HOLDER_DIFFERS: '收款户名与司机姓名不一致',
  REVIEW_OPEN: '有未结的取消争议',
  NEGATIVE_BALANCE: '钱包余额为负',
  UNUSUAL_SUM: '金额明显高于以往',
  FIRST_WITHDRAWAL: '首次提现',
  WALLET_FROZEN: '钱包已冻结',
  PAID_THERE: '渠道说失败的这笔已付款，等待对账',
}

/** What somebody may do about one. */
export const withdrawalAction = z.enum(['OPEN', 'APPROVE', 'REJECT', 'PAY', 'RETRY', 'GIVE_BACK'])
export type WithdrawalAction = z.infer<typeof withdrawalAction>
export const withdrawalActionText: Record<WithdrawalAction, string> = {
  OPEN: '开始审核',
  APPROVE: '通过',
  REJECT: '驳回',
  PAY: '打款',
  RETRY: '重新打款',
  GIVE_BACK: '退回钱包',
}

/** What happened to one, by the names of the machine's events and of what is noted within a state. */
export const withdrawalEventText: Readonly<Record<string, string>> = {
  apply: '司机申请提现',
  open: '开始审核',
  firstApprove: '初审通过',
  approve: '审核通过',
  reject: '驳回，金额退回钱包',
  cancel: '司机撤销',
  pay: '提交打款',
  noAnswer: '渠道没有答复，继续查询',
  underWay: '渠道已受理',
  settle: '到账',
  fail: '渠道确认失败',
  giveBack: '退回钱包',
  bankReturn: '银行退票，金额退回钱包',
  accountChanged: '改用新的收款账户',
  paidThere: '渠道说已付款，与这里的失败不符：不再付也不退回，等待对账',
}

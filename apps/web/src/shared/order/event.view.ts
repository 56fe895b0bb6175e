import { serviceStatusText, type ServiceStatus, type TimelineEntry } from '@chauffeur/contract/order/model'
import { RefusalError } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'

const noteText: Record<string, string> = {
  offer: '继续派单',
  searching: '继续寻找司机',
  pay: '完成支付',
  badDebt: '列为坏账',
  prepay: '收到预付款',
  prepayWaived: '免预付',
  prepayReturned: '退还预付款',
  redispatch: '司机取消后重新派单',
  driverCall: '司机致电客户',
  contact: '修改联系电话',
  pickup: '修改上车点',
  dropoff: '修改目的地',
  remark: '添加备注',
  message: '给客户发送消息',
  forceFile: '强制报单',
  reviewApplied: '提交取消申请',
  reviewRefused: '取消申请被驳回',
  reviewLapsed: '申请超时，维持原判',
  rejudged: '取消改判',
  rightAudit10: '权益使用转入审核',
  rightAudit30: '权益审核通过',
  rightAudit40: '权益审核未通过',
  rightAudit50: '权益审核申诉',
  rightAudit60: '权益终审未通过',
}

/** What happened in an event, for who reads that somebody else was faster. */
export const eventWords = (event: string, status: ServiceStatus) => tr(noteText[event] ?? serviceStatusText[status])

type Step = Pick<TimelineEntry, 'event' | 'fromStatus' | 'toStatus'>
/** What happened within a status is named after itself; null for a step, which is named after the status it leads to. */
export function noteTitle({ event, fromStatus, toStatus }: Step): string | null {
  const within = fromStatus === toStatus || event === 'redispatch' ? noteText[event] : undefined
  return within === undefined ? null : tr(within)
}
/** The same for a note and a step, on every screen. */
export const stepTitle = (step: Step): string => noteTitle(step) ?? tr(serviceStatusText[step.toStatus])

interface Before {
  serviceStatus: ServiceStatus
  event: string
  actorName: string
}
const cameBefore = (error: unknown): error is RefusalError & { data: Before } =>
  error instanceof RefusalError && error.error === 'order.versionConflict' && typeof error.data === 'object' && error.data !== null

/** The refusal of a change that came second, saying who did what first; any other error as it is. */
export function conflictInWords(error: unknown): unknown {
  if (!cameBefore(error)) return error
  const { actorName, event, serviceStatus } = error.data
  const words = t('{who} 刚刚更新了订单：{what}。请核对最新状态后再提交。', {
    who: actorName || t('系统'),
    what: eventWords(event, serviceStatus),
  })
  return new RefusalError(error.code, error.error, words, error.data)
}

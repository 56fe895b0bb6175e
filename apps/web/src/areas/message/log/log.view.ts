import {
  type MessageAttempt,
  type MessageLogRow,
  type MessagePush,
  type MessageState,
  messageStateText,
} from '@chauffeur/contract/message/log'
import { messageEventText } from '@chauffeur/contract/message/event'
import { noticeKindText } from '@chauffeur/contract/operations/notice'
import { type SmsProvider, smsProviderText, type SmsReason, smsReasonText } from '@chauffeur/contract/message/sending'
import { t, tr } from '#platform/text/text.ts'
import type { Tone } from '#ui/show/tag.tsx'

export const messageTone: Record<MessageState, Tone> = { QUEUED: 'wait', SENT: 'run', DELIVERED: 'done', FAILED: 'lost', UNKNOWN: 'wait' }

/** What it says. */
export const eventWords = ({ event, notice, way }: Pick<MessageLogRow, 'event' | 'notice' | 'way'>): string =>
  notice !== null ? tr(noticeKindText[notice]) : event !== null ? tr(messageEventText[event]) : way === 'NOTICE' ? t('后台通知') : t('短信')

/** Where it is. What is in a driver's app was handed to nobody else: it is there, was fetched, was opened. */
export const stateWords = ({ way, state, readAt }: Pick<MessageLogRow, 'way' | 'state' | 'readAt'>): string =>
  way === 'NOTICE'
    ? readAt !== null
      ? t('已读')
      : t('未读')
    : way !== 'APP'
      ? tr(messageStateText[state])
      : readAt !== null
        ? t('已读')
        : state === 'DELIVERED'
          ? t('司机端已收到')
          : t('等待司机端收取')

/** Hundredths of a fen as yuan with four decimals: a message costs less than a fen is fine enough for. */
export const costText = (costFenX100: number | null): string => (costFenX100 === null ? '—' : `¥${(costFenX100 / 10_000).toFixed(4)}`)

export const serviceWords = ({ provider, serviceName }: { provider: SmsProvider | null; serviceName: string }): string =>
  provider === null ? '' : serviceName || tr(smsProviderText[provider])

/** What is wrong, with the provider's own word for whoever asks there. */
export const reasonWords = (reason: SmsReason | null, code: string): string =>
  reason === null ? code : code === '' || code === reason ? tr(smsReasonText[reason]) : `${tr(smsReasonText[reason])}（${code}）`

/** What can be done about it. */
const adviceText: Partial<Record<SmsReason, string>> = {
  NUMBER_WRONG: '请与对方核对手机号',
  PHONE_OFF: '请换一种方式联系，或稍后再发',
  OPTED_OUT: '请改用电话联系；对方需自行向运营商或服务商恢复接收',
  TOO_OFTEN: '请稍后再发；频率限制由服务商控制台设置',
  CONTENT: '请修改消息模板或自定义内容后再发',
  NO_CODE: '请在“短信服务商”登记该模板在服务商处的编号',
  TEMPLATE: '请核对服务商控制台里的模板状态，以及登记的编号与变量',
  SIGN: '请核对服务商控制台里的签名，与登记的签名一致',
  NO_VOICE: '语音通知只能经 HTTP 网关发出',
  KEY: '请在“短信服务商”核对密钥与权限',
  BALANCE: '请到服务商控制台充值',
  LIMIT: '稍后会自动重发；可向服务商申请提高限额',
  QUOTA: '请在“短信服务商”调高每日限额，或等到明天',
  DOWN: '稍后会自动重发，或由下一家发出',
  UNREACHED: '请核对服务商地址与服务器网络；稍后会自动重发',
  NO_ANSWER: '系统正在向服务商查询，查明前不会重复发送',
  SHUT: '暂停 10 秒后自动恢复',
  NO_REPORT: '对方是否收到无从得知，请换一种方式确认',
  NO_SERVICE: '请在“短信服务商”启用至少一家',
  SEALED: '请重新触发该短信',
}
const adviceWords = (reason: SmsReason | null): string => {
  const advice = reason === null ? undefined : adviceText[reason]
  return advice === undefined ? '' : tr(advice)
}

const outcomeText: Record<MessageAttempt['outcome'], string> = {
  GOING: '正在提交',
  TAKEN: '服务商已接收',
  NOT_TAKEN: '未接收',
  UNSURE: '没有答复，正在查询',
}
export const outcomeWords = ({ outcome, reason, code }: MessageAttempt): string =>
  outcome === 'NOT_TAKEN' ? `${tr(outcomeText[outcome])}：${reasonWords(reason, code)}` : tr(outcomeText[outcome])
export const reportWords = ({ outcome, report, reportReason, reportCode }: MessageAttempt): string =>
  outcome === 'NOT_TAKEN' ? '—' : report === null ? t('尚无') : report === 'DELIVERED' ? t('已送达') : reasonWords(reportReason, reportCode)

/** What is wrong now, and what can be done about it. */
export const standWords = ({ reason, failure }: MessageLogRow): string =>
  [reasonWords(reason, failure), adviceWords(reason)].filter(Boolean).join(t('；'))

const SERVICES: readonly (readonly [string, string])[] = [
  ['googleapis.com', 'Chrome（Google）'],
  ['mozilla.com', 'Firefox（Mozilla）'],
  ['windows.com', 'Edge（Microsoft）'],
  ['apple.com', 'Safari（Apple）'],
]
/** By whose service a telephone is reached: of those that everybody knows the browser's name. */
export const pushServiceWords = ({ service }: MessagePush): string =>
  SERVICES.find(([host]) => service === host || service.endsWith(`.${host}`))?.[1] ?? service

const pushText: Record<MessagePush['state'], string> = {
  WAITING: '等待推送',
  TAKEN: '推送服务已接收',
  GONE: '该手机已不再接收推送',
  REFUSED: '推送服务拒收',
  GIVEN_UP: '未能推送，消息仍在司机端',
  READ: '推送前已读',
}
/** What became of it at one telephone, with the service's own word where it was not taken. */
export const pushWords = ({ state, status, failure }: MessagePush): string =>
  state === 'TAKEN' || (status === null && failure === '') ? tr(pushText[state]) : `${tr(pushText[state])}（${status ?? failure}）`

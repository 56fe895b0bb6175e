import * as z from 'zod'

/** Who carries text messages: two clouds that send registered templates alone, and a gateway of one's own that takes any text. */
export const smsProvider = z.enum(['ALIYUN', 'TENCENT', 'GATEWAY'])
export type SmsProvider = z.infer<typeof smsProvider>
export const smsProviderText: Record<SmsProvider, string> = { ALIYUN: '阿里云短信', TENCENT: '腾讯云短信', GATEWAY: 'HTTP 网关' }

/** Messages that do not wait for each other: codes, for which somebody stands there; what is about one order or driver; broadcasts. */
export const smsLane = z.enum(['codes', 'rest', 'bulk'])
export type SmsLane = z.infer<typeof smsLane>

/** Where a message is. UNKNOWN: an attempt was not answered, or nothing was heard of it for 72 hours. */
export const messageState = z.enum(['QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN'])
export type MessageState = z.infer<typeof messageState>

/** Why a message did not go out or did not arrive. What can be done about each stands in the console. */
export const smsReason = z.enum([
  // Of the telephone.
  'NUMBER_WRONG',
  'PHONE_OFF',
  'OPTED_OUT',
  'TOO_OFTEN',
  // Of what is said.
  'CONTENT',
  'NO_CODE',
  'TEMPLATE',
  'SIGN',
  'NO_VOICE',
  // Of the account with the provider.
  'KEY',
  'BALANCE',
  'LIMIT',
  'QUOTA',
  // Of the way there.
  'DOWN',
  'UNREACHED',
  'NO_ANSWER',
  'SHUT',
  'NO_REPORT',
  // Of our own.
  'NO_SERVICE',
  'SEALED',
  'STOPPED',
  'OVER',
  'OTHER',
])
export type SmsReason = z.infer<typeof smsReason>
export const smsReasonText: Record<SmsReason, string> = {
  NUMBER_WRONG: '号码有误或空号',
  PHONE_OFF: '关机、停机或无信号',
  OPTED_OUT: '已退订或在黑名单',
  TOO_OFTEN: '同一号码发送过于频繁',
  CONTENT: '内容含敏感词',
  NO_CODE: '没有登记模板编号',
  TEMPLATE: '模板未通过或变量不符',
  SIGN: '签名未通过或不存在',
  NO_VOICE: '不支持语音',
  KEY: '密钥有误或没有权限',
  BALANCE: '账户余额不足',
  LIMIT: '服务商限流',
  QUOTA: '当日限额已用完',
  DOWN: '服务商故障',
  UNREACHED: '连接不上服务商',
  NO_ANSWER: '服务商没有答复',
  SHUT: '服务商连续失败，暂停使用',
  NO_REPORT: '72 小时没有回执',
  NO_SERVICE: '没有可用的短信服务商',
  SEALED: '密钥已更换，内容无法解开',
  STOPPED: '已停止发送',
  OVER: '已过有效时间',
  OTHER: '其他原因',
}

/** What became of an attempt; GOING: it was begun and is not answered yet. */
export const smsOutcome = z.enum(['GOING', 'TAKEN', 'NOT_TAKEN', 'UNSURE'])
export type SmsOutcome = z.infer<typeof smsOutcome>

/** Why a provider stands where it does in the order of a lane. */
export const smsPlace = z.enum(['PINNED', 'RANK', 'WORSE', 'FAILING', 'SHUT'])
export type SmsPlace = z.infer<typeof smsPlace>

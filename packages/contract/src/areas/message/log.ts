import * as z from 'zod'
import { call } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, nothing, option, optional, page, pageOf, phone, text } from '../../kernel/fields.ts'
import { noticeKind } from '../operations/notice.ts'
import { messageEvent } from './event.ts'
import { type MessageState, messageState, smsOutcome, smsProvider, smsReason } from './sending.ts'

export const messageLogRefusals = refusals({
  'messageLog.notFound': { code: 404, zh: '消息不存在或不在您的业务范围内', en: 'No such message within your scope' },
})

export { messageState, type MessageState }
export const messageStateText: Record<MessageState, string> = {
  QUEUED: '待发送',
  SENT: '已提交，等待回执',
  DELIVERED: '已送达',
  FAILED: '失败',
  UNKNOWN: '结果未知',
}

/** APP: in the driver's app; NOTICE: at the bell of the console. */
export const messageLogWay = z.enum(['TEXT', 'VOICE', 'APP', 'NOTICE'])
export type MessageLogWay = z.infer<typeof messageLogWay>
export const messageLogWayText: Record<MessageLogWay, string> = { TEXT: '短信', VOICE: '语音', APP: '司机端消息', NOTICE: '后台通知' }

export const messageLogRow = z.object({
  messageId: id,
  /** Null of a message from before events were kept, and of one that is said of none. */
  event: messageEvent.nullable(),
  /** Of a notice of the console, what it says; null of everything else. */
  notice: noticeKind.nullable(),
  way: messageLogWay,
  cityId: id.nullable(),
  cityName: z.string(),
  /** Never whole. */
  phone: z.string(),
  /** Of a notice for one person, who; empty where it is for everybody of its scope, and of people out of sight. */
  toName: z.string(),
  orderId: id.nullable(),
  orderNo: z.string(),
  /** By whom it was sent last; null: nobody yet. */
  provider: smsProvider.nullable(),
  serviceName: z.string(),
  segments: z.number().int(),
  /** Hundredths of a fen; null: no price is known. */
  costFenX100: z.number().int().nullable(),
  state: messageState,
  attempts: z.number().int(),
  /** Why it failed or waits, in our words; null where nothing is wrong. */
  reason: smsReason.nullable(),
  /** In the provider's or network's words. */
  failure: z.string(),
  at: instant,
  sentAt: instant.nullable(),
  /** When it was known what became of it. */
  resultAt: instant.nullable(),
  /** In the driver's app: when it was opened there. Of a notice: when somebody first read it. */
  readAt: instant.nullable(),
})
export type MessageLogRow = z.infer<typeof messageLogRow>

export const messageAttempt = z.object({
  number: z.number().int(),
  provider: smsProvider,
  serviceName: z.string(),
  beganAt: instant,
  endedAt: instant.nullable(),
  outcome: smsOutcome,
  reason: smsReason.nullable(),
  code: z.string(),
  /** The provider's own number of it. */
  bizId: z.string(),
  segments: z.number().int().nullable(),
  costFenX100: z.number().int().nullable(),
  report: z.enum(['DELIVERED', 'FAILED']).nullable(),
  reportReason: smsReason.nullable(),
  reportCode: z.string(),
  reportedAt: instant.nullable(),
  /** When the provider is asked about it next. */
  askAt: instant.nullable(),
})
export type MessageAttempt = z.infer<typeof messageAttempt>

/** What became of a notice at one telephone of a driver. READ: the message was opened before it was sent. */
export const pushState = z.enum(['WAITING', 'TAKEN', 'GONE', 'REFUSED', 'GIVEN_UP', 'READ'])
export type PushState = z.infer<typeof pushState>
export const messagePush = z.object({
  deviceId: id,
  /** Host of the push service. */
  service: z.string(),
  state: pushState,
  attempts: z.number().int(),
  /** HTTP, of its last answer; null where there was none. */
  status: z.number().int().nullable(),
  failure: z.string(),
  at: instant,
  doneAt: instant.nullable(),
})
export type MessagePush = z.infer<typeof messagePush>

const view = { authority: 'messageLog.view' } as const

/** What became of each message. Texts are not in it: what was said of an order stands with the order. */
export const messageLogCalls = {
  list: call({
    method: 'GET',
    path: '/djweb/sundry/sms_record_log',
    effect: 'read',
    access: view,
    summary: '消息发送记录',
    byPhone: ['phone'],
    input: page.extend({
      /** The whole number: a part of it finds nothing, since no number is kept. */
      phone: optional(phone),
      event: optional(messageEvent),
      notice: optional(noticeKind),
      way: optional(messageLogWay),
      cityId: optional(id),
      provider: optional(smsProvider),
      state: optional(messageState),
      orderNo: optional(text(40)),
      atFrom: optional(instant),
      atTo: optional(instant),
    }),
    output: pageOf(messageLogRow),
  }),
  /** A message with each attempt to send it, the last first. */
  details: call({
    method: 'GET',
    path: '/djweb/sundry/sms_record_details',
    effect: 'read',
    access: view,
    summary: '消息发送详情',
    input: z.object({ smsId: id }),
    output: messageLogRow.extend({
      tries: z.array(messageAttempt),
      pushes: z.array(messagePush),
      /** Of a notice: for one person alone, and who has read it, the first first. A name is empty of people out of sight. */
      forOne: z.boolean(),
      readers: z.array(z.object({ name: z.string(), at: instant })),
    }),
    failures: ['messageLog.notFound'],
  }),
  /** What providers were given and what it costs, by day of the city, provider and city: for finance. */
  costs: call({
    method: 'GET',
    path: '/djweb/sundry/sms_cost_list',
    effect: 'read',
    access: view,
    summary: '短信费用汇总',
    input: page.extend({ dayFrom: optional(instant), dayTo: optional(instant), cityId: optional(id), provider: optional(smsProvider) }),
    output: pageOf(
      z.object({
        costId: z.string(),
        day: z.string(),
        cityId: id.nullable(),
        cityName: z.string(),
        provider: smsProvider,
        serviceName: z.string(),
        messages: z.number().int(),
        segments: z.number().int(),
        costFenX100: z.number().int(),
        /** Messages of which no price is known, and which the cost leaves out. */
        unpriced: z.number().int(),
        delivered: z.number().int(),
        failed: z.number().int(),
      }),
    ),
  }),
  /** Of which cities somebody may read the log. */
  cities: call({
    method: 'GET',
    path: '/djweb/sundry/permission_city',
    effect: 'read',
    access: view,
    summary: '消息记录可查城市',
    input: nothing,
    output: z.object({ cities: z.array(option) }),
  }),
}

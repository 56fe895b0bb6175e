import * as z from 'zod'
import { call } from '../../kernel/call.ts'
import { id, instant, nothing, option, optional, page, pageOf, phone, text } from '../../kernel/fields.ts'
import { messageEvent } from './event.ts'

/** Where a message is: waiting to be sent, taken by the provider, or given up because its time was over. */
export const messageState = z.enum(['WAITING', 'SENT', 'GIVEN_UP'])
export type MessageState = z.infer<typeof messageState>
export const messageStateText: Record<MessageState, string> = { WAITING: '待发送', SENT: '已提交服务商', GIVEN_UP: '未能发出' }

export const messageLogRow = z.object({
  messageId: id,
  /** Null of a message from before events were kept. */
  event: messageEvent.nullable(),
  way: z.enum(['TEXT', 'VOICE']),
  cityId: id.nullable(),
  cityName: z.string(),
  /** Never whole. */
  phone: z.string(),
  orderId: id.nullable(),
  orderNo: z.string(),
  segments: z.number().int(),
  state: messageState,
  attempts: z.number().int(),
  /** Why the last attempt failed, in the provider's or network's words. */
  failure: z.string(),
  at: instant,
  sentAt: instant.nullable(),
})
export type MessageLogRow = z.infer<typeof messageLogRow>

const view = { authority: 'messageLog.view' } as const

/** What became of each message. Texts are not in it: what was said of an order stands with the order. */
export const messageLogCalls = {
  list: call({
    method: 'GET',
    path: '/djweb/sundry/sms_record_log',
    effect: 'read',
    access: view,
    summary: '短信发送记录',
    byPhone: ['phone'],
    input: page.extend({
      /** The whole number: a part of it finds nothing, since no number is kept. */
      phone: optional(phone),
      event: optional(messageEvent),
      cityId: optional(id),
      state: optional(messageState),
      orderNo: optional(text(40)),
      atFrom: optional(instant),
      atTo: optional(instant),
    }),
    output: pageOf(messageLogRow),
  }),
  /** Of which cities somebody may read the log. */
  cities: call({
    method: 'GET',
    path: '/djweb/sundry/permission_city',
    effect: 'read',
    access: view,
    summary: '短信记录可查城市',
    input: nothing,
    output: z.object({ cities: z.array(option) }),
  }),
}

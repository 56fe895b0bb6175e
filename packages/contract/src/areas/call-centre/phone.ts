import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, intBetween, nothing, numberBetween, optional, page, pageOf, seconds, text } from '../../kernel/fields.ts'

export const phoneRefusals = refusals({
  /** A refusal of every call that looks somebody up by a telephone (`byPhone`). */
  'phone.hidden': {
    code: 40303,
    zh: '您的角色只能看到部分电话号码，不能按电话号码查找，请联系管理员开通“查看完整电话号码”',
    en: 'Your role sees telephones only in part and cannot look anybody up by one: ask your administrator for “See whole telephone numbers”',
  },
  'phone.callNotFound': { code: 404, zh: '通话不存在或不在您的业务范围内', en: 'No such call within your scope' },
  'phone.callRunning': { code: 40986, zh: '通话还没有结束，挂断后再登记', en: 'The call has not ended yet, wrap it up after hanging up' },
  'phone.nobodyToDial': {
    code: 40456,
    zh: '找不到可拨打的号码，或它不在您的业务范围内',
    en: 'There is no number to dial here within your scope',
  },
})

export const callDirection = z.enum(['IN', 'OUT'])
export type CallDirection = z.infer<typeof callDirection>
export const callDirectionText: Record<CallDirection, string> = { IN: '呼入', OUT: '呼出' }
/** The five of the desk phone's own log. `NONE`: an outgoing call of which no answer and no ring-back was heard. */
export const callResult = z.enum(['NONE', 'MISSED', 'REFUSED', 'RINGBACK', 'CONNECTED'])
export type CallResult = z.infer<typeof callResult>
export const callResultText: Record<CallResult, string> = {
  NONE: '无结果',
  MISSED: '未接',
  REFUSED: '已拒接',
  RINGBACK: '对方未接',
  CONNECTED: '已接通',
}
export const wrapUpCode = z.enum(['ORDERED', 'ENQUIRY', 'CHANGED', 'COMPLAINT', 'CALL_BACK', 'WRONG_NUMBER', 'OTHER'])
export type WrapUpCode = z.infer<typeof wrapUpCode>
export const wrapUpText: Record<WrapUpCode, string> = {
  ORDERED: '已下单',
  ENQUIRY: '业务咨询',
  CHANGED: '改单或取消',
  COMPLAINT: '投诉',
  CALL_BACK: '需回电',
  WRONG_NUMBER: '打错或骚扰',
  OTHER: '其他',
}

/** As a line tells it: digits, a leading plus, star and hash; empty where the caller withheld it. */
export const lineNumber = z
  .string()
  .max(64)
  .transform((value) => value.replace(/[\s().-]/g, ''))
  .pipe(z.string().regex(/^(?:\+?[\d*#]{1,24})?$/, '号码格式不正确 | not a number of a line'))

export const callRow = z.object({
  callId: id,
  direction: callDirection,
  /** Null while the call goes on. */
  result: callResult.nullable(),
  /** Channel of the desk phone, from 0. */
  lineNo: z.number().int(),
  agentId: id,
  agentName: z.string(),
  /** Masked unless the operator may see it whole; empty where it was withheld. */
  phone: z.string(),
  customerId: id.nullable(),
  customerName: z.string(),
  startedAt: instant,
  answeredAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Until it was answered or given up; null while it rings. */
  ringS: seconds.nullable(),
  talkS: seconds.nullable(),
  /** The recording that is kept of it. */
  recordId: id.nullable(),
  /** None is kept: its city keeps none. */
  soundOff: z.boolean(),
  orders: z.array(z.object({ orderId: id, orderNo: z.string() })),
  wrapUp: wrapUpCode.nullable(),
  note: z.string(),
})
export type CallRow = z.infer<typeof callRow>

const listed = page.extend({
  /** Whole number, its last digits, or the customer's name. */
  keyword: optional(text(40)),
  direction: optional(callDirection),
  result: optional(callResult),
  wrapUp: optional(wrapUpCode),
  agentId: optional(id),
  orderId: optional(id),
  /** The order's number, whole or its last six digits. */
  orderNo: optional(text(40)),
  customerId: optional(id),
  startedAtFrom: optional(instant),
  startedAtTo: optional(instant),
})

/** Seconds before now, as the desk counted them: its clock need not be right. */
const ago = numberBetween(0, 172_800)
const mine = { authority: 'phone.use' } as const

/** Whose number to dial, where the operator may not see it: by what it stands at. */
export const dialOf = z.enum(['ORDER_CONTACT', 'ORDER_CALLER', 'ORDER_DRIVER', 'DRIVER', 'CALL'])
export type DialOf = z.infer<typeof dialOf>

export const phoneCalls = {
  /**
   * The state of a call at the operator's desk; sent at its start, at the answer, at the end, and again after a lost answer.
   * What is known once stays: an earlier answer or end is never moved, so that late and repeated reports do no harm.
   */
  report: call({
    method: 'POST',
    path: '/api/phone/call/report',
    body: 'json',
    effect: 'write',
    access: mine,
    unlogged: true,
    tolerant: true,
    summary: '上报话机通话',
    input: z.object({
      /** Made by the desk, one for a call. */
      clientRef: z.string().regex(/^[\w-]{8,64}$/),
      direction: callDirection,
      number: optional(lineNumber),
      lineNo: intBetween(0, 255),
      startedAgoS: ago,
      answeredAgoS: optional(ago),
      endedAgoS: optional(ago),
      /** As the telephone judged it; without it the server judges by the instants. */
      result: optional(callResult),
      /** Where the telephone's service keeps the recording on the operator's machine. */
      recordFile: optional(text(400)),
    }),
    output: z.object({ callId: id, phone: z.string(), customer: z.object({ customerId: id, name: z.string() }).nullable() }),
  }),
  /** The number behind a masked one, for the desk phone and not for the screen. */
  dial: call({
    method: 'POST',
    path: '/api/phone/call/dial',
    effect: 'write',
    access: mine,
    summary: '点击拨号',
    wholePhones: ['number'],
    input: z.object({ of: dialOf, id }),
    output: z.object({ number: z.string(), shown: z.string(), name: z.string() }),
    failures: ['phone.nobodyToDial'],
  }),
  /** The operator's own calls, newest first, with the number of missed callers nobody has called back within a day. */
  mine: call({
    method: 'GET',
    path: '/api/phone/call/mine',
    effect: 'read',
    access: mine,
    summary: '我的通话',
    input: page,
    output: pageOf(callRow).extend({ missed: z.number().int() }),
  }),
  list: call({
    method: 'GET',
    path: '/api/phone/call/list',
    effect: 'read',
    access: { authority: 'callLog.view' },
    summary: '通话记录',
    input: listed,
    output: pageOf(callRow),
  }),
  wrapUp: call({
    method: 'POST',
    path: '/api/phone/call/wrap-up',
    effect: 'write',
    access: mine,
    summary: '通话登记',
    input: z.object({ callId: id, wrapUp: wrapUpCode, note: optional(text(500)) }),
    output: nothing,
    failures: ['phone.callNotFound', 'phone.callRunning'],
  }),
  /** Where the desk phone's service sends the recording of a call: it has no session, so the address speaks for the operator. */
  uploadAddress: call({
    method: 'POST',
    path: '/api/phone/call/upload-address',
    effect: 'write',
    access: mine,
    unlogged: true,
    summary: '录音上传地址',
    input: z.object({ callId: id }),
    output: z.object({ path: z.string(), validUntil: instant }),
    failures: ['phone.callNotFound'],
  }),
} satisfies Area

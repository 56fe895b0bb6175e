import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, optional, page, pageOf, seconds, text } from '../../kernel/fields.ts'
import { numberFailure } from './number-provider.ts'

export const privacyNumberRefusals = refusals({
  'privacyNumber.notFound': { code: 404, zh: '隐私号绑定不存在或不在您的业务范围内', en: 'No such pair within your scope' },
  'privacyNumber.notFailed': {
    code: 409503,
    zh: '此绑定没有失败，无需重试',
    en: 'This pair did not fail: there is nothing to try again',
  },
})

/**
 * ASKED: the provider is being asked, or is to be. CHANGING: as BOUND, for another driver or contact than it has yet. RELEASING: the provider
 * is asked to end it until it has. FAILED: nothing is bound.
 */
export const bindingState = z.enum(['ASKED', 'BOUND', 'CHANGING', 'RELEASING', 'RELEASED', 'FAILED'])
export type BindingState = z.infer<typeof bindingState>
export const bindingStateText: Record<BindingState, string> = {
  ASKED: '绑定中',
  BOUND: '已绑定',
  CHANGING: '换绑中',
  RELEASING: '释放中',
  RELEASED: '已释放',
  FAILED: '绑定失败',
}

const binding = z.object({
  bindingId: id,
  orderId: id,
  orderNo: z.string(),
  cityId: id,
  cityName: z.string(),
  state: bindingState,
  /** Empty where none was free. */
  number: z.string(),
  driverName: z.string(),
  driverNo: z.string(),
  /** Who is behind the number: masked without the authority to see telephones. Empty a day after the release. */
  driverPhone: z.string(),
  contactPhone: z.string(),
  attempts: z.number().int(),
  failure: numberFailure,
  /** The provider's own. */
  failureCode: z.string(),
  boundAt: instant.nullable(),
  /** The provider ends it then by itself, unless it is extended. */
  until: instant.nullable(),
  releasedAt: instant.nullable(),
  createdAt: instant,
  calls: z.number().int(),
  /** Recordings that the provider no longer had. */
  missingRecordings: z.number().int(),
  allowedActions: z.array(z.enum(['retry'])),
})
export type PrivacyBinding = z.infer<typeof binding>

export const callRecording = z.enum(['NONE', 'WAITING', 'STORED', 'MISSING'])
export const callRecordingText: Record<z.infer<typeof callRecording>, string> = {
  NONE: '无录音',
  WAITING: '取录音中',
  STORED: '有录音',
  MISSING: '录音取不到',
}
/** Over the number of the provider, or by the desk's own line. */
export const callWay = z.enum(['PRIVACY_NUMBER', 'DESK_LINE'])
export const callSide = z.enum(['DRIVER', 'CONTACT', 'DESK', 'OTHER'])
export const callSideText: Record<z.infer<typeof callSide>, string> = { DRIVER: '司机', CONTACT: '客户', DESK: '客服', OTHER: '第三方' }

const orderCall = z.object({
  callId: id,
  way: callWay,
  from: callSide,
  fromMasked: z.string(),
  toMasked: z.string(),
  startedAt: instant,
  answeredAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Spoken. */
  seconds: seconds.nullable(),
  recording: callRecording,
  /** What `order_sound_record/get_file_url` plays; null without one, or without the authority to see recordings. */
  soundId: id.nullable(),
})
export type OrderCall = z.infer<typeof orderCall>

const view = { authority: 'privacyNumber.view' } as const

export const privacyNumberCalls = {
  /** The number between an order's driver and its contact, and what was spoken, over it or by the desk's own line. */
  ofOrder: call({
    method: 'GET',
    path: '/api/number/order',
    effect: 'read',
    access: view,
    wholePhones: ['number'],
    summary: '订单隐私号与通话',
    input: z.object({ orderId: id }),
    output: z.object({
      /** The city had it on when the order was placed. */
      on: z.boolean(),
      /** There is somebody to ask for a number: a provider is entered, and on. */
      provided: z.boolean(),
      binding: binding.nullable(),
      calls: z.array(orderCall),
      /** Both hear it before they speak. */
      recorded: z.boolean(),
    }),
    failures: ['order.notFound'],
  }),
  list: call({
    method: 'GET',
    path: '/api/number/list',
    effect: 'read',
    access: view,
    wholePhones: ['number'],
    summary: '隐私号绑定列表',
    input: page.extend({
      cityId: optional(id),
      state: optional(bindingState),
      /** The order's number, whole. */
      orderNo: optional(text(40)),
      /** The number between them: who is behind it. */
      number: optional(text(20)),
      /** Those that failed, are late in being released, or whose recordings are missing. */
      wrong: optional(flag),
      createdAtFrom: optional(instant),
      createdAtTo: optional(instant),
    }),
    output: pageOf(binding),
  }),
  /** Tries a pair again that failed, at once; without it that happens every minute while the trip lasts. */
  retry: call({
    method: 'POST',
    path: '/api/number/retry',
    effect: 'write',
    access: { authority: 'privacyNumber.retry' },
    summary: '重试隐私号绑定',
    input: z.object({ bindingId: id }),
    output: z.object({ state: bindingState }),
    failures: ['privacyNumber.notFound', 'privacyNumber.notFailed'],
  }),
} satisfies Area

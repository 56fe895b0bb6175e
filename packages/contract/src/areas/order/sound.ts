import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, optional, page, pageOf, requiredText, seconds, text } from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'

export const orderSoundRefusals = refusals({
  'orderSound.notFound': { code: 404, zh: '录音不存在或不在您的业务范围内', en: 'No such recording within your scope' },
  'orderSound.noTarget': { code: 40457, zh: '录音所属的通话或订单不存在', en: 'There is no such call or order for this recording' },
  'orderSound.notSound': {
    code: 40086,
    zh: '不是可以播放的 WAV 录音（8–48 kHz，单声道或双声道）',
    en: 'Not a WAV recording that can be played (8–48 kHz, one or two channels)',
  },
  'orderSound.already': { code: 40987, zh: '该通话的录音已经上传', en: 'The recording of this call is there already' },
  'orderSound.cityOff': {
    code: 409349,
    zh: '该城市已关闭录音，不保留此录音',
    en: 'This city keeps no recordings: it was not stored',
  },
  'orderSound.downloadForbidden': { code: 40384, zh: '您没有下载录音的权限', en: 'You may not download recordings' },
  'orderSound.expired': { code: 40988, zh: '录音已超过保存期限', en: 'This recording is past its retention period' },
})

export const soundSource = z.enum(['AGENT_CALL', 'PRIVACY_CALL', 'IN_TRIP_AUDIO'])
export type SoundSource = z.infer<typeof soundSource>
export const soundSourceText: Record<SoundSource, string> = {
  AGENT_CALL: '客服通话',
  PRIVACY_CALL: '隐私号通话',
  IN_TRIP_AUDIO: '行程录音',
}
export const soundStorage = z.enum(['STORED', 'PURGED'])
export const soundAction = z.enum(['STORE', 'PLAY', 'DOWNLOAD', 'KEEP', 'PURGE'])
export type SoundAction = z.infer<typeof soundAction>
export const soundActionText: Record<SoundAction, string> = {
  STORE: '入库',
  PLAY: '收听',
  DOWNLOAD: '下载保存',
  KEEP: '延长保存',
  PURGE: '到期清除',
}

export const soundRecord = z.object({
  recordId: id,
  source: soundSource,
  callId: id.nullable(),
  orders: z.array(z.object({ orderId: id, orderNo: z.string() })),
  /** Who spoke; telephones masked. */
  fromParty: z.string(),
  toParty: z.string(),
  startedAt: instant,
  seconds,
  bytes: z.number().int(),
  storage: soundStorage,
  expireAt: instant,
  expired: z.boolean(),
  keepReason: z.string(),
})
export type SoundRecord = z.infer<typeof soundRecord>

export const SOUND_KEEP_MAX_DAYS = 1095
const view = { authority: 'sound.view' } as const

export const orderSoundCalls = {
  recordList: call({
    method: 'GET',
    path: '/commonapi/admin/order_sound_record/record_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '订单录音列表',
    input: page.extend({
      orderId: optional(id),
      /** The order's number, whole or its last six digits. */
      orderNo: optional(text(40)),
      callId: optional(id),
      source: optional(soundSource),
      startedAtFrom: optional(instant),
      startedAtTo: optional(instant),
    }),
    output: pageOf(soundRecord),
  }),
  /** Who stored it, listened to it, kept it longer. */
  log: call({
    method: 'GET',
    path: '/commonapi/admin/order_sound_record/log',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '录音操作记录',
    input: page.extend({ recordId: id }),
    output: pageOf(z.object({ action: soundAction, userName: z.string(), reason: z.string(), at: instant })),
    failures: ['orderSound.notFound'],
  }),
  /** Stores a recording with a call of the operator's own, or with an order; with `recordId` it keeps a stored one longer. */
  storePlus: call({
    method: 'POST',
    path: '/commonapi/admin/order_sound_record/store_plus',
    body: 'multipart',
    effect: 'write',
    access: { authority: 'sound.keep' },
    tolerant: true,
    summary: '保存订单录音',
    input: z
      .object({
        recordId: optional(id),
        /** With `recordId`: days from now, and why. */
        keepDays: optional(intBetween(1, SOUND_KEEP_MAX_DAYS)),
        reason: optional(requiredText(200)),
        callId: optional(id),
        orderId: optional(id),
        source: optional(soundSource),
        startedAt: optional(instant),
        file: upload.optional(),
      })
      .refine(
        (given) =>
          given.recordId ? given.keepDays !== undefined && given.reason !== undefined : given.file && (given.callId || given.orderId),
        {
          path: ['recordId'],
          message:
            '请给出录音文件及所属通话或订单，或要延长保存的录音、天数与原因 | give a file and its call or order, or a recording with days and reason',
        },
      ),
    output: z.object({ recordId: id, seconds, expireAt: instant }),
    failures: [
      'orderSound.notFound',
      'orderSound.noTarget',
      'orderSound.notSound',
      'orderSound.already',
      'orderSound.cityOff',
      'orderSound.expired',
    ],
  }),
  /**
   * A link that plays for a quarter of an hour, and that nothing but a page of the console opens; asking for it is noted as listening. With
   * `download` one that saves the whole file: that takes `sound.keep` too, and is noted as a download.
   */
  fileUrl: call({
    method: 'GET',
    path: '/commonapi/admin/order_sound_record/get_file_url',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'sound.play' },
    summary: '收听录音',
    input: z.object({ recordId: id, download: optional(flag) }),
    output: z.object({ url: z.string(), seconds, validUntil: instant }),
    failures: ['orderSound.notFound', 'orderSound.expired', 'orderSound.downloadForbidden'],
  }),
  isExpired: call({
    method: 'GET',
    path: '/commonapi/admin/order_sound_record/is_order_sound_expired',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '录音是否过期',
    input: z.object({ recordId: id }),
    output: z.object({ expired: z.boolean(), storage: soundStorage, expireAt: instant }),
    failures: ['orderSound.notFound'],
  }),
} satisfies Area

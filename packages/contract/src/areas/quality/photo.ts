import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, intBetween, json, metres, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import {
  orderFileKind,
  photoCaseState,
  photoFlag,
  photoJudgement,
  photoReason,
  photoSource,
  photoStage,
  photoVerdict,
  photoWhy,
} from './photo-model.ts'

const view = { authority: 'orderQuality.view' } as const
const review = { authority: 'orderQuality.review' } as const

/** Photographs of orders looked at for their quality (domain 8). */
export const photoRefusals = refusals({
  'photo.notFound': { code: 404, zh: '照片不存在或不在您的业务范围内', en: 'No such picture within your scope' },
  'photo.orderNotFound': { code: 404, zh: '订单没有照片或不在您的业务范围内', en: 'No pictures of such an order within your scope' },
  'photo.otherState': {
    code: 409761,
    zh: '照片的审核结果已变化，请按最新结果处理',
    en: 'Somebody judged this meanwhile, look at it again',
  },
  /** `data`: `{ name, until }`. */
  'photo.claimed': { code: 409762, zh: '该订单的照片正由他人审核', en: 'Somebody else is reviewing the pictures of this order' },
  'photo.notYours': { code: 409763, zh: '请先领取再操作，或领取已超时', en: 'Claim it first; your claim may have run out' },
  'photo.reasonMissing': { code: 400760, zh: '请选择原因', en: 'Choose a reason', field: 'reason' },
  'photo.noteMissing': { code: 400761, zh: '原因为“其他”时请填写说明', en: 'Say why where none of the reasons fits', field: 'note' },
  'photo.replaced': { code: 409764, zh: '司机已重拍，请审核新照片', en: 'It was taken again: judge the new one' },
  'photo.originalGone': { code: 409766, zh: '原图已过保存期或没有保存', en: 'The original is past its time, or was never kept' },
  'photo.noDriver': { code: 409765, zh: '拍摄的司机已离职，不能要求重拍', en: 'Its driver has left: nobody can take it again' },
})

export const photoRow = z.object({
  fileId: id,
  orderId: id,
  orderNo: z.string(),
  cityId: id,
  cityName: z.string(),
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  kind: orderFileKind,
  stage: photoStage,
  /** Of a receipt on a filed bill: the line it belongs to. */
  extraType: z.string().nullable(),
  width: z.number().int(),
  height: z.number().int(),
  uploadedAt: instant,
  /** When and where it was taken, as far as that is known, and who said so. */
  takenAt: instant.nullable(),
  place: z.object({ lat: z.number(), lng: z.number(), accuracyM: metres.nullable() }).nullable(),
  source: photoSource.nullable(),
  /** Null: nobody has looked for findings yet. */
  screenedAt: instant.nullable(),
  flags: z.array(photoFlag),
  verdict: photoVerdict,
  reason: photoReason.nullable(),
  note: z.string(),
  reviewer: z.object({ name: z.string(), at: instant }).nullable(),
  /** Until then the driver has to take it again. */
  retakeUntil: instant.nullable(),
  /** The picture in whose place this one was taken. */
  replaces: id.nullable(),
  /** An address for an hour; null until a small picture was made of it. */
  thumbUrl: z.string().nullable(),
  version: z.number().int(),
})
export type PhotoRow = z.infer<typeof photoRow>

/** Another picture that shows the same. */
const match = z.object({
  fileId: id,
  otherId: id,
  /** Of 256 bits so many differ. */
  distance: z.number().int(),
  /** Byte for byte the same. */
  sameBytes: z.boolean(),
  sameDriver: z.boolean(),
  /** The other one was there first. */
  earlier: z.boolean(),
  /** Null where it is out of the asker's sight. */
  other: photoRow.extend({ pictureUrl: z.string() }).nullable(),
})
export type PhotoMatch = z.infer<typeof match>

const caseRow = z.object({
  orderId: id,
  orderNo: z.string(),
  cityId: id,
  cityName: z.string(),
  driverId: id.nullable(),
  driverNo: z.string(),
  driverName: z.string(),
  state: photoCaseState,
  why: z.array(photoWhy),
  flags: z.array(photoFlag),
  photos: z.number().int(),
  judged: z.number().int(),
  /** Since when it waits. */
  turnAt: instant,
  claimed: z.object({ name: z.string(), until: instant, mine: z.boolean() }).nullable(),
  version: z.number().int(),
})
export type PhotoCase = z.infer<typeof caseRow>

const filters = {
  keyword: optional(text(40)),
  stage: optional(photoStage),
  kinds: optional(json(z.array(orderFileKind).max(orderFileKind.options.length))),
  verdicts: optional(json(z.array(photoVerdict).max(photoVerdict.options.length))),
  flag: optional(photoFlag),
  reason: optional(photoReason),
  cityId: optional(id),
  driverId: optional(id),
  orderId: optional(id),
  uploadedFrom: optional(instant),
  uploadedTo: optional(instant),
}

export const photoCalls = {
  /** Pictures of orders in sight: the newest order first, of an order in the course of its trip. */
  photoList: call({
    method: 'GET',
    path: '/commonapi/admin/order_quality/photo_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '订单质检照片',
    input: page.extend(filters),
    output: pageOf(photoRow),
  }),
  dict: call({
    method: 'GET',
    path: '/commonapi/admin/order_quality/dict',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '订单质检字典',
    input: nothing,
    output: z.object({
      kinds: z.array(z.object({ key: orderFileKind, value: z.string(), stage: photoStage, counterpart: orderFileKind.nullable() })),
      stages: z.array(z.object({ key: photoStage, value: z.string() })),
      flags: z.array(z.object({ key: photoFlag, value: z.string() })),
      verdicts: z.array(z.object({ key: photoVerdict, value: z.string() })),
      reasons: z.array(z.object({ key: photoReason, value: z.string() })),
      why: z.array(z.object({ key: photoWhy, value: z.string() })),
      claimMinutes: z.number().int(),
    }),
  }),
  /** The pictures of one order with what they are held against. */
  order: call({
    method: 'GET',
    path: '/commonapi/admin/order_quality/order',
    effect: 'read',
    access: view,
    summary: '一单的质检照片',
    input: z.object({ orderId: id }),
    output: z.object({
      case: caseRow.nullable(),
      orderId: id,
      orderNo: z.string(),
      acceptedAt: instant.nullable(),
      arrivedAt: instant.nullable(),
      departAt: instant.nullable(),
      endedAt: instant.nullable(),
      pickup: z.object({ address: z.string(), lat: z.number(), lng: z.number() }).nullable(),
      dropoff: z.object({ address: z.string(), lat: z.number(), lng: z.number() }).nullable(),
      photos: z.array(
        photoRow.extend({
          /** An address for a quarter of an hour. */
          pictureUrl: z.string().nullable(),
          /** As it came: what proves that nobody changed it. */
          sha256: z.string(),
          hasOriginal: z.boolean(),
          /** From where its part of the trip was; null where either is not known. */
          awayM: metres.nullable(),
        }),
      ),
      matches: z.array(match),
    }),
    failures: ['photo.orderNotFound'],
  }),
  counts: call({
    method: 'GET',
    path: '/commonapi/admin/order_quality/counts',
    effect: 'read',
    access: view,
    summary: '订单质检数量',
    input: z.object({ cityId: optional(id) }),
    output: z.object({ waiting: z.number().int(), mine: z.number().int(), retakes: z.number().int(), screening: z.number().int() }),
  }),
  /** Orders whose pictures wait, the longest first. */
  queue: call({
    method: 'GET',
    path: '/commonapi/admin/order_quality/queue',
    effect: 'read',
    access: view,
    summary: '订单质检队列',
    input: page.extend({
      cityId: optional(id),
      states: optional(json(z.array(photoCaseState).max(photoCaseState.options.length))),
      why: optional(photoWhy),
    }),
    output: pageOf(caseRow),
  }),
  /** Takes an order's pictures for a quarter of an hour, gives them back, puts them last, or puts them into the queue. */
  hold: call({
    method: 'POST',
    path: '/commonapi/admin/order_quality/hold',
    effect: 'write',
    access: review,
    body: 'json',
    tolerant: true,
    summary: '领取或放回质检订单',
    input: z.object({ orderId: id, action: z.enum(['CLAIM', 'RELEASE', 'SKIP', 'QUEUE']) }),
    output: caseRow,
    failures: ['photo.orderNotFound', 'photo.claimed', 'photo.notYours', 'photo.otherState'],
  }),
  /** What a reviewer says of a picture that is still as it was seen. */
  verdict: call({
    method: 'POST',
    path: '/commonapi/admin/order_quality/verdict',
    effect: 'write',
    access: review,
    body: 'json',
    tolerant: true,
    once: true,
    summary: '判定订单照片',
    input: z.object({
      fileId: id,
      verdict: photoJudgement,
      reason: optional(photoReason),
      note: optional(text(200)),
      version: intBetween(0, 1_000_000),
    }),
    output: z.object({ photo: photoRow, case: caseRow.nullable() }),
    failures: [
      'photo.notFound',
      'photo.otherState',
      'photo.claimed',
      'photo.reasonMissing',
      'photo.noteMissing',
      'photo.replaced',
      'photo.noDriver',
    ],
  }),
  log: call({
    method: 'GET',
    path: '/commonapi/admin/order_quality/log',
    effect: 'read',
    access: view,
    summary: '照片的审核经过',
    input: z.object({ fileId: id }),
    output: z.object({
      rows: z.array(
        z.object({
          event: z.string(),
          from: photoVerdict.nullable(),
          to: photoVerdict,
          actor: z.string(),
          reason: z.string(),
          at: instant,
        }),
      ),
    }),
    failures: ['photo.notFound'],
  }),
  /** The picture as the camera made it, with all that stands in it: for those who may, who say what for, and it is written down. */
  original: call({
    method: 'POST',
    path: '/commonapi/admin/order_quality/original',
    effect: 'write',
    access: { authority: 'orderQuality.original' },
    body: 'json',
    tolerant: true,
    summary: '打开照片原图',
    input: z.object({ fileId: id, purpose: requiredText(200) }),
    output: z.object({
      fileName: z.string(),
      dataUrl: z.string(),
      sha256: z.string(),
      /** Its bytes still are those that were digested when it came. */
      proven: z.boolean(),
      expireAt: instant.nullable(),
    }),
    failures: ['photo.notFound', 'photo.originalGone'],
  }),
} satisfies Area

/** What happened to a picture, by the names of its machine's events and of what is noted within a state. */
export const photoEventText: Readonly<Record<string, string>> = {
  upload: '司机上传',
  screen: '自动检查',
  ok: '审核合格',
  bad: '审核不合格',
  retake: '要求重拍',
  replace: '司机已重拍',
  miss: '逾期未重拍，按不合格计',
  original: '查看原图',
}

import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { datum, id, instant, intBetween, lat, lng, nothing, optional } from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'
import { orderFileKind, photoReason, photoVerdict } from './photo-model.ts'

/** Pictures over bad networks: in parts, gone on with where the network broke, each picture once. */
export const uploadRefusals = refusals({
  'driver.uploadUnknown': { code: 404, zh: '该上传不存在或已过期，请重新开始', en: 'No such upload any more: begin again' },
  /** `data`: `{ received }`, from where to go on. */
  'driver.uploadGap': { code: 409770, zh: '前面的部分还没有收到', en: 'What comes before that part is not there yet' },
  'driver.uploadTooLong': { code: 400770, zh: '收到的内容超过照片大小', en: 'That is more than the picture was said to have' },
  'driver.noRetake': {
    code: 409771,
    zh: '这张照片不需要重拍，或已过重拍期限',
    en: 'This picture need not be taken again, or the time for it is over',
  },
})

export const MOST_PICTURE_BYTES = 8 * 1_048_576
/** Larger ones are no picture of a telephone, and would fill the memory of whoever opens them. */
export const MOST_PICTURE_PIXELS = 40_000_000
/** A part is as small as a bad network gets through, and no larger than this. */
export const PART_BYTES = 256 * 1024

/** Where and when a picture was taken, as the telephone says; what the camera wrote into it goes first. */
export const takenFields = {
  takenAt: optional(instant),
  lat: optional(lat),
  lng: optional(lng),
  datum: optional(datum),
  accuracyM: optional(intBetween(0, 100_000)),
  /** The picture that the driver was asked to take again. */
  replaces: optional(id),
}

const progress = z.object({
  uploadId: z.string(),
  /** So many bytes are there: the next part begins with that one. */
  received: z.number().int(),
  /** The picture, once all of it is there. */
  file: z.object({ fileId: id, width: z.number().int(), height: z.number().int() }).nullable(),
})
const KEEPING = ['driver.orderNotFound', 'driver.wrongState', 'driver.badPicture', 'driver.tooManyFiles', 'driver.noRetake'] as const

export const orderUploadCalls = {
  /** Announces a picture, or goes on with it: the same picture of the same order is the same upload. */
  begin: call({
    method: 'POST',
    path: '/driver/v1/orders/{id}/uploads',
    effect: 'write',
    access: 'driver',
    ofTrip: true,
    body: 'json',
    summary: '开始分段上传照片',
    input: z.object({
      id,
      kind: orderFileKind,
      /** SHA-256 of all its bytes, as hexadecimal digits. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/, '应为 SHA-256 | must be a SHA-256 in hexadecimal'),
      bytes: intBetween(1, MOST_PICTURE_BYTES),
      ...takenFields,
    }),
    output: progress.extend({ partBytes: z.number().int() }),
    failures: ['driver.orderNotFound', 'driver.wrongState', 'driver.tooManyFiles', 'driver.noRetake'],
  }),
  /**
   * One part. A part that is there already changes nothing. With the last one the picture is made; where all of it is not the picture that was
   * announced, nothing is kept, and `received` is 0: it comes again.
   */
  part: call({
    method: 'POST',
    path: '/driver/v1/uploads/{uploadId}/parts',
    effect: 'write',
    access: 'driver',
    ofTrip: true,
    body: 'multipart',
    unlogged: true,
    summary: '上传照片的一段',
    input: z.object({ uploadId: z.uuid(), offset: intBetween(0, MOST_PICTURE_BYTES), file: upload }),
    output: progress,
    failures: ['driver.uploadUnknown', 'driver.uploadGap', 'driver.uploadTooLong', ...KEEPING],
  }),
  /** What became of the driver's pictures: those to be taken again first, then those that were not as they should be in the last 30 days. */
  verdicts: call({
    method: 'GET',
    path: '/driver/v1/photo-verdicts',
    effect: 'read',
    access: 'driver',
    ofTrip: true,
    summary: '司机照片审核结果',
    input: nothing,
    output: z.object({
      rows: z.array(
        z.object({
          fileId: id,
          orderId: id,
          orderNo: z.string(),
          kind: orderFileKind,
          verdict: photoVerdict.extract(['BAD', 'RETAKE']),
          reason: photoReason.nullable(),
          note: z.string(),
          at: instant,
          /** Until then it can be taken again. */
          retakeUntil: instant.nullable(),
        }),
      ),
    }),
  }),
} satisfies Area

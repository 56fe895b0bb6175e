import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, optional, page, pageOf, text } from '../../kernel/fields.ts'

export const redeemBatchRefusals = refusals({
  'redeemBatch.notFound': { code: 404, zh: '兑换码批次不存在或不在您的业务范围内', en: 'No such batch of codes within your scope' },
  'redeemBatch.versionConflict': {
    code: 409961,
    zh: '兑换码批次已被他人修改，请按最新资料操作',
    en: 'Somebody else changed this batch of codes, look at the present data and try again',
  },
  'redeemBatch.periodOver': { code: 400952, zh: '结束时间应晚于开始时间和现在', en: 'The end must be later than the beginning and now' },
  /** `data`: `{ left }`. */
  'redeemBatch.overStock': {
    code: 409962,
    zh: '兑换码数量超过该优惠券剩余可发放的数量',
    en: 'More codes than there are coupons left of this template',
  },
  'coupon.codeLocked': { code: 409963, zh: '该批兑换码已被锁定，暂不能兑换', en: 'These codes are locked and cannot be redeemed now' },
})

export const MOST_CODES = 100_000
export const redeemBatchRow = z.object({
  redeemBatchId: id,
  batchNo: z.string(),
  couponTemplateId: id,
  templateName: z.string(),
  /** As many as were asked for, as many as there are, as many as became a coupon. */
  codes: z.number().int(),
  made: z.number().int(),
  used: z.number().int(),
  validFrom: instant,
  validTo: instant,
  locked: z.boolean(),
  remark: z.string(),
  madeBy: z.string(),
  madeAt: instant,
  version: z.number().int(),
  allowedActions: z.array(z.enum(['lock', 'unlock', 'print'])),
})
export type RedeemBatchRow = z.infer<typeof redeemBatchRow>
const codes = { authority: 'coupon.codes' } as const

export const redeemBatchCalls = {
  list: call({
    method: 'GET',
    path: '/api/redeem_batch/list',
    effect: 'read',
    access: { authority: 'coupon.view' },
    summary: '兑换码批次',
    input: page.extend({ keyword: optional(text(40)), couponTemplateId: optional(id), locked: optional(flag) }),
    output: pageOf(redeemBatchRow),
  }),
  /** A job makes the codes and writes them into a workbook, which is among the asker's jobs. */
  make: call({
    method: 'POST',
    path: '/api/redeem_batch/make',
    effect: 'write',
    access: codes,
    everyChannel: true,
    tolerant: true,
    once: 'required',
    summary: '制作兑换码',
    input: z.object({
      couponTemplateId: id,
      codes: intBetween(1, MOST_CODES),
      /** Not given: from now on. */
      validFrom: optional(instant),
      validTo: instant,
      remark: optional(text(200)),
    }),
    output: z.object({ redeemBatchId: id, jobId: id }),
    failures: ['couponTemplate.notFound', 'couponTemplate.beyondCities', 'redeemBatch.periodOver', 'redeemBatch.overStock'],
  }),
  /** Writes the workbook again; where codes are still missing they are made first. */
  print: call({
    method: 'POST',
    path: '/api/redeem_batch/print',
    effect: 'write',
    access: codes,
    everyChannel: true,
    summary: '导出兑换码',
    input: z.object({ redeemBatchId: id }),
    output: z.object({ jobId: id }),
    failures: ['redeemBatch.notFound', 'couponTemplate.beyondCities'],
  }),
  /** Codes of a locked batch become no coupon; coupons that were made of them stay. */
  lock: call({
    method: 'POST',
    path: '/api/redeem_batch/lock',
    effect: 'write',
    access: codes,
    everyChannel: true,
    summary: '锁定或解锁兑换码',
    input: z.object({ redeemBatchId: id, version: intBetween(1, 1_000_000_000), locked: flag }),
    output: redeemBatchRow,
    failures: ['redeemBatch.notFound', 'redeemBatch.versionConflict', 'couponTemplate.beyondCities'],
  }),
} satisfies Area

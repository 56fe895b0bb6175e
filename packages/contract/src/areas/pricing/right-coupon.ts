import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, json, optional } from '../../kernel/fields.ts'

/** Why a coupon does not come with a right; each stands in a row's result, none refuses the others. */
export const rightCouponRefusals = refusals({
  'rightCoupon.templateGone': { code: 404972, zh: '优惠券模板不存在或不在您的业务范围内', en: 'No such coupon template within your scope' },
  'rightCoupon.templateOff': { code: 409991, zh: '优惠券模板未启用', en: 'The coupon template is not on' },
  'rightCoupon.funder': {
    code: 409992,
    zh: '优惠券须由该权益的合作渠道承担',
    en: 'The coupon has to be paid for by the partner of the right',
  },
  'rightCoupon.templateTwice': {
    code: 409994,
    zh: '有几种同名的优惠券，请填写模板编号',
    en: 'Several coupons have this name: give the number of the template',
  },
  'rightCoupon.tooMany': { code: 409995, zh: '一项权益最多随发 20 种优惠券', en: 'At most 20 coupons come with a right' },
  'rightCoupon.versionConflict': {
    code: 409996,
    zh: '他人已修改该权益随发的优惠券，请按最新内容重新设置',
    en: 'Somebody else changed the coupons that come with this right: look at them again',
  },
  'rightCoupon.dates': {
    code: 409993,
    zh: '优惠券有效期须在权益有效期之内',
    en: 'The coupon has to be good within the time of the right',
  },
})

const problem = z.object({ couponTemplateId: id, problem: z.string(), words: z.string() })
const view = { authority: 'right.view' } as const
export const MOST_MAPPED = 200

/** Coupons that come with a right: whoever is granted it gets one of each. */
export const rightCouponCalls = {
  view: call({
    method: 'GET',
    path: '/djweb/rightCouponMap/viewRightMap',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '权益关联的优惠券',
    input: z.object({ rightId: id }),
    output: z.object({
      rows: z.array(
        z.object({
          couponTemplateId: id,
          name: z.string(),
          /** Why it does not come with the right any more; empty where it does. */
          problem: z.string(),
          words: z.string(),
          setByName: z.string(),
        }),
      ),
    }),
    failures: ['right.notFound'],
  }),
  /** Whether a coupon could come with a right; nothing is set. */
  check: call({
    method: 'GET',
    path: '/djweb/rightCouponMap/checkCouponTemp',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '检查可关联的优惠券',
    input: z.object({ rightId: id, couponTemplateId: id }),
    output: z.object({ fits: z.boolean(), problem: z.string(), words: z.string() }),
    failures: ['right.notFound'],
  }),
  /** What comes with each right from now on. A row with a coupon that does not fit is left as it was, and says which and why. */
  batchSet: call({
    method: 'GET',
    path: '/djweb/rightCouponMap/batchSet',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'right.edit' },
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '批量设置权益关联的优惠券',
    input: z.object({
      rows: json(
        z
          .array(
            z.object({
              rightId: id,
              couponTemplateIds: z.array(id).max(20),
              /** What came with it when it was looked at: where something else does by now, the row is left as it is. */
              seenIds: z.array(id).max(20).optional(),
            }),
          )
          .min(1)
          .max(MOST_MAPPED),
      ),
      /** Only says what would become of each row. */
      preview: optional(flag),
    }),
    output: z.object({
      set: z.number().int(),
      rows: z.array(
        z.object({
          rightId: id,
          set: z.boolean(),
          /** Of the right itself; empty where its coupons are what is wrong, or nothing. */
          problem: z.string(),
          words: z.string(),
          coupons: z.array(problem),
          /** What came with it until now. */
          beforeIds: z.array(id),
        }),
      ),
    }),
  }),
} satisfies Area

import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, intBetween, json, optional, page, pageOf, requiredText, text, flag } from '../../kernel/fields.ts'
import { findInput, findOutput } from '../../kernel/find.ts'
import { serviceType } from '../order/model.ts'
import { COUPON_TEMPLATE_STATUS } from './coupon.ts'
import { couponType, discountFunder, hours } from './model.ts'

export const couponTemplateRefusals = refusals({
  'couponTemplate.notFound': { code: 404, zh: '优惠券模板不存在或不在您的业务范围内', en: 'No such coupon template within your scope' },
  'couponTemplate.versionConflict': {
    code: 409951,
    zh: '优惠券模板已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed this coupon template, look at the present data and try again',
  },
  'couponTemplate.beyondCities': {
    code: 409952,
    zh: '优惠券模板的城市超出您的业务范围，请由负责全部这些城市的人员操作',
    en: 'The coupon template has cities beyond your own: who runs all of them can do this',
  },
  /** `data`: `{ fields }`: what may not change any more. */
  'couponTemplate.issued': {
    code: 409953,
    zh: '已有客户领到此优惠券，面额、条件和适用范围不能再改；请另建模板',
    en: 'Customers have coupons of this template: what they are worth and where they may be used stays. Make another template',
  },
  'couponTemplate.wrongState': {
    code: 409954,
    zh: '优惠券模板当前状态不能这样操作',
    en: 'The state of the coupon template does not allow this',
  },
  'couponTemplate.stillHeld': {
    code: 409955,
    zh: '仍有客户持有未使用的此优惠券，请先收回或等待到期',
    en: 'Customers still hold unused coupons of this template: revoke them or wait until they expire',
  },
  /** `data`: `{ fields: { [field]: { zh, en } } }`. */
  'couponTemplate.invalid': {
    code: 400951,
    zh: '优惠券模板填写有误，请按提示修改',
    en: 'The coupon template has faults, correct the fields named',
  },
})

const statuses = Object.values(COUPON_TEMPLATE_STATUS)
export const couponTemplateStatus = z.literal(statuses)
export type CouponTemplateStatus = z.infer<typeof couponTemplateStatus>
export const couponTemplateStatusText: Record<CouponTemplateStatus, string> = { [-1]: '已删除', 0: '草稿', 1: '发放中', 2: '已停用' }
export const couponTypeText: Record<z.infer<typeof couponType>, string> = {
  CASH: '代金券',
  RATE: '折扣券',
  FIXED_PRICE: '一口价',
  START_PRICE_FREE: '免起步价',
}
export const funderText: Record<z.infer<typeof discountFunder>, string> = { PLATFORM: '平台', TENANT: '本公司', PARTNER: '合作方' }
/**
 * What makes a coupon come to a customer by itself: the first trip they were served and billed; their birthday; each cancellation whose verdict
 * they disputed and that was decided in their favour; each top-up of the enterprise that pays for them.
 */
export const couponEvent = z.enum(['FIRST_ORDER', 'BIRTHDAY', 'COMPLAINT_SETTLED', 'RECHARGE'])
export type CouponEvent = z.infer<typeof couponEvent>
export const couponEventText: Record<CouponEvent, string> = {
  FIRST_ORDER: '完成首单',
  BIRTHDAY: '生日当天',
  COMPLAINT_SETTLED: '客户申诉获同意',
  RECHARGE: '企业充值到账（其员工）',
}

const amount = intBetween(1, 10_000_000)
/** What a coupon is worth and where it may be used: stays as it is once a customer has one. */
export const couponTerms = z.object({
  type: couponType,
  /** Of CASH what is taken off, of FIXED_PRICE what is paid. */
  faceFen: optional(amount),
  /** Of RATE the part still paid, of 10000. */
  rateBp: optional(intBetween(1, 9_999)),
  maxFen: optional(amount),
  minSubtotalFen: optional(intBetween(0, 10_000_000)),
  /** Empty lists: everywhere, every channel, every service, any hour, any pick-up. */
  cityIds: optional(json(z.array(id).max(200))),
  channelIds: optional(json(z.array(id).max(200))),
  serviceTypes: optional(json(z.array(serviceType).max(10))),
  bands: optional(json(z.array(hours).max(10))),
  fenceIds: optional(json(z.array(id).max(50))),
  newCustomerOnly: optional(flag),
  /** Both: a fixed period. Otherwise so many days from the grant. */
  validFrom: optional(instant),
  validTo: optional(instant),
  daysAfterGrant: optional(intBetween(1, 730)),
  funder: discountFunder,
  /** Of the partner who pays. */
  funderChannelId: optional(id),
})

export const couponTemplateRow = z.object({
  couponTemplateId: id,
  name: z.string(),
  type: couponType,
  faceFen: fen.nullable(),
  rateBp: z.number().int().nullable(),
  maxFen: fen.nullable(),
  minSubtotalFen: fen,
  cityIds: z.array(id),
  channelIds: z.array(id),
  serviceTypes: z.array(z.string()),
  bands: z.array(hours),
  fenceIds: z.array(id),
  newCustomerOnly: z.boolean(),
  validFrom: instant.nullable(),
  validTo: instant.nullable(),
  daysAfterGrant: z.number().int().nullable(),
  funder: discountFunder,
  funderChannelId: id.nullable(),
  funderName: z.string(),
  /** 0: no limit, here and of one customer. */
  totalIssue: z.number().int(),
  perUserLimit: z.number().int(),
  grantedOn: couponEvent.nullable(),
  /** What one costs in points; null: not to be had for points. */
  pricePoints: z.number().int().nullable(),
  /** Customer groups whose members alone may have one; empty: everybody. */
  groupIds: z.array(id),
  groupNames: z.array(z.string()),
  remark: z.string(),
  status: couponTemplateStatus,
  issued: z.number().int(),
  used: z.number().int(),
  version: z.number().int(),
  updatedAt: instant,
  allowedActions: z.array(z.enum(['edit', 'turnOn', 'turnOff', 'remove', 'grant', 'codes'])),
})
export type CouponTemplateRow = z.infer<typeof couponTemplateRow>

/** What became of the coupons of a template, and of the trips that used them. */
export const couponEffect = z.object({
  couponTemplateId: id,
  name: z.string(),
  funder: discountFunder,
  funderName: z.string(),
  granted: z.number().int(),
  customers: z.number().int(),
  held: z.number().int(),
  used: z.number().int(),
  expired: z.number().int(),
  revoked: z.number().int(),
  /** Of the trips that used one: what they cost before it, what it took off, what was left to pay. */
  beforeFen: fen,
  costFen: fen,
  revenueFen: fen,
  /** Other trips of the same customers since they were granted one, paid without it. */
  otherOrders: z.number().int(),
  otherRevenueFen: fen,
})
export type CouponEffect = z.infer<typeof couponEffect>

export const MOST_EFFECTS = 500
export const MOST_FENCES = 1_000
const view = { authority: 'coupon.view' } as const
const edit = { authority: 'coupon.edit' } as const
const version = intBetween(1, 1_000_000_000)

export const couponTemplateCalls = {
  list: call({
    method: 'GET',
    path: '/api/coupon/template/list',
    effect: 'read',
    access: view,
    summary: '优惠券模板列表',
    input: page.extend({
      keyword: optional(text(40)),
      type: optional(couponType),
      funder: optional(discountFunder),
      status: optional(z.enum(['0', '1', '2'])),
      cityId: optional(id),
    }),
    output: pageOf(couponTemplateRow),
  }),
  /** Templates to pick one from. */
  find: call({
    method: 'GET',
    path: '/api/coupon/template/find',
    effect: 'read',
    access: view,
    summary: '查找优惠券模板',
    input: findInput,
    output: findOutput,
  }),
  /** Fences that the pick-up may have to lie in. */
  fences: call({
    method: 'GET',
    path: '/api/coupon/template/fences',
    effect: 'read',
    access: view,
    summary: '优惠券可选的上车围栏',
    input: z.object({}),
    output: z.object({ rows: z.array(z.object({ fenceId: id, name: z.string(), cityId: id, cityName: z.string() })).max(MOST_FENCES) }),
  }),
  /** Without an id a new one, as a draft. */
  save: call({
    method: 'POST',
    path: '/api/coupon/template/save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '保存优惠券模板',
    input: couponTerms.extend({
      couponTemplateId: optional(id),
      version: optional(version),
      name: requiredText(40),
      totalIssue: optional(intBetween(0, 10_000_000)),
      perUserLimit: optional(intBetween(0, 1_000)),
      grantedOn: optional(couponEvent),
      pricePoints: optional(intBetween(1, 10_000_000)),
      groupIds: optional(json(z.array(id).max(20))),
      remark: optional(text(200)),
    }),
    output: couponTemplateRow,
    failures: [
      'couponTemplate.notFound',
      'couponTemplate.versionConflict',
      'couponTemplate.beyondCities',
      'couponTemplate.issued',
      'couponTemplate.invalid',
    ],
  }),
  /** On: coupons are granted and codes redeemed. Off: neither; those that customers have stay good. */
  move: call({
    method: 'POST',
    path: '/api/coupon/template/move',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '启用、停用或删除优惠券模板',
    input: z.object({ couponTemplateId: id, version, event: z.enum(['turnOn', 'turnOff', 'remove']) }),
    output: couponTemplateRow,
    failures: [
      'couponTemplate.notFound',
      'couponTemplate.versionConflict',
      'couponTemplate.beyondCities',
      'couponTemplate.wrongState',
      'couponTemplate.stillHeld',
    ],
  }),
  /** By template; of coupons granted in the period, and of the trips that used these. */
  effect: call({
    method: 'GET',
    path: '/api/coupon/template/effect',
    effect: 'read',
    access: view,
    summary: '优惠券效果',
    input: z.object({ couponTemplateId: optional(id), grantedFrom: optional(instant), grantedTo: optional(instant) }),
    output: z.object({ rows: z.array(couponEffect).max(MOST_EFFECTS) }),
  }),
} satisfies Area

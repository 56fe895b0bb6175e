import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, flag, id, instant, intBetween, json, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { openCity } from '../operations/city.ts'
import { serviceType } from '../order/model.ts'
import { feeRule, priceTemplateRules, pricingMode, templateOwner } from './model.ts'
import { feeLineType } from './fee-line.ts'

export const templateRefusals = refusals({
  'pricing.templateInvalid': {
    code: 40041,
    zh: '价格模板有误，请按提示修改',
    en: 'The price template has faults, correct the fields named',
  },
  'pricing.templateNotFound': { code: 404, zh: '价格模板不存在或不在您的城市范围内', en: 'No such price template within your cities' },
  'pricingTemplate.versionConflict': {
    code: 40941,
    zh: '该模板已有更新的版本，请刷新后再修改',
    en: 'A newer version of this template exists, reload before you change it',
  },
  'pricing.codeTaken': { code: 40942, zh: '模板编码已被使用', en: 'This template code is taken', field: 'code' },
  'pricing.cityOutOfScope': { code: 40341, zh: '所选城市不在您的城市范围内', en: 'A chosen city is outside your cities', field: 'cityIds' },
})

/** SCHEDULED begins later, REPLACED made way for a newer version, EXPIRED ran to its end. */
export const templateStatus = z.enum(['SCHEDULED', 'EFFECTIVE', 'REPLACED', 'EXPIRED'])
export type TemplateStatus = z.infer<typeof templateStatus>
export const templateStatusText: Record<TemplateStatus, string> = {
  SCHEDULED: '待生效',
  EFFECTIVE: '生效中',
  REPLACED: '已被新版替代',
  EXPIRED: '已失效',
}

export const templateVersion = z.object({
  templateId: id,
  ...versionFacts,
  code: z.string(),
  name: z.string(),
  ownerType: templateOwner,
  ownerId: id.nullable(),
  cityIds: z.array(id),
  cityNames: z.array(z.string()),
  channelIds: z.array(id),
  serviceType,
  rank: z.number().int(),
  mode: pricingMode,
  status: templateStatus,
  effectiveFrom: instant,
  effectiveTo: instant.nullable(),
})
export type TemplateVersion = z.infer<typeof templateVersion>
/** Of a row the version in force, or the next one where none is. */
const templateRow = templateVersion.extend({ newestVersion: z.number().int() })
/** A version whole. */
const templateSaid = templateRow.extend({
  rules: priceTemplateRules,
  /** Empty where the template belongs to nobody in particular. */
  ownerName: z.string(),
  /** Empty: every channel. */
  channelNames: z.array(z.string()),
})

const ids = (max: number) => json(z.array(id).max(max))
const view = { authority: 'pricing.view' } as const
const edit = { authority: 'pricing.edit' } as const
const versionOf = z.object({ templateId: id, version: optional(intBetween(1, 1_000_000)) })

export const templateCalls = part({
  priceCities: call({
    method: 'GET',
    path: '/api/price/city/list',
    effect: 'read',
    access: view,
    summary: '计价城市',
    input: nothing,
    output: z.object({ rows: z.array(openCity) }),
  }),
  templateList: call({
    method: 'GET',
    path: '/api/price/template/list',
    effect: 'read',
    access: view,
    summary: '价格模板列表',
    input: page.extend({ keyword: optional(text(40)), cityId: optional(id), ownerType: optional(templateOwner) }),
    output: pageOf(templateRow),
  }),
  /** Those of enterprises (企业) alone. */
  enterpriseTemplates: call({
    method: 'GET',
    path: '/djfee/v2/template/qy_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '企业价格模板',
    input: page.extend({ keyword: optional(text(40)), cityId: optional(id) }),
    output: pageOf(templateRow),
  }),
  templateVersions: call({
    method: 'GET',
    path: '/api/price/template/versions',
    effect: 'read',
    access: view,
    summary: '价格模板版本',
    input: z.object({ templateId: id }),
    output: versionsOf(templateSaid),
  }),
  /** Without a version: the one in force, or the newest where none is. */
  templateGet: call({
    method: 'GET',
    path: '/api/price/template/get',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '价格模板详情',
    input: versionOf,
    output: templateSaid,
    failures: ['pricing.templateNotFound'],
  }),
  /** Never changes a version: writes the first one of a new template, or the next one of `templateId`. */
  templateSave: call({
    method: 'POST',
    path: '/api/price/template/save',
    body: 'json',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存价格模板新版本',
    input: z.object({
      templateId: optional(id),
      /** The newest version the editor saw; required with `templateId`. */
      baseVersion: optional(intBetween(1, 1_000_000)),
      code: requiredText(40),
      name: requiredText(60),
      ownerType: templateOwner,
      ownerId: optional(id),
      cityIds: ids(200).pipe(z.array(id).min(1, '至少选择一个城市 | choose at least one city')),
      channelIds: optional(ids(200)),
      serviceType: optional(serviceType),
      rules: json(priceTemplateRules),
      /** Now when absent. */
      effectiveFrom: optional(instant),
      effectiveTo: optional(instant),
      ...changeReason,
    }),
    output: z.object({ templateId: id, version: z.number().int() }),
    failures: [
      'pricing.templateInvalid',
      'pricing.templateNotFound',
      'pricingTemplate.versionConflict',
      'pricing.codeTaken',
      'pricing.cityOutOfScope',
    ],
  }),
  /** A template of its own for each city, with the same prices. */
  templateCopy: call({
    method: 'POST',
    path: '/api/price/template/copy',
    body: 'json',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '复制价格模板到城市',
    input: z.object({
      templateId: id,
      version: intBetween(1, 1_000_000),
      cityIds: ids(100).pipe(z.array(id).min(1, '至少选择一个城市 | choose at least one city')),
      effectiveFrom: optional(instant),
    }),
    output: z.object({ rows: z.array(z.object({ templateId: id, cityId: id, code: z.string() })) }),
    failures: ['pricing.templateNotFound', 'pricing.templateInvalid', 'pricing.codeTaken', 'pricing.cityOutOfScope'],
  }),
  /** Prices any trip by any version and says which rule made each line. */
  templatePrice: call({
    method: 'GET',
    path: '/api/price/template/price',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '价格模板试算',
    input: versionOf.extend({
      departAt: instant,
      /** Offset of the city's clock; +480 when absent. */
      utcOffsetMinutes: optional(intBetween(-720, 840)),
      distanceM: intBetween(0, 2_000_000),
      waitS: optional(intBetween(0, 604_800)),
      driverLate: optional(flag),
      durationS: optional(intBetween(0, 2_592_000)),
      dynamicRateBp: optional(intBetween(10_000, 30_000)),
      weatherFen: optional(intBetween(0, 100_000)),
      weatherRateBp: optional(intBetween(10_000, 30_000)),
      tollFen: optional(intBetween(0, 1_000_000)),
      parkingFen: optional(intBetween(0, 1_000_000)),
      tipFen: optional(intBetween(0, 1_000_000)),
      couponFen: optional(intBetween(0, 1_000_000)),
      couponMinFen: optional(intBetween(0, 1_000_000)),
      enterpriseLimitFen: optional(intBetween(0, 100_000_000)),
    }),
    output: z.object({
      templateId: id,
      version: z.number().int(),
      lines: z.array(z.object({ type: feeLineType, label: z.string(), amountFen: fen, reason: z.string(), rule: feeRule })),
      subtotalFen: fen,
      discountFen: fen,
      totalFen: fen,
      enterpriseFen: fen,
      personalFen: fen,
      couponLostFen: fen,
      /** In words, when the coupon was not taken. */
      couponRefused: z.string().nullable(),
    }),
    failures: ['pricing.templateNotFound'],
  }),
})

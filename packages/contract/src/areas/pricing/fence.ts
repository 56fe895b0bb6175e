import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import {
  datum,
  flag,
  id,
  instant,
  intBetween,
  json,
  lat,
  lng,
  optional,
  page,
  pageOf,
  polygon,
  requiredText,
  text,
} from '../../kernel/fields.ts'
import { weekMask } from './fee-line.ts'

export const MAX_FENCE_POINTS = 500

export const fenceRefusals = refusals({
  'pricing.fenceInvalid': { code: 40042, zh: '围栏图形有误，请按提示修改', en: 'The fence has faults, correct what is named' },
  'pricing.fenceNotFound': { code: 404, zh: '围栏不存在或不在您的城市范围内', en: 'No such fence within your cities' },
  'pricingFence.versionConflict': {
    code: 40943,
    zh: '围栏已被他人修改，请刷新后再试',
    en: 'Somebody else changed this fence, reload first',
  },
  'pricing.fenceTemplate': {
    code: 40944,
    zh: '所选价格模板不是该城市的围栏模板',
    en: 'The chosen price template is no fence template of this city',
    field: 'templateId',
  },
})

export const fenceSide = z.enum(['PICKUP', 'DROPOFF', 'EITHER'])
export type FenceSide = z.infer<typeof fenceSide>
export const fenceSideText: Record<FenceSide, string> = { PICKUP: '上车点', DROPOFF: '下车点', EITHER: '上车点或下车点' }

export const priceFence = z.object({
  fenceId: id,
  cityId: id,
  cityName: z.string(),
  name: z.string(),
  side: fenceSide,
  templateId: id,
  templateName: z.string(),
  priority: z.number().int(),
  weekMask,
  polygon,
  effectiveFrom: instant,
  effectiveTo: instant.nullable(),
  enabled: z.boolean(),
  version: z.number().int(),
  updatedAt: instant,
})
export type PriceFence = z.infer<typeof priceFence>

const view = { authority: 'pricing.view' } as const
const edit = { authority: 'pricing.edit' } as const
const desk = { authority: 'callCentre.view' } as const
const point = z.object({ cityId: id, lat, lng, datum: optional(datum), at: optional(instant) })

export const fenceCalls = part({
  /** The fences in force that hold a point, the one that decides first. */
  fenceAt: call({
    method: 'GET',
    path: '/djweb/callCenter/price_fence',
    effect: 'read',
    access: desk,
    tolerant: true,
    summary: '坐标所在价格围栏',
    input: point,
    output: z.object({ rows: z.array(priceFence) }),
  }),
  fencesInForce: call({
    method: 'GET',
    path: '/djweb/callCenter/price_fence_all',
    effect: 'read',
    access: desk,
    summary: '城市生效价格围栏',
    input: z.object({ cityId: id }),
    output: z.object({ rows: z.array(priceFence) }),
  }),
  fenceList: call({
    method: 'GET',
    path: '/api/price/fence/list',
    effect: 'read',
    access: view,
    summary: '价格围栏列表',
    input: page.extend({ cityId: optional(id), keyword: optional(text(40)), enabled: optional(flag) }),
    output: pageOf(priceFence),
  }),
  fenceSave: call({
    method: 'POST',
    path: '/api/price/fence/save',
    body: 'json',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存价格围栏',
    input: z.object({
      fenceId: optional(id),
      /** As the editor saw it; required with `fenceId`. */
      version: optional(intBetween(1, 1_000_000)),
      cityId: id,
      name: requiredText(60),
      side: fenceSide,
      templateId: id,
      priority: optional(intBetween(0, 1000)),
      weekMask: optional(intBetween(1, 127)),
      polygon: json(polygon),
      effectiveFrom: optional(instant),
      effectiveTo: optional(instant),
      enabled: optional(flag),
    }),
    output: z.object({ fenceId: id, version: z.number().int() }),
    failures: [
      'pricing.fenceInvalid',
      'pricing.fenceNotFound',
      'pricingFence.versionConflict',
      'pricing.fenceTemplate',
      'pricing.cityOutOfScope',
    ],
  }),
  fenceSwitch: call({
    method: 'POST',
    path: '/api/price/fence/switch',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '启停价格围栏',
    input: z.object({ fenceId: id, enabled: flag }),
    output: z.object({ fenceId: id, version: z.number().int(), enabled: z.boolean() }),
    failures: ['pricing.fenceNotFound'],
  }),
  /** Which fence decides at a point and an instant, off-switched ones left out. */
  fenceTest: call({
    method: 'GET',
    path: '/api/price/fence/test',
    effect: 'read',
    access: view,
    summary: '测试坐标命中的价格围栏',
    input: point,
    output: z.object({ rows: z.array(priceFence) }),
  }),
})

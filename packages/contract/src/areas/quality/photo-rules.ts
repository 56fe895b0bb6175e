import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, optional } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { photoFlag, photoWhy } from './photo-model.ts'

/** Which pictures of orders reviewers get to see, and from what on place and time are not those of the trip. */
export const photoRuleRefusals = refusals({
  'photoRules.otherCity': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'photoRules.versionConflict': {
    code: 409760,
    zh: '照片抽检规则已被他人修改，请按最新规则重新填写',
    en: 'Somebody else changed the rules, look at the present ones and try again',
  },
})

const rules = {
  /** Of ten thousand orders with pictures, so many are taken at random. */
  sampleBp: intBetween(0, 10_000),
  /** Every order of a driver who joined less than so many days ago; 0: none for that. */
  newDriverDays: intBetween(0, 365),
  /** Every order about which the driver's file has a complaint. */
  complaints: flag,
  /** Findings for which an order is looked at whatever chance says. */
  flags: json(z.array(photoFlag).max(photoFlag.options.length)),
  /** Further from where the trip began or ended than that a picture was taken elsewhere. */
  offPlaceM: intBetween(50, 20_000),
  /** Earlier or later than its part of the trip by more than that it was taken at another time. */
  offTimeMinutes: intBetween(1, 1_440),
  /** So long a driver has to take a picture again. */
  retakeHours: intBetween(1, 720),
  /** So long the original is kept as the camera made it; what is shown of it stays. */
  originalDays: intBetween(7, 3_650),
}
const content = z.object(rules)
export type PhotoRules = z.infer<typeof content>
export const STANDARD_PHOTO_RULES: PhotoRules = {
  sampleBp: 500,
  newDriverDays: 14,
  complaints: true,
  flags: ['REUSED', 'OFF_PLACE', 'OFF_TIME', 'BLANK'],
  offPlaceM: 1_000,
  offTimeMinutes: 30,
  retakeHours: 24,
  originalDays: 180,
}
const setting = z.object({ cityId: id.nullable(), cityName: z.string(), ...versionFacts, ...rules })

const view = { authority: 'orderQuality.view' } as const
export const photoRulesCalls = {
  rules: call({
    method: 'GET',
    path: '/commonapi/admin/order_quality/rules',
    effect: 'read',
    access: view,
    summary: '查看照片抽检规则',
    /** Without a city the tenant's own. */
    input: z.object({ cityId: optional(id) }),
    output: z.object({
      /** What holds there: the city's own, else the tenant's, else the standard (version 0). */
      holds: z.object({ ...rules, cityId: id.nullable(), version: z.number().int(), changedAt: instant.nullable(), changedBy: z.string() }),
      /** Of the city's (or the tenant's) own, which a change is built on; 0 where it has none. */
      ownVersion: z.number().int(),
      mayChange: z.boolean(),
      /** Cities with rules of their own. */
      cities: z.array(z.object({ cityId: id, name: z.string() })),
      /** Of the last 30 days, what these rules brought to reviewers there, and what came of it. */
      orders: z.object({ withPhotos: z.number().int(), reviewed: z.number().int(), photos: z.number().int(), bad: z.number().int() }),
    }),
  }),
  history: call({
    method: 'GET',
    path: '/commonapi/admin/order_quality/rulesHistory',
    effect: 'read',
    access: view,
    summary: '照片抽检规则的历次修改',
    input: z.object({ cityId: optional(id) }),
    output: versionsOf(setting),
  }),
  save: call({
    method: 'POST',
    path: '/commonapi/admin/order_quality/saveRules',
    effect: 'write',
    access: { authority: 'orderQuality.rules' },
    everyChannel: true,
    body: 'json',
    tolerant: true,
    summary: '保存照片抽检规则',
    input: z.object({ cityId: optional(id), ...rules, version: intBetween(0, 1_000_000), ...changeReason }),
    output: setting,
    failures: ['photoRules.otherCity', 'photoRules.versionConflict'],
  }),
} satisfies Area

export const photoTrialCalls = {
  /** What rules that are not saved yet would have brought to reviewers of the last 30 days. */
  try: call({
    method: 'POST',
    path: '/commonapi/admin/order_quality/tryRules',
    effect: 'read',
    access: { authority: 'orderQuality.rules' },
    everyChannel: true,
    body: 'json',
    summary: '用历史订单试算照片抽检规则',
    input: z.object({
      cityId: optional(id),
      sampleBp: rules.sampleBp,
      newDriverDays: rules.newDriverDays,
      complaints: rules.complaints,
      flags: rules.flags,
      offPlaceM: rules.offPlaceM,
      offTimeMinutes: rules.offTimeMinutes,
    }),
    output: z.object({
      /** With pictures, whose trip is over. */
      orders: z.number().int(),
      /** To be reviewed whatever chance says. */
      certain: z.number().int(),
      /** Of the others, as many as chance brings on average. */
      sampled: z.number().int(),
      photos: z.number().int(),
      /** An order may be there for several. */
      byWhy: z.array(z.object({ why: photoWhy.extract(['FLAGGED', 'NEW_DRIVER', 'COMPLAINT']), orders: z.number().int() })),
      byFlag: z.array(z.object({ flag: photoFlag, orders: z.number().int() })),
      /** There were more: only the newest were tried. */
      cut: z.boolean(),
    }),
    failures: ['photoRules.otherCity'],
  }),
} satisfies Area

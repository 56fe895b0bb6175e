import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, flag, id, intBetween, json, optional } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { FACE_LOCK_MINUTES, FACE_MAX_FAIL, FACE_RANDOM_PERCENT } from './face.ts'
import { insuranceProduct } from './insurance.ts'

/** What a city asks of its drivers before duty and during a trip. */
export const driverDutyRefusals = refusals({
  'driverDuty.otherCity': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'driverDuty.versionConflict': {
    code: 409224,
    zh: '规则已被他人修改，请刷新后重试',
    en: 'Someone else changed these rules, reload and try again',
  },
  'driverDuty.examUnknown': {
    code: 409448,
    zh: '所选考试不存在、未发布，或不适用于这些城市',
    en: 'A chosen exam is not there, not published or not held in these cities',
    field: 'examGroups',
  },
  /** `data`: `{ cities: [{ cityId, cityName, drivers, without }] }`, those where nobody could go on duty. */
  'driverDuty.excludesAll': {
    code: 409449,
    zh: '这样设置后，有城市的司机全部不能上线；确认要这样请勾选仍要保存',
    en: 'No driver of some city could go on duty any more: say that you mean it to save',
    field: 'excludeAll',
  },
  /** `data`: `{ exams: [{ examGroupId, name }] }`. */
  'driver.examRequired': {
    code: 409450,
    zh: '请先通过公司要求的考试再上线',
    en: 'Pass the exam that your company asks for before you go on duty',
  },
  /** `data`: `{ papers }`, which of `LICENCE` and `ID_CARD`. */
  'driver.papersOver': {
    code: 409629,
    zh: '证件已过期，不能上线；请更新证件并联系公司审核',
    en: 'A paper of yours has expired: renew it and have your company check it before you go on duty',
  },
  /** `data`: `{ products }`, those that the city asks for and no policy covers for the next hour. */
  'driver.policyMissing': {
    code: 409630,
    zh: '没有保障中的保单，不能上线；请联系公司投保或续保',
    en: 'No policy covers you for the next hour: have your company take one out or renew it before you go on duty',
  },
  /** `data`: `{ products }`. Whoever is told so is off duty. */
  'driver.policyEnded': {
    code: 409631,
    zh: '您的保单已终止，已为您下线；请联系公司续保后再上线',
    en: 'Your policy has ended and you are off duty: have your company renew it before you go on duty again',
  },
})

/** So many exams may be asked for at most. */
export const MOST_EXAMS = 5

const rules = z.object({
  faceRequired: flag,
  /** A check that was passed holds so long. */
  faceEveryHours: intBetween(1, 720),
  /** These are as they were where they are not given. */
  faceFirstOrder: optional(flag),
  /** Of orders, before one of which a driver is asked by chance; 0: before none. */
  faceRandomPercent: optional(intBetween(0, FACE_RANDOM_PERCENT.max)),
  facePayout: optional(flag),
  faceMaxFail: optional(intBetween(FACE_MAX_FAIL.min, FACE_MAX_FAIL.max)),
  faceLockMinutes: optional(intBetween(FACE_LOCK_MINUTES.min, FACE_LOCK_MINUTES.max)),
  /** The driver's page takes the picture, in place of the checking service's own app. */
  facePicture: optional(flag),
  /** Exams that have to be passed before duty, where they are published and held in the driver's city. */
  examGroups: optional(json(z.array(id).max(MOST_EXAMS))),
  insuranceRequired: flag,
  insuranceEveryHours: intBetween(1, 720),
  /** A policy of each of these has to be in force. */
  policies: optional(json(z.array(insuranceProduct).max(3))),
  /** Pictures of the car needed before a trip begins. */
  photosBeforeDepart: intBetween(0, 6),
  /** An extra from this sum on needs a receipt; not given: none does. */
  receiptFromFen: optional(intBetween(0, 1_000_000)),
})
const dutyRules = z.object({
  /** Null: the tenant's own, for cities without rules of theirs. */
  cityId: id.nullable(),
  cityName: z.string(),
  ...versionFacts,
  faceRequired: z.boolean(),
  faceEveryHours: z.number().int(),
  faceFirstOrder: z.boolean(),
  faceRandomPercent: z.number().int(),
  facePayout: z.boolean(),
  /** After so many that were not passed, without one that was, nothing is asked for so long, and nothing given. */
  faceMaxFail: z.number().int(),
  faceLockMinutes: z.number().int(),
  facePicture: z.boolean(),
  examGroups: z.array(id),
  insuranceRequired: z.boolean(),
  insuranceEveryHours: z.number().int(),
  policies: z.array(insuranceProduct),
  photosBeforeDepart: z.number().int(),
  receiptFromFen: fen.nullable(),
})

export const driverDutyCalls = part({
  list: call({
    method: 'GET',
    path: '/djweb/driverDuty/rules',
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '司机上线规则列表',
    input: z.object({}),
    output: z.object({
      rows: z.array(dutyRules),
      /** Those whose rules this operator may change. */
      cities: z.array(z.object({ cityId: id, name: z.string() })),
      /** Exams that can be asked for, and those that are though they are not published any more. */
      exams: z.array(z.object({ examGroupId: id, name: z.string(), cityIds: z.array(id), published: z.boolean() })),
      /** Whether this operator may change what holds for the whole tenant. */
      mayChangeTenant: z.boolean(),
    }),
  }),
  history: call({
    method: 'GET',
    path: '/djweb/driverDuty/history',
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '司机上线规则的历次修改',
    /** Without a city the tenant's own. */
    input: z.object({ cityId: optional(id) }),
    output: versionsOf(dutyRules),
  }),
  /** What asking for exams would do now. */
  trial: call({
    method: 'GET',
    path: '/djweb/driverDuty/trial',
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '试算上线规则对司机的影响',
    input: z.object({ cityId: optional(id), examGroups: json(z.array(id).max(MOST_EXAMS)) }),
    output: z.object({
      /** Drivers of each city concerned who may go on duty otherwise, and how many of them have not passed. */
      cities: z.array(z.object({ cityId: id, cityName: z.string(), drivers: z.number().int(), without: z.number().int() })),
    }),
    failures: ['driverDuty.otherCity', 'driverDuty.examUnknown'],
  }),
  save: call({
    method: 'POST',
    path: '/djweb/driverDuty/save',
    effect: 'write',
    access: { authority: 'dispatchSettings.edit' },
    everyChannel: true,
    tolerant: true,
    summary: '保存司机上线规则',
    /** `version` of the rules that were looked at; 0 where the city has none yet. */
    input: rules.extend({
      cityId: optional(id),
      version: intBetween(0, 1_000_000_000),
      /** It is meant though no driver of some city can go on duty then. */
      excludeAll: optional(flag),
      ...changeReason,
    }),
    output: dutyRules,
    failures: ['driverDuty.versionConflict', 'driverDuty.otherCity', 'driverDuty.examUnknown', 'driverDuty.excludesAll'],
  }),
})

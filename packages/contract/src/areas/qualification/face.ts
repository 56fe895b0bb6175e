import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, nothing, optional, page, pageOf, text } from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'
import { changeReason, versionFacts } from '../../kernel/version.ts'
import { datedFields, datedFilter, datedInput } from '../../kernel/dated.ts'

export const driverFaceRefusals = refusals({
  'driverFace.whiteNotFound': { code: 404, zh: '白名单不存在或不在您的业务范围内', en: 'No such entry within your scope' },
  'driverFace.driverUnknown': {
    code: 404,
    zh: '没有此工号的司机，或不在您的业务范围内',
    en: 'No driver of this number within your scope',
    field: 'driverNo',
  },
  /** `data.fields`: the end. */
  'driverFace.periodInvalid': {
    code: 400301,
    zh: '截止时间应晚于开始时间和现在',
    en: 'The end must be later than the beginning and than now',
  },
  /** `data`: `{ whiteId, from, until }` of the one that stands. */
  'driverFace.whiteOverlap': {
    code: 409301,
    zh: '该司机在此期间已在白名单中，请先调整或结束原来的',
    en: 'The driver is on the whitelist in this period already: change or end that entry first',
    field: 'until',
  },
  'driverFace.versionConflict': {
    code: 409302,
    zh: '白名单已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed this entry, look at it again',
  },
  'driverFace.pictureGone': {
    code: 404,
    zh: '照片不存在、已按期删除或不在您的业务范围内',
    en: 'No such picture within your scope, or its time is over',
  },
  /** `data`: the words to agree to. */
  'driver.faceNoConsent': {
    code: 409619,
    zh: '请先同意人脸信息处理说明',
    en: 'Agree to how pictures of your face are used first',
  },
  'driverFace.whiteOver': { code: 409303, zh: '已结束的白名单不能再改', en: 'An entry that is over stays as it was' },
})

/** Of every call before which a city may ask a driver to show their face. */
export const FACE_REFUSALS = ['driver.faceRequired', 'driver.faceLocked', 'driver.checkUnavailable'] as const

/** When a driver is asked to show their face: before duty, before the first order of the day, before one order or another, before money leaves. */
export const faceTrigger = z.enum(['ONLINE', 'FIRST_ORDER_DAY', 'RANDOM', 'BEFORE_PAYOUT'])
export type FaceTrigger = z.infer<typeof faceTrigger>
export const faceTriggerText: Record<FaceTrigger, string> = {
  ONLINE: '上线前',
  FIRST_ORDER_DAY: '当日首单前',
  RANDOM: '随机抽查',
  BEFORE_PAYOUT: '提现前',
}
/** One that was not made because the driver is on the whitelist counts as neither. */
export const checkResult = z.enum(['PASS', 'FAIL', 'ERROR', 'SKIPPED'])
type CheckResult = z.infer<typeof checkResult>
export const checkResultText: Record<CheckResult, string> = {
  PASS: '核验通过',
  FAIL: '核验未通过',
  ERROR: '服务无应答',
  SKIPPED: '白名单免核验',
}

/** A picture of a face is there for so long, for whoever has to see why somebody was not let through. */
export const FACE_PICTURE_DAYS = 3
/** What a driver agrees to before a picture of them is taken; other words have another number, and are agreed to anew. */
export const FACE_CONSENT = {
  version: 1,
  zh: `为核实接单人是您本人，公司会在上线、接单或提现前请您拍摄一张人脸照片，交由核验服务比对并判断是否本人现场拍摄。照片加密保存，${FACE_PICTURE_DAYS} 天后自动删除，只有经授权的人员可以查看，每次查看都有记录。您可以随时撤回同意：已存照片立即删除，之后需要人脸核验的事项将无法办理。`,
  en: `To make sure that it is you who drives, your company asks you for a picture of your face before duty, orders or withdrawals. A checking service compares it and judges whether it was taken of you just then. Pictures are kept encrypted and deleted after ${FACE_PICTURE_DAYS} days; only authorised people can see them, and each look is logged. You may withdraw your consent at any time: pictures are deleted at once, and what asks for your face cannot be done from then on.`,
} as const

/** Limits of what a city may ask. */
export const FACE_RANDOM_PERCENT = { min: 1, max: 50 } as const
export const FACE_MAX_FAIL = { min: 1, max: 10 } as const
export const FACE_LOCK_MINUTES = { min: 5, max: 1_440 } as const

const config = z.object({
  /** Null: the tenant's own, for cities without rules of theirs. */
  cityId: id.nullable(),
  cityName: z.string(),
  ...versionFacts,
  triggers: z.array(faceTrigger),
  everyHours: z.number().int(),
  /** Of orders; 0 without `RANDOM`. */
  randomPercent: z.number().int(),
  maxFail: z.number().int(),
  lockMinutes: z.number().int(),
  /** The driver's page takes the picture and hands it over here, in place of the checking service's own app. */
  picture: z.boolean(),
})
export const faceWhiteRow = z.object({ whiteId: id, ...datedFields })
export type FaceWhiteRow = z.infer<typeof faceWhiteRow>
const faceCheckRow = z.object({
  checkId: id,
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  cityId: id,
  cityName: z.string(),
  trigger: faceTrigger,
  result: checkResult,
  reason: z.string(),
  /** Who judged; empty where nobody was asked. */
  provider: z.string(),
  /** How like it was, of 10000, and whether it was taken of somebody there; null where the service did not say. */
  scoreBp: z.number().int().nullable(),
  live: z.boolean().nullable(),
  at: instant,
  allowedActions: z.array(z.enum(['picture'])),
})

const view = { authority: 'driver.view' } as const
const edit = { authority: 'driver.edit' } as const

/** Face checks: what a city asks stands among its rules of duty, and these calls say and change the same. */
export const driverFaceCalls = {
  getConfig: call({
    method: 'GET',
    path: '/djweb/driverFace/getConfig',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '查看人脸核验设置',
    /** Without a city those of every city in sight and of the tenant. */
    input: z.object({ cityId: optional(id) }),
    output: z.object({ rows: z.array(config) }),
  }),
  updateConfig: call({
    method: 'GET',
    path: '/djweb/driverFace/updateConfig',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'dispatchSettings.edit' },
    everyChannel: true,
    tolerant: true,
    summary: '保存人脸核验设置',
    /** `version` of the rules that were looked at; 0 where the city has none yet. What is not given stays. */
    input: z.object({
      cityId: optional(id),
      version: intBetween(0, 1_000_000_000),
      triggers: optional(json(z.array(faceTrigger).max(4))),
      everyHours: optional(intBetween(1, 720)),
      randomPercent: optional(intBetween(FACE_RANDOM_PERCENT.min, FACE_RANDOM_PERCENT.max)),
      maxFail: optional(intBetween(FACE_MAX_FAIL.min, FACE_MAX_FAIL.max)),
      lockMinutes: optional(intBetween(FACE_LOCK_MINUTES.min, FACE_LOCK_MINUTES.max)),
      picture: optional(flag),
      ...changeReason,
    }),
    output: config,
    failures: ['driverDuty.versionConflict', 'driverDuty.otherCity'],
  }),
  whiteList: call({
    method: 'GET',
    path: '/djweb/driverFace/whiteList',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '人脸核验白名单',
    input: page.extend(datedFilter),
    output: pageOf(faceWhiteRow),
  }),
  whiteDetail: call({
    method: 'GET',
    path: '/djweb/driverFace/whiteDetail',
    effect: 'read',
    access: view,
    summary: '人脸核验白名单详情',
    input: z.object({ whiteId: id }),
    output: faceWhiteRow,
    failures: ['driverFace.whiteNotFound'],
  }),
  /** Without an id a new one of a driver. */
  whiteSave: call({
    method: 'GET',
    path: '/djweb/driverFace/whiteSave',
    anyVerb: true,
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '保存人脸核验白名单',
    input: z.object({ whiteId: optional(id), ...datedInput }),
    output: faceWhiteRow,
    failures: [
      'driverFace.whiteNotFound',
      'driverFace.driverUnknown',
      'driverFace.periodInvalid',
      'driverFace.whiteOverlap',
      'driverFace.versionConflict',
      'driverFace.whiteOver',
    ],
  }),
  /** One to come is gone, one that holds ends now. */
  whiteDel: call({
    method: 'GET',
    path: '/djweb/driverFace/whiteDel',
    anyVerb: true,
    effect: 'write',
    access: edit,
    summary: '删除或结束人脸核验白名单',
    input: z.object({ whiteId: id, version: intBetween(1, 1_000_000_000) }),
    output: z.object({}),
    failures: ['driverFace.whiteNotFound', 'driverFace.versionConflict', 'driverFace.whiteOver'],
  }),
  checks: call({
    method: 'GET',
    path: '/djweb/driverFace/checks',
    effect: 'read',
    access: view,
    summary: '人脸核验记录',
    input: page.extend({
      cityId: optional(id),
      driverId: optional(id),
      /** The beginning of a driver's number or name, or a whole telephone. */
      keyword: optional(text(40)),
      trigger: optional(faceTrigger),
      result: optional(checkResult),
      atFrom: optional(instant),
      atTo: optional(instant),
    }),
    output: pageOf(faceCheckRow),
  }),
  /** The look is logged. */
  picture: call({
    method: 'POST',
    path: '/djweb/driverFace/picture',
    effect: 'write',
    access: { authority: 'driver.facePicture' },
    summary: '查看人脸照片',
    input: z.object({ checkId: id }),
    output: z.object({
      /** A JPEG to put into an image as it is. */
      dataUrl: z.string(),
      deletedAt: instant,
    }),
    failures: ['driverFace.pictureGone'],
  }),
} satisfies Area

const ownFace = z.object({
  /** Pictures are taken on the driver's page in this city. */
  picture: z.boolean(),
  consent: z.object({ given: z.boolean(), at: instant.nullable(), version: z.number().int(), words: z.string() }),
  /** Nothing is asked for until then. */
  lockedUntil: instant.nullable(),
  triesLeft: z.number().int(),
})
/** The driver's own side of it. */
export const driverFaceAppCalls = {
  face: call({
    method: 'GET',
    path: '/driver/v1/face',
    effect: 'read',
    access: 'driver',
    summary: '我的人脸核验',
    input: nothing,
    output: ownFace,
  }),
  /** Agrees to the words of that number, or takes it back: then the pictures that are there go at once. */
  faceConsent: call({
    method: 'POST',
    path: '/driver/v1/face/consent',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '同意或撤回人脸信息处理',
    input: z.object({ agree: flag, version: intBetween(1, 1_000) }),
    output: ownFace,
    failures: ['driver.faceNoConsent'],
  }),
  /** Shows a face; one that is passed holds for what asks for it afterwards. */
  facePicture: call({
    method: 'POST',
    path: '/driver/v1/face/pictures',
    effect: 'write',
    access: 'driver',
    body: 'multipart',
    summary: '提交人脸照片',
    input: z.object({ trigger: faceTrigger, file: upload }),
    output: ownFace,
    failures: ['driver.badPicture', 'driver.faceNoConsent', ...FACE_REFUSALS],
  }),
} satisfies Area

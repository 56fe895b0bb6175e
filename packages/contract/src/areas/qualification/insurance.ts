import * as z from 'zod'
import { type Area, call } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, intBetween, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'

export const driverInsuranceRefusals = refusals({
  'driverInsurance.notFound': { code: 404, zh: '保单不存在或不在您的业务范围内', en: 'No such policy within your scope' },
  'driverInsurance.driverUnknown': {
    code: 404,
    zh: '没有此工号的司机，或不在您的业务范围内',
    en: 'No driver of this number within your scope',
    field: 'driverNo',
  },
  'driverInsurance.periodInvalid': {
    code: 400321,
    zh: '保险止期应晚于起期，且不超过十年',
    en: 'A policy must end later than it begins, within ten years',
    field: 'until',
  },
  /** `data`: `{ insuranceId, policyNo, from, until }` of the one that stands. */
  'driverInsurance.overlap': {
    code: 409321,
    zh: '该司机在此期间已有同一险种的保单，请先修改或退保原来的',
    en: 'The driver has a policy of this product in this period already: change or cancel that one first',
    field: 'until',
  },
  'driverInsurance.versionConflict': {
    code: 409322,
    zh: '保单已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed this policy, look at it again',
  },
  'driverInsurance.cancelled': { code: 409323, zh: '已退保的保单不能再改', en: 'A policy that was cancelled stays as it was' },
})

/** Of the driver themselves, of what they do to others and to cars, and one that is taken out for single trips. */
export const insuranceProduct = z.enum(['ACCIDENT', 'LIABILITY', 'PER_TRIP'])
export type InsuranceProduct = z.infer<typeof insuranceProduct>
export const insuranceProductText: Record<InsuranceProduct, string> = { ACCIDENT: '意外险', LIABILITY: '责任险', PER_TRIP: '按单保险' }
export const insurancePayer = z.enum(['DRIVER', 'PLATFORM'])
export const insurancePayerText: Record<z.infer<typeof insurancePayer>, string> = { DRIVER: '司机', PLATFORM: '平台' }
/** CLAIMING: a claim on it is not decided yet; whether it covers the driver is said by its days alone. */
export const insuranceState = z.enum(['PENDING', 'ACTIVE', 'CLAIMING', 'EXPIRED', 'CANCELLED'])
export type InsuranceState = z.infer<typeof insuranceState>
export const insuranceStateText: Record<InsuranceState, string> = {
  PENDING: '未生效',
  ACTIVE: '保障中',
  CLAIMING: '理赔中',
  EXPIRED: '已到期',
  CANCELLED: '已退保',
}

/** No policy is written for longer: who types more has mistaken a digit. */
export const POLICY_YEARS_MAX = 10
/** For so long from going on duty a policy has to hold. */
export const COVER_AHEAD_MINUTES = 60
export const COVERAGE_FEN = { min: 1, max: 10_000_000_000 } as const
export const PREMIUM_FEN = { min: 0, max: 100_000_000 } as const

export const insuranceRow = z.object({
  insuranceId: id,
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  cityId: id,
  cityName: z.string(),
  product: insuranceProduct,
  insurer: z.string(),
  policyNo: z.string(),
  from: instant,
  /** Not included. */
  until: instant,
  state: insuranceState,
  coverageFen: fen,
  premiumFen: fen,
  payer: insurancePayer,
  /** Null, and no reason, where it was not cancelled. */
  cancelledAt: instant.nullable(),
  cancelReason: z.string(),
  version: z.number().int(),
  changedAt: instant,
  changedBy: z.string(),
  allowedActions: z.array(z.enum(['edit', 'cancel'])),
})
export type InsuranceRow = z.infer<typeof insuranceRow>

const filter = z.object({
  cityId: optional(id),
  /** The beginning of a driver's number or name, or a whole telephone. */
  keyword: optional(text(40)),
  policyNo: optional(text(60)),
  driverId: optional(id),
  product: optional(insuranceProduct),
  state: optional(insuranceState),
  payer: optional(insurancePayer),
  /** Those in force that end within so many days. */
  endsWithinDays: optional(intBetween(1, 365)),
})
const ofOne = z.object({ insuranceId: id })
const seen = ofOne.extend({ version: intBetween(1, 1_000_000_000) })
const view = { authority: 'driver.view' } as const
const edit = { authority: 'driver.edit' } as const

/** Policies that cover drivers, told from where they were taken out: what holds is what stands here. */
export const driverInsuranceCalls = {
  list: call({
    method: 'GET',
    path: '/djweb/driverInsurance/list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '司机保单列表',
    input: page.extend(filter.shape),
    output: pageOf(insuranceRow),
  }),
  detail: call({
    method: 'GET',
    path: '/djweb/driverInsurance/detail',
    effect: 'read',
    access: view,
    summary: '司机保单详情',
    input: ofOne,
    output: insuranceRow,
    failures: ['driverInsurance.notFound'],
  }),
  /** Without an id a new one; of one that is there the driver stays. */
  save: call({
    method: 'POST',
    path: '/djweb/driverInsurance/save',
    effect: 'write',
    access: edit,
    once: true,
    summary: '保存司机保单',
    input: z.object({
      insuranceId: optional(id),
      /** As it was seen, with the id. */
      version: optional(intBetween(1, 1_000_000_000)),
      driverNo: requiredText(20),
      product: insuranceProduct,
      insurer: requiredText(60),
      policyNo: requiredText(60),
      from: instant,
      until: instant,
      coverageFen: intBetween(COVERAGE_FEN.min, COVERAGE_FEN.max),
      premiumFen: intBetween(PREMIUM_FEN.min, PREMIUM_FEN.max),
      payer: insurancePayer,
    }),
    output: insuranceRow,
    failures: [
      'driverInsurance.notFound',
      'driverInsurance.driverUnknown',
      'driverInsurance.periodInvalid',
      'driverInsurance.overlap',
      'driverInsurance.versionConflict',
      'driverInsurance.cancelled',
    ],
  }),
  /** It covers nobody from now on, and leaves room for another. */
  cancel: call({
    method: 'POST',
    path: '/djweb/driverInsurance/cancel',
    effect: 'write',
    access: edit,
    summary: '司机保单退保',
    input: seen.extend({ reason: requiredText(200) }),
    output: insuranceRow,
    failures: ['driverInsurance.notFound', 'driverInsurance.versionConflict', 'driverInsurance.cancelled'],
  }),
  /** The head of a file to fill in, as text that spreadsheets open. */
  downloadHead: call({
    method: 'GET',
    path: '/djweb/driverInsurance/downloadHead',
    effect: 'read',
    access: edit,
    summary: '下载司机保单导入模板',
    input: nothing,
    output: z.object({ fileName: z.string(), csv: z.string() }),
  }),
  /** How many drivers who may drive in a city hold which product now: what a rule that asks for it would come to. */
  cover: call({
    method: 'GET',
    path: '/djweb/driverInsurance/cover',
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '司机投保情况',
    /** Without a city of all in sight. */
    input: z.object({ cityId: optional(id) }),
    output: z.object({
      drivers: z.number().int(),
      covered: z.object({ ACCIDENT: z.number().int(), LIABILITY: z.number().int(), PER_TRIP: z.number().int() }),
    }),
  }),
} satisfies Area

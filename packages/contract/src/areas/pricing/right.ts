import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import {
  fen,
  id,
  instant,
  intBetween,
  json,
  metres,
  nothing,
  option,
  optional,
  page,
  pageOf,
  requiredText,
  text,
} from '../../kernel/fields.ts'
import { findInput, findOutput } from '../../kernel/find.ts'
import { hours, rightCover } from './model.ts'

export const rightRefusals = refusals({
  'right.notFound': { code: 404, zh: '权益不存在或不在您的业务范围内', en: 'No such right within your scope' },
  'right.versionConflict': {
    code: 409971,
    zh: '权益已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed this right, look at the present data and try again',
  },
  'right.beyondCities': {
    code: 409972,
    zh: '权益的城市超出您的业务范围，请由负责全部这些城市的人员操作',
    en: 'The right has cities beyond your own: who runs all of them can do this',
  },
  /** `data`: `{ fields }`: what may not change any more. */
  'right.granted': {
    code: 409973,
    zh: '已有客户获得此权益，合作渠道、计量方式、抵扣规则和适用范围不能再改；请另建权益',
    en: 'Customers have this right: its partner, its unit, what it pays and where it may be used stay. Make another right',
  },
  'right.wrongState': { code: 409974, zh: '权益当前状态不能这样操作', en: 'The state of the right does not allow this' },
  'right.ownSubmission': {
    code: 409975,
    zh: '提交审核的人不能自己通过，请由另一位有权限的人员审核',
    en: 'Who asked for approval does not give it: another person with the authority does',
  },
  'right.noTaken': { code: 409976, zh: '该权益编号已被使用', en: 'Another right has this number' },
  'right.ended': { code: 409977, zh: '权益有效期已过，请先修改有效期', en: 'The time of the right is over: change it first' },
  /** `data`: `{ fields: { [field]: { zh, en } } }`. */
  'right.invalid': { code: 400971, zh: '权益填写有误，请按提示修改', en: 'The right has faults, correct the fields named' },
})

/** What a grant is counted in: uses, money, distance. */
export const rightUnit = z.enum(['TIMES', 'AMOUNT', 'KM'])
export type RightUnit = z.infer<typeof rightUnit>
export const rightUnitText: Record<RightUnit, string> = { TIMES: '按次', AMOUNT: '按金额', KM: '按里程' }
export const rightExcess = z.enum(['CUSTOMER_PAYS', 'REFUSE'])
export type RightExcess = z.infer<typeof rightExcess>
export const rightExcessText: Record<RightExcess, string> = { CUSTOMER_PAYS: '超出部分客户自付', REFUSE: '超出则不能使用' }
export const rightCoverKind = z.enum(['CAP', 'DISTANCE', 'FULL'])
export type RightCoverKind = z.infer<typeof rightCoverKind>
export const rightCoverText: Record<RightCoverKind, string> = { CAP: '限额抵扣', DISTANCE: '里程内免费', FULL: '全额抵扣' }

/**
 * A draft is submitted, and another person lets it go on. What is on is used at the desk; what is off is not, and what customers have of it
 * stays theirs. After its time nobody uses it whatever its state.
 */
export const rightState = z.enum(['DRAFT', 'AUDITING', 'ON', 'OFF'])
export type RightState = z.infer<typeof rightState>
export const rightStateText: Record<RightState, string> = { DRAFT: '草稿', AUDITING: '待审核', ON: '启用中', OFF: '已停用' }
export const rightEvent = z.enum(['submit', 'approve', 'sendBack', 'turnOff', 'turnOn', 'revise'])
export type RightEvent = z.infer<typeof rightEvent>

const amount = intBetween(1, 10_000_000)
const terms = {
  name: requiredText(40),
  /** The partner who pays. */
  channelId: id,
  unit: rightUnit,
  coverKind: rightCoverKind,
  /** Of CAP, for each trip. */
  capFen: optional(amount),
  /** Of DISTANCE, for each trip. */
  includedM: optional(intBetween(1, 10_000_000)),
  excess: rightExcess,
  validFrom: instant,
  validTo: instant,
  /** Empty lists: every city, any hour of departure on the city's clock. */
  cityIds: optional(json(z.array(id).max(200))),
  bands: optional(json(z.array(hours).max(10))),
  /** 0 of both: no limit. */
  perUserTimes: optional(intBetween(0, 10_000)),
  dailyStock: optional(intBetween(0, 1_000_000)),
  /** What the partner pays for a use, by contract; not given: what the right covered. */
  priceToPartnerFen: optional(amount),
  remark: optional(text(200)),
}

export const rightRow = z.object({
  rightId: id,
  rightNo: z.string(),
  name: z.string(),
  channelId: id.nullable(),
  channelName: z.string(),
  unit: rightUnit,
  coverKind: rightCoverKind,
  capFen: fen.nullable(),
  includedM: metres.nullable(),
  excess: rightExcess,
  validFrom: instant,
  validTo: instant,
  ended: z.boolean(),
  cityIds: z.array(id),
  bands: z.array(hours),
  perUserTimes: z.number().int(),
  dailyStock: z.number().int().nullable(),
  priceToPartnerFen: fen.nullable(),
  remark: z.string(),
  state: rightState,
  submittedByName: z.string(),
  submittedAt: instant.nullable(),
  decidedByName: z.string(),
  decidedAt: instant.nullable(),
  decisionNote: z.string(),
  /** Grants that were not revoked, and uses by how they ended. */
  granted: z.number().int(),
  used: z.number().int(),
  version: z.number().int(),
  updatedAt: instant,
  allowedActions: z.array(z.enum(['edit', 'submit', 'approve', 'sendBack', 'turnOff', 'turnOn', 'grant'])),
})
export type RightRow = z.infer<typeof rightRow>

/** One right with what became of it. */
export const rightDetail = rightRow.extend({
  cover: rightCover,
  /** What it pays, as an operator would say it. */
  coverText: z.string(),
  /** Uses that orders hold, that trips used, and that the audit turned down; what they covered. */
  reserved: z.number().int(),
  failed: z.number().int(),
  coveredFen: fen,
  usedToday: z.number().int(),
})
export type RightDetail = z.infer<typeof rightDetail>

const view = { authority: 'right.view' } as const
const edit = { authority: 'right.edit' } as const
const version = intBetween(1, 1_000_000_000)
const changed = ['right.notFound', 'right.versionConflict', 'right.beyondCities', 'right.wrongState'] as const

/** Rights that partners pay for. Headquarters keep them; a partner's people see their own. */
export const rightCalls = {
  dict: call({
    method: 'GET',
    path: '/djweb/rightConf/dict',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '权益选项',
    input: nothing,
    output: z.object({
      units: z.array(option),
      covers: z.array(option),
      excesses: z.array(option),
      states: z.array(option),
      channels: z.array(option),
      cities: z.array(option),
    }),
  }),
  list: call({
    method: 'GET',
    path: '/djweb/rightConf/admin',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '权益列表',
    input: page.extend({
      keyword: optional(text(40)),
      channelId: optional(id),
      unit: optional(rightUnit),
      state: optional(rightState),
      cityId: optional(id),
    }),
    output: pageOf(rightRow),
  }),
  /** Rights to pick one from. */
  find: call({
    method: 'GET',
    path: '/djweb/rightConf/find',
    effect: 'read',
    access: view,
    summary: '查找权益',
    input: findInput,
    output: findOutput,
  }),
  /** A new one, as a draft. */
  create: call({
    method: 'GET',
    path: '/djweb/rightConf/create',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '新建权益',
    input: z.object({
      /** What the partner's contract calls it; stays as it was made. */
      rightNo: z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{1,29}$/, '2–30 位字母、数字、横线或下划线 | 2–30 letters, digits, dashes, underscores'),
      ...terms,
    }),
    output: rightRow,
    failures: ['right.beyondCities', 'right.noTaken', 'right.invalid'],
  }),
  view: call({
    method: 'GET',
    path: '/djweb/rightConf/view',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '权益详情',
    input: z.object({ rightId: id }),
    output: rightDetail,
    failures: ['right.notFound'],
  }),
  /**
   * As whoever changes it saw it: a draft, or what is off, which becomes a draft again and is approved anew. Name, remark and stock of the day
   * change whatever its state, but while it waits for approval.
   */
  update: call({
    method: 'GET',
    path: '/djweb/rightConf/update',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '修改权益',
    input: z.object({ rightId: id, version, ...terms }),
    output: rightRow,
    failures: [...changed, 'right.granted', 'right.invalid'],
  }),
  /** Submitted, turned off and on. */
  move: call({
    method: 'POST',
    path: '/djweb/rightConf/move',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '提交、停用或启用权益',
    input: z.object({ rightId: id, version, event: rightEvent.exclude(['approve', 'sendBack', 'revise']) }),
    output: rightRow,
    failures: [...changed, 'right.ended'],
  }),
  /** Of what was submitted: it goes on, or back to who submitted it. */
  decide: call({
    method: 'POST',
    path: '/djweb/rightConf/decide',
    effect: 'write',
    access: { authority: 'right.approve' },
    everyChannel: true,
    summary: '审核权益',
    input: z.object({ rightId: id, version, event: rightEvent.extract(['approve', 'sendBack']), note: optional(text(200)) }),
    output: rightRow,
    failures: [...changed, 'right.ended', 'right.ownSubmission'],
  }),
} satisfies Area

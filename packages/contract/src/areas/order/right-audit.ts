import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import {
  fen,
  flag,
  id,
  instant,
  intBetween,
  json,
  metres,
  nothing,
  optional,
  page,
  pageOf,
  requiredText,
  text,
} from '../../kernel/fields.ts'
import { AUDIT_STATUS, type AuditStatus, auditStatus, serviceStatus } from './model.ts'
import { auditRuleKind } from './right-audit-rules.ts'

const view = { authority: 'rightAudit.view' } as const

/** Whether an order that a partner's right paid for was a trip as it was billed (domain 8): a control of money, by people. */
export const rightAuditRefusals = refusals({
  'rightAudit.notFound': { code: 404, zh: '权益审核不存在或不在您的业务范围内', en: 'No such audit within your scope' },
  'rightAudit.otherState': {
    code: 409150,
    zh: '该审核的状态已变化，请按最新状态处理',
    en: 'The audit is in another state by now, look at it again',
  },
  'rightAudit.claimed': { code: 409151, zh: '该审核正由他人处理', en: 'Somebody else is reviewing this' },
  'rightAudit.notYours': { code: 409152, zh: '请先领取再审核，或领取已超时', en: 'Claim it first; your claim may have run out' },
  'rightAudit.sameReviewer': {
    code: 409153,
    zh: '终审人不能是初审人，请由另一位同事终审',
    en: 'The final verdict is for another person than the first',
  },
  'rightAudit.sameAppellant': {
    code: 409157,
    zh: '终审人不能是登记申诉的人，请由另一位同事终审',
    en: 'The final verdict is for another person than who entered the appeal',
  },
  'rightAudit.notAllowed': { code: 403151, zh: '您没有此操作的权限', en: 'You may not do this' },
  'rightAudit.reasonMissing': { code: 400151, zh: '请选择不通过的原因', en: 'Choose why it fails' },
  'rightAudit.noteMissing': { code: 400152, zh: '请填写说明', en: 'Please say why' },
  'rightAudit.sideMissing': { code: 400153, zh: '请选择由谁申诉', en: 'Choose who appeals' },
  'rightAudit.noAppeal': { code: 409154, zh: '该审核已不能申诉', en: 'There can be no appeal against this any more' },
  'rightAudit.accountShut': {
    code: 409155,
    zh: '司机账户已关闭，无法退回扣款，请联系财务',
    en: 'The driver’s account is shut, so nothing can go back to it; ask finance',
  },
})

export const auditStatusText: Record<AuditStatus, string> = {
  [AUDIT_STATUS.notNeeded]: '无需审核',
  [AUDIT_STATUS.waiting]: '待审核',
  [AUDIT_STATUS.inReview]: '审核中',
  [AUDIT_STATUS.passed]: '已通过',
  [AUDIT_STATUS.failed]: '审核未通过',
  [AUDIT_STATUS.appeal]: '申诉中',
  [AUDIT_STATUS.finalFailed]: '终审未通过',
}
/** For so long a case is its reviewer's alone. */
export const CLAIM_MINUTES = 15

/** Why a use of a right fails. */
export const auditReason = z.enum([
  'COLLUSION',
  'NO_TRIP',
  'OWN_PHONE',
  'RESOLD',
  'SPLIT',
  'INFLATED',
  'USED_BY_DRIVER',
  'OUT_OF_TERMS',
  'OTHER',
])
export type AuditReason = z.infer<typeof auditReason>
export const auditReasonText: Record<AuditReason, string> = {
  COLLUSION: '司机与客户串通刷单',
  NO_TRIP: '没有真实行程',
  OWN_PHONE: '司机本人或关联号码下单',
  RESOLD: '权益转卖或非本人使用',
  SPLIT: '一次行程拆成多单',
  INFLATED: '虚增里程或等待',
  USED_BY_DRIVER: '司机冒用客户权益',
  OUT_OF_TERMS: '不符合权益使用条件',
  OTHER: '其他',
}
/** The customer had no part in it: once the verdict is final they get the use back. */
export const returnsUse: ReadonlySet<AuditReason> = new Set(['INFLATED', 'USED_BY_DRIVER'])

const auditSide = z.enum(['DRIVER', 'PARTNER'])
export type AuditSide = z.infer<typeof auditSide>
export const auditSideText: Record<AuditSide, string> = { DRIVER: '司机', PARTNER: '合作方' }

/** What somebody may do about a case. */
const auditAction = z.enum(['FLAG', 'CLAIM', 'RELEASE', 'SKIP', 'PASS', 'FAIL', 'APPEAL', 'FINAL_PASS', 'FINAL_FAIL'])
export type AuditAction = z.infer<typeof auditAction>
export const auditActionText: Record<AuditAction, string> = {
  FLAG: '转入审核',
  CLAIM: '领取',
  RELEASE: '放回队列',
  SKIP: '跳过此单',
  PASS: '通过',
  FAIL: '不通过',
  APPEAL: '登记申诉',
  FINAL_PASS: '终审通过',
  FINAL_FAIL: '终审不通过',
}

/** What happened to a case, by the names of its machine's events and of what is noted within a state. */
export const auditEventText: Readonly<Record<string, string>> = {
  open: '权益已使用，进入筛查',
  clear: '未命中规则，无需审核',
  flag: '转入审核',
  claim: '领取',
  release: '放回队列',
  skip: '跳过，排到队尾',
  lapse: '领取超时，回到队列',
  pass: '通过',
  fail: '不通过',
  appeal: '司机申诉',
  dispute: '合作方提出异议',
  finalPass: '终审通过',
  finalFail: '终审不通过',
  close: '申诉期已过，维持不通过',
  reverse: '冲回款项',
  returnUse: '使用次数还给客户',
  restore: '恢复款项',
}

const person = z.object({ name: z.string(), at: instant })
const caseRow = z.object({
  orderId: id,
  orderNo: z.string(),
  serviceStatus,
  cityId: id,
  cityName: z.string(),
  channelName: z.string(),
  rightId: id,
  rightName: z.string(),
  driverId: id.nullable(),
  driverNo: z.string(),
  driverName: z.string(),
  customerPhone: z.string(),
  coveredFen: fen,
  totalFen: fen,
  distanceM: metres.nullable(),
  usedAt: instant,
  state: auditStatus,
  /** Null: the rules have not looked yet. */
  screenedAt: instant.nullable(),
  /** The rules that caught it. */
  hits: z.array(auditRuleKind),
  /** Taken at random, whatever the rules say. */
  sampled: z.boolean(),
  /** Put into audit by a person. */
  byHand: z.boolean(),
  /** Null where nobody has it. */
  claimed: z.object({ name: z.string(), until: instant, mine: z.boolean() }).nullable(),
  reviewed: person.nullable(),
  reason: auditReason.nullable(),
  note: z.string(),
  appeal: z.object({ side: auditSide, words: z.string(), name: z.string(), at: instant }).nullable(),
  /** Until then the driver may appeal; null where they may not. */
  appealUntil: instant.nullable(),
  final: person.nullable(),
  finalNote: z.string(),
  /** What the partner is not billed any more, taken back from whom; null where nothing was taken back. */
  reversed: z.object({ partnerFen: fen, driverFen: fen, platformFen: fen, shortFen: fen }).nullable(),
  useReturned: z.boolean(),
  allowedActions: z.array(auditAction),
  version: z.number().int(),
})
export type AuditCase = z.infer<typeof caseRow>

/** Another trip of the same driver or customer. */
const besideRow = z.object({
  orderId: id,
  orderNo: z.string(),
  createdAt: instant,
  serviceStatus,
  driverName: z.string(),
  customerPhone: z.string(),
  pickupAddress: z.string(),
  dropoffAddress: z.string(),
  distanceM: metres.nullable(),
  totalFen: fen.nullable(),
  /** Null where no right paid. */
  coveredFen: fen.nullable(),
  auditStatus,
  /** Of the order in question too: both that driver and that customer. */
  samePair: z.boolean(),
})
export type AuditBeside = z.infer<typeof besideRow>

const filters = {
  keyword: optional(text(40)),
  states: optional(json(z.array(z.coerce.number().pipe(auditStatus)).max(7))),
  cityId: optional(id),
  rightId: optional(id),
  channelId: optional(id),
  rule: optional(auditRuleKind),
  reason: optional(auditReason),
  driverId: optional(id),
  customerId: optional(id),
  /** What the asker has claimed, or may claim now. */
  forMe: optional(flag),
  usedFrom: optional(instant),
  usedTo: optional(instant),
}

export const rightAuditCalls = {
  dict: call({
    method: 'GET',
    path: '/djweb/rightOrderAudit/dict',
    effect: 'read',
    access: view,
    summary: '权益审核字典',
    input: nothing,
    output: z.object({
      states: z.array(z.object({ key: auditStatus, value: z.string() })),
      reasons: z.array(z.object({ key: auditReason, value: z.string(), returnsUse: z.boolean() })),
      rules: z.array(z.object({ key: auditRuleKind, value: z.string() })),
      rights: z.array(z.object({ rightId: id, name: z.string(), channelName: z.string() })),
      claimMinutes: z.number().int(),
    }),
  }),
  /** All cases in sight, the latest use first. */
  list: call({
    method: 'GET',
    path: '/djweb/rightOrderAudit/admin',
    effect: 'read',
    access: view,
    summary: '权益订单审核列表',
    input: page.extend(filters),
    output: pageOf(caseRow),
  }),
  /** How many wait for whom. */
  counts: call({
    method: 'GET',
    path: '/djweb/rightOrderAudit/counts',
    effect: 'read',
    access: view,
    summary: '权益审核数量',
    input: z.object({ cityId: optional(id) }),
    output: z.object({ waiting: z.number().int(), mine: z.number().int(), appeals: z.number().int(), screening: z.number().int() }),
  }),
  /** One case with what a reviewer compares it with. */
  view: call({
    method: 'GET',
    path: '/djweb/rightOrderAudit/view',
    effect: 'read',
    access: view,
    summary: '权益审核详情',
    input: z.object({ orderId: id }),
    output: caseRow.extend({
      /** What the rules saw. */
      facts: z
        .object({
          pairUses: z.number().int(),
          nightUses: z.number().int(),
          apartM: metres.nullable(),
          distanceM: metres,
          driverPhone: z.boolean(),
          coveredFen: fen,
          noTrack: z.boolean(),
        })
        .nullable(),
      pickupAddress: z.string(),
      dropoffAddress: z.string(),
      departAt: instant.nullable(),
      endedAt: instant.nullable(),
      waitS: z.number().int().nullable(),
      ofDriver: z.array(besideRow),
      ofCustomer: z.array(besideRow),
    }),
    failures: ['rightAudit.notFound'],
  }),
  log: call({
    method: 'GET',
    path: '/djweb/rightOrderAudit/orderAuditLog',
    effect: 'read',
    access: view,
    summary: '权益审核记录',
    input: z.object({ orderId: id }),
    output: z.object({
      rows: z.array(
        z.object({
          event: z.string(),
          fromState: auditStatus.nullable(),
          toState: auditStatus,
          actor: z.string(),
          reason: z.string(),
          at: instant,
        }),
      ),
    }),
    failures: ['rightAudit.notFound'],
  }),
  /** Does it to a case that is still as it was seen. */
  audit: call({
    method: 'POST',
    path: '/djweb/rightOrderAudit/audit',
    effect: 'write',
    access: view,
    tolerant: true,
    once: true,
    summary: '处理权益审核',
    input: z.object({
      orderId: id,
      action: auditAction,
      version: intBetween(0, 1_000_000),
      reason: optional(auditReason),
      side: optional(auditSide),
      note: optional(text(500)),
    }),
    output: caseRow,
    failures: [
      'rightAudit.notFound',
      'rightAudit.otherState',
      'rightAudit.claimed',
      'rightAudit.notYours',
      'rightAudit.sameReviewer',
      'rightAudit.sameAppellant',
      'rightAudit.notAllowed',
      'rightAudit.reasonMissing',
      'rightAudit.noteMissing',
      'rightAudit.sideMissing',
      'rightAudit.noAppeal',
      'rightAudit.accountShut',
    ],
  }),
  /** Claims what has waited longest; of two reviewers who ask at once each gets another. Null where nothing waits. */
  next: call({
    method: 'POST',
    path: '/djweb/rightOrderAudit/next',
    effect: 'write',
    access: { authority: 'rightAudit.review' },
    tolerant: true,
    summary: '领取下一单权益审核',
    input: z.object({ cityId: optional(id) }),
    output: z.object({ orderId: id.nullable() }),
  }),
  /** A driver's trips that failed, with what was taken for them. */
  driverList: call({
    method: 'GET',
    path: '/driver/v1/right-audits',
    effect: 'read',
    access: 'driver',
    summary: '司机的权益审核',
    input: nothing,
    output: z.object({
      rows: z.array(
        z.object({
          orderId: id,
          orderNo: z.string(),
          state: auditStatus,
          reason: auditReason.nullable(),
          takenFen: fen,
          appealUntil: instant.nullable(),
          reviewedAt: instant.nullable(),
          /** In the driver's own words, or as they were entered for them. */
          appeal: z.object({ words: z.string(), at: instant }).nullable(),
          /** What became of it. */
          decision: z.object({ note: z.string(), at: instant }).nullable(),
        }),
      ),
    }),
  }),
  driverAppeal: call({
    method: 'POST',
    path: '/driver/v1/orders/{id}/right-audit-appeal',
    effect: 'write',
    access: 'driver',
    body: 'json',
    summary: '司机申诉权益审核',
    input: z.object({ id, note: requiredText(500) }),
    output: z.object({ state: auditStatus }),
    failures: ['rightAudit.notFound', 'rightAudit.noAppeal'],
  }),
} satisfies Area

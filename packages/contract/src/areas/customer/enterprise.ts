import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { findInput, findOutput } from '../../kernel/find.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, flag, id, instant, intBetween, json, optional, page, pageOf, phone, requiredText, text } from '../../kernel/fields.ts'

export const enterpriseRefusals = refusals({
  'enterprise.notFound': { code: 404, zh: '企业不存在或不在您的业务范围内', en: 'No such enterprise within your scope' },
  'enterprise.nameTaken': { code: 40970, zh: '已有同名企业', en: 'An enterprise of this name exists' },
  'enterprise.versionConflict': {
    code: 409241,
    zh: '企业资料已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed this enterprise, look at the present data and try again',
  },
  'enterprise.employeeExists': { code: 409242, zh: '该号码已是本企业员工', en: 'This number is an employee already' },
  'enterprise.phoneMissing': { code: 400202, zh: '请填写员工电话', en: 'The telephone of the employee is missing' },
  'enterprise.employeeNotFound': { code: 404, zh: '没有这名员工', en: 'No such employee' },
  'enterprise.referenceTaken': {
    code: 40979,
    zh: '该流水号已入账，请核对是否重复充值',
    en: 'A transfer of this number was entered already, check whether this is the same one',
  },
  'enterprise.topUpNotFound': { code: 404, zh: '没有这笔充值', en: 'No such top-up' },
  'enterprise.topUpReversed': { code: 409791, zh: '该笔充值已冲销', en: 'This top-up was taken back already' },
  'enterprise.notEmployee': {
    code: 409243,
    zh: '该号码不是此企业的在职员工，不能由企业支付',
    en: 'This number is no active employee of the enterprise, which cannot pay',
  },
  'enterprise.stopped': { code: 409244, zh: '该企业已停用，不能由企业支付', en: 'The enterprise is stopped and cannot pay' },
  'enterprise.otherCity': { code: 409245, zh: '该企业未开通此城市，不能由企业支付', en: 'The enterprise does not pay in this city' },
  'enterprise.otherHours': { code: 409246, zh: '不在企业允许的用车时间内', en: 'Outside the hours in which the enterprise pays' },
  'enterprise.monthLimit': {
    code: 40977,
    zh: '已达到企业或员工当月支付上限（含进行中的订单）',
    en: 'The monthly limit of the enterprise or the employee is reached, orders in progress included',
  },
  'enterprise.noCredit': { code: 40978, zh: '企业余额或信用额度不足', en: 'The enterprise has no balance or credit left' },
})

export const enterprisePayMode = z.enum(['PREPAID', 'POSTPAID'])
export type EnterprisePayMode = z.infer<typeof enterprisePayMode>
export const enterprisePayModeText: Record<EnterprisePayMode, string> = { PREPAID: '预存', POSTPAID: '月结' }
export const enterpriseState = z.enum(['ACTIVE', 'STOPPED'])
export type EnterpriseState = z.infer<typeof enterpriseState>

/** Local hours of the order's city, `from` included, `to` not; `22:00` to `06:00` goes over midnight. */
const hour = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间应为 00:00 至 23:59 | must be a time from 00:00 to 23:59')
const paidHours = z.object({ from: hour, to: hour })

export const enterpriseRow = z.object({
  enterpriseId: id,
  name: z.string(),
  creditCode: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  payMode: enterprisePayMode,
  state: enterpriseState,
  /** Empty: every city. */
  cityIds: z.array(id),
  channelId: id.nullable(),
  templateName: z.string(),
  employees: z.number().int(),
  /** What was paid in less what was used; below zero what is owed. */
  balanceFen: fen,
  creditLimitFen: fen,
  /** Of orders that are not over. */
  reservedFen: fen,
  /** Balance and credit less what is reserved. */
  availableFen: fen,
  usedThisMonthFen: fen,
  monthLimitFen: fen.nullable(),
  version: z.number().int(),
})
export const enterpriseDetail = enterpriseRow.extend({
  channelName: z.string(),
  perOrderLimitFen: fen.nullable(),
  billDay: z.number().int(),
  hours: paidHours.nullable(),
  remark: z.string(),
  /** Whether all its cities are the asking person's: others read its card and change nothing of it. */
  mayChange: z.boolean(),
})

export const enterpriseEmployee = z.object({
  employeeId: id,
  /** Masked unless the operator may see it whole. */
  phone: z.string(),
  name: z.string(),
  dept: z.string(),
  state: enterpriseState,
  monthLimitFen: fen.nullable(),
  usedThisMonthFen: fen,
  createdAt: instant,
})

/** An enterprise that employs a caller, and whether it would pay now. */
export const payer = z.object({
  enterpriseId: id,
  name: z.string(),
  dept: z.string(),
  payMode: enterprisePayMode,
  availableFen: fen,
  perOrderLimitFen: fen.nullable(),
  /** Null when it would; else why not, in words. */
  refused: z.string().nullable(),
})

export const topUpWay = z.enum(['BANK', 'WX'])
export type TopUpWay = z.infer<typeof topUpWay>
export const topUpWayText: Record<TopUpWay, string> = { BANK: '银行转账', WX: '微信支付' }

/** What moved an enterprise's balance. */
const enterpriseEntry = z.object({
  entryId: id,
  at: instant,
  /** `ORDER` `PAID`, `TOP_UP` `CONFIRMED`, `TOP_UP` `REVERSED`. */
  business: z.string(),
  step: z.string(),
  /** Of the order, when it was one. */
  orderId: id.nullable(),
  orderNo: z.string(),
  /** Positive is more for the enterprise. */
  changeFen: fen,
  balanceAfterFen: fen,
  topUp: z
    .object({
      topUpId: id,
      way: topUpWay,
      reference: z.string(),
      remark: z.string(),
      by: z.string(),
      reversed: z.boolean(),
      reverseReason: z.string(),
    })
    .nullable(),
  allowedActions: z.array(z.enum(['reverse'])),
})

const limit = optional(intBetween(1, 1_000_000_000))
const view = { authority: 'enterprise.view' } as const
const edit = { authority: 'enterprise.edit' } as const
const money = { authority: 'enterprise.topUp' } as const

export const enterpriseCalls = {
  enterprises: call({
    method: 'GET',
    path: '/api/enterprise/list',
    effect: 'read',
    access: view,
    summary: '企业客户列表',
    input: page.extend({ keyword: optional(text(40)), state: optional(enterpriseState), cityId: optional(id) }),
    output: pageOf(enterpriseRow),
  }),
  /** A part of a name, or a credit code. */
  findEnterprises: call({
    method: 'GET',
    path: '/api/enterprise/find',
    effect: 'read',
    access: view,
    summary: '查找企业',
    input: findInput,
    output: findOutput,
  }),
  enterprise: call({
    method: 'GET',
    path: '/api/enterprise/detail',
    effect: 'read',
    access: view,
    summary: '企业客户详情',
    input: z.object({ enterpriseId: id }),
    output: enterpriseDetail,
    failures: ['enterprise.notFound'],
  }),
  /** Without an id a new one. */
  saveEnterprise: call({
    method: 'POST',
    path: '/api/enterprise/save',
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '保存企业客户',
    input: z.object({
      enterpriseId: optional(id),
      version: optional(intBetween(1, 1_000_000_000)),
      name: requiredText(60),
      creditCode: optional(text(18)),
      contactName: optional(text(40)),
      /** Not given: the one that is known stays; empty: none any more. */
      contactPhone: z.union([z.literal(''), phone]).optional(),
      payMode: enterprisePayMode,
      state: enterpriseState,
      cityIds: optional(json(z.array(id).max(100))),
      channelId: optional(id),
      creditLimitFen: optional(intBetween(0, 10_000_000_000)),
      perOrderLimitFen: limit,
      monthLimitFen: limit,
      billDay: optional(intBetween(1, 28)),
      hours: optional(json(paidHours)),
      remark: optional(text(500)),
    }),
    output: enterpriseDetail,
    failures: ['enterprise.notFound', 'enterprise.nameTaken', 'enterprise.versionConflict', 'channel.notFound', 'customer.cityUnknown'],
  }),
  employees: call({
    method: 'GET',
    path: '/api/enterprise/employee/list',
    effect: 'read',
    access: view,
    summary: '企业员工',
    input: page.extend({ enterpriseId: id, keyword: optional(text(40)) }),
    output: pageOf(enterpriseEmployee),
    failures: ['enterprise.notFound'],
  }),
  /** Without an id a new one; the telephone of one that exists stays. */
  saveEmployee: call({
    method: 'POST',
    path: '/api/enterprise/employee/save',
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '保存企业员工',
    input: z.object({
      enterpriseId: id,
      employeeId: optional(id),
      phone: optional(phone),
      name: optional(text(40)),
      dept: optional(text(40)),
      active: optional(flag),
      monthLimitFen: limit,
    }),
    output: enterpriseEmployee,
    failures: ['enterprise.notFound', 'enterprise.employeeNotFound', 'enterprise.employeeExists', 'enterprise.phoneMissing'],
  }),
  entries: call({
    method: 'GET',
    path: '/api/enterprise/entries',
    effect: 'read',
    access: view,
    summary: '企业余额流水',
    input: page.extend({ enterpriseId: id }),
    output: pageOf(enterpriseEntry),
    failures: ['enterprise.notFound'],
  }),
  /** Money that arrived from an enterprise, put on its balance. */
  topUp: call({
    method: 'POST',
    path: '/api/enterprise/topUp',
    effect: 'write',
    access: money,
    once: true,
    tolerant: true,
    summary: '企业充值',
    input: z.object({
      enterpriseId: id,
      amountFen: intBetween(1, 10_000_000_000),
      way: topUpWay,
      /** Number of the transfer at the bank or payment channel. */
      reference: requiredText(64),
      remark: optional(text(200)),
    }),
    output: z.object({ topUpId: id, balanceFen: fen }),
    failures: ['enterprise.notFound', 'customer.cityUnknown', 'enterprise.referenceTaken'],
  }),
  /** Takes back a top-up that was entered by mistake; the balance may fall below zero by it. */
  reverseTopUp: call({
    method: 'POST',
    path: '/api/enterprise/topUp/reverse',
    effect: 'write',
    access: money,
    once: true,
    tolerant: true,
    summary: '冲销企业充值',
    input: z.object({ topUpId: id, reason: requiredText(200) }),
    output: z.object({ balanceFen: fen }),
    failures: ['enterprise.topUpNotFound', 'customer.cityUnknown', 'enterprise.topUpReversed'],
  }),
} satisfies Area

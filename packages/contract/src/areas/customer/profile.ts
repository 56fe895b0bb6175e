import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, optional, page, pageOf, phone, requiredText, text } from '../../kernel/fields.ts'
import { messageLanguage } from '../../kernel/language.ts'
import { upload } from '../../kernel/upload.ts'
import { callCentreCalls } from '../call-centre/desk.ts'
import { callDirection, callResult } from '../call-centre/phone.ts'
import { exportCalls, exportFormat, exportRow } from '../operations/export.ts'
import { importCalls, importInfo } from '../operations/import.ts'
import { editable } from './card.ts'
import { MOST_LEVEL } from './level.ts'

export const profileRefusals = refusals({
  'customer.phoneMissing': { code: 400234, zh: '请填写客户电话', en: 'The telephone of the customer is missing' },
  'customer.cityMissing': {
    code: 400238,
    zh: '请选择您业务范围内的城市，否则保存后您看不到这位客户',
    en: 'Choose one of your cities: without one you would not see this customer',
  },
  'customer.levelUnknown': { code: 400235, zh: '没有这个客户等级', en: 'There is no such level' },
  'customer.nobodyChosen': { code: 400240, zh: '请选择客户', en: 'Choose customers' },
  'customer.forTheBusiness': {
    code: 403933,
    zh: '黑名单和归属城市对整个企业生效，机构账号不能变更',
    en: 'The blacklist and the city hold for the whole business: an account of one organisation cannot change them',
  },
  'customer.untilPast': { code: 400236, zh: '截止时间应晚于现在', en: 'The end must be later than now' },
})

/** The most customers that one call works on. */
export const CUSTOMERS_AT_ONCE = 500

/** How a customer became known: by the way of a first order, or entered. */
export const customerSource = z.enum(['CALL_CENTRE', 'APP', 'MINI_PROGRAM', 'PARTNER', 'ENTERPRISE', 'FILE', 'CONSOLE'])
export type CustomerSource = z.infer<typeof customerSource>
export const customerSourceText: Record<CustomerSource, string> = {
  CALL_CENTRE: '电话下单',
  APP: '客户端',
  MINI_PROGRAM: '小程序',
  PARTNER: '合作渠道',
  ENTERPRISE: '企业',
  FILE: '文件导入',
  CONSOLE: '后台添加',
}

export const customerAction = z.enum(['edit', 'blacklist', 'unblacklist', 'move', 'merge', 'erase'])
export const customerRow = z.object({
  customerId: id,
  /** Masked unless the operator may see it whole. */
  phone: z.string(),
  name: z.string(),
  gender: z.enum(['UNKNOWN', 'MALE', 'FEMALE']),
  /** In which messages reach them. */
  language: messageLanguage,
  level: z.number().int(),
  levelName: z.string(),
  cityId: id.nullable(),
  cityName: z.string(),
  source: customerSource,
  blacklisted: z.boolean(),
  blacklistReason: z.string(),
  /** Null where they are not on the blacklist, or on it for good. */
  blacklistedUntil: instant.nullable(),
  /** Month and day; empty where nobody said. */
  birthday: z.string(),
  tags: z.array(z.string()),
  plateNos: z.array(z.string()),
  orderCount: z.number().int(),
  lastOrderAt: instant.nullable(),
  remark: z.string(),
  createdAt: instant,
  version: z.number().int(),
  allowedActions: z.array(customerAction),
})
export type CustomerRow = z.infer<typeof customerRow>

const filter = z.object({
  /** An end of a telephone, or a part of name, pinyin, initials or plate. */
  keyword: optional(text(40)),
  cityId: optional(id),
  level: optional(intBetween(0, MOST_LEVEL)),
  tag: optional(text(12)),
  blacklisted: optional(flag),
  lastOrderAtFrom: optional(instant),
  lastOrderAtTo: optional(instant),
  groupId: optional(id),
})
/** Customers by their ids, or everybody whom a filter of the list finds: these behind the request. */
const chosen = {
  customerIds: optional(json(z.array(id).min(1).max(CUSTOMERS_AT_ONCE))),
  filter: optional(json(filter)),
}
/** Of those who were not there: who they are; where none was, the call is refused. */
const outcomes = z.object({
  /** The job that works on all whom the filter finds; null where it is done. */
  jobId: id.nullable(),
  done: z.number().int(),
  refused: z.array(z.object({ customerId: id, name: z.string(), problem: z.string() })),
})
const { liveOrders, lastOrders, lastAddresses, unpaid, coupons, rights, notes, attribution, payers, groups } =
  callCentreCalls.customerInfo.output.shape

export const consentKind = z.enum(['MARKETING', 'PRIVACY'])
export type ConsentKind = z.infer<typeof consentKind>
export const consentKindText: Record<ConsentKind, string> = { MARKETING: '营销信息', PRIVACY: '隐私协议' }

export const customerProfile = customerRow.extend({
  liveOrders,
  lastOrders,
  lastAddresses,
  unpaid,
  coupons,
  rights,
  notes,
  attribution,
  payers,
  cancelCount24h: z.number().int(),
  /** Of orders that were served. */
  spentFen: z.number().int(),
  groups,
  /** The last word on each kind; none where it was never said. */
  consents: z.array(z.object({ kind: consentKind, given: z.boolean(), source: z.string(), at: instant, by: z.string() })),
  calls: z.array(
    z.object({
      callId: id,
      direction: callDirection,
      at: instant,
      result: callResult.nullable(),
      talkS: z.number().int(),
      /** Its newest recording; null where there is none any more. */
      recordId: id.nullable(),
    }),
  ),
})
export type CustomerProfile = z.infer<typeof customerProfile>

const view = { authority: 'customer.view' } as const
const edit = { authority: 'customer.edit' } as const
const turnAway = { authority: 'customer.blacklist' } as const

/** Customers belong to headquarters: a partner's people see none of them. */
export const customerCalls = {
  list: call({
    method: 'GET',
    path: '/djweb/customers/customer_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '客户列表',
    input: page.extend(filter.shape),
    output: pageOf(customerRow),
  }),
  profile: call({
    method: 'GET',
    path: '/djweb/customers/customer_info',
    effect: 'read',
    access: view,
    summary: '客户详情',
    input: z.object({ customerId: id }),
    output: customerProfile,
    failures: ['customer.notFound'],
  }),
  /** Without an id a new one. Fields left out stay as they are, empty ones are emptied; the telephone of one who exists stays. */
  update: call({
    method: 'GET',
    path: '/djweb/customers/customer_update',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存客户',
    input: editable.extend({
      customerId: optional(id),
      version: optional(intBetween(1, 1_000_000_000)),
      phone: optional(phone),
      level: optional(intBetween(0, MOST_LEVEL)),
      note: optional(text(500)),
    }),
    output: customerRow,
    failures: [
      'customer.notFound',
      'customer.exists',
      'customer.versionConflict',
      'customer.cityUnknown',
      'customer.phoneMissing',
      'customer.levelUnknown',
      'customer.cityMissing',
    ],
  }),
  /** Moves customers to another home city. */
  move: call({
    method: 'GET',
    path: '/djweb/customers/customer_city_update',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '变更客户城市',
    input: z.object({ ...chosen, cityId: id, reason: requiredText(200) }),
    output: outcomes,
    failures: ['customer.cityUnknown', 'customer.notFound', 'customer.nobodyChosen', 'customer.forTheBusiness'],
  }),
  blacklist: call({
    method: 'POST',
    path: '/djweb/customers/blacklist',
    effect: 'write',
    access: turnAway,
    everyChannel: true,
    summary: '加入黑名单',
    /** Without an end for good. */
    input: z.object({ ...chosen, reason: requiredText(200), until: optional(instant) }),
    output: outcomes,
    failures: ['customer.untilPast', 'customer.notFound', 'customer.nobodyChosen', 'customer.forTheBusiness'],
  }),
  unblacklist: call({
    method: 'POST',
    path: '/djweb/customers/unblacklist',
    effect: 'write',
    access: turnAway,
    everyChannel: true,
    summary: '移出黑名单',
    input: z.object({ ...chosen, reason: requiredText(200) }),
    output: outcomes,
    failures: ['customer.notFound', 'customer.nobodyChosen', 'customer.forTheBusiness'],
  }),
  consent: call({
    method: 'POST',
    path: '/djweb/customers/consent',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '登记客户授权',
    input: z.object({ customerId: id, kind: consentKind, given: flag, source: requiredText(60) }),
    output: z.object({}),
    failures: ['customer.notFound'],
  }),
  /** Asks for a file of the list, as the export centre does. */
  export: call({
    method: 'GET',
    path: '/djweb/customers/export',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'export.create' },
    once: true,
    summary: '导出客户',
    input: filter.extend({ format: optional(exportFormat) }),
    output: exportRow,
    failures: exportCalls.create.failures,
  }),
  /** Takes a list of customers in, to be looked at and begun by the calls of imports. */
  import: call({
    method: 'POST',
    path: '/djweb/customers/import_customer',
    effect: 'write',
    access: { authority: 'customer.import' },
    everyChannel: true,
    body: 'multipart',
    summary: '导入客户',
    input: z.object({ file: upload }),
    output: importInfo,
    failures: importCalls.open.failures,
  }),
} satisfies Area

import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, nothing, optional, page, pageOf, phone, requiredText, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'

export const privacyRequestRefusals = refusals({
  'privacyRequest.notFound': { code: 404, zh: '请求不存在或不在您的业务范围内', en: 'No such request within your scope' },
  'privacyRequest.nobody': {
    code: 404,
    zh: '没有该号码的客户或司机，可答复对方没有保存其信息',
    en: 'No customer or driver has this number: you may answer that nothing is held of them',
    field: 'phone',
  },
  'privacyRequest.versionConflict': {
    code: 409544,
    zh: '请求已被他人处理，请按最新内容重试',
    en: 'Somebody else worked on this request, look at it again',
  },
  'privacyRequest.wrongState': { code: 409545, zh: '请求当前状态不能这样操作', en: 'The state of the request does not allow this' },
  /** `data.current`: that request. */
  'privacyRequest.waiting': {
    code: 409546,
    zh: '该人员已有一条同类请求正在处理',
    en: 'A request of this kind of the same person is being worked on',
  },
  'privacyRequest.notProved': {
    code: 409547,
    zh: '请先核实请求人身份并登记',
    en: 'Make sure first that it is the person who asks, and enter how',
  },
  'privacyRequest.wrongKind': { code: 409548, zh: '该类请求不能这样处理', en: 'A request of this kind is not worked on like this' },
  'privacyRequest.fileGone': {
    code: 404,
    zh: '文件不存在、已过期或由他人生成，请重新生成',
    en: 'The file is gone, lapsed or somebody else’s: have it made again',
  },
  'privacyRequest.nothingAsked': {
    code: 400542,
    zh: '请填写要更正的内容',
    en: 'Say what is to be corrected',
  },
  'privacyRequest.driverAccessOnly': {
    code: 409549,
    zh: '司机的信息依法留存，在司机档案中更正；这里只登记查阅请求',
    en: 'What is held of drivers is kept by law and corrected in their file: here they ask to see it',
    field: 'kind',
  },
})

export const requestKind = z.enum(['ACCESS', 'CORRECT', 'ERASE'])
export type RequestKind = z.infer<typeof requestKind>
export const requestKindText: Record<RequestKind, string> = { ACCESS: '查阅', CORRECT: '更正', ERASE: '删除' }

export const requestState = z.enum(['OPEN', 'IN_PROGRESS', 'DONE', 'REFUSED', 'WITHDRAWN'])
export type RequestState = z.infer<typeof requestState>
export const requestStateText: Record<RequestState, string> = {
  OPEN: '待处理',
  IN_PROGRESS: '处理中',
  DONE: '已完成',
  REFUSED: '已拒绝',
  WITHDRAWN: '已撤回',
}
export const requestEvent = z.enum(['take', 'finish', 'refuse', 'withdraw'])
export type RequestEvent = z.infer<typeof requestEvent>

/** How it came. */
export const requestChannel = z.enum(['API', 'PHONE', 'COUNTER', 'LETTER'])
export type RequestChannel = z.infer<typeof requestChannel>
export const requestChannelText: Record<RequestChannel, string> = { API: '客户端', PHONE: '电话', COUNTER: '现场', LETTER: '信函' }

/** How it was made sure that it is the person themselves. */
export const identityCheck = z.enum(['SIGNED_IN', 'CALL_BACK', 'ID_DOCUMENT'])
export type IdentityCheck = z.infer<typeof identityCheck>
export const identityCheckText: Record<IdentityCheck, string> = {
  SIGNED_IN: '验证码登录',
  CALL_BACK: '回拨登记号码',
  ID_DOCUMENT: '核对证件',
}

/** What a customer wants to read otherwise; what is not named stays. */
export const corrections = z.object({
  name: optional(text(30)),
  gender: optional(z.enum(['UNKNOWN', 'MALE', 'FEMALE'])),
  /** Month and day. */
  birthday: optional(z.string().regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, '应为月-日，如 03-14 | must be month-day such as 03-14')),
  plateNos: optional(json(z.array(requiredText(12)).max(10))),
})
export type Corrections = z.infer<typeof corrections>

const personKind = z.enum(['CUSTOMER', 'DRIVER'])
export const personKindText: Record<z.infer<typeof personKind>, string> = { CUSTOMER: '客户', DRIVER: '司机' }

export const requestRow = z.object({
  requestId: id,
  kind: requestKind,
  state: requestState,
  channel: requestChannel,
  personKind,
  personId: id,
  /** Empty of somebody who was erased. */
  name: z.string(),
  phone: z.string(),
  cityName: z.string(),
  /** In the words of who asked or who took it down. */
  words: z.string(),
  /** Null: not checked yet. */
  identity: identityCheck.nullable(),
  openedAt: instant,
  openedByName: z.string(),
  dueAt: instant,
  overdue: z.boolean(),
  handlerName: z.string(),
  closedAt: instant.nullable(),
  /** Why it was refused or withdrawn, or how it was answered. */
  closing: z.string(),
  version: z.number().int(),
  allowedActions: z.array(z.enum(['take', 'identify', 'gather', 'correct', 'erase', 'finish', 'refuse', 'withdraw'])),
})
export type PrivacyRequestRow = z.infer<typeof requestRow>

export const requestDetail = requestRow.extend({
  wanted: corrections.nullable(),
  /** Of a correction: what stood there, and what does now. */
  changed: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Of an access: the file of everything held, while it lasts. */
  jobId: id.nullable(),
  fileUntil: instant.nullable(),
  identityNote: z.string(),
  events: z.array(z.object({ event: z.string(), at: instant, byName: z.string(), reason: z.string() })),
})
export type PrivacyRequestDetail = z.infer<typeof requestDetail>

export const DEADLINE_DAYS = { least: 1, most: 30, standard: 15 } as const
const terms = z.object({ deadlineDays: intBetween(DEADLINE_DAYS.least, DEADLINE_DAYS.most) })
export type PrivacyTerms = z.infer<typeof terms>

const view = { authority: 'privacyRequest.view' } as const
const handle = { authority: 'privacyRequest.handle' } as const
const of = { requestId: id, version: intBetween(1, 1_000_000_000) }
const worked = ['privacyRequest.notFound', 'privacyRequest.versionConflict', 'privacyRequest.wrongState'] as const

/** Requests of people about what is held of them: what do you hold, correct it, erase me. */
export const privacyRequestCalls = part({
  list: call({
    method: 'GET',
    path: '/djweb/privacyRequest/list',
    effect: 'read',
    access: view,
    summary: '个人信息请求列表',
    input: page.extend({
      keyword: optional(text(40)),
      kind: optional(requestKind),
      state: optional(requestState),
      channel: optional(requestChannel),
      overdue: optional(flag),
      openedAtFrom: optional(instant),
      openedAtTo: optional(instant),
    }),
    output: pageOf(requestRow),
  }),
  detail: call({
    method: 'GET',
    path: '/djweb/privacyRequest/detail',
    effect: 'read',
    access: view,
    summary: '个人信息请求详情',
    input: z.object({ requestId: id }),
    output: requestDetail,
    failures: ['privacyRequest.notFound'],
  }),
  /** Entered by an operator; whose it is is found by the telephone. */
  open: call({
    method: 'POST',
    path: '/djweb/privacyRequest/open',
    effect: 'write',
    access: handle,
    everyChannel: true,
    tolerant: true,
    once: true,
    byPhone: ['phone'],
    summary: '登记个人信息请求',
    input: z.object({
      personKind,
      phone,
      kind: requestKind,
      channel: requestChannel.exclude(['API']),
      words: requiredText(500),
      identity: optional(identityCheck.exclude(['SIGNED_IN'])),
      identityNote: optional(text(200)),
      wanted: optional(json(corrections)),
    }),
    output: requestDetail,
    failures: ['privacyRequest.nobody', 'privacyRequest.waiting', 'privacyRequest.nothingAsked', 'privacyRequest.driverAccessOnly'],
  }),
  take: call({
    method: 'POST',
    path: '/djweb/privacyRequest/take',
    effect: 'write',
    access: handle,
    everyChannel: true,
    tolerant: true,
    summary: '领取个人信息请求',
    input: z.object(of),
    output: requestDetail,
    failures: worked,
  }),
  identify: call({
    method: 'POST',
    path: '/djweb/privacyRequest/identify',
    effect: 'write',
    access: handle,
    everyChannel: true,
    tolerant: true,
    summary: '登记请求人身份核实',
    input: z.object({ ...of, identity: identityCheck.exclude(['SIGNED_IN']), identityNote: optional(text(200)) }),
    output: requestDetail,
    failures: worked,
  }),
  /** Has a file made of everything that is held of the person; a job, whose file goes after some days. */
  gather: call({
    method: 'POST',
    path: '/djweb/privacyRequest/gather',
    effect: 'write',
    access: handle,
    everyChannel: true,
    tolerant: true,
    summary: '生成个人信息文件',
    input: z.object(of),
    output: requestDetail,
    failures: [...worked, 'privacyRequest.notProved', 'privacyRequest.wrongKind'],
  }),
  /** Where the file is read, for whoever had it made. */
  openFile: call({
    method: 'GET',
    path: '/djweb/privacyRequest/openFile',
    effect: 'read',
    access: handle,
    summary: '下载个人信息文件',
    input: z.object({ requestId: id }),
    output: z.object({ url: z.string(), fileName: z.string() }),
    failures: ['privacyRequest.notFound', 'privacyRequest.fileGone'],
  }),
  /** Corrects the customer as asked (or as agreed since), and is done. */
  correct: call({
    method: 'POST',
    path: '/djweb/privacyRequest/correct',
    effect: 'write',
    access: handle,
    everyChannel: true,
    tolerant: true,
    summary: '按请求更正客户信息',
    input: z.object({ ...of, wanted: json(corrections), note: optional(text(200)) }),
    output: requestDetail,
    failures: [...worked, 'privacyRequest.notProved', 'privacyRequest.wrongKind', 'privacyRequest.nothingAsked', 'customer.notFound'],
  }),
  /** Erases the customer, and is done. */
  erase: call({
    method: 'POST',
    path: '/djweb/privacyRequest/erase',
    effect: 'write',
    access: { authority: 'customer.erase' },
    everyChannel: true,
    tolerant: true,
    summary: '按请求抹除客户个人信息',
    input: z.object(of),
    output: requestDetail,
    failures: [
      ...worked,
      'privacyRequest.notProved',
      'privacyRequest.wrongKind',
      'customer.notFound',
      'customer.versionConflict',
      'customer.orderLive',
      'customer.owes',
      'customer.prepaid',
      'customer.beyondSight',
    ],
  }),
  /** Answered: how. Of an access once its file was made. */
  finish: call({
    method: 'POST',
    path: '/djweb/privacyRequest/finish',
    effect: 'write',
    access: handle,
    everyChannel: true,
    tolerant: true,
    summary: '完成个人信息请求',
    input: z.object({ ...of, note: requiredText(200) }),
    output: requestDetail,
    failures: [...worked, 'privacyRequest.notProved', 'privacyRequest.wrongKind'],
  }),
  refuse: call({
    method: 'POST',
    path: '/djweb/privacyRequest/refuse',
    effect: 'write',
    access: handle,
    everyChannel: true,
    tolerant: true,
    summary: '拒绝个人信息请求',
    input: z.object({ ...of, reason: requiredText(200) }),
    output: requestDetail,
    failures: worked,
  }),
  withdraw: call({
    method: 'POST',
    path: '/djweb/privacyRequest/withdraw',
    effect: 'write',
    access: handle,
    everyChannel: true,
    tolerant: true,
    summary: '登记撤回个人信息请求',
    input: z.object({ ...of, reason: requiredText(200) }),
    output: requestDetail,
    failures: worked,
  }),
})

/** How soon requests are answered: working days from Monday to Friday, public holidays counted like them. */
export const privacyTermsCalls = part({
  terms: call({
    method: 'GET',
    path: '/djweb/privacyRequest/terms',
    effect: 'read',
    access: view,
    summary: '个人信息请求期限',
    input: nothing,
    output: terms.extend({ version: z.number().int(), mayChange: z.boolean() }),
  }),
  saveTerms: call({
    method: 'POST',
    path: '/djweb/privacyRequest/saveTerms',
    effect: 'write',
    access: handle,
    everyChannel: true,
    tolerant: true,
    summary: '修改个人信息请求期限',
    input: terms.extend({ version: intBetween(0, 1_000_000_000), ...changeReason }),
    output: terms.extend({ version: z.number().int(), mayChange: z.boolean() }),
    failures: ['privacyRequest.versionConflict', 'agreement.beyond'],
  }),
  termsHistory: call({
    method: 'GET',
    path: '/djweb/privacyRequest/termsHistory',
    effect: 'read',
    access: view,
    summary: '个人信息请求期限的历次修改',
    input: nothing,
    output: versionsOf(terms.extend(versionFacts)),
  }),
})

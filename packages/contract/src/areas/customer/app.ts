import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, nothing, optional, phone, requiredText, seconds, text } from '../../kernel/fields.ts'
import { messageLanguage } from '../../kernel/language.ts'
import { ofVersion, ownAgreement } from '../privacy/consent.ts'
import { corrections, requestChannel, requestKind, requestState } from '../privacy/request.ts'

// The customer side: what an app or a mini program of the business makes. JSON throughout; the token goes in the header, as a driver's does.

export const customerAppRefusals = refusals({
  'customer.badCode': { code: 400421, zh: '验证码错误或已过期', en: 'The verification code is wrong or has expired' },
  'customer.locked': { code: 42941, zh: '验证码错误次数过多，请稍后再试', en: 'Too many wrong codes, try again later' },
  'customer.codeTooOften': { code: 42942, zh: '验证码发送过于频繁，请稍后再试', en: 'Codes were sent too often, try again later' },
  /** Of every call but those about privacy. */
  'customer.mustAgree': {
    code: 40307,
    zh: '隐私协议已更新，请先阅读并同意，再继续使用',
    en: 'The privacy agreement has changed: read and agree to it, then go on',
  },
  'customer.dataTooOften': {
    code: 42943,
    zh: '今天查阅次数过多，请明天再试',
    en: 'You have asked for your data too often today, try again tomorrow',
  },
})

/** So often a day a customer is given all that is held of them. */
export const DATA_A_DAY = 5

const ownRequest = z.object({
  requestId: id,
  kind: requestKind,
  state: requestState,
  channel: requestChannel,
  openedAt: instant,
  dueAt: instant,
  closedAt: instant.nullable(),
  closing: z.string(),
})

/** Everything that is held of a person, by what it is of: rows as they are kept, named as in the calls. */
const heldData = z.object({ madeAt: instant, sections: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) })

export const customerAppCalls = {
  /** The same answer for a telephone that belongs to no customer. */
  sendCode: call({
    method: 'POST',
    path: '/customer/v1/code',
    effect: 'write',
    access: 'public',
    body: 'json',
    summary: '发送客户登录验证码',
    input: z.object({ tenantId: id, phone }),
    output: z.object({ expiresInS: seconds }),
    failures: ['customer.codeTooOften'],
  }),
  /** Those whom the business knows by this telephone: who has ordered or was entered. */
  signIn: call({
    method: 'POST',
    path: '/customer/v1/sign-in',
    effect: 'write',
    access: 'public',
    body: 'json',
    summary: '客户登录',
    input: z.object({ tenantId: id, phone, code: requiredText(8), device: optional(text(100)) }),
    output: z.object({ token: z.string(), customerId: id, name: z.string() }),
    failures: ['customer.badCode', 'customer.locked'],
  }),
  signOut: call({
    method: 'POST',
    path: '/customer/v1/sign-out',
    effect: 'write',
    access: 'customer',
    beforeAgreement: true,
    body: 'json',
    summary: '客户退出',
    input: nothing,
    output: nothing,
  }),
  me: call({
    method: 'GET',
    path: '/customer/v1/me',
    effect: 'read',
    access: 'customer',
    summary: '客户资料',
    input: nothing,
    output: z.object({
      customerId: id,
      name: z.string(),
      phone: z.string(),
      gender: z.enum(['UNKNOWN', 'MALE', 'FEMALE']),
      /** In which messages reach them. */
      language: messageLanguage,
      birthday: z.string(),
      plateNos: z.array(z.string()),
    }),
    wholePhones: ['phone'],
  }),
  /** In which language messages reach this customer from now on. */
  setLanguage: call({
    method: 'POST',
    path: '/customer/v1/language',
    effect: 'write',
    access: 'customer',
    body: 'json',
    summary: '设置消息语言',
    input: z.object({ language: messageLanguage }),
    output: z.object({ language: messageLanguage }),
  }),
  agreement: call({
    method: 'GET',
    path: '/customer/v1/agreement',
    effect: 'read',
    access: 'customer',
    beforeAgreement: true,
    summary: '客户隐私协议',
    input: nothing,
    output: ownAgreement,
  }),
  agree: call({
    method: 'POST',
    path: '/customer/v1/agreement/agree',
    effect: 'write',
    access: 'customer',
    beforeAgreement: true,
    body: 'json',
    summary: '同意客户隐私协议',
    input: ofVersion,
    output: ownAgreement,
    failures: ['privacy.replaced'],
  }),
  /** Also takes an earlier yes back: what asks for it is refused from then on. */
  decline: call({
    method: 'POST',
    path: '/customer/v1/agreement/decline',
    effect: 'write',
    access: 'customer',
    beforeAgreement: true,
    body: 'json',
    summary: '不同意客户隐私协议',
    input: ofVersion,
    output: ownAgreement,
    failures: ['privacy.replaced'],
  }),
  consents: call({
    method: 'GET',
    path: '/customer/v1/consents',
    effect: 'read',
    access: 'customer',
    beforeAgreement: true,
    summary: '我的授权',
    input: nothing,
    /** Null: never said. */
    output: z.object({ marketing: z.object({ given: z.boolean(), at: instant }).nullable(), agreement: ownAgreement.shape.said }),
  }),
  setMarketing: call({
    method: 'POST',
    path: '/customer/v1/consents/marketing',
    effect: 'write',
    access: 'customer',
    beforeAgreement: true,
    body: 'json',
    summary: '设置是否接收营销信息',
    input: z.object({ given: flag }),
    output: z.object({ given: z.boolean() }),
  }),
  /** What do you hold of me: all of it, at once; kept as a request that is answered. */
  data: call({
    method: 'POST',
    path: '/customer/v1/data',
    effect: 'write',
    access: 'customer',
    beforeAgreement: true,
    body: 'json',
    summary: '查阅我的全部信息',
    input: nothing,
    output: heldData,
    failures: ['customer.dataTooOften'],
  }),
  requests: call({
    method: 'GET',
    path: '/customer/v1/requests',
    effect: 'read',
    access: 'customer',
    beforeAgreement: true,
    summary: '我的个人信息请求',
    input: nothing,
    output: z.object({ rows: z.array(ownRequest) }),
  }),
  /** Correct what is held, or erase me: people of the business answer by `dueAt`. */
  ask: call({
    method: 'POST',
    path: '/customer/v1/requests',
    effect: 'write',
    access: 'customer',
    beforeAgreement: true,
    body: 'json',
    once: true,
    summary: '提出更正或删除请求',
    input: z.object({ kind: requestKind.exclude(['ACCESS']), words: optional(text(500)), wanted: optional(corrections) }),
    output: ownRequest,
    failures: ['privacyRequest.waiting', 'privacyRequest.nothingAsked'],
  }),
  takeBack: call({
    method: 'POST',
    path: '/customer/v1/requests/{id}/withdraw',
    effect: 'write',
    access: 'customer',
    beforeAgreement: true,
    body: 'json',
    summary: '撤回我的请求',
    input: z.object({ id }),
    output: ownRequest,
    failures: ['privacyRequest.notFound', 'privacyRequest.wrongState'],
  }),
} satisfies Area

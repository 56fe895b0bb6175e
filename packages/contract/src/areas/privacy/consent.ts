import * as z from 'zod'
import { call, type Area, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, nothing, optional, page, pageOf, text } from '../../kernel/fields.ts'
import { agreementKind, agreementText } from './agreement.ts'

export const consentRefusals = refusals({
  /** To an operator, of every call but those that lead out of it. */
  'privacy.mustAgree': {
    code: 40305,
    zh: '请先阅读并同意员工隐私协议，再使用其他功能',
    en: 'Read and agree to the privacy agreement of employees first, then go on',
  },
  /** To a driver without an order in hand. */
  'driver.mustAgree': {
    code: 40306,
    zh: '隐私协议已更新，请先阅读并同意，再继续使用',
    en: 'The privacy agreement has changed: read and agree to it, then go on',
  },
  /** `data.current`: what is in force; null where nothing is. */
  'privacy.replaced': {
    code: 409543,
    zh: '协议已更新，请阅读最新版本',
    en: 'The agreement was replaced meanwhile: read the present one',
  },
})

/** Where somebody said so. DESK: an operator entered it for a customer, on the telephone or from paper. */
export const consentChannel = z.enum(['CONSOLE', 'DRIVER_APP', 'CUSTOMER_APP', 'DESK'])
export type ConsentChannel = z.infer<typeof consentChannel>
export const consentChannelText: Record<ConsentChannel, string> = {
  CONSOLE: '控制台',
  DRIVER_APP: '司机端',
  CUSTOMER_APP: '客户端',
  DESK: '人工登记',
}

/** What is in force for whoever asks, and what they said of it. */
export const ownAgreement = z.object({
  /** Null: nothing is published. */
  agreement: agreementText.nullable(),
  /** Everything else waits until they agree. */
  due: z.boolean(),
  /** The last word. */
  said: z.object({ number: z.number().int().nullable(), given: z.boolean(), at: instant }).nullable(),
  /** What they agreed to, where it is another version than the one in force. */
  agreed: agreementText.nullable(),
})
export type OwnAgreement = z.infer<typeof ownAgreement>

/** The version that was read. */
export const ofVersion = z.object({ number: intBetween(1, 1_000_000) })

export const consentRow = z.object({
  consentId: id,
  kind: agreementKind,
  /** Null: said before any version was published. */
  number: z.number().int().nullable(),
  title: z.string(),
  digest: z.string(),
  given: z.boolean(),
  at: instant,
  channel: consentChannel,
  /** How it was said, where an operator entered it. */
  source: z.string(),
  byName: z.string(),
  ip: z.string(),
  device: z.string(),
  personId: id,
  /** Empty of somebody who was erased. */
  name: z.string(),
  /** Masked unless the operator may see it whole. */
  phone: z.string(),
  /** Of a driver their number, of an employee the user name. */
  personNo: z.string(),
})
export type ConsentRow = z.infer<typeof consentRow>

const view = { authority: 'privacy.view' } as const

/** Who agreed to what, and when. */
export const consentCalls = part({
  list: call({
    method: 'GET',
    path: '/commonapi/admin/privacy-agreement/consents',
    effect: 'read',
    access: view,
    summary: '协议同意记录',
    input: page.extend({
      kind: optional(agreementKind),
      number: optional(intBetween(1, 1_000_000)),
      given: optional(flag),
      channel: optional(consentChannel),
      /** A part of the name, a number, a user name, an end of a telephone. */
      keyword: optional(text(40)),
      personId: optional(id),
      atFrom: optional(instant),
      atTo: optional(instant),
    }),
    output: pageOf(consentRow),
  }),
})

/** An operator's own. Open to a session that has to agree first. */
export const ownConsentCalls = part({
  own: call({
    method: 'GET',
    path: '/api/privacy/agreement',
    effect: 'read',
    access: 'signedIn',
    beforeAgreement: true,
    summary: '我的隐私协议',
    input: nothing,
    output: ownAgreement,
  }),
  agree: call({
    method: 'POST',
    path: '/api/privacy/agree',
    effect: 'write',
    access: 'signedIn',
    beforeAgreement: true,
    tolerant: true,
    summary: '同意隐私协议',
    input: ofVersion,
    output: ownAgreement,
    failures: ['privacy.replaced'],
  }),
  /** Says no, which is kept, and signs out. */
  decline: call({
    method: 'POST',
    path: '/api/privacy/decline',
    effect: 'write',
    access: 'signedIn',
    beforeAgreement: true,
    tolerant: true,
    summary: '不同意隐私协议',
    input: ofVersion,
    output: nothing,
    failures: ['privacy.replaced'],
  }),
})

/** A driver's own. */
export const driverConsentCalls = {
  agreement: call({
    method: 'GET',
    path: '/driver/v1/agreement',
    effect: 'read',
    access: 'driver',
    beforeAgreement: true,
    ofTrip: true,
    summary: '司机隐私协议',
    input: nothing,
    output: ownAgreement,
  }),
  agree: call({
    method: 'POST',
    path: '/driver/v1/agreement/agree',
    effect: 'write',
    access: 'driver',
    beforeAgreement: true,
    ofTrip: true,
    body: 'json',
    summary: '同意司机隐私协议',
    input: ofVersion,
    output: ownAgreement,
    failures: ['privacy.replaced'],
  }),
  /** Says no, which is kept, goes off duty and signs out. */
  decline: call({
    method: 'POST',
    path: '/driver/v1/agreement/decline',
    effect: 'write',
    access: 'driver',
    beforeAgreement: true,
    body: 'json',
    summary: '不同意司机隐私协议',
    input: ofVersion,
    output: nothing,
    failures: ['privacy.replaced', 'driver.onOrder'],
  }),
} satisfies Area

import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, int, intBetween, json, nothing, optional, phone, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import { messageEvent } from './event.ts'
import { messageLanguage } from '../../kernel/language.ts'
import { smsLane, smsPlace, smsProvider, type SmsProvider, smsReason } from './sending.ts'

export const smsServiceRefusals = refusals({
  'smsService.notFound': { code: 404, zh: '短信服务商不存在', en: 'No such provider' },
  'smsService.versionConflict': {
    code: 409891,
    zh: '短信服务商已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed this provider, look at the present data and try again',
  },
  /** `data.fields` says what is missing. */
  'smsService.invalid': {
    code: 400891,
    zh: '服务商资料有误，请按提示修改',
    en: 'The data of the provider have faults, correct the fields named',
  },
  /** `data.host` is what has to be allowed. */
  'smsService.hostNotAllowed': {
    code: 403891,
    zh: '该地址未获允许：请让安装方把主机名写入环境变量 SMS_HOSTS',
    en: 'This address is not allowed: whoever runs the installation has to name its host in SMS_HOSTS',
    field: 'url',
  },
  'smsService.wholeTenantOnly': {
    code: 403892,
    zh: '短信服务商属于整个公司，仅不限城市与机构的人员可以管理',
    en: 'Providers belong to the whole company: people bound to cities or an organisation cannot manage them',
  },
  'smsService.noCode': {
    code: 400892,
    zh: '该模板在这家服务商没有登记编号，请先登记',
    en: 'This text has no code at this provider, enter one first',
    field: 'textId',
  },
  'smsOrder.versionConflict': {
    code: 409892,
    zh: '发送顺序已被他人修改，请按最新内容重新设置',
    en: 'Somebody else changed the order, look at it again',
  },
})

/** Where each is found by everybody; a gateway is one's own. */
export const smsProviders: Record<SmsProvider, { url: string; needsTemplate: boolean; hasKeyId: boolean; hasApp: boolean }> = {
  ALIYUN: { url: 'https://dysmsapi.aliyuncs.com', needsTemplate: true, hasKeyId: true, hasApp: false },
  TENCENT: { url: 'https://sms.tencentcloudapi.com', needsTemplate: true, hasKeyId: true, hasApp: true },
  GATEWAY: { url: '', needsTemplate: false, hasKeyId: false, hasApp: false },
}

export const smsService = z.object({
  /** Null for the installation's, which sends where a business entered none. */
  smsServiceId: id.nullable(),
  provider: smsProvider,
  name: z.string(),
  url: z.string(),
  keyId: z.string(),
  /** The last four of the secret, empty without one. The whole is shown to nobody. */
  keyLast4: z.string(),
  appId: z.string(),
  region: z.string(),
  signName: z.string(),
  statusUrl: z.string(),
  priceFenX100: z.number().int().nullable(),
  dailyQuota: z.number().int().nullable(),
  perS: z.number().int().nullable(),
  enabled: z.boolean(),
  /** Of today (China's). */
  takenToday: z.number().int(),
  /** Texts in force that it can send: those with a code there, or all. */
  texts: z.number().int(),
  /** Where it reports what became of messages: to be entered in its console. Empty for who may not change it, and without a public address. */
  reportUrl: z.string(),
  version: z.number().int(),
})
export type SmsServiceView = z.infer<typeof smsService>

export const smsCode = z.object({
  textId: id,
  event: messageEvent,
  cityName: z.string(),
  channelName: z.string(),
  language: messageLanguage,
  state: z.enum(['IN_FORCE', 'WAITING']),
  /** As it stands in the provider's console: with its way of writing variables, without the signature. */
  body: z.string(),
  /** Empty: the provider cannot send it. */
  code: z.string(),
  /** Our variables in the provider's order, `ours=theirs` where it calls one otherwise. */
  params: z.array(z.string()),
  signName: z.string(),
  version: z.number().int(),
})
export type SmsCode = z.infer<typeof smsCode>

const smsOrder = z.object({ adaptive: z.boolean(), codes: id.nullable(), rest: id.nullable(), bulk: id.nullable() })
const view = { authority: 'smsService.view' } as const
const edit = { authority: 'smsService.edit' } as const
const fields = {
  provider: smsProvider,
  name: optional(text(40)),
  /** Not given: the provider's own. */
  url: optional(z.url({ protocol: /^https?$/, error: '应为 http(s) 地址 | must be an http(s) address' }).max(300)),
  keyId: optional(text(100)),
  /** Not given: the present one stays. */
  key: optional(text(200)),
  appId: optional(text(40)),
  region: optional(text(40)),
  signName: optional(text(20)),
  statusUrl: optional(z.url({ protocol: /^https?$/, error: '应为 http(s) 地址 | must be an http(s) address' }).max(300)),
  priceFenX100: optional(intBetween(0, 100_000)),
  dailyQuota: optional(intBetween(1, 100_000_000)),
  perS: optional(intBetween(1, 10_000)),
}
const changed = ['smsService.notFound', 'smsService.versionConflict', 'smsService.wholeTenantOnly'] as const
const param = z
  .string()
  .regex(/^[A-Za-z]{2,20}(=[A-Za-z0-9_]{1,30})?$/, '应为变量名，或 变量名=服务商变量名 | must be a variable, or ours=theirs')

/** Providers of text messages, their order, and under which code each has our texts. */
export const smsServiceCalls = part({
  list: call({
    method: 'GET',
    path: '/djweb/sundry/sms_service_list',
    effect: 'read',
    access: view,
    summary: '短信服务商列表',
    input: nothing,
    output: z.object({
      rows: z.array(smsService),
      allowedHosts: z.array(z.string()),
      mayChange: z.boolean(),
      /** Notices on drivers' telephones: whether the installation sends any, and at how many telephones of drivers in sight. */
      push: z.object({ on: z.boolean(), devices: z.number().int() }),
    }),
  }),
  /** Whether text messages go out at all: screens that send some say so before. */
  ready: call({
    method: 'GET',
    path: '/djweb/sundry/sms_service_ready',
    effect: 'read',
    access: 'signedIn',
    summary: '短信是否已接通',
    input: nothing,
    output: z.object({ ready: z.boolean() }),
  }),
  /** Without an id a new one, which comes last. */
  save: call({
    method: 'POST',
    path: '/djweb/sundry/sms_service_save',
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '保存短信服务商',
    input: z.object({ smsServiceId: optional(id), version: optional(int()), ...fields }),
    output: smsService,
    failures: [...changed, 'smsService.invalid', 'smsService.hostNotAllowed'],
  }),
  enable: call({
    method: 'POST',
    path: '/djweb/sundry/sms_service_enable',
    effect: 'write',
    access: edit,
    summary: '启用或停用短信服务商',
    input: z.object({ smsServiceId: id, version: int(), enabled: flag }),
    output: smsService,
    failures: changed,
  }),
  move: call({
    method: 'POST',
    path: '/djweb/sundry/sms_service_move',
    effect: 'write',
    access: edit,
    summary: '调整短信服务商顺序',
    input: z.object({ smsServiceId: id, version: int(), up: flag }),
    output: smsService,
    failures: changed,
  }),
  remove: call({
    method: 'POST',
    path: '/djweb/sundry/sms_service_remove',
    effect: 'write',
    access: edit,
    summary: '删除短信服务商',
    input: z.object({ smsServiceId: id, version: int() }),
    output: nothing,
    failures: changed,
  }),
  /** Sends a text with samples for its variables to a telephone by this provider alone, now. It costs what a message costs. */
  tryOut: call({
    method: 'POST',
    path: '/djweb/sundry/sms_service_try',
    effect: 'write',
    access: edit,
    summary: '试发短信',
    input: z.object({ smsServiceId: id, phone, textId: id }),
    output: z.object({
      taken: z.boolean(),
      tookMs: z.number().int(),
      bizId: z.string(),
      reason: smsReason.nullable(),
      code: z.string(),
      text: z.string(),
    }),
    failures: ['smsService.notFound', 'smsService.wholeTenantOnly', 'smsService.noCode', 'messageText.notFound'],
  }),
  /** Every text in force or proposed, with its code at a provider. */
  codes: call({
    method: 'GET',
    path: '/djweb/sundry/sms_service_codes',
    effect: 'read',
    access: view,
    summary: '短信模板编号',
    input: z.object({ smsServiceId: id }),
    output: z.object({ rows: z.array(smsCode) }),
    failures: ['smsService.notFound'],
  }),
  /** Without a code the provider cannot send the text any more. */
  saveCode: call({
    method: 'POST',
    path: '/djweb/sundry/sms_service_code_save',
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '登记短信模板编号',
    input: z.object({
      smsServiceId: id,
      textId: id,
      version: int(),
      code: optional(
        z
          .string()
          .max(40)
          .regex(/^[A-Za-z0-9_]+$/, '应为服务商控制台里的模板编号 | must be the code of the template in the provider’s console'),
      ),
      params: json(z.array(param).max(15)),
      signName: optional(text(20)),
    }),
    output: smsCode,
    failures: [
      'smsService.notFound',
      'smsService.versionConflict',
      'smsService.wholeTenantOnly',
      'smsService.invalid',
      'messageText.notFound',
    ],
  }),
  /** Which provider goes first now in each lane, and why. */
  order: call({
    method: 'GET',
    path: '/djweb/sundry/sms_adaptive',
    effect: 'read',
    access: view,
    summary: '短信发送顺序',
    input: nothing,
    output: z.object({
      lanes: z.array(
        z.object({
          lane: smsLane,
          order: z.array(
            z.object({
              smsServiceId: id.nullable(),
              provider: smsProvider,
              name: z.string(),
              place: smsPlace,
              /** Of the last 15 minutes. */
              attempts: z.number().int(),
              notTaken: z.number().int(),
              /** Of the last hour. */
              reports: z.number().int(),
              delivered: z.number().int(),
            }),
          ),
        }),
      ),
      setting: smsOrder.extend({ version: z.number().int() }),
      mayChange: z.boolean(),
    }),
  }),
  orderHistory: call({
    method: 'GET',
    path: '/djweb/sundry/sms_adaptive_history',
    effect: 'read',
    access: view,
    summary: '短信发送顺序的历次修改',
    input: nothing,
    output: versionsOf(smsOrder.extend(versionFacts)),
  }),
  /** Holds within seconds. */
  saveOrder: call({
    method: 'POST',
    path: '/djweb/sundry/sms_adaptive_save',
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '修改短信发送顺序',
    input: z.object({
      version: int(),
      adaptive: flag,
      /** The provider that goes first in a lane whatever happens; not given: none. */
      codes: optional(id),
      rest: optional(id),
      bulk: optional(id),
      ...changeReason,
    }),
    output: smsOrder.extend(versionFacts),
    failures: ['smsOrder.versionConflict', 'smsService.wholeTenantOnly', 'smsService.notFound'],
  }),
})

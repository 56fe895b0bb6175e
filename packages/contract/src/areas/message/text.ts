import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, intBetween, nothing, option, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { messageEvent, messageVariable, messageWay } from './event.ts'
import { messageLanguage } from '../../kernel/language.ts'

export const messageTextRefusals = refusals({
  'messageText.notFound': { code: 404, zh: '消息模板不存在或不在您的业务范围内', en: 'No such text within your scope' },
  'messageText.versionConflict': {
    code: 409881,
    zh: '消息模板已被他人处理，请按最新内容重试',
    en: 'Somebody else worked on this text, look at the present one and try again',
  },
  'messageText.beyond': {
    code: 409882,
    zh: '该模板的适用范围超出您的业务范围，请由负责该范围的人员操作',
    en: 'The text holds beyond your scope: who runs all of that can do this',
  },
  'messageText.wrongState': { code: 409883, zh: '模板当前状态不能这样操作', en: 'The state of the text does not allow this' },
  'messageText.ownProposal': {
    code: 409884,
    zh: '提交模板的人不能自己通过，请由另一位有权限的人员审核',
    en: 'Who proposed a text does not approve it: another person with the authority does',
  },
  /** `data.current` is what waits. */
  'messageText.waiting': {
    code: 409885,
    zh: '该范围已有一份待审核的内容，请先审核或撤回',
    en: 'A text for the same place waits for approval: have it decided or withdrawn first',
  },
  /** `data.current` is what stands. */
  'messageText.stands': { code: 409886, zh: '该范围已有模板，请直接修改', en: 'This place has a text already: change that one' },
  'messageText.orderUnfit': {
    code: 409887,
    zh: '该订单的当前状态不会发送这条消息，请换一个订单',
    en: 'This message would not be sent of the order as it stands: choose another',
  },
  'messageText.driverUnfit': {
    code: 409890,
    zh: '该司机没有这条消息所说的记录，请换一位司机',
    en: 'There is nothing of this driver that the message could tell of: choose another',
  },
  /** `data.fields`: what is wrong with which. */
  'messageText.invalid': { code: 400881, zh: '消息模板填写有误，请按提示修改', en: 'The text has faults, correct the fields named' },
})

/**
 * A version waits for another person, holds, and is replaced by the next. What holds is never changed, so that it can be said for each message
 * which words it was sent with.
 */
export const messageTextState = z.enum(['WAITING', 'IN_FORCE', 'REJECTED', 'WITHDRAWN', 'REPLACED'])
export type MessageTextState = z.infer<typeof messageTextState>
export const messageTextStateText: Record<MessageTextState, string> = {
  WAITING: '待审核',
  IN_FORCE: '使用中',
  REJECTED: '未通过',
  WITHDRAWN: '已撤回',
  REPLACED: '已替换',
}
/** SEND has words. OFF sends nothing; of a Chinese text that holds for every language. FOLLOW ends a city’s or channel’s own: what holds more widely holds there again;
 * of the English text that holds everywhere, what the program says. */
export const messageTextEffect = z.enum(['SEND', 'OFF', 'FOLLOW'])
export type MessageTextEffect = z.infer<typeof messageTextEffect>
export const messageTextEffectText: Record<MessageTextEffect, string> = { SEND: '发送', OFF: '不发送', FOLLOW: '沿用上级模板' }
export const messageTextEvent = z.enum(['approve', 'reject', 'withdraw', 'replace'])
export type MessageTextEvent = z.infer<typeof messageTextEvent>

/** Signatures stand in 【】, and are two to twelve signs for operators of networks. */
const sign = z
  .string()
  .trim()
  .regex(/^$|^[^\s【】[\]{}$]{2,12}$/, '签名为 2–12 个字，不含括号 | A signature has 2 to 12 signs and no brackets')
const place = {
  event: messageEvent,
  cityId: optional(id),
  channelId: optional(id),
  /** Not given: Chinese. */ language: optional(messageLanguage),
}
const said = {
  effect: messageTextEffect,
  /** Not given: the brand of the business. */
  sign: optional(sign),
  body: optional(text(500)),
  /** Why it is changed; whoever approves reads it. */
  reason: requiredText(200),
}

export const messageTextRow = z.object({
  textId: id,
  event: messageEvent,
  way: messageWay,
  cityId: id.nullable(),
  cityName: z.string(),
  channelId: id.nullable(),
  channelName: z.string(),
  language: messageLanguage,
  /** Counted within its place. */
  number: z.number().int(),
  effect: messageTextEffect,
  sign: z.string(),
  body: z.string(),
  /** As it goes out with samples in place of the variables. */
  sample: z.string(),
  /** 0 of what no text message says. */
  segments: z.number().int(),
  state: messageTextState,
  reason: z.string(),
  proposedByName: z.string(),
  proposedAt: instant,
  decidedByName: z.string(),
  decidedAt: instant.nullable(),
  decisionNote: z.string(),
  replacedAt: instant.nullable(),
  version: z.number().int(),
  allowedActions: z.array(z.enum(['edit', 'follow', 'approve', 'reject', 'withdraw'])),
})
export type MessageTextRow = z.infer<typeof messageTextRow>

const view = { authority: 'messageText.view' } as const
const edit = { authority: 'messageText.edit' } as const
const version = intBetween(1, 1_000_000_000)
const changed = ['messageText.notFound', 'messageText.beyond', 'messageText.waiting', 'messageText.invalid'] as const

/** What messages say, by event, city and partner channel. */
export const messageTextCalls = part({
  list: call({
    method: 'GET',
    path: '/djweb/sms/sms_config_list',
    effect: 'read',
    access: view,
    summary: '消息模板列表',
    input: page.extend({
      keyword: optional(text(40)),
      event: optional(messageEvent),
      way: optional(messageWay),
      /** Of one city alone, without what holds for every city. */
      cityId: optional(id),
      channelId: optional(id),
      language: optional(messageLanguage),
      state: optional(messageTextState),
    }),
    output: pageOf(messageTextRow),
  }),
  /** Where texts may differ: cities in sight, with how many texts of their own each has, and partner channels. */
  cities: call({
    method: 'GET',
    path: '/djweb/sms/sms_config_city',
    effect: 'read',
    access: view,
    summary: '消息模板适用范围',
    input: nothing,
    output: z.object({
      cities: z.array(option.extend({ own: z.number().int() })),
      channels: z.array(option),
    }),
  }),
  /** What holds where a city or channel has nothing of its own. */
  standard: call({
    method: 'GET',
    path: '/djweb/sms/sms_detault_config',
    effect: 'read',
    access: view,
    summary: '默认消息模板',
    input: nothing,
    output: z.object({ rows: z.array(messageTextRow) }),
  }),
  /** What can be said of an event: its variables, and which of them it cannot do without. */
  events: call({
    method: 'GET',
    path: '/djweb/sms/sms_detault_info',
    effect: 'read',
    access: view,
    summary: '消息事件与变量',
    input: nothing,
    output: z.object({
      events: z.array(
        z.object({
          event: messageEvent,
          way: messageWay,
          name: z.string(),
          must: z.boolean(),
          byCity: z.boolean(),
          byChannel: z.boolean(),
          variables: z.array(z.object({ variable: messageVariable, name: z.string(), sample: z.string(), needed: z.boolean() })),
        }),
      ),
    }),
  }),
  /** A version with all of its place, newest first. */
  details: call({
    method: 'GET',
    path: '/djweb/sms/sms_config_details',
    effect: 'read',
    access: view,
    summary: '消息模板详情',
    input: z.object({ textId: id }),
    output: messageTextRow.extend({ versions: z.array(messageTextRow) }),
    failures: ['messageText.notFound'],
  }),
  /** How a text would read, with samples or of a real order, and as how many messages it goes out. */
  preview: call({
    method: 'POST',
    path: '/djweb/sms/sms_config_preview',
    effect: 'read',
    access: view,
    summary: '预览消息',
    input: z.object({
      event: messageEvent,
      /** In which the values are said; not given: Chinese. */
      language: optional(messageLanguage),
      sign: optional(sign),
      body: requiredText(500),
      orderNo: optional(text(40)),
      /** Of what is told in the app: by this driver's newest picture, withdrawal, claim or whatever it is about. */
      driverNo: optional(text(20)),
    }),
    output: z.object({
      /** Of what stands in the app: its heading there. */
      title: z.string(),
      text: z.string(),
      units: z.number().int(),
      segments: z.number().int(),
      left: z.number().int(),
    }),
    failures: ['messageText.invalid', 'messageText.orderUnfit', 'messageText.driverUnfit', 'order.notFound', 'driver.notFound'],
  }),
  /** Proposes the first text of a city or channel. */
  add: call({
    method: 'GET',
    path: '/djweb/sms/sms_config_add',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '新建消息模板',
    input: z.object({ ...place, ...said, effect: messageTextEffect.exclude(['FOLLOW']) }),
    output: messageTextRow,
    failures: [...changed, 'messageText.stands'],
  }),
  /** Proposes the next version of a text. */
  update: call({
    method: 'GET',
    path: '/djweb/sms/sms_config_update',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '修改消息模板',
    input: z.object({ textId: id, version, ...said, effect: messageTextEffect.exclude(['FOLLOW']) }),
    output: messageTextRow,
    failures: [...changed, 'messageText.versionConflict', 'messageText.wrongState'],
  }),
  /** Proposes that a city or channel has no text of its own any more. */
  remove: call({
    method: 'GET',
    path: '/djweb/sms/sms_config_del',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    once: true,
    summary: '恢复沿用上级消息模板',
    input: z.object({ textId: id, version, reason: requiredText(200) }),
    output: messageTextRow,
    failures: [...changed, 'messageText.versionConflict', 'messageText.wrongState'],
  }),
  decide: call({
    method: 'POST',
    path: '/djweb/sms/sms_config_decide',
    effect: 'write',
    access: { authority: 'messageText.approve' },
    everyChannel: true,
    tolerant: true,
    summary: '审核消息模板',
    input: z.object({ textId: id, version, event: messageTextEvent.extract(['approve', 'reject']), note: optional(text(200)) }),
    output: messageTextRow,
    failures: [
      'messageText.notFound',
      'messageText.beyond',
      'messageText.versionConflict',
      'messageText.wrongState',
      'messageText.ownProposal',
      'messageText.invalid',
    ],
  }),
  withdraw: call({
    method: 'POST',
    path: '/djweb/sms/sms_config_withdraw',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '撤回待审核的消息模板',
    input: z.object({ textId: id, version }),
    output: messageTextRow,
    failures: ['messageText.notFound', 'messageText.beyond', 'messageText.versionConflict', 'messageText.wrongState'],
  }),
})

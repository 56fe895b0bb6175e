import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, nothing, optional, page, pageOf, phone, requiredText, text } from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'
import { importCalls, importInfo } from '../operations/import.ts'

/** Telephones that want no marketing, how they said so, and where a gateway tells of it. */
export const optOutRefusals = refusals({
  'optOut.notFound': { code: 404, zh: '退订记录不存在或不在您的业务范围内', en: 'No such entry within your scope' },
  'optOut.already': { code: 409920, zh: '该号码已在退订名单中', en: 'This number is on the list already' },
  'optOut.over': { code: 409921, zh: '该号码已移出退订名单', en: 'This number was taken off the list already' },
  'optOut.versionConflict': { code: 409922, zh: '内容已被他人更新，请按最新内容重试', en: 'Somebody else changed this, look at it again' },
  'optOut.wholeTenantOnly': {
    code: 403935,
    zh: '回复接收地址属于整个公司，仅不限城市与机构的人员可以查看和更换',
    en: 'The address for replies belongs to the whole company: people bound to cities or an organisation can neither see nor change it',
  },
  /** To a gateway. */
  'optOut.doorUnknown': { code: 404, zh: '地址不存在', en: 'No such address' },
})

/** How somebody said that they want no marketing. */
export const optOutWay = z.enum(['REPLY', 'OPERATOR', 'FILE'])
export type OptOutWay = z.infer<typeof optOutWay>
export const optOutWayText: Record<OptOutWay, string> = { REPLY: '短信回复', OPERATOR: '人工登记', FILE: '文件导入' }

const optOutRow = z.object({
  optOutId: id,
  /** Masked unless the operator may see it whole; empty of who was forgotten, whose number alone is known by a print. */
  phone: z.string(),
  cityName: z.string(),
  way: optOutWay,
  /** What was replied, or how an operator came to know. */
  said: z.string(),
  /** The provider's number of the reply. */
  reference: z.string(),
  saidAt: instant,
  createdByName: z.string(),
  holds: z.boolean(),
  removedAt: instant.nullable(),
  removedByName: z.string(),
  removedReason: z.string(),
  version: z.number().int(),
  allowedActions: z.array(z.enum(['remove'])),
})
export type OptOutRow = z.infer<typeof optOutRow>

const door = z.object({
  /** Path of the address; empty where none was made yet. */
  path: z.string(),
  version: z.number().int(),
  changedAt: instant.nullable(),
  changedByName: z.string(),
  mayChange: z.boolean(),
})

const view = { authority: 'optOut.view' } as const
const edit = { authority: 'optOut.edit' } as const
const version = intBetween(1, 1_000_000_000)

export const optOutCalls = part({
  list: call({
    method: 'GET',
    path: '/djweb/optOut/list',
    effect: 'read',
    access: view,
    summary: '退订名单',
    byPhone: ['phone'],
    input: page.extend({
      /** The whole number: a part of it finds nothing, since numbers are sealed. */
      phone: optional(phone),
      way: optional(optOutWay),
      cityId: optional(id),
      holds: optional(flag),
      saidAtFrom: optional(instant),
      saidAtTo: optional(instant),
    }),
    output: pageOf(optOutRow),
  }),
  /** From then on the number gets no broadcast. The same answer where it is on the list already: who sees no number whole finds none out. */
  add: call({
    method: 'POST',
    path: '/djweb/optOut/add',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '登记退订',
    input: z.object({ phone, said: requiredText(200) }),
    output: nothing,
  }),
  /** Takes a number off, where somebody wants marketing again or it was a mistake; what the customer agreed to stays as it is. */
  remove: call({
    method: 'POST',
    path: '/djweb/optOut/remove',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '移出退订名单',
    input: z.object({ optOutId: id, version, reason: requiredText(200) }),
    output: optOutRow,
    failures: ['optOut.notFound', 'optOut.over', 'optOut.versionConflict'],
  }),
  import: call({
    method: 'POST',
    path: '/djweb/optOut/import',
    effect: 'write',
    access: edit,
    everyChannel: true,
    body: 'multipart',
    summary: '导入退订名单',
    input: z.object({ file: upload }),
    output: importInfo,
    failures: importCalls.open.failures,
  }),
  /** Where a gateway tells what people replied. */
  door: call({
    method: 'GET',
    path: '/djweb/optOut/door',
    effect: 'read',
    access: { authority: 'optOut.door' },
    summary: '短信回复接收地址',
    input: nothing,
    output: door,
    failures: ['optOut.wholeTenantOnly'],
  }),
  /** The first address, or another in place of the present one, which is good no more. */
  renewDoor: call({
    method: 'POST',
    path: '/djweb/optOut/renewDoor',
    effect: 'write',
    access: { authority: 'optOut.door' },
    everyChannel: true,
    tolerant: true,
    summary: '更换短信回复接收地址',
    input: z.object({ version: intBetween(0, 1_000_000_000) }),
    output: door,
    failures: ['optOut.versionConflict', 'optOut.wholeTenantOnly'],
  }),
})

const REPLIES_AT_ONCE = 500
const reply = z.object({
  phone: text(40),
  text: text(1000),
  /** The provider's number of the reply, kept as proof. */
  id: optional(text(80)),
  /** When it was replied; not given: now. */
  at: optional(instant),
})
export const replyCalls = {
  /** What people replied: one, or several as `replies`. Anything but a refusal of marketing is passed over. */
  told: call({
    method: 'POST',
    path: '/public/message/replies/{secret}',
    effect: 'write',
    access: 'public',
    body: 'json',
    unlogged: true,
    summary: '短信回复（上行）',
    input: z.object({
      secret: text(80),
      replies: optional(z.array(reply).max(REPLIES_AT_ONCE)),
      phone: reply.shape.phone.optional(),
      text: reply.shape.text.optional(),
      id: reply.shape.id,
      at: reply.shape.at,
    }),
    output: z.object({ taken: z.number().int(), optedOut: z.number().int() }),
    failures: ['optOut.doorUnknown'],
  }),
}

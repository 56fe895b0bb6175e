import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { id, instant, intBetween, json, nothing, option, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import {
  BROADCAST_MOST,
  BROADCAST_NAME_MAX,
  broadcastCarrier,
  broadcastCodes,
  broadcastCount,
  broadcastRecipientRow,
  broadcastRow,
  broadcastState,
  broadcastWhom,
  broadcastWritten,
  leftOutWhy,
  recipientState,
} from './broadcast-model.ts'

const view = { authority: 'broadcast.view' } as const
const edit = { authority: 'broadcast.edit' } as const
const approve = { authority: 'broadcast.approve' } as const
const stop = { authority: 'broadcast.stop' } as const
const version = intBetween(1, 1_000_000_000)
const ofOne = z.object({ broadcastId: id })

export const broadcastCalls = part({
  list: call({
    method: 'GET',
    path: '/djweb/broadcast/list',
    effect: 'read',
    access: view,
    summary: '营销群发列表',
    input: page.extend({
      keyword: optional(text(40)),
      whom: optional(broadcastWhom),
      cityId: optional(id),
      state: optional(broadcastState),
    }),
    output: pageOf(broadcastRow),
  }),
  /** What a screen chooses from. */
  index: call({
    method: 'GET',
    path: '/djweb/broadcast/index',
    effect: 'read',
    access: view,
    summary: '营销群发选项',
    input: nothing,
    output: z.object({ groups: z.array(option), levels: z.array(option) }),
  }),
  /** By whom broadcasts can be sent, in their order: whoever writes or approves one sees who lacks its code. */
  carriers: call({
    method: 'GET',
    path: '/djweb/broadcast/carriers',
    effect: 'read',
    access: view,
    summary: '营销群发可用的服务商',
    input: nothing,
    output: z.object({ rows: z.array(broadcastCarrier) }),
  }),
  detail: call({
    method: 'GET',
    path: '/djweb/broadcast/detail',
    effect: 'read',
    access: view,
    summary: '营销群发详情',
    input: ofOne,
    output: broadcastRow.extend({
      events: z.array(z.object({ event: z.string(), byName: z.string(), reason: z.string(), at: instant })),
      /** Of those left out at the moment of sending. */
      leftOutBy: z.array(z.object({ why: leftOutWhy, n: z.number().int() })),
    }),
    failures: ['broadcast.notFound'],
  }),
  recipients: call({
    method: 'GET',
    path: '/djweb/broadcast/recipients',
    effect: 'read',
    access: view,
    summary: '营销群发接收人',
    input: page.extend({ broadcastId: id, state: optional(recipientState), why: optional(leftOutWhy), cityId: optional(id) }),
    output: pageOf(broadcastRecipientRow),
    failures: ['broadcast.notFound'],
  }),
  /** Who would get a text now, who would not and why, some of them, as how many messages. Of one that waits: with its text and audience. */
  count: call({
    method: 'POST',
    path: '/djweb/broadcast/count',
    body: 'json',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '营销群发人数预览',
    input: z.object({ ...broadcastWritten }),
    output: broadcastCount.extend({
      text: z.string(),
      some: z.array(z.object({ name: z.string(), phone: z.string(), cityName: z.string() })),
    }),
    failures: ['broadcast.beyondCities', 'broadcast.invalid', 'broadcast.tooMany'],
  }),
  /** A new one, or another text of one that is not submitted. */
  save: call({
    method: 'POST',
    path: '/djweb/broadcast/save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '保存营销群发',
    input: z.object({
      broadcastId: optional(id),
      version: optional(version),
      name: requiredText(BROADCAST_NAME_MAX),
      ...broadcastWritten,
      codes: optional(json(broadcastCodes)),
      /** Absent: as soon as it is approved. */
      sendAt: optional(instant),
    }),
    output: broadcastRow,
    failures: [
      'broadcast.notFound',
      'broadcast.beyondCities',
      'broadcast.invalid',
      'broadcast.versionConflict',
      'broadcast.wrongState',
      'broadcast.timePast',
    ],
  }),
  /** Asks another person to approve it, with what is counted now. */
  submit: call({
    method: 'POST',
    path: '/djweb/broadcast/submit',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '提交营销群发',
    input: ofOne.extend({ version }),
    output: broadcastRow,
    failures: [
      'broadcast.notFound',
      'broadcast.beyondCities',
      'broadcast.versionConflict',
      'broadcast.wrongState',
      'broadcast.nobody',
      'broadcast.tooMany',
      'broadcast.timePast',
    ],
  }),
  withdraw: call({
    method: 'POST',
    path: '/djweb/broadcast/withdraw',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '撤回待审核的营销群发',
    input: ofOne.extend({ version }),
    output: broadcastRow,
    failures: ['broadcast.notFound', 'broadcast.beyondCities', 'broadcast.versionConflict', 'broadcast.wrongState'],
  }),
  /** What was counted at submission, and what is now: whoever approves sees what changed since. */
  recount: call({
    method: 'GET',
    path: '/djweb/broadcast/recount',
    effect: 'read',
    access: view,
    tolerant: true,
    summary: '营销群发最新人数',
    input: ofOne,
    output: broadcastCount,
    failures: ['broadcast.notFound', 'broadcast.wrongState', 'broadcast.tooMany'],
  }),
  /** Freezes who gets it, and has it sent at once or at its time. To no more people than whoever approves was shown. */
  approve: call({
    method: 'POST',
    path: '/djweb/broadcast/approve',
    effect: 'write',
    access: approve,
    everyChannel: true,
    tolerant: true,
    summary: '批准营销群发',
    input: ofOne.extend({ version, shown: intBetween(0, BROADCAST_MOST), note: optional(text(200)) }),
    output: broadcastRow,
    failures: [
      'broadcast.notFound',
      'broadcast.beyondCities',
      'broadcast.versionConflict',
      'broadcast.wrongState',
      'broadcast.ownText',
      'broadcast.morePeople',
      'broadcast.nobody',
      'broadcast.tooMany',
      'broadcast.timePast',
      'broadcast.invalid',
    ],
  }),
  reject: call({
    method: 'POST',
    path: '/djweb/broadcast/reject',
    effect: 'write',
    access: approve,
    everyChannel: true,
    tolerant: true,
    summary: '驳回营销群发',
    input: ofOne.extend({ version, note: requiredText(200) }),
    output: broadcastRow,
    failures: ['broadcast.notFound', 'broadcast.beyondCities', 'broadcast.versionConflict', 'broadcast.wrongState'],
  }),
  /** Nothing further leaves within two seconds. However often it is said, and whoever changed it meanwhile. */
  stop: call({
    method: 'POST',
    path: '/djweb/broadcast/stop',
    effect: 'write',
    access: stop,
    everyChannel: true,
    summary: '停止营销群发',
    input: ofOne.extend({ reason: optional(text(200)) }),
    output: broadcastRow,
    failures: ['broadcast.notFound', 'broadcast.beyondCities', 'broadcast.wrongState'],
  }),
  /** Goes on with who is left. */
  goOn: call({
    method: 'POST',
    path: '/djweb/broadcast/goOn',
    effect: 'write',
    access: approve,
    everyChannel: true,
    tolerant: true,
    summary: '继续营销群发',
    input: ofOne.extend({ version }),
    output: broadcastRow,
    failures: ['broadcast.notFound', 'broadcast.beyondCities', 'broadcast.versionConflict', 'broadcast.wrongState'],
  }),
  /** For good: who is left gets nothing. */
  end: call({
    method: 'POST',
    path: '/djweb/broadcast/end',
    effect: 'write',
    access: stop,
    everyChannel: true,
    tolerant: true,
    summary: '结束营销群发',
    input: ofOne.extend({ version, reason: requiredText(200) }),
    output: broadcastRow,
    failures: ['broadcast.notFound', 'broadcast.beyondCities', 'broadcast.versionConflict', 'broadcast.wrongState'],
  }),
})

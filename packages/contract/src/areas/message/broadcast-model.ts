import * as z from 'zod'
import { id, instant, intBetween, json, optional, requiredText } from '../../kernel/fields.ts'
import { MOST_LEVEL } from '../customer/level.ts'
import { MOST_DRIVER_LEVEL } from '../driver/level-model.ts'
import { refuseBy } from './broadcast-text.ts'
import { smsProvider } from './sending.ts'

export const broadcastState = z.enum(['DRAFT', 'WAITING', 'APPROVED', 'SENDING', 'STOPPED', 'ENDED', 'DONE'])
export type BroadcastState = z.infer<typeof broadcastState>
export const broadcastStateText: Record<BroadcastState, string> = {
  DRAFT: '草稿',
  WAITING: '待审核',
  APPROVED: '待发送',
  SENDING: '发送中',
  STOPPED: '已停止',
  ENDED: '已结束（未发完）',
  DONE: '已发完',
}
/** STOPPED keeps who is left to be gone on with; ENDED takes them out. */
export const broadcastEvent = z.enum(['submit', 'withdraw', 'reject', 'approve', 'begin', 'stop', 'goOn', 'end', 'finish'])
export type BroadcastEvent = z.infer<typeof broadcastEvent>

export const broadcastWhom = z.enum(['CUSTOMERS', 'DRIVERS'])
export type BroadcastWhom = z.infer<typeof broadcastWhom>
export const broadcastWhomText: Record<BroadcastWhom, string> = { CUSTOMERS: '客户', DRIVERS: '司机' }

/** Why somebody whom the broadcast is for does not get it. */
export const leftOutWhy = z.enum([
  'NO_MOBILE',
  'NO_CONSENT',
  'OPTED_OUT',
  'BLACKLISTED',
  'CAPPED',
  'ERASED',
  'MERGED',
  'MOVED',
  'GONE',
  'ENDED',
])
export type LeftOutWhy = z.infer<typeof leftOutWhy>
export const leftOutText: Record<LeftOutWhy, string> = {
  NO_MOBILE: '不是手机号',
  NO_CONSENT: '未同意接收营销信息',
  OPTED_OUT: '已退订',
  BLACKLISTED: '在黑名单中',
  CAPPED: '30 天内已达营销短信上限',
  ERASED: '个人信息已抹除',
  MERGED: '已并入另一位客户',
  MOVED: '城市或电话已变更',
  GONE: '已离职或已删除',
  ENDED: '群发已结束',
}

export const recipientState = z.enum(['WAITING', 'CLAIMED', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'LEFT_OUT'])
export type RecipientState = z.infer<typeof recipientState>
export const recipientStateText: Record<RecipientState, string> = {
  WAITING: '待发送',
  CLAIMED: '正在提交',
  SENT: '已提交服务商',
  DELIVERED: '已送达',
  FAILED: '未送达',
  UNKNOWN: '结果不明（不再发送）',
  LEFT_OUT: '不发送',
}

const DAYS = intBetween(1, 730)
/** Of whom it is for, besides the cities. Customers: groups, levels, last order; drivers: levels. */
export const broadcastAudience = z.strictObject({
  groupIds: optional(json(z.array(id).max(50))),
  levels: optional(json(z.array(intBetween(0, Math.max(MOST_LEVEL, MOST_DRIVER_LEVEL))).max(20))),
  /** The last order is no longer ago than this, or longer. */
  lastWithinDays: optional(DAYS),
  lastBeforeDays: optional(DAYS),
})
export type BroadcastAudience = z.infer<typeof broadcastAudience>

export const BROADCAST_NAME_MAX = 40
export const BROADCAST_BODY_MAX = 400
/** More people than this are no one broadcast: it is split by city. */
export const BROADCAST_MOST = 200_000

const sign = z
  .string()
  .trim()
  .regex(/^$|^[^\s【】[\]{}$]{2,12}$/, '签名为 2–12 个字，不含括号 | A signature has 2 to 12 signs and no brackets')
/** What every call that takes a text takes of it. */
export const broadcastWritten = {
  whom: broadcastWhom,
  /** Not given: the brand of the business. */
  sign: optional(sign),
  body: requiredText(BROADCAST_BODY_MAX),
  refuseBy,
  /** None: every city. */
  cityIds: optional(json(z.array(id).max(200))),
  audience: optional(json(broadcastAudience)),
}
/** As their consoles show it, by providers that send registered templates alone. */
export const broadcastCodes = z.record(z.string().regex(/^\d{1,18}$/), z.string().trim().max(40))

/** One provider, as it stands to broadcasts. */
export const broadcastCarrier = z.object({
  /** Null: the installation's. */
  smsServiceId: id.nullable(),
  provider: smsProvider,
  name: z.string(),
  enabled: z.boolean(),
  /** It sends what has a code there alone. */
  needsCode: z.boolean(),
})
export type BroadcastCarrier = z.infer<typeof broadcastCarrier>

/** Of the providers that are enabled, which cannot send a text for want of its code, and whether that leaves nobody. None enabled is another matter: one that is enabled later sends it. */
export function cannotSend<C extends Pick<BroadcastCarrier, 'smsServiceId' | 'enabled' | 'needsCode'>>(
  carriers: readonly C[],
  codes: Readonly<Record<string, string>>,
): { without: C[]; nobody: boolean } {
  const enabled = carriers.filter((carrier) => carrier.enabled)
  const without = enabled.filter(({ needsCode, smsServiceId }) => needsCode && !codes[smsServiceId ?? ''])
  return { without, nobody: without.length > 0 && without.length === enabled.length }
}

/** Who would get it at a moment. */
export const broadcastCount = z.object({
  at: instant,
  found: z.number().int(),
  recipients: z.number().int(),
  /** Of those found, who gets nothing, and why. */
  leftOut: z.array(z.object({ why: leftOutWhy, n: z.number().int() })),
  /** Messages that providers charge for. */
  segments: z.number().int(),
  /** What that costs; null where nobody entered a price. */
  costFen: z.number().int().nullable(),
})
export type BroadcastCount = z.infer<typeof broadcastCount>

export const broadcastRow = z.object({
  broadcastId: id,
  name: z.string(),
  whom: broadcastWhom,
  sign: z.string(),
  body: z.string(),
  refuseBy,
  /** As it reads with samples in place of the variables. */
  sample: z.string(),
  cityIds: z.array(id),
  audience: broadcastAudience,
  /** Names of the groups in the audience. */
  groupNames: z.array(z.string()),
  /** By the id of the provider that has the text registered. */
  codes: broadcastCodes,
  sendAt: instant.nullable(),
  state: broadcastState,
  authorName: z.string(),
  submittedAt: instant.nullable(),
  /** What was counted when it was submitted, and when it was approved. */
  submitted: broadcastCount.nullable(),
  approved: broadcastCount.nullable(),
  decidedByName: z.string(),
  decidedAt: instant.nullable(),
  decisionNote: z.string(),
  stoppedByName: z.string(),
  stopReason: z.string(),
  /** When it goes on: at the time set, or at the end of quiet hours. */
  nextAt: instant.nullable(),
  beganAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Why it does not get on at the moment, in the words of a provider. */
  problem: z.string(),
  recipients: z.number().int(),
  /** Taken by a provider; delivered ones included. */
  sent: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  /** Handed over, and what became of it was lost: not sent again. */
  unknown: z.number().int(),
  /** At the moment of sending. */
  leftOut: z.number().int(),
  waiting: z.number().int(),
  version: z.number().int(),
  createdAt: instant,
  allowedActions: z.array(z.enum(['edit', 'submit', 'withdraw', 'approve', 'reject', 'stop', 'goOn', 'end'])),
})
export type BroadcastRow = z.infer<typeof broadcastRow>

export const broadcastRecipientRow = z.object({
  n: z.number().int(),
  /** Masked, always: who it is stands with the customer. */
  phone: z.string(),
  name: z.string(),
  customerId: id.nullable(),
  driverId: id.nullable(),
  cityName: z.string(),
  state: recipientState,
  /** Of one left out. */
  why: leftOutWhy.nullable(),
  /** Why it failed, in the words of a provider. */
  failure: z.string(),
  segments: z.number().int(),
  at: instant.nullable(),
})
export type BroadcastRecipientRow = z.infer<typeof broadcastRecipientRow>

import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, id, instant, intBetween, json, metres, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { rightUnit } from './right.ts'

export const rightGrantRefusals = refusals({
  'rightGrant.notFound': { code: 404, zh: '没有这份权益', en: 'No such grant of a right' },
  'rightGrant.notOn': {
    code: 409981,
    zh: '权益未启用或有效期已过，不能发放',
    en: 'The right is not on, or its time is over: it is granted to nobody',
  },
  'rightGrant.quantity': {
    code: 400981,
    zh: '请按权益的计量方式填写次数、金额或里程，且只填一项',
    en: 'Give uses, money or distance as the right counts, and only that',
  },
  'rightGrant.inHand': {
    code: 409982,
    zh: '已用完、已收回或正被订单占用的权益不能收回',
    en: 'What is used up, revoked or held by an order is not revoked',
  },
})

export const rightGrantState = z.enum(['ACTIVE', 'EXHAUSTED', 'EXPIRED', 'REVOKED'])
export type RightGrantState = z.infer<typeof rightGrantState>
export const rightGrantStateText: Record<RightGrantState, string> = {
  ACTIVE: '可使用',
  EXHAUSTED: '已用完',
  EXPIRED: '已过期',
  REVOKED: '已收回',
}
export const rightWay = z.enum(['HAND', 'FILE', 'PARTNER'])
export type RightWay = z.infer<typeof rightWay>
export const rightWayText: Record<RightWay, string> = { HAND: '手工发放', FILE: '文件导入', PARTNER: '合作方系统发放' }

/** One of them, as the right counts. */
export const rightQuantity = {
  times: optional(intBetween(1, 10_000)),
  amountFen: optional(intBetween(1, 100_000_000)),
  distanceM: optional(intBetween(1, 100_000_000)),
}

export const rightGrantRow = z.object({
  rightGrantId: id,
  rightId: id,
  rightName: z.string(),
  channelName: z.string(),
  customerId: id,
  customerName: z.string(),
  phone: z.string(),
  unit: rightUnit,
  /** One of the first three; what of it is used, what orders hold included. */
  times: z.number().int().nullable(),
  amountFen: fen.nullable(),
  distanceM: metres.nullable(),
  usedTimes: z.number().int(),
  usedFen: fen,
  usedM: metres,
  state: rightGrantState,
  way: rightWay,
  grantedAt: instant,
  grantedBy: z.string(),
  expiresAt: instant,
  revokedAt: instant.nullable(),
  revokedBy: z.string(),
  revokeReason: z.string(),
  allowedActions: z.array(z.enum(['revoke'])),
})
export type RightGrantRow = z.infer<typeof rightGrantRow>

export const RIGHTS_AT_ONCE = 200
const give = { authority: 'right.grant' } as const
export const rightGrantCalls = {
  list: call({
    method: 'GET',
    path: '/api/right/grants',
    effect: 'read',
    access: { authority: 'right.view' },
    summary: '已发放的权益',
    input: page.extend({
      keyword: optional(text(40)),
      rightId: optional(id),
      customerId: optional(id),
      state: optional(rightGrantState),
      way: optional(rightWay),
    }),
    output: pageOf(rightGrantRow),
  }),
  /** The same to each; who cannot have it is named with the reason. */
  give: call({
    method: 'POST',
    path: '/api/right/give',
    effect: 'write',
    access: give,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '发放权益',
    input: z.object({ rightId: id, customerIds: json(z.array(id).min(1).max(RIGHTS_AT_ONCE)), ...rightQuantity }),
    output: z.object({ granted: z.number().int(), refused: z.array(z.object({ customerId: id, problem: z.string() })) }),
    failures: ['right.notFound', 'right.beyondCities', 'rightGrant.notOn', 'rightGrant.quantity'],
  }),
  /** What trips used stays used; the rest is gone. */
  revoke: call({
    method: 'POST',
    path: '/api/right/revoke',
    effect: 'write',
    access: give,
    everyChannel: true,
    tolerant: true,
    summary: '收回权益',
    input: z.object({ rightGrantId: id, reason: requiredText(200) }),
    output: rightGrantRow,
    failures: ['rightGrant.notFound', 'right.beyondCities', 'rightGrant.inHand'],
  }),
} satisfies Area

import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { findInput, findOutput } from '../../kernel/find.ts'
import {
  basisPoints,
  fen,
  flag,
  id,
  instant,
  int,
  intBetween,
  json,
  optional,
  page,
  pageOf,
  phone,
  requiredText,
  text,
} from '../../kernel/fields.ts'
import { serviceType } from '../order/model.ts'

export const channelRefusals = refusals({
  'channel.notFound': { code: 404, zh: '合作渠道不存在或不在您的业务范围内', en: 'No such partner channel within your scope' },
  'channel.stopped': {
    code: 409131,
    zh: '合作渠道已停用，不能再下新单；进行中的订单不受影响',
    en: 'The partner channel is stopped and takes no new orders; those under way go on',
  },
  'channel.otherCity': { code: 409132, zh: '合作渠道不在此城市下单', en: 'The partner channel takes no orders in this city' },
  'channel.otherService': {
    code: 409138,
    zh: '合作渠道不提供该服务类型',
    en: 'The partner channel does not order this service',
    field: 'serviceType',
  },
  'channel.nameTaken': { code: 409133, zh: '已有同名合作渠道', en: 'A partner channel of this name exists' },
  'channel.codeTaken': { code: 409134, zh: '该编码已被其他合作渠道使用', en: 'Another partner channel has this code' },
  'channel.codeMissing': { code: 400131, zh: '请填写合作渠道编码', en: 'The code of the partner channel is missing' },
  'channel.beyondCities': {
    code: 409135,
    zh: '合作渠道的城市超出您的业务范围，请由负责全部这些城市的人员操作',
    en: 'The partner channel has cities beyond your own: who runs all of them can do this',
  },
  'channel.versionConflict': {
    code: 409136,
    zh: '合作渠道已被他人修改，请按最新资料重新填写',
    en: 'Somebody else changed this partner channel, look at the present data and try again',
  },
})

/** A partner's orders come through a channel while it is on. */
export const CHANNEL_STATE = { off: 0, on: 1 } as const

/** What one process answers a channel's programs without others waiting for it. */
export const MOST_CALLS_PER_MINUTE = 6_000

export const channelRow = z.object({
  channelId: id,
  name: z.string(),
  /** What the partner is called in the partner's own systems and in statements; stays as it was made. */
  code: z.string(),
  enabled: z.boolean(),
  contactName: z.string(),
  contactPhone: z.string(),
  /** How is settled with the partner, in words. */
  settlement: z.string(),
  /** Empty: every city. */
  cityIds: z.array(id),
  /** Empty: every service. */
  serviceTypes: z.array(serviceType),
  /** How often its programs may ask, and how many orders they may place on a day; null: as many as come. */
  callsPerMinute: z.number().int(),
  ordersPerDay: z.number().int().nullable(),
  /** What the partner has of the bills of its orders. */
  commissionBp: basisPoints,
  /** Price templates in force that name it. */
  templates: z.array(z.string()),
  /** People of the partner who may sign in. */
  users: z.number().int(),
  recentOrders: z.number().int(),
  version: z.number().int(),
  updatedAt: instant,
  allowedActions: z.array(z.enum(['edit', 'disable', 'enable'])),
})
export type ChannelRow = z.infer<typeof channelRow>

const edit = { authority: 'channel.edit' } as const

/** The orders that a channel placed in a month of China's clock, as far as they are in sight, and what became of them. */
const channelMonth = z.object({
  month: z.string(),
  orders: z.number().int(),
  billed: z.number().int(),
  cancelled: z.number().int(),
  totalFen: fen,
  paidFen: fen,
  /** Of what was billed, each order by the commission of when it was placed. */
  commissionFen: fen,
  /** Those commissions, in their order. */
  commissionBps: z.array(basisPoints),
})
export const channelPage = channelRow.extend({
  /** Placed by its programs, of the day's. */
  ordersToday: z.number().int(),
  /** The newest first; a month without an order is left out. */
  months: z.array(channelMonth),
})
export type ChannelPage = z.infer<typeof channelPage>
export const MONTHS_SHOWN = 6

/** Channels belong to headquarters: a partner's people look at their own and change nothing of it. */
export const channelCalls = {
  list: call({
    method: 'GET',
    path: '/sopadmin/admin/channel/tenant/list',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'channel.view' },
    summary: '合作渠道列表',
    input: page.extend({ keyword: optional(text(40)), enabled: optional(flag), cityId: optional(id) }),
    output: pageOf(channelRow),
  }),
  /** One channel, how much of its quota it used, and its last months. */
  view: call({
    method: 'GET',
    path: '/api/channel/view',
    effect: 'read',
    access: { authority: 'channel.view' },
    summary: '合作渠道详情',
    input: z.object({ channelId: id }),
    output: channelPage,
    failures: ['channel.notFound'],
  }),
  /** As filters and settings name them, those that are off too, of cities in sight: a part of a name or code. */
  find: call({
    method: 'GET',
    path: '/api/channel/find',
    effect: 'read',
    access: 'signedIn',
    summary: '查找合作渠道',
    input: findInput,
    output: findOutput,
  }),
  /** Without an id a new one. */
  save: call({
    method: 'POST',
    path: '/api/channel/save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '保存合作渠道',
    input: z.object({
      channelId: optional(id),
      version: optional(int()),
      name: requiredText(40),
      /** Of a new one. */
      code: optional(
        z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{1,19}$/, '2–20 位字母、数字、横线或下划线 | 2–20 letters, digits, dashes, underscores'),
      ),
      contactName: optional(text(40)),
      /** Not given: the one that is known stays; empty: none any more. */
      contactPhone: z.union([z.literal(''), phone]).optional(),
      settlement: optional(text(500)),
      cityIds: optional(json(z.array(id).max(100))),
      serviceTypes: optional(json(z.array(serviceType).max(20))),
      /** Not given: the one that is known stays. */
      callsPerMinute: optional(intBetween(1, MOST_CALLS_PER_MINUTE)),
      /** Not given: none. */
      ordersPerDay: optional(intBetween(1, 1_000_000)),
      /** Not given: the one that is known stays. */
      commissionBp: optional(intBetween(0, 10_000)),
    }),
    output: channelRow,
    failures: [
      'channel.notFound',
      'channel.nameTaken',
      'channel.codeTaken',
      'channel.codeMissing',
      'channel.beyondCities',
      'channel.versionConflict',
    ],
  }),
  /** Orders under way end as they would have; the partner's people are told. */
  enable: call({
    method: 'POST',
    path: '/api/channel/enable',
    effect: 'write',
    access: edit,
    everyChannel: true,
    summary: '启用或停用合作渠道',
    input: z.object({ channelId: id, version: int(), enabled: flag }),
    output: channelRow,
    failures: ['channel.notFound', 'channel.beyondCities', 'channel.versionConflict'],
  }),
} satisfies Area

import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import {
  flag,
  id,
  instant,
  intBetween,
  json,
  nothing,
  option,
  optional,
  page,
  pageOf,
  phone,
  requiredText,
  seconds,
  text,
  polygon,
} from '../../kernel/fields.ts'
import { localTime } from './settings.ts'
import { freshness, workStatus } from '../order/model.ts'
import { weekMask } from '../pricing/fee-line.ts'

export const dispatchTeamsRefusals = refusals({
  'dispatchTeams.notFound': { code: 40463, zh: '车队不存在或不在您的业务范围内', en: 'No such team within your scope' },
  'dispatchTeams.cityUnknown': { code: 40464, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'dispatchTeams.channelUnknown': { code: 40465, zh: '渠道不存在或不在您的业务范围内', en: 'No such channel within your scope' },
  /** `data.unknown`: the numbers. */
  'dispatchTeams.driversUnknown': { code: 40466, zh: '有工号不是该城市的司机，请检查', en: 'Some numbers are of no driver of this city' },
  /** `data.unknown`: the telephones. */
  'dispatchTeams.customersUnknown': { code: 40467, zh: '有电话不是已有客户，请检查', en: 'Some telephones are of no customer' },
  'dispatchTeams.groupUnknown': { code: 40469, zh: '没有这个车队分组', en: 'There is no such group for teams' },
  'dispatchTeams.fenceInvalid': { code: 40069, zh: '上车区域有误，请按提示修改', en: 'The pick-up area has faults, correct what is named' },
  'dispatchTeams.noDrivers': { code: 40066, zh: '请至少填写一名司机', en: 'Give at least one driver' },
  'dispatchTeams.noArea': { code: 40065, zh: '区域排队需要上车区域', en: 'A queue needs its area' },
  'dispatchTeams.notAQueue': { code: 409622, zh: '该车队不是区域排队', en: 'This team is not a queue' },
  'dispatchTeams.queueClosed': { code: 409623, zh: '区域排队已停用或不在生效时段', en: 'The queue is switched off or outside its hours' },
  /** `data.teamName`: of the queue. */
  'dispatchTeams.inQueue': { code: 409624, zh: '该司机已在排队', en: 'The driver stands in a queue already' },
  'dispatchTeams.notIdle': { code: 409625, zh: '该司机不是空闲状态，不能排队', en: 'The driver is not free' },
  'dispatchTeams.notMember': { code: 409626, zh: '该司机不在车队名单中', en: 'The driver is not on the list of the team' },
  'dispatchTeams.notInQueue': { code: 409627, zh: '该司机已不在队列中', en: 'The driver is not in the queue any more' },
  /** `data.place`: where the driver stands now. */
  'dispatchTeams.queueMoved': { code: 409628, zh: '队列已变化，请按最新顺序再操作', en: 'The queue has moved on, look again' },
  'dispatchTeams.versionConflict': {
    code: 409620,
    zh: '车队已被他人修改，请刷新后重试',
    en: 'The team was changed by someone else, reload it',
  },
  'dispatchTeams.hoursInvalid': { code: 40067, zh: '时段有误，请按提示修改', en: 'The hours have faults, correct what is named' },
  'dispatchTeams.forNobody': { code: 40068, zh: '请至少填写渠道、客户或上车区域之一', en: 'Give channels, customers or a pick-up area' },
})

/** OPEN: after the head start everybody is asked; STRICT: the team alone, to the end of the search. */
export const teamFallback = z.enum(['OPEN', 'STRICT'])
export type TeamFallback = z.infer<typeof teamFallback>
export const teamFallbackText: Record<TeamFallback, string> = { OPEN: '之后向全城派单', STRICT: '只派给车队' }

/** TEAM: the drivers on its list. POI_QUEUE: drivers who stand in its area without an order, one after the other. */
export const teamType = z.enum(['TEAM', 'POI_QUEUE'])
export type TeamType = z.infer<typeof teamType>
export const teamTypeText: Record<TeamType, string> = { TEAM: '固定车队', POI_QUEUE: '区域排队' }

/**
 * How a driver's wait in a queue ended: three positions in a row outside its area, off duty, with an order, by an operator, no position for
 * two minutes, the queue itself, or because they are not qualified or on its list any more.
 */
export const queueLeave = z.enum(['LEFT_AREA', 'OFFLINE', 'ORDER', 'REMOVED', 'SILENT', 'CLOSED', 'EXCLUDED'])
export type QueueLeave = z.infer<typeof queueLeave>
export const queueLeaveText: Record<QueueLeave, string> = {
  LEFT_AREA: '离开区域',
  OFFLINE: '司机下线',
  ORDER: '接到订单',
  REMOVED: '客服移出',
  SILENT: '位置失联',
  CLOSED: '排队结束',
  EXCLUDED: '资质失效或移出名单',
}

/** Drivers who are asked for some orders before everybody else, or alone: orders that fit all of what is given. */
export const dispatchTeam = z.object({
  teamId: id,
  version: z.number().int(),
  cityId: id,
  cityName: z.string(),
  name: z.string(),
  type: teamType,
  /** Drivers who stand in its queue. */
  waiting: z.number().int(),
  channels: z.array(z.object({ channelId: id, name: z.string() })),
  /** Those in sight, telephones masked. */
  customers: z.array(z.object({ customerId: id, name: z.string(), phone: z.string() })),
  /** Of all of them. */
  customerCount: z.number().int(),
  /** Orders of their customers too. */
  groups: z.array(z.object({ groupId: id, name: z.string() })),
  /** Around pick-ups. */
  fence: polygon.nullable(),
  /** Days on which the hours begin: over midnight they go on into the next. */
  weekMask,
  /** The city's clock; both null for the whole day, an end before the beginning is over midnight. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  exclusiveS: z.number().int(),
  fallback: teamFallback,
  enabled: z.boolean(),
  /** In the order in which they are asked: the highest number first, the nearest among equals. Of a queue those who may stand in it; nobody: every driver of the city. */
  members: z.array(z.object({ driverId: id, driverNo: z.string(), name: z.string(), priority: z.number().int() })),
  changedAt: instant,
})
export type DispatchTeam = z.infer<typeof dispatchTeam>

/** A driver who stands in a queue, among those in sight. */
export const queuedDriver = z.object({
  driverId: id,
  driverNo: z.string(),
  name: z.string(),
  /** From 1, among all. */
  place: z.number().int(),
  enteredAt: instant,
  /** Who put them in; empty where they came by themselves. */
  putByName: z.string(),
  /** Last moved by an operator. */
  movedAt: instant.nullable(),
  note: z.string(),
  workStatus,
  /** Null without a known position. */
  inside: z.boolean().nullable(),
  ageS: seconds.nullable(),
  freshness: freshness.nullable(),
})
export type QueuedDriver = z.infer<typeof queuedDriver>

export const queuePast = z.object({
  entryId: id,
  driverNo: z.string(),
  name: z.string(),
  enteredAt: instant,
  leftAt: instant,
  reason: queueLeave,
  leftByName: z.string(),
  note: z.string(),
})
export type QueuePast = z.infer<typeof queuePast>

const ofQueue = z.object({ teamId: id, driverId: id })
const place = intBetween(1, 10_000)

const ofOne = z.object({ teamId: id })

export const dispatchTeamsCalls = part({
  /** What a screen of teams chooses from; cities are one's own. */
  index: call({
    method: 'GET',
    path: '/commonapi/admin/order-team-config/index',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '派单车队选项',
    input: nothing,
    output: z.object({ types: z.array(option), fallbacks: z.array(option), cities: z.array(option) }),
  }),
  list: call({
    method: 'GET',
    path: '/commonapi/admin/order-team-config/list',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '派单车队',
    input: page.extend({
      cityId: optional(id),
      /** Part of the name, or a driver's number. */
      keyword: optional(text(40)),
      type: optional(teamType),
      enabled: optional(flag),
    }),
    output: pageOf(dispatchTeam),
  }),
  edit: call({
    method: 'GET',
    path: '/commonapi/admin/order-team-config/edit',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '派单车队详情',
    input: ofOne,
    output: dispatchTeam,
    failures: ['dispatchTeams.notFound'],
  }),
  /**
   * The whole team; without `teamId` a new one. City and type never change. A search is the team's where it begins within the team's hours; those
   * under way keep the team they began with, and its members of now.
   */
  save: call({
    // By POST from the console: five hundred drivers are longer than an address may be.
    method: 'POST',
    path: '/commonapi/admin/order-team-config/save',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'dispatchSettings.edit' },
    everyChannel: true,
    tolerant: true,
    summary: '保存派单车队',
    byPhone: ['customerPhones'],
    input: z.object({
      teamId: optional(id),
      /** The version on the screen, with `teamId`. */
      version: optional(intBetween(1, 1_000_000)),
      cityId: id,
      name: requiredText(40),
      /** Never changes; absent: TEAM. */
      type: optional(teamType),
      channelIds: json(z.array(id).max(50)),
      /** Customers of the team who stay with it, and telephones of those who come to it. */
      customerIds: optional(json(z.array(id).max(500))),
      /** Groups of the type TEAM. */
      groupIds: optional(json(z.array(id).max(50))),
      customerPhones: optional(json(z.array(phone).max(200))),
      fence: optional(json(polygon)),
      /** Absent: every day. */
      weekMask: optional(intBetween(1, 127)),
      /** Both or neither; neither is the whole day. */
      from: optional(localTime),
      to: optional(localTime),
      exclusiveS: intBetween(0, 120),
      fallback: teamFallback,
      enabled: optional(flag),
      /** Drivers of the city by their numbers; of two the one with the higher priority (absent: 0) is asked first. Nobody: only of a queue, for every driver of the city. */
      members: json(z.array(z.object({ driverNo: requiredText(20), priority: optional(intBetween(0, 99)) })).max(500)),
    }),
    output: z.object({ teamId: id, version: z.number().int() }),
    failures: [
      'dispatchTeams.notFound',
      'dispatchTeams.cityUnknown',
      'dispatchTeams.channelUnknown',
      'dispatchTeams.driversUnknown',
      'dispatchTeams.customersUnknown',
      'dispatchTeams.groupUnknown',
      'dispatchTeams.fenceInvalid',
      'dispatchTeams.hoursInvalid',
      'dispatchTeams.versionConflict',
      'dispatchTeams.forNobody',
      'dispatchTeams.noDrivers',
      'dispatchTeams.noArea',
    ],
  }),
  /** Gone from every list and never first again. As when it is switched off, searches under way keep it; what it did stays on record. */
  del: call({
    method: 'GET',
    path: '/commonapi/admin/order-team-config/del',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'dispatchSettings.edit' },
    everyChannel: true,
    summary: '删除派单车队',
    input: ofOne.extend({ version: intBetween(1, 1_000_000) }),
    output: z.object({}),
    failures: ['dispatchTeams.notFound', 'dispatchTeams.versionConflict'],
  }),
  status: call({
    method: 'GET',
    path: '/commonapi/admin/order-team-config/status',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'dispatchSettings.edit' },
    everyChannel: true,
    summary: '启用或停用派单车队',
    input: ofOne.extend({ version: intBetween(1, 1_000_000), enabled: flag }),
    output: dispatchTeam,
    failures: ['dispatchTeams.notFound', 'dispatchTeams.versionConflict'],
  }),
  /** Who stands in the queue of an area now. Drivers come in at its end while they are on duty and free within the area. */
  queue: call({
    method: 'GET',
    path: '/djweb/dispatch/team/queue',
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '区域排队',
    input: z.object({ teamId: id }),
    output: z.object({
      /** Switched on, and within its hours. */
      open: z.boolean(),
      /** All of them, also those beyond one's own sight. */
      waiting: z.number().int(),
      rows: z.array(queuedDriver),
    }),
    failures: ['dispatchTeams.notFound', 'dispatchTeams.notAQueue'],
  }),
  queueHistory: call({
    method: 'GET',
    path: '/djweb/dispatch/team/queue/history',
    effect: 'read',
    access: { authority: 'dispatchSettings.view' },
    summary: '区域排队记录',
    input: page.extend({ teamId: id }),
    output: pageOf(queuePast),
    failures: ['dispatchTeams.notFound', 'dispatchTeams.notAQueue'],
  }),
  /** Puts a driver who is on duty and free at the end of the queue, also from outside the area. */
  putInQueue: call({
    method: 'POST',
    path: '/djweb/dispatch/team/queue/put',
    effect: 'write',
    tolerant: true,
    access: { authority: 'dispatchDesk.queue' },
    everyChannel: true,
    summary: '司机加入区域排队',
    input: z.object({ teamId: id, driverNo: requiredText(20), note: optional(text(100)) }),
    output: z.object({ place: z.number().int() }),
    failures: [
      'dispatchTeams.notFound',
      'dispatchTeams.notAQueue',
      'dispatchTeams.queueClosed',
      'dispatchTeams.driversUnknown',
      'dispatchTeams.notMember',
      'dispatchTeams.notIdle',
      'dispatchTeams.inQueue',
    ],
  }),
  moveInQueue: call({
    method: 'POST',
    path: '/djweb/dispatch/team/queue/move',
    effect: 'write',
    access: { authority: 'dispatchDesk.queue' },
    everyChannel: true,
    summary: '调整区域排队位置',
    input: ofQueue.extend({
      /** Where the driver stands on the screen, and is to stand; behind the end is the end. */
      seenAt: place,
      place,
      note: optional(text(100)),
    }),
    output: z.object({ place: z.number().int() }),
    failures: ['dispatchTeams.notFound', 'dispatchTeams.notAQueue', 'dispatchTeams.notInQueue', 'dispatchTeams.queueMoved'],
  }),
  /** Takes a driver out of the queue. They do not come in again by themselves before they were outside the area, or off duty. */
  removeFromQueue: call({
    method: 'POST',
    path: '/djweb/dispatch/team/queue/remove',
    effect: 'write',
    access: { authority: 'dispatchDesk.queue' },
    everyChannel: true,
    summary: '司机移出区域排队',
    input: ofQueue.extend({ reason: requiredText(100) }),
    output: z.object({}),
    failures: ['dispatchTeams.notFound', 'dispatchTeams.notAQueue', 'dispatchTeams.notInQueue'],
  }),
})

import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, intBetween, metres, optional, requiredText, seconds, text } from '../../kernel/fields.ts'
import { measured } from '../../kernel/road.ts'
import { dispatchFilter, freshness, serviceStatus, workStatus } from '../order/model.ts'

export const dispatchDeskRefusals = refusals({
  'dispatchDesk.orderNotFound': { code: 404, zh: '订单不存在或不在您的业务范围内', en: 'No such order within your scope' },
  'dispatchDesk.driverNotFound': { code: 40460, zh: '司机不存在或不在您的业务范围内', en: 'No such driver within your scope' },
  'dispatchDesk.notAssignable': {
    code: 409251,
    zh: '订单当前状态不能指派司机',
    en: 'No driver can be assigned to the order in its present state',
  },
  'dispatchDesk.notRedispatchable': {
    code: 409252,
    zh: '订单当前状态不能重新派单',
    en: 'The order cannot be dispatched again in its present state',
  },
  'dispatchDesk.versionConflict': {
    code: 409253,
    zh: '订单已被他人更新，请查看最新状态后再操作',
    en: 'Someone else changed the order, look at its present state first',
  },
  'dispatchDesk.notArrivable': {
    code: 409260,
    zh: '只有司机已接单、尚未就位的订单可以代为确认就位',
    en: 'Arrival can be confirmed only while the driver is on the way',
  },
  'dispatchDesk.otherCity': { code: 409254, zh: '该司机不属于订单所在城市', en: 'The driver works in another city' },
  'dispatchDesk.driverOffline': { code: 409255, zh: '该司机未上线，不能指派', en: 'The driver is not on duty' },
  'dispatchDesk.driverBusy': { code: 409256, zh: '该司机正在服务或应答其他订单', en: 'The driver is on another order or answering one' },
  'dispatchDesk.driverUnqualified': {
    code: 409257,
    zh: '该司机资质未通过、已停用或不提供此业务',
    en: 'The driver is not qualified, disabled, or does not offer this service',
  },
  'dispatchDesk.driverRefused': {
    code: 409258,
    zh: '该司机已拒绝或取消过本单，不能再次指派',
    en: 'The driver refused or cancelled this booking before',
  },
  'dispatchDesk.driverBlacklisted': {
    code: 409609,
    zh: '客户已屏蔽该司机，不能指派',
    en: 'The customer does not want this driver',
  },
  'dispatchDesk.walletTooLow': {
    code: 409610,
    zh: '该司机账户余额低于下限，不能接单',
    en: "The driver's account is below its floor",
  },
  /** `data.doubts` says which; with `anyway` the operator takes it on themselves. */
  'dispatchDesk.doubtful': {
    code: 409259,
    zh: '该司机不符合派单条件（位置过旧、超出听单范围、车队限制或距离过远），确认后仍可指派',
    en: 'The driver is doubtful (old position, listening range, team or distance): confirm to assign anyway',
  },
})

/** Doubts an operator may overrule; every other filter is a refusal. In the order in which the filters run. */
export const deskDoubt = z.enum(['stale', 'listenRange', 'team', 'outOfRadius'])
export type DeskDoubt = z.infer<typeof deskDoubt>

/** A driver near an order's pick-up, nearest first, and what speaks against them: null for one who can be assigned as they are. */
export const deskDriver = z.object({
  driverId: id,
  driverNo: z.string(),
  name: z.string(),
  level: z.number().int(),
  workStatus,
  lat: z.number(),
  lng: z.number(),
  /** Null where the pick-up is only words, as is the way to it. */
  distanceM: metres.nullable(),
  etaS: seconds.nullable(),
  /** The way by street to the pick-up, and how it was measured. */
  roadM: metres.nullable(),
  measured: measured.nullable(),
  ageS: seconds,
  freshness,
  hindrance: dispatchFilter.nullable(),
  /** The hindrance is a doubt that `anyway` overrules. */
  overridable: z.boolean(),
})

const assign = { authority: 'dispatchDesk.assign' } as const
const orderVersion = optional(intBetween(1, 10_000_000))

/** What the desk does to a search by hand. */
export const dispatchDeskCalls = {
  /** For the list of drivers to choose from; the same filters as the search itself. */
  drivers: call({
    method: 'GET',
    path: '/djweb/dispatch/assignable_drivers',
    effect: 'read',
    access: assign,
    summary: '可指派司机',
    input: z.object({
      orderId: id,
      keyword: optional(text(40)),
      radiusM: optional(intBetween(100, 50_000)),
      limit: optional(intBetween(1, 200)),
    }),
    output: z.object({ rows: z.array(deskDriver) }),
    failures: ['dispatchDesk.orderNotFound'],
  }),
  /**
   * Gives an order that waits for a driver (102, 180, or 506: then as its next attempt) to the driver named, at once and without asking.
   * Whoever was being asked is let go.
   */
  assign: call({
    method: 'POST',
    path: '/djweb/dispatch/assign_driver',
    effect: 'write',
    access: assign,
    tolerant: true,
    once: true,
    summary: '指派司机',
    input: z.object({
      orderId: id,
      driverId: id,
      /** The order's version on the screen; another one is refused. Absent: whatever it is now. */
      version: orderVersion,
      reason: optional(text(200)),
      /** Overrules doubts (`dispatchDesk.doubtful`). */
      anyway: optional(flag),
    }),
    /** `orderId` is another than asked for where a failed order began its next attempt. */
    output: z.object({ orderId: id, orderNo: z.string(), serviceStatus, driverId: id, version: z.number().int() }),
    failures: [
      'dispatchDesk.orderNotFound',
      'dispatchDesk.driverNotFound',
      'dispatchDesk.notAssignable',
      'dispatchDesk.versionConflict',
      'dispatchDesk.otherCity',
      'dispatchDesk.driverOffline',
      'dispatchDesk.driverBusy',
      'dispatchDesk.driverUnqualified',
      'dispatchDesk.driverRefused',
      'dispatchDesk.driverBlacklisted',
      'dispatchDesk.walletTooLow',
      'dispatchDesk.doubtful',
    ],
  }),
  /**
   * Searches again, wider. Under way (102, 180): the search goes on from its first round, with the radius given. Failed (506) or cancelled by
   * the operator (405): the next attempt of the same booking. With a driver who has not begun the trip (301, 302): the order is taken from
   * them and goes to the next attempt. Who refused or cancelled is never asked again.
   */
  redispatch: call({
    method: 'POST',
    path: '/djweb/dispatch/redispatch',
    effect: 'write',
    access: { authority: 'dispatchDesk.redispatch' },
    tolerant: true,
    once: true,
    summary: '重新派单',
    input: z.object({
      orderId: id,
      version: orderVersion,
      /** The largest radius; absent: twice that of the last search. */
      radiusM: optional(intBetween(100, 50_000)),
      reason: requiredText(200),
    }),
    output: z.object({ orderId: id, orderNo: z.string(), serviceStatus, radiusM: metres, timeoutS: seconds, version: z.number().int() }),
    failures: ['dispatchDesk.orderNotFound', 'dispatchDesk.notRedispatchable', 'dispatchDesk.versionConflict'],
  }),
  /** For a driver who is at the pick-up (301) while the telephone cannot say so: the operator takes it on themselves. Confirmed already: as it is. */
  confirmArrival: call({
    method: 'POST',
    path: '/djweb/dispatch/confirm_arrival',
    effect: 'write',
    access: assign,
    tolerant: true,
    summary: '代司机确认就位',
    input: z.object({ orderId: id, version: orderVersion, reason: requiredText(200) }),
    output: z.object({ orderId: id, orderNo: z.string(), serviceStatus, version: z.number().int() }),
    failures: ['dispatchDesk.orderNotFound', 'dispatchDesk.notArrivable', 'dispatchDesk.versionConflict'],
  }),
} satisfies Area

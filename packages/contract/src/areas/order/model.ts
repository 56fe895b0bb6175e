import * as z from 'zod'
import { id, instant, intBetween, metres, optional, point, seconds } from '../../kernel/fields.ts'
import { measured } from '../../kernel/road.ts'

/** The service axis of an order. The numbers are the contract with partners and never change. */
export const SERVICE_STATUS = {
  created: 101,
  dispatchStart: 102,
  dispatching: 180,
  accepted: 301,
  arrived: 302,
  driving: 303,
  tripEnded: 304,
  billFiled: 501,
  customerCancelled: 403,
  driverCancelled: 404,
  operatorCancelled: 405,
  closedAbnormal: 502,
  dispatchFailed: 506,
} as const
export type ServiceStatus = (typeof SERVICE_STATUS)[keyof typeof SERVICE_STATUS]
export const serviceStatuses = Object.values(SERVICE_STATUS)
export const serviceStatus = z.literal(serviceStatuses)

export const serviceStatusText: Record<ServiceStatus, string> = {
  101: '待开始派单',
  102: '开始派单',
  180: '派单中',
  301: '司机已接单',
  302: '司机已就位',
  303: '代驾中',
  304: '行程结束',
  501: '已报单',
  403: '客户取消',
  404: '司机取消',
  405: '客服取消',
  502: '异常终止',
  506: '派单失败',
}
/** What is said instead of an order that waits for its prepayment: it begins as one for later does, and its search opens once it is paid. */
export const awaitsPrepayText = '等待预付'
/** Why an order ended by itself, for whoever is told no more of it: it was not paid ahead in time. */
export const orderEndReason = z.enum(['PREPAY_LAPSED'])
export type OrderEndReason = z.infer<typeof orderEndReason>
/** A driver is being looked for now. */
export const searchingServiceStatuses: readonly ServiceStatus[] = [SERVICE_STATUS.dispatchStart, SERVICE_STATUS.dispatching]
/** The order still needs a driver, now or for a later hour. */
export const seekingServiceStatuses: readonly ServiceStatus[] = [SERVICE_STATUS.created, ...searchingServiceStatuses]
/** A driver has the order in hand. */
export const inHandServiceStatuses: readonly ServiceStatus[] = [
  SERVICE_STATUS.accepted,
  SERVICE_STATUS.arrived,
  SERVICE_STATUS.driving,
  SERVICE_STATUS.tripEnded,
]
/** Nobody came, or the trip was broken off. */
export const failedServiceStatuses: readonly ServiceStatus[] = [SERVICE_STATUS.closedAbnormal, SERVICE_STATUS.dispatchFailed]
/** Somebody called it off, or it was broken off on the way. */
export const calledOffServiceStatuses: readonly ServiceStatus[] = [
  SERVICE_STATUS.customerCancelled,
  SERVICE_STATUS.driverCancelled,
  SERVICE_STATUS.operatorCancelled,
  SERVICE_STATUS.closedAbnormal,
]
/** The trip, or what was driven of it, has a bill. */
export const billedServiceStatuses: readonly ServiceStatus[] = [SERVICE_STATUS.billFiled, SERVICE_STATUS.closedAbnormal]
/** Statuses in which a booking still needs somebody's eye. */
export const liveServiceStatuses: readonly ServiceStatus[] = [...seekingServiceStatuses, ...inHandServiceStatuses]

export const PAY_STATUS = { none: 0, unpaid: 10, paying: 20, paid: 30, partRefunded: 40, refunded: 50, badDebt: 60 } as const
export type PayStatus = (typeof PAY_STATUS)[keyof typeof PAY_STATUS]
export const payStatus = z.literal(Object.values(PAY_STATUS))
export const payStatusText: Record<PayStatus, string> = {
  0: '无需支付',
  10: '待支付',
  20: '支付中',
  30: '已支付',
  40: '部分退款',
  50: '已退款',
  60: '坏账',
}

/** How a bill was paid: to the driver, or to the platform. */
export const paidBy = z.enum(['CASH', 'WECHAT', 'ALIPAY', 'BANK'])
export type PaidBy = z.infer<typeof paidBy>
export const paidByText: Record<PaidBy, string> = { CASH: '司机代收现金', WECHAT: '微信支付', ALIPAY: '支付宝', BANK: '银行转账' }

/** The search for a driver, apart from the service axis. */
export const dispatchStatus = z.enum(['NONE', 'SEARCHING', 'OFFERED', 'ASSIGNED', 'FAILED', 'ENDED'])
export type DispatchStatus = z.infer<typeof dispatchStatus>
export const dispatchStatusText: Record<DispatchStatus, string> = {
  NONE: '未派单',
  SEARCHING: '寻找司机',
  OFFERED: '等待司机应答',
  ASSIGNED: '已指派',
  FAILED: '无人接单',
  ENDED: '已结束',
}

export const AUDIT_STATUS = { notNeeded: 0, waiting: 10, inReview: 20, passed: 30, failed: 40, appeal: 50, finalFailed: 60 } as const
export type AuditStatus = (typeof AUDIT_STATUS)[keyof typeof AUDIT_STATUS]
export const auditStatus = z.literal(Object.values(AUDIT_STATUS))

export const orderSource = z.enum(['CALL_CENTRE', 'APP', 'MINI_PROGRAM', 'PARTNER', 'ENTERPRISE'])
export type OrderSource = z.infer<typeof orderSource>
export const orderSourceText: Record<OrderSource, string> = {
  CALL_CENTRE: '电话下单',
  APP: '客户端',
  MINI_PROGRAM: '小程序',
  PARTNER: '合作渠道',
  ENTERPRISE: '企业',
}

export const serviceType = z.enum(['TRIP', 'LONG_DISTANCE', 'HOURLY', 'DAY_PACKAGE', 'CAR_PICKUP'])
export type ServiceType = z.infer<typeof serviceType>
export const serviceTypeText: Record<ServiceType, string> = {
  TRIP: '日常代驾',
  LONG_DISTANCE: '长途代驾',
  HOURLY: '包时代驾',
  DAY_PACKAGE: '日包代驾',
  CAR_PICKUP: '取送车',
}

/** How the place of an address came about: found by its words, chosen from what was offered, set on the map; `NONE`: only the words are known. */
export const placePin = z.enum(['GEOCODED', 'PICKED', 'DRAGGED', 'NONE'])
export type PlacePin = z.infer<typeof placePin>
export const placePinText: Record<PlacePin, string> = { GEOCODED: '约在此处', PICKED: '已定位', DRAGGED: '地图标出', NONE: '没有位置' }
/** Of a place that is known. */
export const knownPin = placePin.exclude(['NONE'])

/** An end of a trip: the address as it was said, and where that is, as far as it is known. */
export const orderPlace = z.object({
  address: z.string(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  datum: z.literal('WGS84'),
  pin: placePin,
})
/** `note`: where the customer stands, for the driver: an entrance, a sign. */
export const pickupPlace = orderPlace.extend({ note: z.string() })

export const actorType = z.enum(['CUSTOMER', 'DRIVER', 'OPERATOR', 'PARTNER', 'TIMER'])
export type ActorType = z.infer<typeof actorType>
export const actorTypeText: Record<ActorType, string> = {
  CUSTOMER: '客户',
  DRIVER: '司机',
  OPERATOR: '客服',
  PARTNER: '合作方',
  TIMER: '系统',
}

/** What an operator may do to an order; a row lists those allowed to this operator in this state. */
export const orderAction = z.enum([
  'cancel',
  'assign',
  'redispatch',
  'confirmArrival',
  'changeContact',
  'changePlaces',
  'remark',
  'message',
  'forceSubmit',
  'recordPayment',
  'writeOff',
  'dispute',
  'terminate',
])
export type OrderAction = z.infer<typeof orderAction>

/** What an order under way breaches next. */
export const orderTimer = z.enum(['searchOpens', 'pointMissing', 'searchEnds', 'driverLate', 'freeWaitEnds', 'tripLong', 'autoFile'])
export type OrderTimer = z.infer<typeof orderTimer>
export const orderTimerText: Record<OrderTimer, string> = {
  searchOpens: '即将派单',
  pointMissing: '等待标出上车位置',
  searchEnds: '派单超时',
  driverLate: '司机迟到',
  freeWaitEnds: '免费等候结束',
  tripLong: '行程超出预计',
  autoFile: '报单超时',
}

/** A scheduled order looks for its driver this long before the booked time. */
export const SEARCH_LEAD_S = 1_800

/** Why an order under way needs an eye now. */
export const orderAttention = z.enum([
  'DISPATCH_FAILED',
  'NO_PICKUP_POINT',
  'SEARCH_LONG',
  'NO_CANDIDATES',
  'DRIVER_SILENT',
  'DRIVER_NOT_MOVING',
  'ARRIVAL_LATE',
  'WAIT_LONG',
  'BILL_LATE',
])
export type OrderAttention = z.infer<typeof orderAttention>
export const orderAttentionText: Record<OrderAttention, string> = {
  DISPATCH_FAILED: '派单失败',
  NO_PICKUP_POINT: '没有上车位置',
  SEARCH_LONG: '派单时间过长',
  NO_CANDIDATES: '附近没有可派司机',
  DRIVER_SILENT: '司机失联',
  DRIVER_NOT_MOVING: '司机接单后未移动',
  ARRIVAL_LATE: '司机迟到',
  WAIT_LONG: '客户久候未上车',
  BILL_LATE: '司机迟迟未报单',
}

export const trackQuality = z.enum(['GOOD', 'GAPS', 'ESTIMATED'])
export const workStatus = z.enum(['OFFLINE', 'ONLINE_IDLE', 'OFFERED', 'TO_PICKUP', 'WAITING', 'DRIVING', 'FILING', 'PAUSED'])
export type WorkStatus = z.infer<typeof workStatus>
export const workStatusText: Record<WorkStatus, string> = {
  OFFLINE: '离线',
  ONLINE_IDLE: '空闲',
  OFFERED: '派单应答中',
  TO_PICKUP: '赶往客户',
  WAITING: '等待客户',
  DRIVING: '代驾中',
  FILING: '报单中',
  PAUSED: '暂停接单',
}
/** By the age of the last fix at receive time: FRESH to 30 s, LAGGING to 120 s, SILENT beyond. */
export const freshness = z.enum(['FRESH', 'LAGGING', 'SILENT'])
export type Freshness = z.infer<typeof freshness>
export const freshnessText: Record<Freshness, string> = { FRESH: '位置实时', LAGGING: '位置延迟', SILENT: '失联' }

export const timelineEntry = z.object({
  seq: z.number().int(),
  event: z.string(),
  fromStatus: serviceStatus.nullable(),
  toStatus: serviceStatus,
  actorType,
  actorName: z.string(),
  at: instant,
  reason: z.string(),
  point: point.nullable(),
})
export type TimelineEntry = z.infer<typeof timelineEntry>

/** A driver as an order shows them; the place is the last known fix. */
export const orderDriver = z.object({
  driverId: id,
  driverNo: z.string(),
  name: z.string(),
  phone: z.string(),
  level: z.number().int(),
  workStatus,
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  datum: z.literal('WGS84'),
  ageS: seconds.nullable(),
  freshness: freshness.nullable(),
  /** To the pick-up while on the way, to the destination while driving; null when neither is known. */
  etaS: seconds.nullable(),
  /** How the way that the time is for was measured. */
  etaMeasured: measured.nullable(),
})

/** Why drivers near the customer were not asked, by filter, in the order the filters run. */
export const dispatchFilter = z.enum([
  'offline',
  'busy',
  'stale',
  'listenRange',
  'qualification',
  'refusedBooking',
  'blacklisted',
  'walletFloor',
  'team',
  'outOfRadius',
])
export type DispatchFilter = z.infer<typeof dispatchFilter>
export const dispatchFilterText: Record<DispatchFilter, string> = {
  offline: '未上线',
  busy: '正在服务或应答中',
  stale: '位置过旧',
  listenRange: '超出司机听单范围',
  qualification: '资质或服务类型不符',
  refusedBooking: '已拒绝或取消过本单',
  blacklisted: '被客户屏蔽',
  walletFloor: '账户余额低于下限',
  team: '车队优先时段内不可见',
  outOfRadius: '超出本轮半径',
}

/** What a search under way waits for: a driver's answer, its next and wider round, the next batch, the desk, the place of the pick-up, or its end. */
export const searchStep = z.enum(['ANSWER', 'ROUND', 'MATCH', 'DESK', 'POINT', 'GIVE_UP'])
export type SearchStep = z.infer<typeof searchStep>
export const searchStepText: Record<SearchStep, string> = {
  ANSWER: '等待司机应答',
  ROUND: '进入下一轮',
  MATCH: '下一次批量匹配',
  DESK: '等待客服指派',
  POINT: '等待标出上车位置或人工指派',
  GIVE_UP: '派单超时结束',
}

/** A search is one; its rounds are those of the newest search of the booking. */
export const dispatchView = z.object({
  round: z.number().int(),
  radiusM: metres,
  candidates: z.number().int(),
  filteredOut: z.partialRecord(dispatchFilter, z.number().int()),
  offers: z.array(
    z.object({
      driverId: id,
      driverNo: z.string(),
      name: z.string(),
      sentAt: instant,
      expiresAt: instant,
      result: z.enum(['SENT', 'ACCEPTED', 'REJECTED', 'EXPIRED', 'WITHDRAWN']),
      distanceM: metres,
      etaS: seconds,
    }),
  ),
  searchEndsAt: instant.nullable(),
  /** So many rounds the search has in all; 0 before any search. */
  roundsInAll: z.number().int(),
  /** What comes next and when; null once the search is over. */
  next: z.object({ step: searchStep, at: instant }).nullable(),
  /** Every round so far, the newest first. */
  rounds: z.array(
    z.object({
      round: z.number().int(),
      startedAt: instant,
      radiusM: metres,
      candidates: z.number().int(),
      offers: z.number().int(),
      filteredOut: z.partialRecord(dispatchFilter, z.number().int()),
    }),
  ),
})

/** The version the operator looked at; another one is refused as `order.versionConflict`. Absent: whatever it is now. */
export const seenVersion = optional(intBetween(1, 10_000_000))

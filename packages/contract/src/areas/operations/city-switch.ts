import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, nothing, optional } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'
import type { ServiceType } from '../order/model.ts'
import { openCity } from './city.ts'

export const citySwitchRefusals = refusals({
  'citySwitch.otherCity': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'citySwitch.notYours': {
    code: 40389,
    zh: '此开关属于司机上线规则，需要派单设置的修改权限',
    en: 'This switch belongs to the rules of duty: it needs the authority to edit dispatch settings',
  },
  'citySwitch.nowOnly': {
    code: 400380,
    zh: '此开关只能立即生效',
    en: 'This switch takes effect at once only',
    field: 'from',
  },
  /** `data.fields`: the time that makes no sense. */
  'citySwitch.times': {
    code: 400381,
    zh: '生效时间须晚于现在，恢复时间须晚于生效时间',
    en: 'It begins later than now, and ends after it began',
  },
  'citySwitch.versionConflict': {
    code: 409380,
    zh: '开关已被他人修改，请按最新状态重新操作',
    en: 'Somebody else changed this switch, look at how it stands and try again',
  },
})

/** Switches that are of the city alone. */
export const ownCitySwitch = z.enum([
  'deskOrder',
  'partnerOrder',
  'bookLater',
  'tripService',
  'longDistanceService',
  'hourlyService',
  'dayPackageService',
  'carPickupService',
  'weatherPrice',
  'peakPrice',
  'prePay',
  'cancelFee',
  'cash',
  'tips',
  'hidePhone',
  'privacyNumber',
  'soundRecord',
])
export type OwnCitySwitch = z.infer<typeof ownCitySwitch>
/** Those that are part of what the city asks of its drivers: kept, and read, there. */
export const dutySwitch = z.enum(['face', 'insurance', 'photos'])
export type DutySwitch = z.infer<typeof dutySwitch>
export const citySwitch = z.enum([...ownCitySwitch.options, ...dutySwitch.options])
export type CitySwitch = z.infer<typeof citySwitch>

/** What it decides about: who may order what, what is charged, what is asked of drivers. */
export const citySwitchGroup = z.enum(['ORDER', 'CHARGE', 'DRIVER'])
export type CitySwitchGroup = z.infer<typeof citySwitchGroup>

interface Described {
  group: CitySwitchGroup
  name: string
  /** What becomes of it when it is off (of a demand on drivers: on). */
  means: string
  /** Of a city where nobody touched it. */
  standard: boolean
}
const service = (name: string): Described => ({
  group: 'ORDER',
  name,
  means: '关闭后，此服务类型不能报价和下单，派单试算与价格不受影响',
  standard: true,
})
export const citySwitches: Record<CitySwitch, Described> = {
  deskOrder: { group: 'ORDER', name: '电话下单', means: '关闭后，接单台不能报价和下单；合作方下单不受影响', standard: true },
  partnerOrder: { group: 'ORDER', name: '合作方下单〔开关〕', means: '关闭后，合作方不能报价和下单；电话下单不受影响', standard: true },
  bookLater: { group: 'ORDER', name: '预约下单', means: '关闭后，只能下即时单；已有的预约照常派单', standard: true },
  tripService: service('日常代驾服务'),
  longDistanceService: service('长途代驾服务'),
  hourlyService: service('包时代驾服务'),
  dayPackageService: service('日包代驾服务'),
  carPickupService: service('取送车服务'),
  weatherPrice: {
    group: 'CHARGE',
    name: '恶劣天气加价',
    means: '关闭后，新的报价和订单不加收天气费，天气规则保留',
    standard: true,
  },
  peakPrice: { group: 'CHARGE', name: '动态调价', means: '关闭后，新的报价和订单不按时段调价，调价规则保留', standard: true },
  prePay: {
    group: 'CHARGE',
    name: '预付',
    means: '开启后下的、由客户自己付款的订单，须按预估金额付清预付款才开始派单，逾时自动取消；已有订单不受影响',
    standard: false,
  },
  cancelFee: { group: 'CHARGE', name: '取消费', means: '关闭后下的订单取消时不收客户取消费，责任判定与司机处罚不变', standard: true },
  cash: { group: 'CHARGE', name: '现金收款', means: '关闭后下的订单，司机和员工报单时都不能登记现金', standard: true },
  tips: { group: 'CHARGE', name: '小费', means: '关闭后下的订单，报单时不能计入小费', standard: true },
  soundRecord: {
    group: 'ORDER',
    name: '通话与行程录音',
    means: '关闭后开始的通话、关闭后下的订单不保留录音；之前的录音照常保存',
    standard: true,
  },
  hidePhone: { group: 'DRIVER', name: '隐藏客户电话', means: '开启后下的订单，司机看不到客户电话，改为致电客服', standard: false },
  privacyNumber: {
    group: 'DRIVER',
    name: '隐私号',
    means: '开启后下的订单，司机与客户只看到隐私号，互相看不到真实号码；没有绑定成功时司机改为致电客服',
    standard: false,
  },
  face: {
    group: 'DRIVER',
    name: '上线人脸核验',
    means: '开启后，司机上线前须通过人脸核验；核验服务未接入或无应答时不能上线',
    standard: false,
  },
  insurance: {
    group: 'DRIVER',
    name: '上线保险核验',
    means: '开启后，司机上线前须通过保险核验；核验服务未接入或无应答时不能上线',
    standard: false,
  },
  photos: { group: 'DRIVER', name: '发车前拍照', means: '开启后，司机须先拍车辆照片才能开始行程', standard: false },
}
/** Which switch decides over a service. */
export const serviceSwitch = {
  TRIP: 'tripService',
  LONG_DISTANCE: 'longDistanceService',
  HOURLY: 'hourlyService',
  DAY_PACKAGE: 'dayPackageService',
  CAR_PICKUP: 'carPickupService',
} as const satisfies Record<ServiceType, OwnCitySwitch>

/** How one switch of one city stands. */
export const citySwitchStand = z.object({
  cityId: id,
  key: citySwitch,
  on: z.boolean(),
  /** False: nobody changed it for this city, and the standard or what holds for all cities does. */
  own: z.boolean(),
  /** Of the newest version, those to come included; 0 where there is none. To be sent with a change. */
  version: z.number().int(),
  reason: z.string(),
  changedBy: z.string(),
  changedAt: instant.nullable(),
  /** Since when it stands so. */
  effectiveFrom: instant.nullable(),
  /** What comes by itself, soonest first. */
  planned: z.array(z.object({ on: z.boolean(), from: instant, changedBy: z.string(), reason: z.string() })),
  /** Of `prePay`: how long an order waits to be paid; null where the city says nothing of it, and of other switches. */
  prepayWaitS: z.number().int().nullable(),
  mayChange: z.boolean(),
})
export type CitySwitchStand = z.infer<typeof citySwitchStand>
/** SCHEDULED: begins later; REPLACED: another has begun since. */
const status = z.enum(['SCHEDULED', 'EFFECTIVE', 'REPLACED', 'EXPIRED'])
const version = z.object({
  cityId: id,
  key: citySwitch,
  ...versionFacts,
  on: z.boolean(),
  prepayWaitS: z.number().int().nullable(),
  effectiveFrom: instant,
  status,
})
export type CitySwitchVersion = z.infer<typeof version>

const cityStand = z.object({
  cityId: id,
  name: z.string(),
  /** Takes orders now. */
  open: z.boolean(),
  utcOffsetMinutes: z.number().int(),
  switches: z.array(citySwitchStand),
})
export type CitySwitchRow = z.infer<typeof cityStand>

/** What its customers may order, and what they are charged. */
const customerKeys = ['deskOrder', 'partnerOrder', 'bookLater', 'weatherPrice', 'peakPrice', 'cancelFee', 'cash', 'tips'] as const
export const cityCustomerSwitch = z.enum(customerKeys)
const each = <T>(field: T) => Object.fromEntries(customerKeys.map((key) => [key, field])) as Record<(typeof customerKeys)[number], T>
const customerConf = z.object({
  cityId: id,
  cityName: z.string(),
  ...each(z.boolean()),
  /** Of all of them together. */
  version: z.number().int(),
  changedBy: z.string(),
  changedAt: instant.nullable(),
})

/** How long a city may let orders wait to be paid, seconds: the customer has to be told, and to have a moment to pay. */
export const PREPAY_WAIT_LEAST_S = 120
export const PREPAY_WAIT_MOST_S = 86_400
/** Switches of cities that are changed at once. */
export const MOST_SWITCHED = 500
/**
 * SAVED (of a preview: would be); SAME: stands so already, with nothing planned that undoes it; CONFLICT: somebody changed it since it was
 * looked at; NOT_YOURS: a city out of sight, or a switch that asks for another authority.
 */
export const switchResult = z.enum(['SAVED', 'SAME', 'CONFLICT', 'NOT_YOURS'])
export type SwitchResult = z.infer<typeof switchResult>
const switched = z.object({
  cityId: id,
  key: citySwitch,
  on: z.boolean(),
  result: switchResult,
  /** How it stood before; null of a city out of sight. */
  before: z.object({ on: z.boolean(), version: z.number().int(), planned: z.number().int() }).nullable(),
})
export type Switched = z.infer<typeof switched>

const view = { authority: 'city.view' } as const
const edit = { authority: 'city.switch' } as const
const anyVersion = intBetween(0, 1_000_000_000)

export const citySwitchCalls = {
  /** Every switch of the cities in sight, or of one. */
  view: call({
    method: 'GET',
    path: '/djweb/CitySwitchConfig/view',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '城市开关',
    input: z.object({ cityId: optional(id) }),
    output: z.object({ rows: z.array(cityStand) }),
  }),
  history: call({
    method: 'GET',
    path: '/djweb/CitySwitchConfig/history',
    effect: 'read',
    access: view,
    summary: '城市开关的历次修改',
    input: z.object({ cityId: id, key: citySwitch }),
    output: versionsOf(version),
    failures: ['citySwitch.otherCity'],
  }),
  /**
   * One switch of one city, from now or a later moment on, and back again at another where one is given. What was planned after that moment
   * is off. Trips under way are charged as the city was when they were ordered.
   */
  save: call({
    method: 'GET',
    path: '/djweb/CitySwitchConfig/save',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '修改城市开关',
    input: z
      .object({
        cityId: id,
        key: citySwitch,
        on: flag,
        /** Of `prePay` alone; absent: as long as the installation says. */
        prepayWaitS: optional(intBetween(PREPAY_WAIT_LEAST_S, PREPAY_WAIT_MOST_S)),
        from: optional(instant),
        until: optional(instant),
        version: anyVersion,
        ...changeReason,
      })
      .refine(({ key, prepayWaitS }) => key === 'prePay' || prepayWaitS === undefined, {
        path: ['prepayWaitS'],
        message: '只有预付开关可以填写 | only of the switch of prepayment',
      }),
    output: citySwitchStand,
    failures: ['citySwitch.otherCity', 'citySwitch.notYours', 'citySwitch.nowOnly', 'citySwitch.times', 'citySwitch.versionConflict'],
  }),
  /** Many switches of many cities in one go, each by itself: what cannot be changed is left as it was, and says why. */
  batchSave: call({
    method: 'GET',
    path: '/djweb/CitySwitchConfig/batchSave',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '批量修改城市开关',
    input: z.object({
      rows: json(
        z
          .array(
            z.object({
              cityId: id,
              key: citySwitch,
              on: z.boolean(),
              /** As it was looked at: where it is another by now, the switch is left as it is. */
              version: z.number().int().min(0).optional(),
            }),
          )
          .min(1)
          .max(MOST_SWITCHED),
      ),
      from: optional(instant),
      until: optional(instant),
      /** Only says what would become of each. */
      preview: optional(flag),
      ...changeReason,
    }),
    output: z.object({ saved: z.number().int(), rows: z.array(switched) }),
    failures: ['citySwitch.nowOnly', 'citySwitch.times'],
  }),
  /** The same switches as `view`, those that customers feel, as one form. */
  customerShow: call({
    method: 'GET',
    path: '/djweb/CityCustomerConf/updateShow',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '城市客户设置',
    input: z.object({ cityId: id }),
    output: customerConf,
    failures: ['citySwitch.otherCity'],
  }),
  /** Those that are given, from now on. */
  customerUpdate: call({
    method: 'GET',
    path: '/djweb/CityCustomerConf/update',
    anyVerb: true,
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    summary: '修改城市客户设置',
    input: z.object({ cityId: id, version: anyVersion, ...each(optional(flag)), ...changeReason }),
    output: customerConf,
    failures: ['citySwitch.otherCity', 'citySwitch.versionConflict'],
  }),
  /** Every city of the business that the asker sees. */
  cities: call({
    method: 'GET',
    path: '/djweb/city/city_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '业务城市',
    input: nothing,
    output: z.object({ rows: z.array(openCity) }),
  }),
  /** Those whose switches the asker may change. */
  ownCities: call({
    method: 'GET',
    path: '/djweb/city/city_list_auth',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '可设置的业务城市',
    input: nothing,
    output: z.object({ rows: z.array(openCity) }),
  }),
} satisfies Area

import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { fen, flag, id, instant, intBetween, json, optional, option, phone, requiredText, text } from '../../kernel/fields.ts'
import { MOBILE_NUMBER } from '../../kernel/telephone-number.ts'
import { driverRow } from './list.ts'
import { serviceStatus, serviceType } from '../order/model.ts'
import { driverCalls } from './list.ts'

export const driverFileRefusals = refusals({
  'driver.notFound': { code: 40490, zh: '司机不存在或不在您的业务范围内', en: 'No such driver within your scope' },
  'driver.fileInvalid': { code: 40090, zh: '司机资料有误，请检查标出的项目', en: "The driver's particulars are not valid" },
  'driver.cityOutOfScope': { code: 40391, zh: '该城市不在您的业务范围内', en: 'This city is not within your scope', field: 'cityId' },
  'driver.orgOutOfScope': {
    code: 40392,
    zh: '所选机构不存在或不属于该城市',
    en: 'No such organisation in this city within your scope',
    field: 'orgId',
  },
  'driver.phoneTaken': {
    code: 40990,
    zh: '该手机号已登记给其他司机',
    en: 'This telephone number belongs to another driver',
    field: 'phone',
  },
  'driver.idCardTaken': {
    code: 40991,
    zh: '该身份证已登记给其他司机',
    en: 'This identity card belongs to another driver',
    field: 'idCardNo',
  },
  'driver.numberTaken': { code: 40992, zh: '该工号已被使用', en: 'This driver number is taken', field: 'driverNo' },
  'driver.versionConflict': {
    code: 40993,
    zh: '司机资料已被他人修改，请刷新后再试',
    en: 'Somebody else changed this driver, reload first',
  },
  'driver.alreadyDisabled': { code: 40994, zh: '司机已处于停用状态', en: 'The driver is disabled already' },
  'driver.notDisabled': { code: 40995, zh: '司机未停用，无需启用', en: 'The driver is not disabled' },
  'driver.remarkOrder': { code: 40491, zh: '没有找到该订单，或不是该司机的订单', en: 'No such order of this driver' },
})

/** C1 and above drive a customer's car with manual gears. */
export const licenceClass = z.enum(['A1', 'A2', 'A3', 'B1', 'B2', 'C1'])
export type LicenceClass = z.infer<typeof licenceClass>
export const remarkType = z.enum(['PRAISE', 'WARN', 'NOTE', 'COMPLAINT'])
export type RemarkType = z.infer<typeof remarkType>
export const remarkTypeText: Record<RemarkType, string> = { PRAISE: '表扬', WARN: '警告', NOTE: '备注', COMPLAINT: '投诉' }

/** Only this grade of qualification takes orders. */
export const QUALIFIED = 50
/** Left the company, for good. */
export const QUALIFICATION_LEFT = 90
/** Until the papers are renewed and checked. */
export const PAPERS_OVER = 80
export const qualificationText: Record<number, string> = {
  10: '草稿',
  20: '待审核',
  30: '审核中',
  40: '培训中',
  50: '合格',
  60: '未通过',
  70: '已停用',
  80: '证件过期',
  90: '已离职',
}

export const remark = z.object({
  remarkId: id,
  type: remarkType,
  text: z.string(),
  orderId: id.nullable(),
  orderNo: z.string(),
  authorName: z.string(),
  at: instant,
})
export type Remark = z.infer<typeof remark>

const day = z.iso.date()
const driverAction = z.enum(['edit', 'disable', 'enable', 'remark'])

export const driverInfo = driverRow.extend({
  gender: z.enum(['MALE', 'FEMALE', 'UNKNOWN']),
  birthDate: day.nullable(),
  /** The last four digits behind stars; empty when no card is on file. */
  idCard: z.string(),
  idCardExpire: day.nullable(),
  licenceClass: licenceClass.nullable(),
  licenceFirstIssue: day.nullable(),
  licenceExpire: day.nullable(),
  emergencyContact: z.string(),
  emergencyPhone: z.string(),
  serviceTypes: z.array(serviceType),
  listenRadiusM: z.number().int(),
  joinedAt: day,
  version: z.number().int(),
  disabledAt: instant.nullable(),
  disabledByName: z.string(),
  /** While disabled: no sign-in and no withdrawal. */
  walletFrozen: z.boolean(),
  /** Disabled with an order in hand: goes off duty when it is over. */
  disablesAfterTrip: z.boolean(),
  /** Of the operating day, which begins at six in the morning of the driver's city. */
  today: z.object({
    since: instant,
    served: z.number().int(),
    billedFen: fen,
    cancelledByDriver: z.number().int(),
    asked: z.number().int(),
    accepted: z.number().int(),
  }),
  /** What the platform owes the driver; negative when the driver owes. Null before the first entry. */
  walletFen: z.number().int().nullable(),
  /** The newest first, at most 20; empty for operators who may not see orders. */
  orders: z.array(
    z.object({
      orderId: id,
      orderNo: z.string(),
      serviceStatus,
      pickupAddress: z.string(),
      createdAt: instant,
      totalFen: fen.nullable(),
    }),
  ),
  /** The newest first, at most 100. */
  remarks: z.array(remark),
  /** Of a driver disabled on an order too; the operator's authorities applied. */
  allowedActions: z.array(driverAction),
})
export type DriverInfo = z.infer<typeof driverInfo>

/** A date that was typed into the wrong field is no number of a driver. */
export const DRIVER_NO = /^(?!\d{4}-\d{1,2}-\d{1,2}$)[A-Za-z0-9-]{2,20}$/

export const driverFile = z.object({
  /** An existing driver, with its version, is changed; without one a new driver is made. */
  driverId: optional(id),
  version: optional(intBetween(1, 1_000_000_000)),
  /** Empty: the next free number. */
  driverNo: optional(
    text(20).pipe(
      z.string().regex(DRIVER_NO, '工号为 2–20 位字母、数字或横线，不能是日期 | 2 to 20 letters, digits or hyphens, and no date'),
    ),
  ),
  name: requiredText(20),
  /** For an existing driver empty leaves the number as it is. */
  phone: optional(phone.pipe(z.string().regex(MOBILE_NUMBER, '请输入 11 位手机号 | a mobile number'))),
  /** For an existing driver empty leaves the card as it is. */
  idCardNo: optional(text(18)),
  idCardExpire: optional(day),
  licenceClass,
  licenceFirstIssue: day,
  licenceExpire: day,
  cityId: id,
  orgId: optional(id),
  serviceTypes: json(z.array(serviceType).min(1).max(5)),
  listenRadiusM: intBetween(500, 20_000),
  emergencyContact: optional(text(20)),
  /** Empty: none; but whoever may not see the number on file leaves it as it is. */
  emergencyPhone: optional(phone),
  /** The papers were checked: the driver may go on duty. */
  verified: flag,
})

const view = { authority: 'driver.view' } as const
const edit = { authority: 'driver.edit' } as const

export const driverFileCalls = part(
  {
    info: call({
      method: 'GET',
      path: '/djweb/driver/info',
      anyVerb: true,
      effect: 'read',
      access: view,
      summary: '司机详情',
      input: z.object({ driverId: id }),
      output: driverInfo,
      failures: ['driver.notFound'],
    }),
    /** What the form for a new driver offers. */
    addModel: call({
      method: 'GET',
      path: '/djweb/driver/infoAddModel',
      anyVerb: true,
      effect: 'read',
      access: edit,
      summary: '添加司机的选项',
      input: z.object({}),
      output: z.object({
        cities: z.array(option),
        licenceClasses: z.array(option),
        serviceTypes: z.array(option),
        /** Metres. */
        listenRadiusM: z.object({ min: z.number().int(), max: z.number().int(), default: z.number().int() }),
        minAge: z.number().int(),
        maxAge: z.number().int(),
        minDrivingYears: z.number().int(),
      }),
    }),
    save: call({
      method: 'POST',
      path: '/djweb/driver/infoAdd',
      effect: 'write',
      access: edit,
      tolerant: true,
      once: true,
      summary: '添加或修改司机',
      input: driverFile,
      output: z.object({ driverId: id, driverNo: z.string(), version: z.number().int() }),
      failures: [
        'driver.notFound',
        'driver.fileInvalid',
        'driver.cityOutOfScope',
        'driver.orgOutOfScope',
        'driver.phoneTaken',
        'driver.idCardTaken',
        'driver.numberTaken',
        'driver.versionConflict',
      ],
    }),
    remark: call({
      method: 'POST',
      path: '/djweb/driver/remark',
      effect: 'write',
      access: { authority: 'driver.remark' },
      tolerant: true,
      once: true,
      summary: '添加司机备注',
      input: z.object({ driverId: id, type: remarkType, text: requiredText(500), orderNo: optional(text(30)) }),
      output: z.object({ remarkId: id }),
      failures: ['driver.notFound', 'driver.remarkOrder'],
    }),
    disable: call({
      method: 'GET',
      path: '/djweb/driver/disable_driver',
      anyVerb: true,
      effect: 'write',
      access: { authority: 'driver.disable' },
      tolerant: true,
      once: true,
      summary: '停用或启用司机',
      input: z.object({
        driverId: id,
        disable: flag,
        reason: requiredText(200),
        /** Whether the driver's money stays where it is: not given it does, and the driver cannot sign in. Enabling opens it again. */
        freezeWallet: optional(flag),
      }),
      output: z.object({
        /** Still on an order: off duty when it is over. */
        afterTrip: z.boolean(),
        walletFrozen: z.boolean(),
      }),
      failures: ['driver.notFound', 'driver.alreadyDisabled', 'driver.notDisabled'],
    }),
  },
  () => [driverCalls.list, driverCalls.orgList],
)

/** New drivers brought by a file (`driver.drivers` of the imports). */
export const driverBatchCalls = part({
  /** The head of a file to fill in, as text that spreadsheets open. */
  downloadHead: call({
    method: 'GET',
    path: '/djweb/driver/downloadHead',
    effect: 'read',
    access: edit,
    summary: '下载新司机导入模板',
    input: z.object({}),
    output: z.object({ fileName: z.string(), csv: z.string() }),
  }),
})

const ofDriver = z.object({ driverId: id })
/** The Monday of a week by the clock of the driver's city. */
const week = z.iso.date()
/** A driver over time, each part for who may see it: asked for when it is looked at. */
export const driverLifeCalls = part({
  /** Experience at the end of each of the last 52 weeks, and where the level changed. */
  growth: call({
    method: 'GET',
    path: '/djweb/driver/life/growth',
    effect: 'read',
    access: { authority: 'driverLevel.view' },
    summary: '司机经验值曲线',
    input: ofDriver,
    output: z.object({
      /** Null: before the first. */
      weeks: z.array(z.object({ week, exp: z.number().int().nullable(), level: z.number().int() })),
    }),
    failures: ['driver.notFound'],
  }),
  /** What came to the driver's wallet from trips in each of the last 26 weeks, what was taken back included, and what was paid out. */
  income: call({
    method: 'GET',
    path: '/djweb/driver/life/income',
    effect: 'read',
    access: { authority: 'withdrawal.view' },
    summary: '司机每周收入',
    input: ofDriver,
    output: z.object({ weeks: z.array(z.object({ week, orders: z.number().int(), incomeFen: fen, paidFen: fen })) }),
    failures: ['driver.notFound'],
  }),
  /** What was said of the driver in each of the last 12 months, and what they did with their orders, for who may see orders. */
  service: call({
    method: 'GET',
    path: '/djweb/driver/life/service',
    effect: 'read',
    access: view,
    summary: '司机每月评价',
    input: ofDriver,
    output: z.object({
      months: z.array(
        z.object({
          /** `2026-11`. */
          month: z.string(),
          praises: z.number().int(),
          complaints: z.number().int(),
          served: z.number().int().nullable(),
          cancelled: z.number().int().nullable(),
        }),
      ),
    }),
    failures: ['driver.notFound'],
  }),
})

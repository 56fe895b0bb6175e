import * as z from 'zod'
import { call, part } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'
import { MOST_DRIVER_LEVEL } from '../driver/level-model.ts'

/** What a business tells its drivers on their telephones: to whom, from when until when, and who has read it. */
export const bulletinRefusals = refusals({
  'bulletin.notFound': { code: 404, zh: '公告不存在或不在您的业务范围内', en: 'No such bulletin within your scope' },
  'bulletin.beyondCities': {
    code: 409743,
    zh: '公告的城市超出您的业务范围，请选择自己的城市，或由负责全部这些城市的人员操作',
    en: 'The bulletin goes to cities beyond your own: choose your cities, or have somebody do it who runs all of them',
    field: 'cityIds',
  },
  /** `data.fields`: the end. */
  'bulletin.periodInvalid': { code: 400692, zh: '结束时间填写有误，请按提示修改', en: 'The end has a fault, correct the field named' },
  'bulletin.begun': {
    code: 409744,
    zh: '公告已开始显示，不能修改；可撤回后重新发布',
    en: 'Drivers have been shown this bulletin: withdraw it and write another',
  },
  'bulletin.over': { code: 409745, zh: '公告已结束或已撤回', en: 'The bulletin is over or withdrawn already' },
  'bulletin.versionConflict': {
    code: 409746,
    zh: '公告已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed this bulletin, look at it again',
  },
  /** To a driver: withdrawn, over, or not for them. */
  'bulletin.gone': { code: 409747, zh: '公告已撤回或已结束', en: 'This notice is withdrawn or over' },
})

export const bulletinState = z.enum(['COMING', 'CURRENT', 'OVER', 'WITHDRAWN'])
export type BulletinState = z.infer<typeof bulletinState>
export const bulletinStateText: Record<BulletinState, string> = {
  COMING: '未开始',
  CURRENT: '显示中',
  OVER: '已结束',
  WITHDRAWN: '已撤回',
}
export const BULLETIN_TITLE_MAX = 40
export const BULLETIN_BODY_MAX = 1000

const says = { title: z.string(), body: z.string(), important: z.boolean() }
export const bulletinRow = z.object({
  bulletinId: id,
  ...says,
  /** None: every city. */
  cityIds: z.array(id),
  /** None: every level. */
  levels: z.array(z.number().int()),
  from: instant,
  /** Not included. */
  until: instant,
  state: bulletinState,
  /** Why it was withdrawn, by whom. */
  withdrawnReason: z.string(),
  withdrawnByName: z.string(),
  /** Drivers in the asker's sight whom it is for, and of them who has read it. */
  drivers: z.number().int(),
  read: z.number().int(),
  version: z.number().int(),
  createdByName: z.string(),
  changedAt: instant,
  allowedActions: z.array(z.enum(['edit', 'withdraw'])),
})
export type BulletinRow = z.infer<typeof bulletinRow>

const reader = z.object({
  driverId: id,
  driverNo: z.string(),
  driverName: z.string(),
  cityName: z.string(),
  orgName: z.string(),
  level: z.number().int(),
  /** Null: not yet. */
  readAt: instant.nullable(),
})

const view = { authority: 'bulletin.view' } as const
const edit = { authority: 'bulletin.edit' } as const

export const bulletinCalls = part({
  list: call({
    method: 'GET',
    path: '/djweb/driverBulletin/list',
    effect: 'read',
    access: view,
    summary: '司机公告列表',
    /** `keyword`: a part of title or text. */
    input: page.extend({ keyword: optional(text(40)), cityId: optional(id), state: optional(bulletinState), important: optional(flag) }),
    output: pageOf(bulletinRow),
  }),
  detail: call({
    method: 'GET',
    path: '/djweb/driverBulletin/detail',
    effect: 'read',
    access: view,
    summary: '司机公告详情',
    input: z.object({ bulletinId: id }),
    output: bulletinRow,
    failures: ['bulletin.notFound'],
  }),
  /** Drivers whom it is for, with when they read it. */
  readers: call({
    method: 'GET',
    path: '/djweb/driverBulletin/readers',
    effect: 'read',
    access: view,
    summary: '司机公告的阅读情况',
    input: page.extend({ bulletinId: id, keyword: optional(text(40)), cityId: optional(id), read: optional(flag) }),
    output: pageOf(reader),
    failures: ['bulletin.notFound'],
  }),
  /** A new one, or another wording of one that has not begun. */
  save: call({
    method: 'POST',
    path: '/djweb/driverBulletin/save',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '发布或修改司机公告',
    input: z.object({
      bulletinId: optional(id),
      version: optional(intBetween(1, 1_000_000_000)),
      title: requiredText(BULLETIN_TITLE_MAX),
      body: requiredText(BULLETIN_BODY_MAX),
      important: optional(flag),
      cityIds: optional(json(z.array(id).max(200))),
      levels: optional(json(z.array(intBetween(1, MOST_DRIVER_LEVEL)).max(MOST_DRIVER_LEVEL))),
      /** Absent: now. */
      from: optional(instant),
      until: instant,
    }),
    output: bulletinRow,
    failures: ['bulletin.notFound', 'bulletin.beyondCities', 'bulletin.periodInvalid', 'bulletin.begun', 'bulletin.versionConflict'],
  }),
  withdraw: call({
    method: 'POST',
    path: '/djweb/driverBulletin/withdraw',
    effect: 'write',
    access: edit,
    everyChannel: true,
    tolerant: true,
    once: true,
    summary: '撤回司机公告',
    input: z.object({ bulletinId: id, version: intBetween(1, 1_000_000_000), reason: requiredText(200) }),
    output: bulletinRow,
    failures: ['bulletin.notFound', 'bulletin.beyondCities', 'bulletin.over', 'bulletin.versionConflict'],
  }),
})

export const bulletinAppCalls = {
  /** What there is for this driver now, important ones first, then the newest; at most 50. */
  bulletins: call({
    method: 'GET',
    path: '/driver/v1/bulletins',
    effect: 'read',
    access: 'driver',
    // Asked for during a trip too: of an app that was switched off meanwhile it must not end that.
    ofTrip: true,
    tagged: true,
    summary: '公司公告',
    input: nothing,
    output: z.object({
      rows: z.array(z.object({ bulletinId: id, ...says, from: instant, readAt: instant.nullable() })),
      unread: z.number().int(),
    }),
  }),
  /** However often it is said. */
  read: call({
    method: 'POST',
    path: '/driver/v1/bulletins/{id}/read',
    effect: 'write',
    access: 'driver',
    body: 'json',
    unlogged: true,
    summary: '公告已读',
    input: z.object({ id }),
    output: z.object({ readAt: instant }),
    failures: ['bulletin.gone'],
  }),
}

import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, instant, intBetween, nothing, option, optional, page, pageOf, text } from '../../kernel/fields.ts'

export const activityLogRefusals = refusals({
  'activityLog.notFound': { code: 404, zh: '日志不存在', en: 'No such log entry' },
})

export const logActor = z.enum(['OPERATOR', 'DRIVER', 'CUSTOMER', 'PARTNER', 'ANONYMOUS'])
export const logRow = z.object({
  logId: id,
  at: instant,
  actorType: logActor,
  actorId: id.nullable(),
  actorName: z.string(),
  ip: z.string(),
  /** `<area>.<name>`, and what it does. */
  call: z.string(),
  summary: z.string(),
  object: z.string(),
  objectId: z.string(),
  /** What people call it: an order's or booking's number, a driver's number and name, a name. Empty for what has none, or is out of sight. */
  objectName: z.string(),
  /** The order to open for it: the order itself, or the first of a booking. */
  orderId: id.nullable(),
  /** 0 done, else the refusal's code. */
  code: z.number().int(),
  requestId: z.string(),
  durationMs: z.number().int(),
  /** There is a before or an after to look at. */
  hasChange: z.boolean(),
})
export type LogRow = z.infer<typeof logRow>

/** One value that differs; null where it was not there. `path` names it from the outside in, `rules.bands.0.from`. */
export const logChange = z.object({ path: z.string(), before: z.unknown(), after: z.unknown() })

const period = { atFrom: optional(instant), atTo: optional(instant) }
export const logFilter = z.object({
  ...period,
  /** Part of a person's name. */
  actorName: optional(text(30)),
  actorId: optional(id),
  actorType: optional(logActor),
  /** `<area>.<name>` or an area. */
  call: optional(text(60)),
  object: optional(text(40)),
  /** Of an order or booking also its number. */
  objectId: optional(text(40)),
  requestId: optional(text(100)),
  ip: optional(text(45)),
  result: optional(z.enum(['DONE', 'REFUSED'])),
})

export const activityLogCalls = {
  /** Everything that people and drivers did, newest first; without a period the last 31 days. */
  system: call({
    method: 'POST',
    path: '/log/findPage',
    effect: 'read',
    access: { authority: 'log.view' },
    summary: '系统日志',
    input: page.extend(logFilter.shape),
    output: pageOf(logRow),
  }),
  /** What was done to objects of the business (orders, drivers, prices …), newest first; without a period the last 31 days. */
  product: call({
    method: 'POST',
    path: '/djylog/api/log/query',
    effect: 'read',
    access: { authority: 'log.view' },
    summary: '业务操作日志',
    input: page.extend(logFilter.shape),
    output: pageOf(logRow),
  }),
  /** Changes of data with what differs, newest first: of one object over all time, or of all within a period. */
  changes: call({
    method: 'POST',
    path: '/api/datarecord/list',
    effect: 'read',
    access: { authority: 'log.view' },
    summary: '数据变更记录',
    input: page.extend({ ...period, object: optional(text(40)), objectId: optional(text(40)), actorName: optional(text(30)) }),
    output: pageOf(logRow.extend({ changes: z.array(logChange) })),
  }),
  info: call({
    method: 'POST',
    path: '/log/info',
    effect: 'read',
    access: { authority: 'log.view' },
    summary: '日志详情',
    input: z.object({ logId: id, at: instant }),
    output: logRow.extend({ input: z.unknown(), before: z.unknown(), after: z.unknown(), changes: z.array(logChange) }),
    failures: ['activityLog.notFound'],
  }),
  /** Calls and objects to choose from. */
  options: call({
    method: 'GET',
    path: '/log/options',
    effect: 'read',
    access: { authority: 'log.view' },
    summary: '日志筛选项',
    input: nothing,
    output: z.object({ calls: z.array(option), objects: z.array(option) }),
  }),
  /** Entries a day, for the bar over the list. */
  days: call({
    method: 'POST',
    path: '/log/days',
    effect: 'read',
    access: { authority: 'log.view' },
    summary: '每日日志数量',
    input: z.object({ days: optional(intBetween(1, 62)) }),
    output: z.object({ days: z.array(z.object({ day: z.string(), done: z.number().int(), refused: z.number().int() })) }),
  }),
} satisfies Area

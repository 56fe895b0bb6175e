import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, json, nothing, optional, requiredText } from '../../kernel/fields.ts'
import type { Authority } from '../../authorities.ts'
import { cancelConsequence, cancelVerdict } from './cancel-rules.ts'
import { serviceStatus } from './model.ts'
import { orderFilter } from './list.ts'

export const orderBulkRefusals = refusals({
  'orderBulk.notFound': { code: 40480, zh: '批量任务不存在', en: 'No such bulk job' },
  /** `data`: `{ total, limit }`. */
  'orderBulk.tooMany': {
    code: 409801,
    zh: '选中的订单超过单次上限，请缩小筛选范围',
    en: 'More orders than one job takes, narrow the filter',
  },
  'orderBulk.nothing': { code: 409802, zh: '没有选中任何订单', en: 'No order is chosen' },
  /** A bulk job does nothing that its operator may not do to a single order. */
  'orderBulk.notAllowed': { code: 40380, zh: '您没有该批量操作的权限', en: 'You may not do this to orders' },
  /** Of a row: many orders at once are taken from no driver. */
  'orderBulk.hasDriver': { code: 409804, zh: '已有司机接单，未重新派单', en: 'A driver has the order: not dispatched again' },
  'orderBulk.ended': { code: 409803, zh: '批量任务已结束', en: 'The bulk job has ended' },
})

/** The most orders of one job. */
export const BULK_LIMIT = 2_000

export const bulkAction = z.enum(['REMARK', 'CANCEL', 'REDISPATCH'])
export type BulkAction = z.infer<typeof bulkAction>
export const bulkActionText: Record<BulkAction, string> = { REMARK: '批量备注', CANCEL: '批量取消', REDISPATCH: '批量重新派单' }
/** What each takes beside `order.bulk`: the authority to do it to one order. */
export const bulkActionNeeds: Record<BulkAction, Authority> = {
  REMARK: 'order.edit',
  CANCEL: 'order.cancel',
  REDISPATCH: 'dispatchDesk.redispatch',
}
/** WAITING → DONE, FAILED (can be tried again) or SKIPPED (its state does not allow it, or the job was stopped before its turn). */
export const bulkRowState = z.enum(['WAITING', 'DONE', 'FAILED', 'SKIPPED'])
export type BulkRowState = z.infer<typeof bulkRowState>
export const bulkJobState = z.enum(['READY', 'RUNNING', 'DONE', 'STOPPED'])
export type BulkJobState = z.infer<typeof bulkJobState>

export const bulkRow = z.object({
  orderId: id,
  orderNo: z.string(),
  serviceStatus,
  state: bulkRowState,
  /** Of a cancellation: what was shown before. */
  rule: z.string(),
  verdict: cancelVerdict.nullable(),
  feeFen: z.number().int().nullable(),
  /** For the driver; null while nobody has the order. */
  consequence: cancelConsequence.nullable(),
  /** Why it was not done, as an operator reads it. */
  problem: z.string(),
})
export const bulkJob = z.object({
  jobId: id,
  action: bulkAction,
  state: bulkJobState,
  text: z.string(),
  byCustomer: z.boolean(),
  total: z.number().int(),
  waiting: z.number().int(),
  done: z.number().int(),
  failed: z.number().int(),
  skipped: z.number().int(),
  /** Of a cancellation: what the customers of all rows that will be, or were, cancelled are charged. */
  feeFen: z.number().int(),
  /** And what the drivers of these rows pay together, and how many orders it is for. */
  penaltyFen: z.number().int(),
  penalties: z.number().int(),
  createdAt: instant,
})
export type BulkJob = z.infer<typeof bulkJob>
const whole = bulkJob.extend({ rows: z.array(bulkRow) })
export type BulkWhole = z.infer<typeof whole>

const access = { authority: 'order.bulk' } as const

/**
 * A bulk job is kept with its rows and, once begun, goes on behind the requests whether or not its operator looks on: it stops between any two
 * rows, and a row is done once. One whose work was cut off or cancelled among the jobs is READY again, and can be gone on with.
 */
export const orderBulkCalls = {
  /** Looks at every order and says what would happen; nothing does. */
  prepare: call({
    method: 'POST',
    path: '/djweb/order/bulk_prepare',
    effect: 'write',
    access,
    body: 'json',
    tolerant: true,
    summary: '批量操作预览',
    input: z.object({
      action: bulkAction,
      /** The remark, or the reason. */
      text: requiredText(200),
      byCustomer: optional(flag),
      /** These, or everything that the filter finds. */
      orderIds: optional(json(z.array(id).max(BULK_LIMIT))),
      filter: optional(json(orderFilter)),
    }),
    output: whole,
    failures: ['orderBulk.tooMany', 'orderBulk.nothing', 'orderBulk.notAllowed'],
  }),
  /** What waits is done from now on; one that is under way stays so. */
  start: call({
    method: 'POST',
    path: '/djweb/order/bulk_start',
    effect: 'write',
    access,
    tolerant: true,
    summary: '执行批量操作',
    input: z.object({ jobId: id }),
    output: bulkJob,
    failures: ['orderBulk.notFound', 'orderBulk.ended', 'orderBulk.notAllowed'],
  }),
  /** What is done stays done; what was not is left out for good. */
  stop: call({
    method: 'POST',
    path: '/djweb/order/bulk_stop',
    effect: 'write',
    access,
    summary: '停止批量操作',
    input: z.object({ jobId: id }),
    output: bulkJob,
    failures: ['orderBulk.notFound', 'orderBulk.ended'],
  }),
  /** The failed rows, and no others, wait again, judged anew. */
  retry: call({
    method: 'POST',
    path: '/djweb/order/bulk_retry',
    effect: 'write',
    access,
    summary: '重试批量操作失败的订单',
    input: z.object({ jobId: id }),
    output: whole,
    failures: ['orderBulk.notFound', 'orderBulk.notAllowed'],
  }),
  get: call({
    method: 'GET',
    path: '/djweb/order/bulk_job',
    effect: 'read',
    access,
    summary: '批量操作结果',
    input: z.object({ jobId: id }),
    output: whole,
    failures: ['orderBulk.notFound'],
  }),
  /** The operator's own job that was begun and is not over; null when there is none. */
  unfinished: call({
    method: 'GET',
    path: '/djweb/order/bulk_unfinished',
    effect: 'read',
    access,
    summary: '未完成的批量操作',
    input: nothing,
    output: z.object({ job: bulkJob.nullable() }),
  }),
} satisfies Area

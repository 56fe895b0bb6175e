import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, intBetween, json, nothing, optional, page, pageOf, requiredText, text } from '../../kernel/fields.ts'

export const exportRefusals = refusals({
  'export.notFound': { code: 404, zh: '导出任务不存在或不属于您', en: 'No such export of yours' },
  'export.unknownList': { code: 400811, zh: '该列表不支持导出', en: 'This list cannot be exported' },
  /** `data`: `{ columns }`, those that the list does not have. */
  'export.unknownColumn': { code: 400812, zh: '所选列不存在，请刷新页面后重试', en: 'The list has no such column, reload the page' },
  /** `data.fields` says which of the list's own filters is wrong. */
  'export.badFilter': { code: 400813, zh: '筛选条件有误，请检查后重试', en: 'A filter is wrong, check it and try again' },
  'export.reasonMissing': { code: 400814, zh: '导出完整电话须填写原因', en: 'Say why the file needs whole telephone numbers' },
  'export.listForbidden': { code: 40381, zh: '您没有查看该列表的权限', en: 'You may not see this list' },
  'export.phonesForbidden': { code: 40382, zh: '您没有导出完整电话的权限', en: 'You may not export whole telephone numbers' },
  'export.sightNarrowed': {
    code: 40383,
    zh: '您的数据范围已缩小，不能再下载该文件，请重新导出',
    en: 'You may see less by now than the file holds, export again',
  },
  /** `data`: `{ limit }`. */
  'export.tooMany': {
    code: 409811,
    zh: '您有过多导出任务未完成，请等待或取消后再试',
    en: 'Too many of your exports are under way, wait or cancel one',
  },
  'export.ended': { code: 409812, zh: '导出任务已结束', en: 'The export has ended' },
  'export.notReady': { code: 409813, zh: '文件尚未生成', en: 'The file is not ready' },
  'export.fileGone': { code: 409814, zh: '文件已过期或已删除，请重新导出', en: 'The file has expired or was deleted, export again' },
  'export.notRetryable': {
    code: 409815,
    zh: '只有失败、已取消或已过期的导出可以重试',
    en: 'Only a failed, cancelled or expired export can be tried again',
  },
  /** The rows written are not as many as the list had. */
  'export.incomplete': { code: 500811, zh: '导出行数与列表不一致，请重试', en: 'Not as many rows were written as the list had, try again' },
  'export.running': { code: 409816, zh: '导出进行中，请先取消', en: 'The export is running, cancel it first' },
})

/** 10 → 20 → 30 → 50 (its file is kept for so many days); 20 → 40, 10 and 20 → 60; 30, 40, 50 and 60 → 70. */
export const EXPORT_STATE = { queued: 10, running: 20, done: 30, failed: 40, expired: 50, cancelled: 60, deleted: 70 } as const
export const exportState = z.literal(Object.values(EXPORT_STATE))
export type ExportState = z.infer<typeof exportState>
export const exportStateText: Record<ExportState, string> = {
  10: '排队中',
  20: '导出中',
  30: '已完成',
  40: '失败',
  50: '已过期',
  60: '已取消',
  70: '已删除',
}
export const exportFormat = z.enum(['XLSX', 'CSV'])
export type ExportFormat = z.infer<typeof exportFormat>
export const exportAction = z.enum(['DOWNLOAD', 'CANCEL', 'RETRY', 'DELETE'])

const column = z.object({ key: z.string(), title: z.string() })

export const exportRow = z.object({
  exportId: id,
  /** Path of the list's call. */
  list: z.string(),
  listName: z.string(),
  format: exportFormat,
  state: exportState,
  columns: z.array(column),
  /** What the list was narrowed by, in the words of the screen. */
  conditions: z.string(),
  /** Telephones stand whole in the file. */
  wholePhones: z.boolean(),
  reason: z.string(),
  /** Rows that the list had when the file was begun; null before. */
  total: z.number().int().nullable(),
  /** Rows written so far. */
  written: z.number().int(),
  bytes: z.number().int().nullable(),
  fileName: z.string(),
  sha256: z.string(),
  requestedBy: z.object({ userId: id, name: z.string() }),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** When the file is removed; null where there is none. */
  expiresAt: instant.nullable(),
  /** Why it failed. */
  problem: z.string(),
  downloads: z.number().int(),
  allowedActions: z.array(exportAction),
})
export type ExportRow = z.infer<typeof exportRow>

const access = { authority: 'export.create' } as const
const ofOne = z.object({ exportId: id })

/**
 * Exports of lists: as many rows as the list counts for the same filters, as they were at one moment, written to a file off the request and
 * kept for some days. What a file holds is what its asker may see; only they can download it.
 */
export const exportCalls = {
  /** The lists that the caller may export, each with its columns. */
  dict: call({
    method: 'GET',
    path: '/djweb/ExportData/dict',
    anyVerb: true,
    effect: 'read',
    access,
    summary: '可导出的列表',
    input: nothing,
    output: z.object({
      lists: z.array(
        z.object({
          list: z.string(),
          name: z.string(),
          /** `phones`: shows telephones, masked unless the export is asked for with whole ones. */
          columns: z.array(column.extend({ phones: z.boolean() })),
        }),
      ),
      formats: z.array(exportFormat),
      /** The caller may ask for whole telephones. */
      wholePhones: z.boolean(),
      /** Files are kept for so many days. */
      keepDays: z.number().int(),
      /** Exports of one person that may wait or run at the same time. */
      atOnce: z.number().int(),
    }),
  }),
  create: call({
    method: 'POST',
    path: '/djweb/ExportData/create',
    effect: 'write',
    access,
    body: 'json',
    once: 'required',
    summary: '导出列表',
    input: z.object({
      /** Path of the list's call, as in `dict`. */
      list: requiredText(100),
      /** The filters of the list as they would be sent to it; its page is ignored. */
      filters: optional(json(z.record(z.string(), z.unknown()))),
      sortBy: page.shape.sortBy,
      sortOrder: page.shape.sortOrder,
      /** Keys of columns, in the order of the file; all of the list's without it. */
      columns: optional(json(z.array(z.string().max(60)).min(1).max(100))),
      format: exportFormat,
      conditions: optional(text(500)),
      /** Of the asker's clock, for times of rows that have no city: 480, that of China, without it. */
      utcOffsetMinutes: optional(intBetween(-720, 840)),
      wholePhones: optional(flag),
      reason: optional(text(200)),
    }),
    output: exportRow,
    failures: [
      'export.unknownList',
      'export.unknownColumn',
      'export.badFilter',
      'export.reasonMissing',
      'export.listForbidden',
      'export.phonesForbidden',
      'export.tooMany',
    ],
  }),
  /** One's own, newest first; those of everybody in sight for who may see them. */
  list: call({
    method: 'GET',
    path: '/djweb/ExportData/list',
    anyVerb: true,
    effect: 'read',
    access,
    summary: '导出任务列表',
    input: page.extend({
      state: optional(intBetween(10, 70)),
      list: optional(text(100)),
      createdAtFrom: optional(instant),
      createdAtTo: optional(instant),
      /** Takes `export.viewAll`; without that authority it has no effect. */
      everybody: optional(flag),
    }),
    output: pageOf(exportRow),
  }),
  info: call({
    method: 'GET',
    path: '/djweb/ExportData/info',
    effect: 'read',
    access,
    summary: '导出任务详情',
    input: ofOne,
    output: exportRow.extend({
      filters: z.record(z.string(), z.unknown()),
      /** Who took the file when, newest first. */
      downloadLog: z.array(z.object({ at: instant, name: z.string(), ip: z.string() })),
    }),
    failures: ['export.notFound'],
  }),
  cancel: call({
    method: 'GET',
    path: '/djweb/ExportData/cancel',
    anyVerb: true,
    effect: 'write',
    access,
    summary: '取消导出',
    input: ofOne,
    output: exportRow,
    failures: ['export.notFound', 'export.ended'],
  }),
  /** The same again, from the rows as they are then. */
  retry: call({
    method: 'POST',
    path: '/djweb/ExportData/retry',
    effect: 'write',
    access,
    summary: '重试导出',
    input: ofOne,
    output: exportRow,
    failures: ['export.notFound', 'export.notRetryable', 'export.listForbidden', 'export.phonesForbidden', 'export.tooMany'],
  }),
  /** Removes the file; that there was an export, and who took it, is kept. */
  del: call({
    method: 'GET',
    path: '/djweb/ExportData/del',
    anyVerb: true,
    effect: 'write',
    access,
    summary: '删除导出文件',
    input: ofOne,
    output: exportRow,
    failures: ['export.notFound', 'export.running'],
  }),
  /** An address that gives the file to whoever follows it until `validUntil`; asking for it is logged as a download. Takes what asking for the export takes. */
  download: call({
    method: 'GET',
    path: '/djweb/ExportData/download',
    anyVerb: true,
    effect: 'write',
    access,
    summary: '下载导出文件',
    input: ofOne,
    output: z.object({ url: z.string(), fileName: z.string(), bytes: z.number().int(), sha256: z.string(), validUntil: instant }),
    failures: [
      'export.notFound',
      'export.notReady',
      'export.fileGone',
      'export.listForbidden',
      'export.phonesForbidden',
      'export.sightNarrowed',
    ],
  }),
} satisfies Area

import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, intBetween, nothing, option, optional, page, pageOf } from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'
import { exportCalls, exportFormat, exportRow } from '../operations/export.ts'
import { importCalls, importInfo } from '../operations/import.ts'
import { datedFields, datedFilter, datedInput } from '../../kernel/dated.ts'

export const listenRangeRefusals = refusals({
  'driverListenRange.notFound': { code: 404, zh: '听单范围不存在或不在您的业务范围内', en: 'No such listening range within your scope' },
  'driverListenRange.driverUnknown': {
    code: 404,
    zh: '没有此工号的司机，或不在您的业务范围内',
    en: 'No driver of this number within your scope',
    field: 'driverNo',
  },
  /** `data.fields`: the end. */
  'driverListenRange.periodInvalid': {
    code: 400261,
    zh: '截止时间应晚于开始时间和现在',
    en: 'The end must be later than the beginning and than now',
  },
  /** `data`: `{ rangeId, from, until }` of the one that stands. */
  'driverListenRange.overlap': {
    code: 409261,
    zh: '该司机在此期间已有听单范围，请先调整或结束原来的',
    en: 'The driver has a listening range in this period already: change or end that one first',
    field: 'until',
  },
  'driverListenRange.versionConflict': {
    code: 409262,
    zh: '听单范围已被他人修改，请按最新内容重新填写',
    en: 'Somebody else changed this listening range, look at it again',
  },
  'driverListenRange.over': { code: 409263, zh: '已结束的听单范围不能再改', en: 'A listening range that is over stays as it was' },
})

export const LISTEN_RANGE_M = { min: 500, max: 20_000 } as const
export const listenRangeRow = z.object({
  rangeId: id,
  ...datedFields,
  radiusM: z.number().int(),
  /** What holds for the driver without it. */
  ownRadiusM: z.number().int(),
})
export type ListenRangeRow = z.infer<typeof listenRangeRow>

const filter = z.object(datedFilter)
const ofOne = z.object({ rangeId: id })
const view = { authority: 'driver.view' } as const
const edit = { authority: 'driver.edit' } as const

/** From how far a driver is asked for orders for a time, in place of their own setting. */
export const listenRangeCalls = {
  searchDict: call({
    method: 'GET',
    path: '/djweb/driverListenRange/searchDict',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '听单范围选项',
    input: nothing,
    output: z.object({
      states: z.array(option),
      cities: z.array(option),
      radiusM: z.object({ min: z.number().int(), max: z.number().int() }),
    }),
  }),
  list: call({
    method: 'GET',
    path: '/djweb/driverListenRange/list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '听单范围列表',
    input: page.extend(filter.shape),
    output: pageOf(listenRangeRow),
  }),
  detail: call({
    method: 'GET',
    path: '/djweb/driverListenRange/detail',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '听单范围详情',
    input: ofOne,
    output: listenRangeRow,
    failures: ['driverListenRange.notFound'],
  }),
  /** The head of a file to fill in, as text that spreadsheets open, with one row to show how. */
  downloadHead: call({
    method: 'GET',
    path: '/djweb/driverListenRange/downloadHead',
    anyVerb: true,
    effect: 'read',
    access: edit,
    summary: '下载听单范围导入模板',
    input: nothing,
    output: z.object({ fileName: z.string(), csv: z.string() }),
  }),
  /** Takes a file in, to be looked at and begun by the calls of imports, with a result for each row. */
  import: call({
    method: 'POST',
    path: '/djweb/driverListenRange/import',
    effect: 'write',
    access: edit,
    body: 'multipart',
    summary: '导入听单范围',
    input: z.object({ file: upload }),
    output: importInfo,
    failures: importCalls.open.failures,
  }),
  export: call({
    method: 'GET',
    path: '/djweb/driverListenRange/export',
    anyVerb: true,
    effect: 'write',
    access: { authority: 'export.create' },
    once: true,
    summary: '导出听单范围',
    input: filter.extend({ format: optional(exportFormat) }),
    output: exportRow,
    failures: exportCalls.create.failures,
  }),
  /** Without an id a new one of a driver. */
  update: call({
    method: 'GET',
    path: '/djweb/driverListenRange/update',
    anyVerb: true,
    effect: 'write',
    access: edit,
    tolerant: true,
    summary: '保存听单范围',
    input: z.object({
      rangeId: optional(id),
      ...datedInput,
      radiusM: intBetween(LISTEN_RANGE_M.min, LISTEN_RANGE_M.max),
    }),
    output: listenRangeRow,
    failures: [
      'driverListenRange.notFound',
      'driverListenRange.driverUnknown',
      'driverListenRange.periodInvalid',
      'driverListenRange.overlap',
      'driverListenRange.versionConflict',
      'driverListenRange.over',
    ],
  }),
  /** One to come is gone, one that holds ends now. */
  delete: call({
    method: 'GET',
    path: '/djweb/driverListenRange/delete',
    anyVerb: true,
    effect: 'write',
    access: edit,
    summary: '删除或结束听单范围',
    input: ofOne.extend({ version: intBetween(1, 1_000_000_000) }),
    output: z.object({}),
    failures: ['driverListenRange.notFound', 'driverListenRange.versionConflict', 'driverListenRange.over'],
  }),
} satisfies Area

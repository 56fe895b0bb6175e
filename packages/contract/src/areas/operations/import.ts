import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { flag, id, instant, json, optional, page, pageOf, text } from '../../kernel/fields.ts'
import { upload } from '../../kernel/upload.ts'

export const importRefusals = refusals({
  'import.notFound': { code: 404932, zh: '导入不存在或已过期', en: 'No such import, or it is past its time' },
  'import.unknownKind': { code: 400931, zh: '不支持导入此类数据', en: 'Such data cannot be imported' },
  'import.notAllowed': { code: 403932, zh: '您没有导入此类数据的权限', en: 'You may not import such data' },
  'import.notATable': {
    code: 400932,
    zh: '无法读取：请上传 .xlsx 或 .csv 文件，或粘贴表格内容',
    en: 'It cannot be read: upload a .xlsx or .csv file, or paste cells of a sheet',
  },
  'import.oldWorkbook': {
    code: 400933,
    zh: '旧版 .xls 或加密的工作簿无法读取，请另存为不加密的 .xlsx',
    en: 'An old .xls or a locked workbook cannot be read: save it as .xlsx without a password',
  },
  'import.empty': { code: 400934, zh: '没有可导入的行', en: 'There is no row to import' },
  'import.tooManyRows': { code: 400935, zh: '一次最多导入 100,000 行，请拆分后导入', en: 'At most 100,000 rows at once: split the file' },
  'import.tooLarge': {
    code: 413931,
    zh: '表格过大：最多 60 列，每格最多 2,000 字',
    en: 'The table is too large: at most 60 columns, and 2,000 characters a cell',
  },
  'import.badMapping': {
    code: 400936,
    zh: '必填项未对应到列，或同一列对应了两次',
    en: 'A required field has no column, or a column was taken twice',
  },
  'import.alreadyRun': { code: 409931, zh: '已经导入过，请重新上传', en: 'It was imported already: upload it again' },
  'import.nothingRefused': { code: 409935, zh: '没有未导入的行', en: 'No row was refused' },
  'import.notUndoable': { code: 409932, zh: '只有一天内完成的导入可以撤销', en: 'Only an import that ended within a day can be undone' },
  /** Of rows. */
  'import.twice': { code: 409933, zh: '与前面的行重复', en: 'Stands in an earlier row too' },
  'import.touchedSince': { code: 409934, zh: '导入后已被修改或使用，未撤销', en: 'Changed or used since, so it was not undone' },
  'import.rowFault': { code: 500933, zh: '此行未能保存', en: 'This row could not be saved' },
})

/** READ → RUNNING → DONE → UNDOING → UNDONE. */
export const importState = z.enum(['READ', 'RUNNING', 'DONE', 'UNDOING', 'UNDONE'])
/** KEPT: it was to be undone and was not. */
export const importRowState = z.enum(['READ', 'DONE', 'REFUSED', 'UNDONE', 'KEPT'])

/** Columns, counted from 0, by the name of the field that is taken from them. */
export const importMapping = z.record(z.string().max(40), z.number().int().min(0).max(59).nullable())

export const importInfo = z.object({
  importId: id,
  kind: z.string(),
  fileName: z.string(),
  state: importState,
  /** What can be taken in. */
  fields: z.array(z.object({ name: z.string(), title: z.string(), required: z.boolean() })),
  /** The first row, which names the columns where `headed`, and up to five more. */
  head: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  headed: z.boolean(),
  mapping: importMapping,
  /** Without the head. */
  rows: z.number().int(),
  done: z.number().int(),
  refused: z.number().int(),
  undone: z.number().int(),
  jobId: id.nullable(),
  undoUntil: instant.nullable(),
  allowedActions: z.array(z.enum(['RUN', 'UNDO', 'TAKE_REFUSED'])),
})

const importRow = z.object({
  /** As a sheet counts, from 1, its head included. */
  rowNo: z.number().int(),
  cells: z.array(z.string()),
  state: importRowState,
  /** The field that is not right; empty where it is the row as a whole. */
  field: z.string(),
  problem: z.string(),
})

const ofOne = z.object({ importId: id })
const asMapped = { headed: flag, mapping: json(importMapping) }

/** Lists that people bring along, brought in one way whatever they are of: read, columns, preview, rows, what was refused, undo. */
export const importCalls = {
  /** A .xlsx, a .csv in UTF-8 or GB 18030, or pasted cells as a file of text. `into`: what it belongs to, as its kind wants it. */
  open: call({
    method: 'POST',
    path: '/djweb/import/open',
    effect: 'write',
    access: 'signedIn',
    body: 'multipart',
    summary: '上传导入文件',
    input: z.object({ kind: text(60), into: optional(json(z.record(z.string(), z.unknown()))), file: upload }),
    output: importInfo,
    failures: [
      'import.unknownKind',
      'import.notAllowed',
      'import.notFound',
      'import.notATable',
      'import.oldWorkbook',
      'import.empty',
      'import.tooManyRows',
      'import.tooLarge',
    ],
  }),
  info: call({
    method: 'GET',
    path: '/djweb/import/info',
    effect: 'read',
    access: 'signedIn',
    summary: '导入详情',
    input: ofOne,
    output: importInfo,
    failures: ['import.notFound'],
  }),
  /** What would become of each row; the first 100 that would be refused, and the first 20 that would not. Nothing is written. */
  preview: call({
    method: 'GET',
    path: '/djweb/import/preview',
    effect: 'read',
    access: 'signedIn',
    summary: '预览导入结果',
    input: ofOne.extend(asMapped),
    output: z.object({
      good: z.number().int(),
      bad: z.number().int(),
      problems: z.array(z.object({ problem: z.string(), rows: z.number().int() })),
      rows: z.array(importRow.omit({ state: true }).extend({ values: z.record(z.string(), z.string()) })),
    }),
    failures: ['import.notFound', 'import.notAllowed', 'import.badMapping'],
  }),
  run: call({
    method: 'POST',
    path: '/djweb/import/run',
    effect: 'write',
    access: 'signedIn',
    once: 'required',
    summary: '开始导入',
    input: ofOne.extend(asMapped),
    output: z.object({ jobId: id }),
    failures: ['import.notFound', 'import.notAllowed', 'import.badMapping', 'import.alreadyRun'],
  }),
  /** What became of each row. */
  rows: call({
    method: 'GET',
    path: '/djweb/import/rows',
    effect: 'read',
    access: 'signedIn',
    summary: '导入结果明细',
    input: page.extend({ importId: id, state: optional(importRowState) }),
    output: pageOf(importRow),
    failures: ['import.notFound'],
  }),
  /** The rows that were refused, with the reasons, as a file to mend and bring again. */
  refused: call({
    method: 'POST',
    path: '/djweb/import/refused',
    effect: 'write',
    access: 'signedIn',
    summary: '下载未导入的行',
    input: ofOne,
    output: z.object({ url: z.string(), validUntil: instant }),
    failures: ['import.notFound', 'import.nothingRefused'],
  }),
  /** Takes back what was imported and has not been changed or used since. */
  undo: call({
    method: 'POST',
    path: '/djweb/import/undo',
    effect: 'write',
    access: 'signedIn',
    once: 'required',
    summary: '撤销导入',
    input: ofOne,
    output: z.object({ jobId: id }),
    failures: ['import.notFound', 'import.notAllowed', 'import.notUndoable'],
  }),
} satisfies Area

import * as z from 'zod'
import { refusals } from '../../kernel/envelope.ts'

export const statementRefusals = refusals({
  // `data.line` is the number of the line.
  'statement.unknownFormat': {
    code: 400661,
    zh: '无法识别账单格式，请使用渠道原始文件或对账模板',
    en: "This is no statement: use the channel's file or the template",
  },
  'statement.garbledLine': { code: 400662, zh: '账单有一行无法识别', en: 'A line of the statement cannot be read' },
  'statement.cutOff': { code: 400663, zh: '账单不完整，缺少汇总行或末尾被截断', en: 'The statement is cut off: its sums are missing' },
  'statement.foreignMerchant': { code: 400664, zh: '账单属于其他商户号', en: 'The statement is of another merchant' },
  'statement.otherDay': { code: 400665, zh: '账单中有其他日期的记录', en: 'The statement has a line of another day' },
  'statement.dayNotOver': {
    code: 400670,
    zh: '账单日尚未结束，请选择今天之前的日期',
    en: 'The day of the statement is not over: choose one before today',
  },
  'statement.wrongDigest': {
    code: 400666,
    zh: '账单摘要（SHA1）不符，请重新下载',
    en: 'The digest (SHA1) is not that of the channel: download it again',
  },
  'statement.wrongCount': { code: 400667, zh: '账单笔数与汇总行不符', en: 'The lines are not as many as the statement says' },
  'statement.wrongSum': { code: 400668, zh: '账单金额与汇总行不符', en: 'The amounts do not add up to what the statement says' },
  'statement.uploadForbidden': {
    code: 40361,
    zh: '您没有上传账单的权限，或不负责全部城市',
    en: 'You may not upload statements, or do not run every city',
  },
})

export const reconKind = z.enum(['PAYOUT', 'COLLECTION'])
export const reconKindText: Record<z.infer<typeof reconKind>, string> = { PAYOUT: '付款对账', COLLECTION: '收款对账' }
export const reconChannel = z.enum(['WECHAT', 'BANK'])
export const reconChannelText: Record<z.infer<typeof reconChannel>, string> = { WECHAT: '微信支付', BANK: '银行' }

/** A day of the channel's clock. */
export const statementDay = z.iso.date('应为日期 | must be a date')

/** A form with one file, posted here; what it is of stands in the query. Answers `{ batchId, jobId }`. */
export const STATEMENT_UPLOAD = '/files/statement/upload'
export const statementKey = z.object({
  kind: reconKind,
  channel: reconChannel,
  merchantNo: z.string().regex(/^[A-Za-z0-9_-]{4,40}$/, '账号格式不正确 | not an account'),
  billDate: statementDay,
})

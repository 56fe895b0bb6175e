import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { refusals } from '../../kernel/envelope.ts'
import { id, intBetween, json, nothing, optional, requiredText, text } from '../../kernel/fields.ts'
import { changeReason, versionFacts, versionsOf } from '../../kernel/version.ts'

/** How a file for the bank is laid out: each bank's template has columns of its own. */
export const bankFormatRefusals = refusals({
  'bankFormat.notFound': { code: 404, zh: '文件格式不存在或不在您的业务范围内', en: 'No such file format within your scope' },
  'bankFormat.otherCity': { code: 404, zh: '城市不存在或不在您的业务范围内', en: 'No such city within your scope' },
  'bankFormat.versionConflict': {
    code: 409671,
    zh: '文件格式已被他人修改，请刷新后重试',
    en: 'Someone else changed this file format, reload and try again',
  },
  'bankFormat.cityTaken': {
    code: 409672,
    zh: '该城市已有文件格式，请修改原有格式',
    en: 'This city has a file format already: change that',
  },
  'bankFormat.lacking': {
    code: 400671,
    zh: '文件至少要有付款单号、收款账号和金额各一列',
    en: 'The file needs a column each for payment number, account and amount',
  },
})

/** What a column holds. */
export const bankValue = z.enum(['OUT_NO', 'HOLDER', 'ACCOUNT', 'BANK', 'BRANCH', 'AMOUNT_YUAN', 'AMOUNT_FEN', 'MEMO', 'ROW_NO', 'FIXED'])
export type BankValue = z.infer<typeof bankValue>
export const bankValueText: Record<BankValue, string> = {
  OUT_NO: '付款单号',
  HOLDER: '收款人',
  ACCOUNT: '收款账号',
  BANK: '开户行',
  BRANCH: '支行',
  AMOUNT_YUAN: '金额（元）',
  AMOUNT_FEN: '金额（分）',
  MEMO: '附言（提现单号）',
  ROW_NO: '序号',
  FIXED: '固定内容',
}
const column = z.object({ title: requiredText(40), value: bankValue, fixed: optional(text(80)) })
export type BankColumn = z.infer<typeof column>
const content = { columns: z.array(column) }
const format = z.object({ settingId: id, cityId: id.nullable(), cityName: z.string(), ...content, ...versionFacts })
const pay = { authority: 'withdrawal.pay' } as const

export const bankFormatCalls = {
  list: call({
    method: 'GET',
    path: '/api/payout/bank/formats',
    effect: 'read',
    access: pay,
    summary: '银行文件格式',
    input: nothing,
    output: z.object({
      rows: z.array(format),
      /** The neutral template, where nobody made one. */
      defaults: z.object(content),
      cities: z.array(z.object({ cityId: id, name: z.string() })),
      mayChangeTenant: z.boolean(),
    }),
  }),
  history: call({
    method: 'GET',
    path: '/api/payout/bank/formats/history',
    effect: 'read',
    access: pay,
    summary: '银行文件格式的历次修改',
    input: z.object({ settingId: id }),
    output: versionsOf(format),
  }),
  save: call({
    method: 'POST',
    path: '/api/payout/bank/formats/save',
    effect: 'write',
    access: pay,
    everyChannel: true,
    tolerant: true,
    summary: '保存银行文件格式',
    input: z.object({
      settingId: optional(id),
      cityId: optional(id),
      version: optional(intBetween(1, 1_000_000_000)),
      columns: json(z.array(column).min(1).max(40)),
      ...changeReason,
    }),
    output: format,
    failures: ['bankFormat.notFound', 'bankFormat.versionConflict', 'bankFormat.cityTaken', 'bankFormat.otherCity', 'bankFormat.lacking'],
  }),
} satisfies Area

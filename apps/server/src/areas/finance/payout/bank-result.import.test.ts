import { describe, expect, test } from 'vitest'
import { guessMapping, isHeaded, readRow } from '#platform/import/mapping.rules'
import { bankResultImport } from './bank-result.import.ts'

const { fields, keyOf } = bankResultImport
const HEAD = ['付款单号', '结果', '金额（元）', '银行流水号', '交易时间', '失败原因']
const mapping = guessMapping(fields, HEAD, HEAD.length)
/** What is taken from a line, or which field of it is not right. */
function read(of: { result?: string; amount?: string; at?: string; outNo?: string }) {
  const { result = '成功', amount = '100.00', at = '2026-11-24', outNo = 'W26112400010A1' } = of
  const line = readRow<{ result: string; amountFen: number; paidAt: Date }>(fields, mapping, [outNo, result, amount, 'B1', at, ''])
  return 'row' in line ? line.row : line.field
}
const result = (typed: string) => {
  const taken = read({ result: typed })
  return typeof taken === 'string' ? taken : taken.result
}

describe('what a bank calls the end of a payment', () => {
  test.each(['成功', '交易成功', '支付成功', '代发成功', '银行处理成功', '已到账', '已付', ' Success ', 'PAID', 'succeeded'])(
    '“%s”: it is paid',
    (typed) => expect(result(typed)).toBe('PAID'),
  )
  test.each(['失败', '交易失败', '支付未成功', '处理不成功', '被拒绝', '交易被拒绝', '已拒绝', 'Failed', 'unsuccessful', 'rejected'])(
    '“%s”: it has failed',
    (typed) => expect(result(typed)).toBe('FAILED'),
  )
  test.each(['退票', '已退票', '退汇', '已退回', 'Returned', 'was returned'])('“%s”: it came back', (typed) =>
    expect(result(typed)).toBe('RETURNED'),
  )
  // Each has a word in it that means paid, and means that it is not.
  test.each([
    '未支付成功',
    '成功待确认',
    '处理中',
    '待支付',
    '未付',
    '无',
    'unpaid',
    'not paid',
    'no success',
    'success?',
    'partially paid',
    '部分成功',
  ])('“%s”: nobody knows, and the line is refused', (typed) => expect(result(typed)).toBe('result'))
})

describe('a sum of the bank', () => {
  test.each([
    ['100', 10_000],
    ['100.5', 10_050],
    ['￥1,234.56', 123_456],
    ['1，234.56元', 123_456],
    ['0.29', 29],
    ['1.10', 110],
    ['99999999.99', 9_999_999_999],
  ])('%s is exact to the fen', (amount, fen) => expect(read({ amount })).toMatchObject({ amountFen: fen }))

  test.each(['-100.00', '(100.00)', '1e3', '100.005', '=100', '壹佰', '1.2.3', '999999999'])('%s is none', (amount) =>
    expect(read({ amount })).toBe('amountFen'),
  )
})

describe('a day of the bank', () => {
  test.each([
    ['2026-11-24', '2026-11-24T04:00:00Z'],
    ['2026/11/24', '2026-11-24T04:00:00Z'],
    ['20261124', '2026-11-24T04:00:00Z'],
    ['2026-11-24 00:00', '2026-11-23T16:00:00Z'],
    ['2026/11/24 15:02:11', '2026-11-24T07:02:11Z'],
    ['20261124 150211', '2026-11-24T07:02:11Z'],
    ['2028-02-29', '2028-02-29T04:00:00Z'],
  ])('%s is by China’s clock, its noon where no time is said', (at, instant) =>
    expect(read({ at })).toMatchObject({ paidAt: new Date(instant) }),
  )

  test.each(['2026-02-30', '2026-04-31', '20260229', '2026-13-01', '24/11/2026', '2026-11-24 25:00', '昨天', '46350'])(
    '%s is none, and the line is refused',
    (at) => expect(read({ at })).toBe('paidAt'),
  )
})

test('one payment may be paid and come back in one file; the same said twice is one line', () => {
  const row = (result: string) => ({ outNo: 'W1', result }) as never
  expect(keyOf(row('PAID'))).toBe(keyOf(row('PAID')))
  expect(keyOf(row('PAID'))).not.toBe(keyOf(row('RETURNED')))
})

test('a line without a number of ours is of nobody’s payment', () => {
  expect(read({ outNo: '' })).toBe('outNo')
  expect(read({ outNo: 'W'.repeat(33) })).toBe('outNo')
})

test.each([
  [['客户流水号', '交易状态', '交易金额', '流水号', '交易日期', '失败原因']],
  [['业务编号', '处理结果', '金额', '交易流水', '处理时间', '备注']],
  [['Payment no.', 'Result', 'Amount (yuan)', 'Bank no.', 'Paid at', 'Reason']],
])('heads as banks write them are known: %s', (heads) => {
  expect(isHeaded(fields, heads)).toBe(true)
  expect(guessMapping(fields, heads, heads.length)).toEqual({ outNo: 0, result: 1, amountFen: 2, bankNo: 3, paidAt: 4, why: 5 })
})

test('columns that stand in another order, with some of the bank’s own between them, are still found', () => {
  const heads = ['序号', '收款人', '状态', '失败原因', '金额（元）', '付款单号']
  expect(guessMapping(fields, heads, heads.length)).toMatchObject({ outNo: 5, result: 2, amountFen: 4, why: 3, paidAt: null })
})

import { expect, test } from 'vitest'
import { type BankFormat, lacks, neutralFormat, rowOf } from './bank-format.rules.ts'

const payment = {
  outNo: 'T1A1x',
  holderName: '王师傅',
  accountNo: '6222020200112233445',
  bankName: '工商银行',
  branch: '',
  amountFen: 9_905,
  memo: 'T1',
}

test('a bank with a template of its own gets its columns in its order, its own sum and its fixed words', () => {
  const own: BankFormat = {
    columns: [
      { title: '序号', value: 'ROW_NO' },
      { title: '付款账号', value: 'FIXED', fixed: '3300 1616' },
      { title: '卡号', value: 'ACCOUNT' },
      { title: '分', value: 'AMOUNT_FEN' },
      { title: '流水', value: 'OUT_NO' },
    ],
  }
  expect(rowOf(own, payment, 2)).toEqual([
    { number: 2, places: 0 },
    '3300 1616',
    '6222020200112233445',
    { number: 9_905, places: 0 },
    'T1A1x',
  ])
})

test('a file that could not be paid by, or not be matched with its results, is refused', () => {
  expect(lacks(neutralFormat)).toBe(false)
  for (const value of ['OUT_NO', 'ACCOUNT', 'AMOUNT_YUAN'] as const)
    expect(lacks({ columns: neutralFormat.columns.filter((column) => column.value !== value) })).toBe(true)
})

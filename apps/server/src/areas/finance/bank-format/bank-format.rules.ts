import type { BankColumn } from '@chauffeur/contract/finance/bank-format'
import type { Cell } from '#platform/list/cells'

export interface BankFormat {
  columns: readonly BankColumn[]
}

/** The neutral template: what every bank's own asks for too. The first column is what its result file has to give back. */
export const neutralFormat: BankFormat = {
  columns: [
    { title: '付款单号', value: 'OUT_NO' },
    { title: '收款人', value: 'HOLDER' },
    { title: '收款账号', value: 'ACCOUNT' },
    { title: '开户行', value: 'BANK' },
    { title: '支行', value: 'BRANCH' },
    { title: '金额（元）', value: 'AMOUNT_YUAN' },
    { title: '附言', value: 'MEMO' },
  ],
}

/** Without these nobody can be paid, or nobody knows afterwards who was. */
export function lacks({ columns }: BankFormat): boolean {
  const has = (...values: readonly BankColumn['value'][]) => columns.some(({ value }) => values.includes(value))
  return !has('OUT_NO') || !has('ACCOUNT') || !has('AMOUNT_YUAN', 'AMOUNT_FEN')
}

export interface BankPayment {
  outNo: string
  holderName: string
  accountNo: string
  bankName: string
  branch: string
  amountFen: number
  memo: string
}

/** A payment as the bank's template wants it; `rowNo` counts from 1. */
export const rowOf = ({ columns }: BankFormat, payment: BankPayment, rowNo: number): Cell[] =>
  columns.map(({ value, fixed = '' }): Cell => {
    switch (value) {
      case 'OUT_NO':
        return payment.outNo
      case 'HOLDER':
        return payment.holderName
      case 'ACCOUNT':
        return payment.accountNo
      case 'BANK':
        return payment.bankName
      case 'BRANCH':
        return payment.branch
      case 'AMOUNT_YUAN':
        return { number: payment.amountFen / 100, places: 2 }
      case 'AMOUNT_FEN':
        return { number: payment.amountFen, places: 0 }
      case 'MEMO':
        return payment.memo
      case 'ROW_NO':
        return { number: rowNo, places: 0 }
      case 'FIXED':
        return fixed
    }
  })

import { expect, test } from 'vitest'
import type { Filter } from '#kit/list/query-table.view.ts'
import { columnsOnScreen, conditionsInWords, inOrder } from './export.view.ts'

test('a file begins with the columns of the screen in their order; of a cell of two lines both are in it', () => {
  const known = ['orderNo', 'cityName', 'customerName', 'customerPhone', 'source']
  const columns = [
    { key: 'source' },
    { key: 'customer', shows: ['customerName', 'customerPhone'] as never },
    { key: 'orderNo' },
    { key: 'menu' },
  ]
  const onScreen = columnsOnScreen(columns, known)
  expect(onScreen).toEqual(['source', 'customerName', 'customerPhone', 'orderNo'])
  expect(inOrder(['cityName', 'orderNo', 'source'], onScreen, known)).toEqual(['source', 'orderNo', 'cityName'])
})

test('filters are said in the words of the screen', () => {
  const states = [
    { key: '501', value: '已报单' },
    { key: '403', value: '客户取消' },
  ]
  const filters: Filter[] = [
    { kind: 'text', key: 'keyword', label: '关键字' },
    { kind: 'multi', key: 'state', label: '状态', options: states, numeric: true },
    { kind: 'days', key: 'at', label: '日期' },
    { kind: 'amount', key: 'fen', label: '金额' },
    { kind: 'select', key: 'cityId', label: '城市', options: [] },
  ]
  const values = { state: '501,403', atFrom: '2026-11-01', atTo: '2026-11-02', fenFrom: '100', cityId: '3301' }
  expect(conditionsInWords(filters, values, [[], states, [], [], [{ key: '3301', value: '杭州' }]])).toBe(
    '状态：已报单、客户取消；日期：2026-11-01 至 2026-11-02；金额：100 至 … 元；城市：杭州',
  )
  expect(conditionsInWords(filters, {}, [])).toBe('')
})

import { expect, test } from 'vitest'
import { activeFilters, addressOf, callInputOf, listStateFrom, viewOf, withFilters } from './filter.view.ts'
import type { Filter } from '#kit/list/query-table.view.ts'

const filters: Filter[] = [
  { kind: 'text', key: 'keyword', label: '关键字' },
  { kind: 'select', key: 'cityId', label: '城市', options: [] },
  { kind: 'multi', key: 'serviceStatus', label: '状态', options: [], numeric: true },
  { kind: 'days', key: 'createdAt', label: '日期' },
  { kind: 'amount', key: 'totalFen', label: '金额' },
]
const sortable = ['createdAt', 'totalFen']
const read = (address: string) => listStateFrom(new URLSearchParams(address), filters, sortable)

test('a list opened by its address shows the same rows again', () => {
  const address =
    'keyword=138&cityId=3&serviceStatus=180%2C301&createdAtFrom=2026-11-01&createdAtTo=2026-11-02&totalFenFrom=10.5&sort=totalFen.asc&size=50&page=3'
  expect(addressOf(read(address), filters, new URLSearchParams()).toString()).toBe(address)
})

test('an untouched list has a clean address', () => {
  expect(addressOf(read(''), filters, new URLSearchParams()).toString()).toBe('')
})

test('parameters of somebody else survive, filters that cannot be read stay in the address and are not asked for', () => {
  const state = read('serviceStatus=180,x&createdAtFrom=yesterday&totalFenTo=-4&page=-1&size=7&sort=secret.desc&cityId=2&from=home')
  const unread = { serviceStatus: '180,x', createdAtFrom: 'yesterday', totalFenTo: '-4' }
  expect(state).toEqual({ values: { cityId: '2' }, unread, pageNo: 1, pageSize: 20, fitting: 20, sort: null })
  expect(callInputOf(state, filters)).toEqual({ pageNo: 1, pageSize: 20, cityId: '2' })
  expect(Object.fromEntries(addressOf(state, filters, new URLSearchParams('from=home&page=9')))).toEqual({
    from: 'home',
    cityId: '2',
    ...unread,
  })
  expect(withFilters(state, { totalFenTo: '4' })).toMatchObject({
    values: { cityId: '2', totalFenTo: '4' },
    unread: { serviceStatus: '180,x' },
  })
})

test('the server is asked in its own units: whole days to their end, fen, lists', () => {
  const input = callInputOf(
    read('serviceStatus=180,301&createdAtFrom=2026-11-01&createdAtTo=2026-11-01&totalFenFrom=10.5&totalFenTo=100&sort=createdAt.desc'),
    filters,
  )
  expect(input).toMatchObject({
    serviceStatus: [180, 301],
    totalFenFrom: 1050,
    totalFenTo: 10_001,
    sortBy: 'createdAt',
    sortOrder: 'desc',
    pageNo: 1,
    pageSize: 20,
  })
  expect(Date.parse(String(input.createdAtTo)) - Date.parse(String(input.createdAtFrom))).toBe(24 * 3600 * 1000)
  expect(new Date(String(input.createdAtFrom)).getHours()).toBe(0)
})

test('both ends of a range count as one filter', () => {
  expect(activeFilters(read('totalFenFrom=1&totalFenTo=2&keyword=a').values, filters)).toBe(2)
})

test('a saved view does not keep the page number', () => {
  expect(viewOf(read('keyword=a&page=4&size=50'), filters)).toBe('keyword=a&size=50')
})

test('a list that a figure leads to begins at the very moment the figure does', () => {
  const byCity = filters.map((filter): Filter => (filter.kind === 'days' ? { ...filter, offsetMinutes: 480 } : filter))
  expect(callInputOf(read('createdAtFrom=2026-11-22T06:00'), byCity)).toMatchObject({ createdAtFrom: '2026-11-21T22:00:00.000Z' })
  expect(callInputOf(read('createdAtTo=2026-11-22T06:00'), byCity)).toMatchObject({ createdAtTo: '2026-11-21T22:00:00.000Z' })
  expect(read('createdAtFrom=2026-11-22T6').unread).toEqual({ createdAtFrom: '2026-11-22T6' })
})

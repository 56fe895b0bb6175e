import dayjs from 'dayjs'
import type { Sort } from '#ui/table/grid.view.ts'
import { fenOfYuan } from '#ui/show/money.view.ts'
import type { Filter, StatusTab } from '#kit/list/query-table.view.ts'
import { dayStart, instantOf } from '#ui/show/time.view.ts'

/** Filter values as the address holds them: text by parameter name. */
export type FilterValues = Record<string, string>

/** Everything of a list that its address says. */
export interface ListState {
  values: FilterValues
  /** What the address says of a filter and cannot be read: shown as such, and not filtered by. */
  unread: FilterValues
  pageNo: number
  pageSize: number
  /** What a page holds where the address says nothing of it: as many rows as the screen shows. */
  fitting: number
  sort: Sort | null
}

export const pageSizes: readonly number[] = [20, 50, 100, 200]

/** The address parameters a filter owns. */
export function paramsOf(filter: Filter): string[] {
  return filter.kind === 'days' || filter.kind === 'amount' ? [`${filter.key}From`, `${filter.key}To`] : [filter.key]
}

/** A day, or a moment of it: links begin where the figure they come from begins, `2026-11-22T06:00`. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2})?$/.test(text) && dayjs(text).isValid()

function readable(filter: Filter, text: string): boolean {
  switch (filter.kind) {
    case 'text':
      return text.length <= 200
    case 'select':
      return text.length <= 60
    case 'pick':
      return /^[1-9]\d{0,17}$/.test(text)
    case 'multi':
      return text.split(',').every((part) => part !== '' && (!filter.numeric || /^\d+$/.test(part)))
    case 'days':
      return isDay(text)
    case 'amount':
      return fenOfYuan(text) !== null
  }
}

/** Reads an address. Addresses are edited by hand: of a filter that makes no sense it is said so, of a page or an order it counts as not given. */
export function listStateFrom(params: URLSearchParams, filters: readonly Filter[], sortable: readonly string[], fitting = 20): ListState {
  const values: FilterValues = {}
  const unread: FilterValues = {}
  for (const filter of filters) {
    for (const name of paramsOf(filter)) {
      const text = params.get(name)?.trim()
      if (text) (readable(filter, text) ? values : unread)[name] = text
    }
  }
  const pageNo = Number(params.get('page') ?? 1)
  const size = Number(params.get('size') ?? 0)
  const [by = '', order] = (params.get('sort') ?? '').split('.')
  return {
    values,
    unread,
    pageNo: Number.isSafeInteger(pageNo) && pageNo >= 1 && pageNo <= 1_000_000 ? pageNo : 1,
    pageSize: pageSizes.includes(size) ? size : fitting,
    fitting,
    sort: sortable.includes(by) && (order === 'asc' || order === 'desc') ? { by, order } : null,
  }
}

/** The address of a state: only what differs from an untouched list, foreign parameters kept. */
export function addressOf(state: ListState, filters: readonly Filter[], current: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(current)
  for (const name of [...filters.flatMap(paramsOf), 'page', 'size', 'sort']) next.delete(name)
  for (const filter of filters) {
    for (const name of paramsOf(filter)) {
      const text = state.values[name] ?? state.unread[name]
      if (text) next.set(name, text)
    }
  }
  if (state.sort) next.set('sort', `${state.sort.by}.${state.sort.order}`)
  if (state.pageSize !== state.fitting) next.set('size', String(state.pageSize))
  if (state.pageNo !== 1) next.set('page', String(state.pageNo))
  return next
}

/** Whether text can be read as an amount of yuan. */
export const isAmount = (text: string): boolean => fenOfYuan(text) !== null

export type CallInput = Record<string, string | number | boolean | (string | number)[]>

/** What the list call is asked: days become instants (to exclusive), yuan become fen, choices become lists. */
export function callInputOf(state: ListState, filters: readonly Filter[]): CallInput {
  const input: CallInput = { pageNo: state.pageNo, pageSize: state.pageSize }
  if (state.sort) Object.assign(input, { sortBy: state.sort.by, sortOrder: state.sort.order })
  for (const filter of filters) {
    const [first = '', last = ''] = paramsOf(filter)
    const from = state.values[first]
    const to = state.values[last]
    if (filter.kind === 'days') {
      const offset = filter.offsetMinutes ?? null
      const begin = (text: string) => (text.length > 10 ? instantOf(text, offset)! : dayStart(text, offset).toISOString())
      if (from) input[first] = begin(from)
      if (to) input[last] = to.length > 10 ? begin(to) : begin(dayjs(to).add(1, 'day').format('YYYY-MM-DD'))
    } else if (filter.kind === 'amount') {
      const low = from ? fenOfYuan(from) : null
      const high = to ? fenOfYuan(to) : null
      if (low !== null) input[first] = low
      // NOTE: ranges of the wire end exclusively, an operator who types 100 means up to and with 100 yuan.
      if (high !== null) input[last] = high + 1
    } else if (from) {
      input[filter.key] = filter.kind === 'multi' ? from.split(',').map((part) => (filter.numeric ? Number(part) : part)) : from
    }
  }
  return input
}

/** The same list with some filters set otherwise, from its first page. */
export function withFilters(state: ListState, values: FilterValues): ListState {
  const unread = Object.fromEntries(Object.entries(state.unread).filter(([name]) => !(name in values)))
  return { ...state, values: { ...state.values, ...values }, unread, pageNo: 1 }
}

/** How many filters narrow the list. */
export function activeFilters(values: FilterValues, filters: readonly Filter[]): number {
  return filters.filter((filter) => paramsOf(filter).some((name) => values[name])).length
}

/** `keyword` and friends as the address part a saved view keeps; page numbers are not worth keeping. */
export function viewOf(state: ListState, filters: readonly Filter[]): string {
  return addressOf({ ...state, pageNo: 1 }, filters, new URLSearchParams()).toString()
}

/** The tab whose values the list is filtered by; none where its parameters say something else. */
export function tabOf(tabs: readonly StatusTab[], values: FilterValues): StatusTab | undefined {
  const names = tabParams(tabs)
  return tabs.find((tab) => names.every((name) => (tab.values[name] ?? '') === (values[name] ?? '')))
}
export const tabParams = (tabs: readonly StatusTab[]): string[] => [...new Set(tabs.flatMap(({ values }) => Object.keys(values)))]
/** What a tab sets: its own values, and of the others' nothing. */
export const tabValues = (tabs: readonly StatusTab[], { values }: StatusTab): FilterValues =>
  Object.fromEntries(tabParams(tabs).map((name) => [name, values[name] ?? '']))

const LEAST_ROWS = 10
const MOST_ROWS = 100
/** How many rows fit into so many pixels. */
export const rowsThatFit = (px: number, rowPx: number): number => Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(px / rowPx)))

import { paidByText, payStatusText, serviceStatusText } from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { exactTimeText } from '#ui/show/time.view.ts'

export type ChangeKind = 'added' | 'removed' | 'changed' | 'same'

/** One value of a record: where it stands from the outside in, and what it was and is. */
export interface Difference {
  path: readonly string[]
  kind: ChangeKind
  before: unknown
  after: unknown
}

type Fields = Record<string, unknown>
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlain = (value: unknown) => typeof value !== 'object' || value === null
const absent = Symbol('absent')

/**
 * What differs between two states of a record, value by value, in the order of the fields. `null` for a whole state means that there
 * was none: everything is new, or everything is gone. Lists of plain values stay together; lists of records are matched by their ids.
 */
export function compare(before: unknown, after: unknown): Difference[] {
  const found: Difference[] = []
  walk([], before ?? absent, after ?? absent, found)
  return found
}

function walk(path: readonly string[], before: unknown, after: unknown, found: Difference[]): void {
  const parts = partsOf(before, after)
  if (parts === null) {
    if (before !== absent || after !== absent) found.push(leaf(path, before, after))
    return
  }
  for (const [name, was, is] of parts) walk([...path, name], was, is, found)
}

/** What to compare one by one; null where the two are compared as they are. */
function partsOf(before: unknown, after: unknown): [name: string, before: unknown, after: unknown][] | null {
  const was = fieldsOf(before, after)
  const is = fieldsOf(after, before)
  if (was === null || is === null) return null
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  if (names.length === 0) return null
  return names.map((name) => [name, Object.hasOwn(was, name) ? was[name] : absent, Object.hasOwn(is, name) ? is[name] : absent])
}

/** The parts of a value by name: a record's fields, a list's records; nothing for what is not there. */
function fieldsOf(value: unknown, other: unknown): Fields | null {
  if (value === absent) return other === absent || isPlain(other) || isPlainList(other) ? null : {}
  if (isRecord(value)) return other === absent || isRecord(other) ? value : null
  if (!Array.isArray(value) || isPlainList(value)) return Array.isArray(value) && value.length === 0 && hasRecords(other) ? {} : null
  if (other !== absent && !Array.isArray(other)) return null
  const key = keyOf(value, Array.isArray(other) ? other : [])
  return Object.fromEntries(value.map((one, at) => [key === null ? String(at + 1) : String((one as Fields)[key]), one]))
}

const isPlainList = (value: unknown) => Array.isArray(value) && value.every(isPlain)
const hasRecords = (value: unknown) => Array.isArray(value) && value.length > 0 && !isPlainList(value)

/** The field that tells the records of a list apart, in both its states; null where none does. */
function keyOf(list: readonly unknown[], other: readonly unknown[]): string | null {
  const all = [...list, ...other]
  if (!all.every(isRecord)) return null
  const names = Object.keys(all[0] ?? {}).filter((name) => /^(id|key|code|name)$|Id$|_id$/.test(name))
  const tells = (rows: readonly unknown[], name: string) => {
    const values = rows.map((row) => (row as Fields)[name])
    return values.every((value) => typeof value === 'string' || typeof value === 'number') && new Set(values).size === values.length
  }
  return names.find((name) => tells(list, name) && tells(other, name)) ?? null
}

function leaf(path: readonly string[], before: unknown, after: unknown): Difference {
  if (before === absent) return { path, kind: 'added', before: null, after }
  if (after === absent) return { path, kind: 'removed', before, after: null }
  return { path, kind: JSON.stringify(before) === JSON.stringify(after) ? 'same' : 'changed', before, after }
}

/** How many of each kind there are. */
export function counts(differences: readonly Difference[]): Record<ChangeKind, number> {
  const sums: Record<ChangeKind, number> = { added: 0, removed: 0, changed: 0, same: 0 }
  for (const { kind } of differences) sums[kind] += 1
  return sums
}

export interface Piece {
  text: string
  /** This part is in one of the two only. */
  differs: boolean
}

/** A changed text as both sides show it: the same beginning and end, and what differs between them. */
export function pieces(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const was = Array.from(before)
  const is = Array.from(after)
  const most = Math.min(was.length, is.length)
  let head = 0
  while (head < most && was[head] === is[head]) head += 1
  let tail = 0
  while (tail < most - head && was[was.length - 1 - tail] === is[is.length - 1 - tail]) tail += 1
  const cut = (all: string[]): Piece[] =>
    [
      { text: all.slice(0, head).join(''), differs: false },
      { text: all.slice(head, all.length - tail).join(''), differs: true },
      { text: all.slice(all.length - tail).join(''), differs: false },
    ].filter(({ text }) => text !== '')
  return { before: cut(was), after: cut(is) }
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/

/** Codes that have words, by their field. */
const codes: Record<string, Record<string, string>> = { payStatus: payStatusText, serviceStatus: serviceStatusText, way: paidByText }

/** A value as an operator reads it; `name` is its field, which says when a number is money. */
export function valueText(value: unknown, name: string): string {
  if (value === null || value === undefined) return t('空')
  if (value === '') return t('空文本')
  if (value === true) return t('是')
  if (value === false) return t('否')
  const word = isPlain(value) ? codes[name]?.[String(value)] : undefined
  if (word) return tr(word)
  if (typeof value === 'number') return /(Fen|_fen)$/.test(name) ? moneyText(value) : String(value)
  if (typeof value === 'string') return INSTANT.test(value) ? exactTimeText(value) : value
  if (Array.isArray(value)) return value.length === 0 ? t('空列表') : value.map((one) => valueText(one, name)).join(', ')
  return JSON.stringify(value)
}

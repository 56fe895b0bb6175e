import type { Sort } from './grid.view.ts'

/** Where a key takes the row focus; null when the key is not ours. */
export function rowAfterKey(key: string, active: number, rows: number, rowsInSight: number): number | null {
  if (rows === 0) return null
  const clamp = (row: number) => Math.min(rows - 1, Math.max(0, row))
  const step = Math.max(1, rowsInSight - 1)
  switch (key) {
    case 'ArrowDown':
      return clamp(active + 1)
    case 'ArrowUp':
      return active < 0 ? rows - 1 : clamp(active - 1)
    case 'PageDown':
      return clamp(Math.max(0, active) + step)
    case 'PageUp':
      return clamp(active - step)
    case 'Home':
      return 0
    case 'End':
      return rows - 1
    default:
      return null
  }
}

/** The row that the keyboard is on: where it stood, and which it was. */
export interface Cursor {
  at: number
  key: string
}

/** Where the keyboard's row is now: wherever a live list has put it; in its old place when it is gone. */
export function followRow<R>({ at, key }: Cursor, rows: readonly R[], rowKey: (row: R) => string): number {
  const here = rows[at]
  if (here !== undefined && rowKey(here) === key) return at
  const moved = at < 0 ? -1 : rows.findIndex((row) => rowKey(row) === key)
  return moved < 0 ? Math.min(at, rows.length - 1) : moved
}

/** A header pressed again and again: largest first, smallest first, the list's own order. */
export function sortAfter(sort: Sort | null, by: string): Sort | null {
  if (sort?.by !== by) return { by, order: 'desc' }
  return sort.order === 'desc' ? { by, order: 'asc' } : null
}

export function ariaSort(sort: Sort | null, key: string): 'ascending' | 'descending' | 'none' {
  if (sort?.by !== key) return 'none'
  return sort.order === 'asc' ? 'ascending' : 'descending'
}

/** Typing in a control must never reach a list's shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

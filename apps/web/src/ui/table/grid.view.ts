import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Also the `sortBy` of the call when `sortable`. */
  key: string
  title: string
  /** Pixels a user has not changed yet. */
  width: number
  cell: (row: Row) => ReactNode
  /** The fields of a row that it shows, where it is not the one it is named after: what of it stands in a file. */
  shows?: readonly (keyof Row & string)[]
  /** Never scrolls out of sight. */
  pin?: 'left'
  /** Of two lines, one under the other, but in compact rows: there they stand side by side. */
  two?: boolean
  align?: 'right' | 'center'
  sortable?: boolean
  /** Takes part of the room left over when all columns fit. */
  grow?: boolean
  /** Not among the columns a user can hide. */
  fixed?: boolean
  /** Hidden until a user asks for it. */
  optional?: boolean
  /** The foot of the column for the rows of this page. */
  sum?: (rows: readonly Row[]) => ReactNode
}

export type Density = 'compact' | 'normal' | 'loose'
const rowHeights: Record<Density, readonly [one: number, two: number]> = { compact: [28, 28], normal: [32, 44], loose: [40, 52] }
/** Pixels of a row; one cell of two lines makes all rows taller. */
export const rowHeightPx = (density: Density, columns: readonly { two?: boolean }[]): number =>
  rowHeights[density][columns.some(({ two }) => two) ? 1 : 0]
export const HEAD_PX = 32

/** What can be done to a row. */
export interface Verb {
  key: string
  label: string
  danger?: boolean
  /** The letter that does the same to the row the keyboard is on. */
  letter?: string
  /** By its letter only. */
  unseen?: true
  href?: string
  act: () => void
}

/** Those that are shown. */
export const seenVerbs = (verbs: readonly Verb[] = []): readonly Verb[] => verbs.filter(({ unseen }) => !unseen)

/** What a list does with its rows from outside of them. */
export interface GridHandle<Row> {
  /** Takes the keyboard into the rows: to the one it was on, or the first. */
  enter: () => void
  /** The row that the keyboard is on. */
  current: () => Row | undefined
}

/** What a user has changed of a table. */
export interface GridSettings {
  hidden: string[]
  order: string[]
  widths: Record<string, number>
  density: Density
}

export interface Sort {
  by: string
  order: 'asc' | 'desc'
}

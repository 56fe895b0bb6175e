import type { ReactNode } from 'react'
import type { Locale } from '#platform/text/text.ts'

export interface Column<Row> {
  /** Also the `sortBy` of the call when `sortable`. */
  key: string
  title: string
  /** Pixels a user has not changed yet. */
  width: number
  cell: (row: Row) => ReactNode
  pin?: 'left' | 'right'
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

/** Pixels of a column in the language it is read in: English words are longer. */
export const widthIn =
  (language: Locale) =>
  (chinesePx: number, englishPx: number): number =>
    language === 'en' ? englishPx : chinesePx

export type Density = 'compact' | 'normal' | 'loose'
export const rowHeightPx: Record<Density, number> = { compact: 28, normal: 32, loose: 40 }

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

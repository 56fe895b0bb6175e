import type { Call } from '@chauffeur/contract/kernel/call'
import type { ReactNode } from 'react'
import type { PickKind } from '#kit/pickers/picks.ts'
import type { ScreenKey } from '#platform/tab/screen-keys.ts'
import type { Column, Verb } from '#ui/table/grid.view.ts'

export type { Column } from '#ui/table/grid.view.ts'

export interface Option {
  key: string
  value: string
}

interface FilterBase {
  /** The field of the call's input; a range names the common stem (`createdAt` → `createdAtFrom`, `createdAtTo`). */
  key: string
  label: string
  /** Pixels. */
  width?: number
  /** Behind “+ 筛选” while it filters nothing. */
  more?: boolean
  /** Only for those who have it. */
  authority?: string
}

/** Choices that are there at once, or a hook that asks for them when the filter is shown. */
export type Choices = readonly Option[] | (() => readonly Option[])

/** One filter of a list. The first `text` filter is the one `/` goes to. */
export type Filter =
  | (FilterBase & { kind: 'text'; placeholder?: string })
  | (FilterBase & { kind: 'select'; options: Choices })
  /** Several at once; sent as JSON text, numbers when `numeric`. */
  | (FilterBase & { kind: 'multi'; options: Choices; numeric?: boolean })
  /** One that is looked for on the server. */
  | (FilterBase & { kind: 'pick'; of: PickKind })
  /** Whole days, by the clock `offsetMinutes` ahead of UTC or the reader's own; to is exclusive on the wire. */
  | (FilterBase & { kind: 'days'; clock?: 'city'; offsetMinutes?: number })
  /** Yuan at the operator, fen on the wire; both ends inclusive for the operator. */
  | (FilterBase & { kind: 'amount' })

/** What every list call answers. */
export interface PageOf<Row> {
  rows: Row[]
  total: number
  totalCapped: boolean
  pageNo: number
  pageSize: number
}

/** What the list on the screen was asked for. */
export interface ShownFilter {
  /** The call's input without page and order. */
  input: Record<string, unknown>
  /** Every filter on the screen is in it and its rows are there: nothing half typed, unreadable or on its way. */
  ready: boolean
}

/** One of the tabs over a list: what it sets, by parameter name. */
export interface StatusTab {
  key: string
  label: string
  values: Readonly<Record<string, string | undefined>>
  /** Somebody has to do something about these: their number stands out. */
  urgent?: boolean
}

export interface StatusTabs {
  /** The first leaves open what the others set. */
  tabs: readonly StatusTab[]
  /** Answers how many there are, by tab key, within the list's other filters. */
  counts: Call
}

export interface QueryTableProps<Row> {
  /** `<area>.<list>`: what the user's settings are kept under. */
  name: string
  label: string
  call: Call
  /** Parts of the input that are not filters. */
  fixed?: Record<string, string | number | boolean>
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  rowKey: (row: Row) => string
  /** What a row is called, for those who hear the list. */
  rowName?: ((row: Row) => string) | undefined
  tabs?: StatusTabs | undefined
  /** What can be done to a row. */
  verbs?: ((row: Row) => readonly Verb[]) | undefined
  /** More keys of this screen, for the list of keys. */
  keys?: readonly ScreenKey[] | undefined
  onOpen?: (row: Row) => void
  selection?: { keys: ReadonlySet<string>; onChange: (keys: ReadonlySet<string>) => void }
  /** Beside the filters' buttons. */
  toolbar?: ReactNode
  /** Called with the rows on the screen, for live updates, and with the whole answer they came in. */
  onRows?: (rows: readonly Row[], answer: PageOf<Row> | undefined) => void
  /** Called with what the list was asked for, for work on all that it finds. */
  onFilter?: (shown: ShownFilter) => void
  empty?: ReactNode
  /** In a sentence, what fills the list: said while nothing is in it. */
  fills?: ReactNode
  /** Ask again every so many seconds while the tab is active. */
  pollS?: number
}

import type { AnswerOf, Call } from '@chauffeur/contract/kernel/call'
import type { ComponentType, ReactNode } from 'react'
import type { Undo } from '#kit/edit/undo.ts'
import type { LiveEvents } from '#platform/live/live.ts'
import type { ScreenKey } from '#platform/tab/screen-keys.ts'
import type { ColumnKit } from './columns.tsx'
import type { filterKit } from './filters.ts'
import type { Column, Filter, PageOf, ShownFilter, StatusTabs } from './query-table.view.ts'
import type { ActionKit } from './row-actions.tsx'

export type RowOf<C extends Call> = AnswerOf<C> extends { rows: (infer Row)[] } ? Row : never

/** Parts of the call's input that are not filters. */
export type Fixed = Record<string, string | number | boolean>

export interface RowDialogProps<Row> {
  row: Row
  fixed: Fixed
  open: boolean
  onClose: () => void
}
export interface RowDrawerProps<Row> {
  /** Null while closed. */
  row: Row | null
  onClose: () => void
}

/** What can be done to a row: at its right edge, in its menu, and by its letter. */
export interface RowAction<Row> {
  key: string
  label: string | ((row: Row) => string)
  /** Whether it can be done to this row now. Where it says nothing, the row's `allowedActions` do, if it has them. */
  can?: (row: Row) => boolean
  /** The call it makes, where only some may: it is offered to those. */
  may?: Call
  danger?: boolean | ((row: Row) => boolean)
  letter?: string
  /** Whether it is shown where it can be done; its letter does it either way. */
  shown?: (row: Row) => boolean
  /** One of these is what it does. */
  path?: (row: Row) => string
  run?: (row: Row) => unknown
  /** Parameters it sets in the address of the list. */
  address?: (row: Row) => Readonly<Record<string, string>>
  Dialog?: ComponentType<RowDialogProps<Row>>
  Drawer?: ComponentType<RowDrawerProps<Row>>
  confirm?: Confirmation<Row>
}

/** What is asked once more before it is done. */
export interface Confirmation<Row> {
  title?: string | ((row: Row) => string)
  /** What it means; where it says nothing, it is done without a question. */
  text?: ((row: Row) => ReactNode) | undefined
  send: (row: Row) => Promise<unknown>
  /** What is said when it is done. */
  done?: string | ((row: Row) => string)
  /** What takes it back, by the row and what was answered: offered for a while beside `done`. */
  undo?: (row: Row, answer: never) => Undo
  /** Lists and answers that show it, beside this list. */
  refreshes?: readonly Call[]
}

interface LiveOf<T extends keyof LiveEvents> {
  topic: T
  /** Events that change nothing in the list are passed over. */
  about?: (event: LiveEvents[T]) => boolean
  /** The row an event is about: one that is not shown changes nothing. Without it every event is about the list. */
  rowOf?: (event: LiveEvents[T]) => string
  /** Whether a row that is not shown belongs to the list: it is offered by a button, the list does not jump. */
  isNew?: (event: LiveEvents[T]) => boolean
  newText?: (count: number) => string
  everyMs?: number
}
export type Live = { [T in keyof LiveEvents]: LiveOf<T> }[keyof LiveEvents]

/** Seconds between two questions: while events arrive, and while they do not; 0 for none. */
export interface Pace {
  live: number
  otherwise: number
}

/** The rows on the screen, the whole answer they came in, and within what they were asked for. */
export interface Shown<Row> {
  fixed: Fixed
  rows: readonly Row[]
  answer: PageOf<Row> | undefined
}

/** Rows that were chosen, and what the list was asked for, for work on many at once. */
export interface BulkProps<Row = unknown> extends ShownFilter {
  keys: ReadonlySet<string>
  /** Those on the screen. */
  rows: readonly Row[]
  /** Those that were worked on are chosen no more. */
  clear: () => void
}

/** A form of a row may be given: for a new one it has none. */
export interface AddProps {
  row: null
  open: boolean
  onClose: () => void
  fixed: Fixed
}

export interface ListSpec<Row> {
  /** `<area>.<list>`: what the user's settings are kept under. */
  name: string
  title: string
  rowKey: (row: Row) => string
  /** Names a row for those who hear the list, and for its dialogs. */
  rowName: (row: Row) => string
  /** Inside another page: no title of its own, its buttons stand beside the filters. */
  inside?: true
  filters?: readonly Filter[]
  columns: readonly Column<Row>[]
  tabs?: StatusTabs
  actions?: readonly RowAction<Row>[]
  /** What Enter and a double click do: the path of the row's own page, or the first of these actions that can be done. */
  open?: ((row: Row) => string) | readonly string[]
  add?: { may: Call; label?: string; path?: string; Dialog?: ComponentType<AddProps> }
  /** Beside the title. */
  extra?: ReactNode
  Extra?: ComponentType<Shown<Row> & { found: ShownFilter }>
  /** Buttons of the title row beside the primary one. */
  Buttons?: ComponentType<Shown<Row>>
  /** Under the list. */
  Below?: ComponentType
  /** `beside: 'title'` where it is too wide to stand beside the filters. */
  bulk?: { may: Call; Bar: ComponentType<BulkProps<Row>>; beside?: 'title' }
  live?: Live
  pollS?: number | Pace | ((rows: readonly Row[]) => Pace)
  /** In a sentence, what fills the list: said while nothing is in it. */
  fills?: ReactNode
  /** What its emptiness means, where that is more than that nothing is there. */
  empty?: string
  keys?: readonly ScreenKey[]
}

export interface ListKit<Row> {
  /** Columns by kind. */
  c: ColumnKit<Row>
  /** Filters by kind. */
  f: typeof filterKit
  /** What can be done to most things. */
  a: ActionKit<Row>
}

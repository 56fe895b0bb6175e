import { memo, useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { seenVerbs, type Verb } from './grid.view.ts'
import type { Layout, PlacedColumn } from './layout.view.ts'

export function cellStyle<Row>({ column, offset }: PlacedColumn<Row>): CSSProperties | undefined {
  return column.pin ? { left: offset } : undefined
}

export function cellClass<Row>({ column, edge }: PlacedColumn<Row>): string {
  const align = column.align ? ` ui-cell-${column.align}` : ''
  if (!column.pin) return `ui-cell${align}`
  return `ui-cell ui-pin${edge ? ' ui-pin-edge' : ''}${align}`
}

export interface GridRowProps<Row> {
  row: Row
  id: string
  rowKey: string
  /** What it is called, for those who hear the list. */
  name: string
  at: number
  /** Its place in the whole list. */
  ariaRow: number
  top: number
  layout: Layout<Row>
  active: boolean
  selected: boolean
  selectable: boolean
  opens: boolean
  /** Under the pointer or the keyboard: what can be done to it is shown. */
  lit: boolean
  verbs?: ((row: Row) => readonly Verb[]) | undefined
  onPick: (key: string) => void
  onMenu: (at: number, anchor: HTMLElement) => void
}

/** Verbs that stand at the edge of a row; all of them are in its menu. */
const AT_HAND = 2
const CONTROLS = 'a[href],button,input,select,audio,[tabindex]'

/** Bare words need a box to be cut off in with an ellipsis; the whole of them is in the tip. */
const cut = (content: ReactNode) => (typeof content === 'string' ? <span title={content}>{content}</span> : content)

/** Each in its own column, since what can be done to the row lies over all of them. */
function Cells<Row>({ row, layout, first }: { row: Row; layout: Layout<Row>; first: number }) {
  return layout.placed.map((placed, at) => (
    <div
      key={placed.column.key}
      role="gridcell"
      aria-colindex={at + 1}
      className={cellClass(placed)}
      style={{ gridColumn: first + at, ...cellStyle(placed) }}
    >
      {cut(placed.column.cell(row))}
    </div>
  ))
}

function Row<R>(props: GridRowProps<R>) {
  const { row, id, rowKey, name, at, ariaRow, top, layout, active, selected, selectable, opens, lit, verbs, onPick, onMenu } = props
  const line = useRef<HTMLDivElement>(null)
  // Tab leads through the row that the keyboard is on, not through every row of the list.
  useLayoutEffect(() => {
    for (const control of line.current?.querySelectorAll<HTMLElement>(CONTROLS) ?? []) control.tabIndex = active ? 0 : -1
  })
  return (
    <div
      ref={line}
      role="row"
      id={id}
      aria-rowindex={ariaRow}
      aria-selected={selectable ? selected : active}
      data-row={at}
      className={`ui-row${active ? ' ui-row-active' : ''}${selected ? ' ui-row-selected' : ''}${opens ? ' ui-row-opens' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {selectable ? (
        <div role="gridcell" className="ui-cell ui-check">
          <input type="checkbox" checked={selected} aria-label={t('选择 {name}', { name })} onChange={() => onPick(rowKey)} />
        </div>
      ) : null}
      <Cells row={row} layout={layout} first={selectable ? 2 : 1} />
      {lit && verbs ? <Verbs verbs={seenVerbs(verbs(row))} name={name} onMenu={(anchor) => onMenu(at, anchor)} /> : null}
    </div>
  )
}

function Verbs({ verbs, name, onMenu }: { verbs: readonly Verb[]; name: string; onMenu: (anchor: HTMLElement) => void }) {
  return (
    <div role="gridcell" className="ui-verbs">
      {verbs.slice(0, AT_HAND).map(({ key, label, danger, href, act }) => {
        const words = { 'aria-label': `${label} ${name}`, className: `ui-verb${danger ? ' ui-verb-danger' : ''}` }
        return href === undefined ? (
          <button key={key} type="button" {...words} onClick={act}>
            {label}
          </button>
        ) : (
          <a key={key} href={href} {...words}>
            {label}
          </a>
        )
      })}
      <button
        type="button"
        className="ui-verb ui-verb-more"
        aria-haspopup="menu"
        aria-label={t('{name} 的更多操作', { name })}
        title={t('更多操作')}
        onClick={(event) => onMenu(event.currentTarget)}
      >
        ⋯
      </button>
    </div>
  )
}

/** Scrolling redraws only the rows that come into sight. */
export const GridRow = memo(Row) as typeof Row

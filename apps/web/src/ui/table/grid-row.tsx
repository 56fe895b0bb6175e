import { memo, type CSSProperties, type ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import type { Layout, PlacedColumn } from './layout.view.ts'

export function cellStyle<Row>({ column, offset }: PlacedColumn<Row>): CSSProperties | undefined {
  if (column.pin === 'left') return { left: offset }
  if (column.pin === 'right') return { right: offset }
  return undefined
}

export function cellClass<Row>({ column, edge }: PlacedColumn<Row>): string {
  const align = column.align ? ` ui-cell-${column.align}` : ''
  if (!column.pin) return `ui-cell${align}`
  return `ui-cell ui-pin${edge ? ` ui-pin-${column.pin}` : ''}${align}`
}

export interface GridRowProps<Row> {
  row: Row
  id: string
  rowKey: string
  at: number
  top: number
  layout: Layout<Row>
  active: boolean
  selected: boolean
  selectable: boolean
  opens: boolean
  onPick: (key: string) => void
}

/** Bare words need a box to be cut off in with an ellipsis; the whole of them is in the tip. */
const cut = (content: ReactNode) => (typeof content === 'string' ? <span title={content}>{content}</span> : content)

function Cells<Row>({ row, layout }: { row: Row; layout: Layout<Row> }) {
  return layout.placed.map((placed, at) => (
    <div key={placed.column.key} role="gridcell" aria-colindex={at + 1} className={cellClass(placed)} style={cellStyle(placed)}>
      {cut(placed.column.cell(row))}
    </div>
  ))
}

function Row<R>({ row, id, rowKey, at, top, layout, active, selected, selectable, opens, onPick }: GridRowProps<R>) {
  return (
    <div
      role="row"
      id={id}
      aria-rowindex={at + 2}
      aria-selected={selectable ? selected : active}
      data-row={at}
      className={`ui-row${active ? ' ui-row-active' : ''}${selected ? ' ui-row-selected' : ''}${opens ? ' ui-row-opens' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      {selectable ? (
        <div role="gridcell" className="ui-cell ui-check">
          <input type="checkbox" tabIndex={-1} checked={selected} aria-label={t('选择此行')} onChange={() => onPick(rowKey)} />
        </div>
      ) : null}
      <Cells row={row} layout={layout} />
    </div>
  )
}

/** Scrolling redraws only the rows that come into sight. */
export const GridRow = memo(Row) as typeof Row

import { useRef, type PointerEvent } from 'react'
import { t } from '#platform/text/text.ts'
import type { Sort } from './grid.view.ts'
import { cellClass, cellStyle } from './grid-row.tsx'
import { ariaSort } from './keyboard.view.ts'
import { clampWidth, type Layout } from './layout.view.ts'

export interface GridHeadProps<Row> {
  layout: Layout<Row>
  sort: Sort | null
  onSort?: (key: string) => void
  onResize: (key: string, width: number | null) => void
  /** Undefined when rows cannot be selected. */
  allSelected?: boolean | 'some'
  onPickAll: () => void
}

function Resizer({ name, width, onResize }: { name: string; width: number; onResize: GridHeadProps<unknown>['onResize'] }) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const move = (event: PointerEvent<HTMLSpanElement>) => {
    if (start.current) onResize(name, clampWidth(start.current.width + event.clientX - start.current.x))
  }
  return (
    <span
      className="ui-resize"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? width }
      }}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = null
      }}
      onDoubleClick={() => onResize(name, null)}
    />
  )
}

export function GridHead<Row>({ layout, sort, onSort, onResize, allSelected, onPickAll }: GridHeadProps<Row>) {
  return (
    <div role="row" aria-rowindex={1} className="ui-head">
      {allSelected !== undefined ? (
        <div role="columnheader" className="ui-cell ui-check">
          <input
            type="checkbox"
            aria-label={t('选择本页全部')}
            checked={allSelected === true}
            ref={(box) => {
              if (box) box.indeterminate = allSelected === 'some'
            }}
            onChange={onPickAll}
          />
        </div>
      ) : null}
      {layout.placed.map((placed, at) => {
        const { column } = placed
        const sortable = column.sortable && onSort
        return (
          <div
            key={column.key}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={sortable ? ariaSort(sort, column.key) : undefined}
            className={cellClass(placed)}
            style={cellStyle(placed)}
          >
            {sortable ? (
              <button
                type="button"
                className="ui-sort"
                data-sort={sort?.by === column.key ? sort.order : 'none'}
                onClick={() => onSort(column.key)}
              >
                {column.title}
              </button>
            ) : (
              <span className="ui-head-text">{column.title}</span>
            )}
            <Resizer name={column.key} width={placed.width} onResize={onResize} />
          </div>
        )
      })}
    </div>
  )
}

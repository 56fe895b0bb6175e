import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { rowHeightPx, type Column, type Density, type Sort } from './grid.view.ts'
import { GridHead } from './grid-head.tsx'
import { GridRow, cellClass, cellStyle } from './grid-row.tsx'
import { type Cursor, followRow, rowAfterKey } from './keyboard.view.ts'
import { layoutOf } from './layout.view.ts'
import '../page/ui.css'
import './grid.css'

export interface GridProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  density?: Density
  widths?: Record<string, number>
  onResize?: (key: string, width: number | null) => void
  sort?: Sort | null
  onSort?: (key: string) => void
  onOpen?: (row: Row) => void
  selection?: { keys: ReadonlySet<string>; onChange: (keys: ReadonlySet<string>) => void }
  /** Rows of the whole list and where this page begins, for screen readers. */
  total?: number
  /** Shown in the place of rows: a fault, an empty list, a skeleton. */
  placeholder?: ReactNode
  /** Rows are of an earlier question while the new answer is on its way. */
  stale?: boolean
  /** Where the body stood when the screen was left. */
  initialScroll?: number
  onScrollEnd?: (top: number) => void
}

const noWidths = {}
/** A press that moves further selects text; it opens nothing. */
const DRAG_PX = 4

/** Rows that exist only while in sight, between a head and a foot that stay; row focus by `aria-activedescendant`. */
export function Grid<Row>(props: GridProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowKey,
    density = 'normal',
    widths = noWidths,
    onResize,
    sort = null,
    onSort,
    onOpen,
    selection,
    total,
    placeholder,
    stale,
    initialScroll,
    onScrollEnd,
  } = props
  const idBase = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const pressed = useRef({ x: 0, y: 0 })
  const [cursor, setCursor] = useState<Cursor>({ at: -1, key: '' })
  const active = followRow(cursor, rows, rowKey)
  const activeRow = rows[active]
  const activeKey = activeRow === undefined ? '' : rowKey(activeRow)
  const height = rowHeightPx[density]
  const layout = useMemo(() => layoutOf(columns, widths), [columns, widths])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    initialOffset: initialScroll ?? 0,
    scrollPaddingStart: height + 2,
    scrollPaddingEnd: height + 2,
    onChange: (instance, scrolling) => {
      if (!scrolling) onScrollEnd?.(instance.scrollOffset ?? 0)
    },
  })
  useEffect(() => virtual.measure(), [height, virtual])
  useEffect(
    () => setCursor((was) => (was.at === active && was.key === activeKey ? was : { at: active, key: activeKey })),
    [active, activeKey],
  )
  const setActive = (at: number) => setCursor({ at, key: rows[at] === undefined ? '' : rowKey(rows[at]) })

  const keys = selection?.keys
  const onChange = selection?.onChange
  const pick = useCallback(
    (key: string) => {
      const next = new Set(keys)
      if (!next.delete(key)) next.add(key)
      onChange?.(next)
    },
    [keys, onChange],
  )
  const pickAll = () => {
    const all = rows.map(rowKey)
    onChange?.(all.every((key) => keys?.has(key)) ? new Set() : new Set(all))
  }
  const picked = selection ? rows.filter((row) => selection.keys.has(rowKey(row))).length : 0

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const row = activeRow
    if (event.key === 'Enter' && row !== undefined) return onOpen?.(row)
    if (event.key === ' ' && row !== undefined && selection) {
      event.preventDefault()
      return pick(rowKey(row))
    }
    const inSight = Math.floor((scroller.current?.clientHeight ?? 0) / height) - 2
    const next = rowAfterKey(event.key, active, rows.length, inSight)
    if (next === null) return
    event.preventDefault()
    setActive(next)
    virtual.scrollToIndex(next, { align: 'auto' })
  }

  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const target = event.target as HTMLElement
    const at = Number(target.closest<HTMLElement>('[data-row]')?.dataset.row ?? -1)
    if (at < 0) return
    setActive(at)
    const row = rows[at]
    if (row === undefined || !onOpen || event.detail !== 2 || target.closest('a,button,input,label')) return
    const { x, y } = pressed.current
    if (Math.hypot(event.clientX - x, event.clientY - y) > DRAG_PX) return
    // The word that the second press selected was not what the operator wanted.
    window.getSelection()?.removeAllRanges()
    onOpen(row)
  }

  const items = virtual.getVirtualItems()
  const hasSums = rows.length > 0 && columns.some((column) => column.sum)
  const activeInSight = items.some((item) => item.index === active)
  const template = selection ? `36px ${layout.template}` : layout.template
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={total ?? rows.length + 1}
      aria-colcount={layout.placed.length}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={activeInSight ? `${idBase}${active}` : undefined}
      aria-busy={stale}
      className={`ui-grid${stale ? ' ui-grid-stale' : ''}`}
      style={
        {
          '--ui-row': `${height}px`,
          '--ui-columns': template,
          '--ui-min': `${layout.minWidth + (selection ? 36 : 0)}px`,
        } as React.CSSProperties
      }
      onKeyDown={onKeyDown}
      onMouseDown={({ clientX, clientY }) => {
        pressed.current = { x: clientX, y: clientY }
      }}
      onClick={onClick}
    >
      <div role="rowgroup" className="ui-grid-head">
        <GridHead
          layout={layout}
          sort={sort}
          onSort={onSort}
          onResize={onResize ?? (() => undefined)}
          allSelected={selection ? (picked > 0 && picked < rows.length ? 'some' : picked > 0) : undefined}
          onPickAll={pickAll}
        />
      </div>
      {placeholder ? (
        <div className="ui-grid-placeholder" role="rowgroup">
          <div role="row">
            <div role="gridcell">{placeholder}</div>
          </div>
        </div>
      ) : (
        <div role="rowgroup" className="ui-grid-body" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            if (row === undefined) return null
            const key = rowKey(row)
            return (
              <GridRow
                key={key}
                row={row}
                rowKey={key}
                id={`${idBase}${item.index}`}
                at={item.index}
                top={item.start}
                layout={layout}
                active={item.index === active}
                selected={keys?.has(key) ?? false}
                selectable={selection !== undefined}
                opens={onOpen !== undefined}
                onPick={pick}
              />
            )
          })}
        </div>
      )}
      {hasSums && !placeholder ? (
        <div role="rowgroup" className="ui-grid-foot">
          <div role="row" className="ui-head">
            {selection ? <div role="gridcell" className="ui-cell ui-check" /> : null}
            {layout.placed.map((placed) => (
              <div key={placed.column.key} role="gridcell" className={cellClass(placed)} style={cellStyle(placed)}>
                {placed.column.sum?.(rows)}
              </div>
            ))}
          </div>
        </div>
      ) : null}
    </div>
  )
}

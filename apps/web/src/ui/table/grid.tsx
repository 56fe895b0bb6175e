import { useVirtualizer } from '@tanstack/react-virtual'
import {
  memo,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react'
import { t } from '#platform/text/text.ts'
import { Menu } from '#ui/dialog/menu.tsx'
import { HEAD_PX, rowHeightPx, seenVerbs, type Column, type Density, type GridHandle, type Sort, type Verb } from './grid.view.ts'
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
  rowName?: ((row: Row) => string) | undefined
  density?: Density
  widths?: Record<string, number>
  onResize?: (key: string, width: number | null) => void
  sort?: Sort | null
  onSort?: (key: string) => void
  onOpen?: (row: Row) => void
  selection?: { keys: ReadonlySet<string>; onChange: (keys: ReadonlySet<string>) => void }
  /** Rows of the whole list, and how many stand before these, for screen readers. */
  total?: number | undefined
  before?: number
  /** What can be done to a row. */
  verbs?: ((row: Row) => readonly Verb[]) | undefined
  /** Shows everything of a row beside the list. */
  onPeek?: (() => void) | undefined
  handle?: Ref<GridHandle<Row>>
  /** The row that the keyboard is on, whenever it is another. */
  onCurrent?: ((row: Row | undefined) => void) | undefined
  /** Shown in the place of rows: a fault, an empty list, a skeleton. */
  placeholder?: ReactNode
  /** Rows are of an earlier question while the new answer is on its way. */
  stale?: boolean
  /** How tall all of it is; it takes what room there is without. */
  heightPx?: number | undefined
  /** Where the body stood when the screen was left. */
  initialScroll?: number
  onScrollEnd?: (top: number) => void
}

const noWidths = {}
/** The boxes to select rows by. */
const CHECK_PX = 36
/** The scroll bar under the rows. */
const BAR_PX = 10
/** A press that moves further selects text; it opens nothing. */
const DRAG_PX = 4

/** Rows that exist only while in sight, between a head and a foot that stay; row focus by `aria-activedescendant`. */
function GridBody<Row>(props: GridProps<Row>) {
  const {
    label,
    rows,
    columns,
    rowKey,
    rowName,
    density = 'normal',
    widths = noWidths,
    onResize,
    sort = null,
    onSort,
    onOpen,
    selection,
    total,
    before = 0,
    verbs,
    onPeek,
    handle,
    onCurrent,
    placeholder,
    stale,
    heightPx,
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
  const height = rowHeightPx(density, columns)
  const selects = selection !== undefined
  const layout = useMemo(() => layoutOf(columns, widths, selects ? CHECK_PX : 0), [columns, widths, selects])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 5,
    initialOffset: initialScroll ?? 0,
    scrollPaddingStart: HEAD_PX + 2,
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
  const latest = useRef({ activeRow, onCurrent })
  latest.current = { activeRow, onCurrent }
  useEffect(() => latest.current.onCurrent?.(latest.current.activeRow), [activeKey])
  const [hovered, setHovered] = useState(-1)
  const [menu, setMenu] = useState<{ row: Row; anchor: HTMLElement | { x: number; y: number } } | null>(null)
  const onMenu = useCallback(
    (at: number, anchor: HTMLElement) => {
      const row = rows[at]
      if (row === undefined) return
      setCursor({ at, key: rowKey(row) })
      setMenu({ row, anchor })
    },
    [rows, rowKey],
  )
  const closeMenu = useCallback(() => {
    setMenu(null)
    scroller.current?.focus({ preventScroll: true })
  }, [])
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

  const openMenu = () => {
    const line = document.getElementById(`${idBase}${active}`)
    const place = (line ?? scroller.current)?.getBoundingClientRect()
    if (activeRow !== undefined && place) setMenu({ row: activeRow, anchor: { x: place.left + 60, y: place.bottom - 8 } })
  }
  useImperativeHandle(handle, () => ({
    enter: () => {
      if (rows.length > 0 && active < 0) setActive(0)
      scroller.current?.focus({ preventScroll: true })
    },
    current: () => activeRow,
  }))

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // The key of the menu, from wherever in the row.
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      if (activeRow === undefined) return
      event.preventDefault()
      return openMenu()
    }
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
    if (row !== undefined && target.closest('[data-opens]')) return onOpen?.(row)
    if (row === undefined || !onOpen || event.detail !== 2 || target.closest('a,button,input,label')) return
    const { x, y } = pressed.current
    if (Math.hypot(event.clientX - x, event.clientY - y) > DRAG_PX) return
    // The word that the second press selected was not what the operator wanted.
    window.getSelection()?.removeAllRanges()
    onOpen(row)
  }

  const [sideways, setSideways] = useState(false)
  useLayoutEffect(() => {
    const box = scroller.current
    if (box) setSideways(box.scrollWidth > box.clientWidth)
  }, [layout, heightPx])
  const items = virtual.getVirtualItems()
  const hasSums = rows.length > 0 && columns.some((column) => column.sum)
  const activeInSight = items.some((item) => item.index === active)
  const template = selection ? `${CHECK_PX}px ${layout.template}` : layout.template
  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-colcount={layout.placed.length}
      aria-multiselectable={selection ? true : undefined}
      aria-activedescendant={activeInSight ? `${idBase}${active}` : undefined}
      aria-busy={stale}
      className={`ui-grid ui-grid-${density}${stale ? ' ui-grid-stale' : ''}`}
      style={
        {
          '--ui-row': `${height}px`,
          '--ui-head': `${HEAD_PX}px`,
          '--ui-columns': template,
          flex: heightPx === undefined ? undefined : `0 1 ${heightPx + (sideways ? BAR_PX : 0)}px`,
          '--ui-min': `${layout.minWidth + (selection ? CHECK_PX : 0)}px`,
        } as React.CSSProperties
      }
      onKeyDown={onKeyDown}
      onMouseDown={({ clientX, clientY }) => {
        pressed.current = { x: clientX, y: clientY }
      }}
      onClick={onClick}
      {...(verbs && {
        onMouseOver: ({ target }) => setHovered(Number((target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row ?? -1)),
        onMouseLeave: () => setHovered(-1),
      })}
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
                name={rowName?.(row) ?? String(before + item.index + 1)}
                id={`${idBase}${item.index}`}
                at={item.index}
                ariaRow={before + item.index + 2}
                top={item.start}
                layout={layout}
                active={item.index === active}
                selected={keys?.has(key) ?? false}
                selectable={selection !== undefined}
                opens={onOpen !== undefined}
                lit={verbs !== undefined && (item.index === active || item.index === hovered)}
                verbs={verbs}
                onPick={pick}
                onMenu={onMenu}
              />
            )
          })}
        </div>
      )}
      {hasSums && !placeholder ? (
        <div role="rowgroup" className="ui-grid-foot">
          <div role="row" className="ui-head">
            {selection ? <div role="gridcell" className="ui-cell ui-check" /> : null}
            {layout.placed.map((placed, at) => (
              <div key={placed.column.key} role="gridcell" className={cellClass(placed)} style={cellStyle(placed)}>
                {placed.column.sum ? placed.column.sum(rows) : at === 0 ? t('本页合计') : null}
              </div>
            ))}
          </div>
        </div>
      ) : null}
      {menu ? (
        <Menu
          label={t('{name} 的操作', { name: rowName?.(menu.row) ?? '' })}
          items={[
            ...(onOpen ? [{ key: 'open', label: t('打开'), keys: 'Enter', act: () => onOpen(menu.row) }] : []),
            ...seenVerbs(verbs?.(menu.row)).map(({ letter, ...verb }) => ({ ...verb, keys: letter })),
            ...(onPeek ? [{ key: 'peek', label: t('在旁边查看'), keys: 'P', act: onPeek }] : []),
            ...(selection ? [{ key: 'select', label: t('选择'), keys: 'X', act: () => pick(rowKey(menu.row)) }] : []),
          ]}
          anchor={menu.anchor}
          onClose={closeMenu}
        />
      ) : null}
    </div>
  )
}

export const Grid = memo(GridBody) as typeof GridBody

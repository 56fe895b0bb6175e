import { Button, type InputRef } from 'antd'
import { Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { useTabState } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FilterBar } from '#kit/filter/filter-bar.tsx'
import { activeFilters, callInputOf, tabOf, viewOf, type FilterValues } from '#kit/filter/filter.view.ts'
import { HEAD_PX, rowHeightPx, type GridHandle, type GridSettings } from '#ui/table/grid.view.ts'
import { Grid } from '#ui/table/grid.tsx'
import { settingsFrom, visibleColumns } from '#ui/table/layout.view.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { ListFoot } from './list-foot.tsx'
import { useListKeys } from './list-keys.ts'
import { useFitting, useListState } from './list-state.ts'
import { ListTools } from './list-tools.tsx'
import type { PageOf, QueryTableProps } from './query-table.view.ts'
import { openingAddress, viewsFrom, type SavedViews } from '#kit/filter/saved-views.view.ts'
import { StatusTabs } from './status-tabs.tsx'
import { usePreference } from '#kit/filter/use-preference.ts'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'

const Peek = lazyPiece(() => import('#ui/table/peek.tsx'), 'place') as unknown as typeof import('#ui/table/peek.tsx').default
const ExportButton = lazyPiece(() => import('#kit/jobs/export-button.tsx'), 'silent')
const PrintedList = lazyPiece(() => import('#ui/table/printed.list.tsx')) as unknown as typeof import('#ui/table/printed.list.tsx').default

/** A list of the platform: its filters, order and page live in the address, its columns with the user. */
export function QueryTable<Row>(props: QueryTableProps<Row>) {
  const { name, label, call, fixed, columns, filters, rowKey, rowName, onOpen, verbs, keys, tabs } = props
  const { selection, toolbar, onRows, onFilter, empty, fills, pollS } = props
  const [params] = useSearchParams()
  const address = params.toString()
  const [scroll, setScroll] = useTabState(`${name}.scroll`, { at: '', top: 0 })
  const shape = usePreference(`${name}.grid`)
  const views = usePreference(`${name}.views`)
  const settings = useMemo(() => settingsFrom(shape.value, columns), [shape.value, columns])
  const saved = useMemo(() => viewsFrom(views.value), [views.value])
  const shown = useMemo(() => visibleColumns(columns, settings), [columns, settings])
  const rowPx = rowHeightPx(settings.density, shown)
  const room = useRef<HTMLDivElement>(null)
  const fitting = useFitting(
    room,
    rowPx,
    shown.some((column) => column.sum),
  )
  const { state, go, replace, clear: clearFilters, turn, unsettled, onUnsettled } = useListState(columns, filters, fitting ?? undefined)
  const textRef = useRef<InputRef>(null)
  const grid = useRef<GridHandle<Row>>(null)
  const [peeking, setPeeking] = useState(false)
  const [current, setCurrent] = useState<Row | undefined>(undefined)
  const [printing, setPrinting] = useState(false)
  const mayExport = useCan('export.create')

  const input = useMemo(() => ({ ...callInputOf(state, filters), ...fixed }), [state, filters, fixed])
  const query = useCall(call, input as never, { keepPrevious: true, refetchIntervalS: pollS, enabled: fitting !== null })
  const page = query.data as PageOf<Row> | undefined
  const rows = page?.rows ?? noRows

  const settled = useRef(false)
  if (!query.isPending) settled.current = true

  const opened = useRef(false)
  useEffect(() => {
    if (opened.current || !views.ready) return
    opened.current = true
    const opening = openingAddress(saved)
    if (opening !== null && address === '') replace(new URLSearchParams(opening))
  }, [views.ready, saved, address, replace])

  const lastPage = page ? Math.max(1, Math.ceil(page.total / page.pageSize)) : 1
  useEffect(() => {
    if (page && !page.totalCapped && !query.isPlaceholderData && page.rows.length === 0 && state.pageNo > lastPage) go({ pageNo: lastPage })
  }, [page, query.isPlaceholderData, lastPage, state.pageNo, go])

  useEffect(() => onRows?.(rows as readonly Row[], page), [rows, page, onRows])

  const ready = unsettled.size === 0 && Object.keys(state.unread).length === 0 && page !== undefined && !query.isPlaceholderData
  useEffect(() => {
    const { pageNo: _, pageSize: __, sortBy: ___, sortOrder: ____, ...filter } = input as Record<string, unknown>
    onFilter?.({ input: filter, ready })
  }, [input, ready, onFilter])

  const peek = useCallback(() => {
    grid.current?.enter()
    setPeeking((now) => !now)
  }, [])
  useListKeys<Row>({
    search: () => textRef.current?.focus({ cursor: 'all' }),
    current: () => grid.current?.current(),
    verbs,
    select: selection && ((row) => selection.onChange(toggled(selection.keys, rowKey(row)))),
    peek,
    more: keys,
    opens: onOpen !== undefined,
    searches: filters.some(({ kind }) => kind === 'text'),
  })

  const clear = useCallback(() => {
    clearFilters()
    // The button that was pressed goes with the filters.
    requestAnimationFrame(() => textRef.current?.focus())
  }, [clearFilters])
  // What does not hang on the tab being shown is not drawn anew when it is.
  const onValues = useCallback((values: FilterValues) => go({ values }), [go])
  const onSort = useCallback((key: string) => go({ sort: key }), [go])
  const onDown = useCallback(() => grid.current?.enter(), [])
  const onPrint = useCallback(() => setPrinting(true), [])
  const { save: saveViews } = views
  const { save: saveShape } = shape
  const onSaved = useCallback((next: SavedViews) => saveViews(JSON.stringify(next)), [saveViews])
  const onApply = useCallback((next: string) => replace(new URLSearchParams(next)), [replace])
  const onSettings = useCallback((next: GridSettings) => saveShape(JSON.stringify(next)), [saveShape])
  const onResize = useCallback(
    (key: string, width: number | null) => {
      const { [key]: _, ...others } = settings.widths
      onSettings({ ...settings, widths: width === null ? others : { ...others, [key]: width } })
    },
    [settings, onSettings],
  )
  const onScrollEnd = useCallback((top: number) => setScroll({ at: address, top }), [setScroll, address])
  const placeholder =
    page === undefined && query.error ? (
      <Fault error={query.error} retry={query.refetch} />
    ) : page === undefined ? (
      <Skeleton lines={fitting ?? 20} height={rowPx} />
    ) : page.rows.length === 0 ? (
      activeFilters(state.values, filters) > 0 ? (
        <EmptyState
          title={t('没有符合条件的记录')}
          action={
            <Button size="small" onClick={clear}>
              {t('清空筛选')}
            </Button>
          }
        />
      ) : (
        (empty ?? <EmptyState title={t('暂无数据')} hint={fills} />)
      )
    ) : undefined
  const hidden = useMemo(() => {
    const chosen = tabs && tabOf(tabs.tabs, state.values)
    return chosen && Object.keys(chosen.values)
  }, [tabs, state.values])
  const sum = shown.some((column) => column.sum)
  // As tall as its rows, so that what ends ends; while they are on their way it takes the room.
  const waits = page === undefined && !query.error
  const height = waits ? undefined : (placeholder ? PLACEHOLDER_PX : rows.length * rowPx + (sum ? HEAD_PX : 0)) + HEAD_PX + BORDERS_PX

  return (
    <div className="ui-query-table">
      {tabs ? <StatusTabs tabs={tabs} values={state.values} input={input} pollS={pollS} onChoose={onValues} /> : null}
      <div className="ui-table-head">
        <FilterBar
          key={turn}
          filters={filters}
          hidden={hidden}
          values={state.values}
          unread={state.unread}
          textRef={textRef}
          settled={settled.current}
          onChange={onValues}
          onUnsettled={onUnsettled}
          onClear={clear}
          onDown={onDown}
        />
        <div className="ui-table-tools">
          {toolbar}
          {mayExport && page ? (
            <Suspense fallback={null}>
              <ExportButton
                call={call}
                title={label}
                input={input}
                filters={filters}
                values={state.values}
                columns={shown}
                total={page}
                ready={ready}
              />
            </Suspense>
          ) : null}
          <ListTools
            saved={saved}
            address={viewOf(state, filters)}
            columns={columns}
            settings={settings}
            fetching={query.isFetching}
            printable={rows.length > 0}
            onSaved={onSaved}
            onApply={onApply}
            onSettings={onSettings}
            onPrint={onPrint}
            onRefresh={query.refetch}
          />
        </div>
      </div>
      <div className="ui-table-room">
        <div ref={room} className="ui-table-rows">
          <Grid
            label={label}
            rows={rows as readonly Row[]}
            columns={shown}
            rowKey={rowKey}
            rowName={rowName}
            density={settings.density}
            widths={settings.widths}
            onResize={onResize}
            sort={state.sort}
            onSort={onSort}
            onOpen={onOpen}
            selection={selection}
            verbs={verbs}
            onPeek={peek}
            handle={grid}
            onCurrent={peeking ? setCurrent : undefined}
            total={page?.total}
            before={(state.pageNo - 1) * state.pageSize}
            placeholder={placeholder}
            stale={query.isPlaceholderData}
            heightPx={height}
            initialScroll={scroll.at === address ? scroll.top : 0}
            onScrollEnd={onScrollEnd}
          />
          <ListFoot page={page} state={state} onChange={go} />
        </div>
        <WhenOpened open={peeking}>
          {peeking ? (
            <Peek
              row={current ?? grid.current?.current()}
              columns={columns}
              rowName={rowName}
              onOpen={onOpen}
              onClose={() => {
                setPeeking(false)
                grid.current?.enter()
              }}
            />
          ) : null}
        </WhenOpened>
      </div>
      <WhenOpened open={printing}>
        {printing ? <PrintedList title={label} rows={rows} columns={shown} rowKey={rowKey} onDone={() => setPrinting(false)} /> : null}
      </WhenOpened>
    </div>
  )
}

const noRows: never[] = []
const BORDERS_PX = 2
/** The room of a sentence that stands for rows. */
const PLACEHOLDER_PX = 180
const toggled = (keys: ReadonlySet<string>, key: string): ReadonlySet<string> => {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

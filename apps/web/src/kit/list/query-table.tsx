import ReloadOutlined from '@ant-design/icons/es/icons/ReloadOutlined'
import { Button, Pagination, type InputRef } from 'antd'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCall } from '#platform/http/call.ts'
import { useTabActive, useTabState } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { FilterBar } from './filter-bar.tsx'
import { activeFilters, addressOf, callInputOf, listStateFrom, pageSizes, viewOf, withFilters, type ListState } from './filter.view.ts'
import { ColumnSettings } from '#ui/table/column-settings.tsx'
import { rowHeightPx } from '#ui/table/grid.view.ts'
import { Grid } from '#ui/table/grid.tsx'
import { isTyping, sortAfter } from '#ui/table/keyboard.view.ts'
import { settingsFrom, visibleColumns } from '#ui/table/layout.view.ts'
import { countText } from '#ui/show/measure.view.ts'
import type { PageOf, QueryTableProps } from './query-table.view.ts'
import { SavedViewsMenu } from './saved-views.tsx'
import { openingAddress, viewsFrom } from './saved-views.view.ts'
import { isCovered } from '#ui/dialog/covered.ts'
import { usePreference } from './use-preference.ts'

export type { Column, Filter, Option, QueryTableProps, ShownFilter } from './query-table.view.ts'

/** A list of the platform: its filters, order and page live in the address, its columns with the user. */
export function QueryTable<Row>(props: QueryTableProps<Row>) {
  const { name, label, call, fixed, columns, filters, rowKey, onOpen, selection, toolbar, onRows, onFilter, empty, fills, pollS } = props
  const [params, setParams] = useSearchParams()
  const sortable = useMemo(() => columns.filter((column) => column.sortable).map((column) => column.key), [columns])
  const state = useMemo(() => listStateFrom(params, filters, sortable), [params, filters, sortable])
  const [scroll, setScroll] = useTabState(`${name}.scroll`, { at: '', top: 0 })
  const address = params.toString()
  const shape = usePreference(`${name}.grid`)
  const views = usePreference(`${name}.views`)
  const settings = useMemo(() => settingsFrom(shape.value, columns), [shape.value, columns])
  const saved = useMemo(() => viewsFrom(views.value), [views.value])
  const shown = useMemo(() => visibleColumns(columns, settings), [columns, settings])
  const textRef = useRef<InputRef>(null)
  const active = useTabActive()

  // Two filters that settle at once, or one that settles while another is chosen, go on from each other: from the address as it is by then.
  const current = useRef(params)
  useLayoutEffect(() => {
    current.current = params
  }, [params])
  const go = useCallback(
    (change: (now: ListState) => ListState) => {
      const now = current.current
      current.current = addressOf(change(listStateFrom(now, filters, sortable)), filters, now)
      setParams(current.current, { replace: true })
    },
    [filters, sortable, setParams],
  )
  /** Fields in which something stands that the list does not know: typed a moment ago, or unreadable. */
  const [unsettled, setUnsettled] = useState<ReadonlySet<string>>(none)
  const onUnsettled = useCallback(
    (name: string, yes: boolean) =>
      setUnsettled((names) =>
        names.has(name) === yes ? names : new Set(yes ? [...names, name] : [...names].filter((one) => one !== name)),
      ),
    [],
  )
  /** The fields begin anew: what is half typed in them is of no account any more. */
  const [turn, setTurn] = useState(0)
  const replace = (next: URLSearchParams) => {
    setTurn((now) => now + 1)
    current.current = next
    setParams(next, { replace: true })
  }
  const input = useMemo(() => ({ ...callInputOf(state, filters), ...fixed }), [state, filters, fixed])
  const query = useCall(call, input as never, { keepPrevious: true, refetchIntervalS: pollS })
  const page = query.data as PageOf<Row> | undefined
  const rows = page?.rows ?? noRows

  const settled = useRef(false)
  if (!query.isPending) settled.current = true

  const opened = useRef(false)
  useEffect(() => {
    if (opened.current || !views.ready) return
    opened.current = true
    const opening = openingAddress(saved)
    if (opening !== null && address === '') setParams(new URLSearchParams(opening), { replace: true })
  }, [views.ready, saved, address, setParams])

  const lastPage = page ? Math.max(1, Math.ceil(page.total / page.pageSize)) : 1
  useEffect(() => {
    if (page && !page.totalCapped && !query.isPlaceholderData && page.rows.length === 0 && state.pageNo > lastPage)
      go((now) => ({ ...now, pageNo: lastPage }))
  }, [page, query.isPlaceholderData, lastPage, state.pageNo, go])

  useEffect(() => onRows?.(rows as readonly Row[], page), [rows, page, onRows])

  const ready = unsettled.size === 0 && Object.keys(state.unread).length === 0 && page !== undefined && !query.isPlaceholderData
  useEffect(() => {
    const { pageNo: _, pageSize: __, sortBy: ___, sortOrder: ____, ...filter } = input as Record<string, unknown>
    onFilter?.({ input: filter, ready })
  }, [input, ready, onFilter])

  useEffect(() => {
    if (!active) return
    const onSlash = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isCovered()) return
      event.preventDefault()
      textRef.current?.focus({ cursor: 'all' })
    }
    document.addEventListener('keydown', onSlash)
    return () => document.removeEventListener('keydown', onSlash)
  }, [active])

  const narrowed = activeFilters(state.values, filters) > 0
  const clear = () => {
    replace(addressOf({ ...state, values: {}, unread: {}, pageNo: 1 }, filters, current.current))
    // The button that was pressed goes with the filters.
    requestAnimationFrame(() => textRef.current?.focus())
  }
  const placeholder =
    page === undefined && query.error ? (
      <Fault error={query.error} retry={query.refetch} />
    ) : page === undefined ? (
      <Skeleton lines={20} height={rowHeightPx[settings.density]} />
    ) : page.rows.length === 0 ? (
      narrowed ? (
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

  return (
    <div className="ui-query-table">
      <FilterBar
        key={turn}
        filters={filters}
        values={state.values}
        unread={state.unread}
        textRef={textRef}
        settled={settled.current}
        onChange={(values) => go((now) => withFilters(now, values))}
        onUnsettled={onUnsettled}
        onClear={clear}
        extra={
          <>
            {toolbar}
            <SavedViewsMenu
              saved={saved}
              address={viewOf(state, filters)}
              onChange={(next) => views.save(JSON.stringify(next))}
              onApply={(next) => replace(new URLSearchParams(next))}
            />
            <ColumnSettings columns={columns} settings={settings} onChange={(next) => shape.save(JSON.stringify(next))} />
            <Button
              icon={<ReloadOutlined spin={query.isFetching} />}
              aria-label={t('刷新')}
              title={t('刷新')}
              onClick={() => void query.refetch()}
            />
          </>
        }
      />
      <Grid
        label={label}
        rows={rows as readonly Row[]}
        columns={shown}
        rowKey={rowKey}
        density={settings.density}
        widths={settings.widths}
        onResize={(key, width) => {
          const { [key]: _, ...others } = settings.widths
          shape.save(JSON.stringify({ ...settings, widths: width === null ? others : { ...others, [key]: width } }))
        }}
        sort={state.sort}
        onSort={(key) => go((now) => ({ ...now, sort: sortAfter(now.sort, key), pageNo: 1 }))}
        onOpen={onOpen}
        selection={selection}
        placeholder={placeholder}
        stale={query.isPlaceholderData}
        initialScroll={scroll.at === address ? scroll.top : 0}
        onScrollEnd={(top) => setScroll({ at: address, top })}
      />
      <footer className="ui-table-foot">
        <span className="ui-number">
          {page ? (page.totalCapped ? t('超过 {n} 条', { n: countText(page.total) }) : t('共 {n} 条', { n: countText(page.total) })) : ' '}
        </span>
        <Pagination
          size="small"
          current={state.pageNo}
          pageSize={state.pageSize}
          total={page?.total ?? state.pageNo * state.pageSize}
          pageSizeOptions={[...pageSizes]}
          showSizeChanger
          showQuickJumper
          onChange={(pageNo, pageSize) => go((now) => ({ ...now, pageSize, pageNo: pageSize === now.pageSize ? pageNo : 1 }))}
        />
      </footer>
    </div>
  )
}

const noRows: never[] = []
const none: ReadonlySet<string> = new Set()

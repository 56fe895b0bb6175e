import { useCallback, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useSearchParams } from 'react-router-dom'
import { addressOf, listStateFrom, rowsThatFit, withFilters, type FilterValues, type ListState } from '#kit/filter/filter.view.ts'
import type { Column, Filter } from './query-table.view.ts'
import { HEAD_PX } from '#ui/table/grid.view.ts'
import { sortAfter } from '#ui/table/keyboard.view.ts'

/** What is done to a list: filters set (which leads to the first page), a header pressed, pages turned. */
export type Change = { values: FilterValues } | { sort: string } | { pageNo: number } | { pageSize: number }

function changed(state: ListState, change: Change): ListState {
  if ('values' in change) return withFilters(state, change.values)
  if ('sort' in change) return { ...state, sort: sortAfter(state.sort, change.sort), pageNo: 1 }
  if ('pageSize' in change) return { ...state, pageSize: change.pageSize, pageNo: 1 }
  return { ...state, pageNo: change.pageNo }
}

/** The state of a list is its address. What changes goes on from the address as it is by then, whoever changed it a moment ago. */
export function useListState<Row>(columns: readonly Column<Row>[], filters: readonly Filter[], fitting: number | undefined) {
  const [params, setParams] = useSearchParams()
  const sortable = useMemo(() => columns.filter((column) => column.sortable).map((column) => column.key), [columns])
  const state = useMemo(() => listStateFrom(params, filters, sortable, fitting), [params, filters, sortable, fitting])
  const current = useRef(params)
  useLayoutEffect(() => {
    current.current = params
  }, [params])
  const go = useCallback(
    (change: Change) => {
      const now = current.current
      current.current = addressOf(changed(listStateFrom(now, filters, sortable, fitting), change), filters, now)
      setParams(current.current, { replace: true })
    },
    [filters, sortable, fitting, setParams],
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
  const replace = useCallback(
    (next: URLSearchParams) => {
      setTurn((now) => now + 1)
      current.current = next
      setParams(next, { replace: true })
    },
    [setParams],
  )
  const clear = useCallback(() => {
    const now = listStateFrom(current.current, filters, sortable, fitting)
    replace(addressOf({ ...now, values: {}, unread: {}, pageNo: 1 }, filters, current.current))
  }, [filters, sortable, fitting, replace])
  return { state, go, replace, clear, turn, unsettled, onUnsettled }
}
const none: ReadonlySet<string> = new Set()

/** Sets parameters of the address of the list around it, from its first page; empty ones go. */
export function useNarrow(): (values: Readonly<Record<string, string>>) => void {
  const [, setParams] = useSearchParams()
  const latest = useRef(setParams)
  latest.current = setParams
  return useCallback(
    (values) =>
      latest.current(
        (now) => {
          const next = new URLSearchParams(now)
          for (const [name, value] of Object.entries({ page: '', ...values })) {
            if (value === '') next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: true },
      ),
    [],
  )
}

/** Borders, the scroll bar below, the footer and the gap before it. */
const AROUND_ROWS_PX = 2 + 10 + 36
const AFTER_RESIZE_MS = 400

/** How many rows the screen shows without scrolling; null until it has been measured. `sums`: it has a row of sums. */
export function useFitting(room: RefObject<HTMLElement | null>, rowPx: number, sums: boolean): number | null {
  const [fitting, setFitting] = useState<number | null>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const px = room.current?.clientHeight ?? 0
      // Hidden it has no height: what fitted before fits again.
      if (px > 0) setFitting(rowsThatFit(px - AROUND_ROWS_PX - HEAD_PX * (sums ? 2 : 1), rowPx))
      else setFitting((was) => was ?? 20)
    }
    measure()
    let timer = 0
    const later = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(measure, AFTER_RESIZE_MS)
    }
    window.addEventListener('resize', later)
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('resize', later)
    }
  }, [room, rowPx, sums])
  return fitting
}

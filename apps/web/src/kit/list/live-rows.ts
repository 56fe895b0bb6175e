import type { Call } from '@chauffeur/contract/kernel/call'
import { useEffect, useRef, useState } from 'react'
import { refresh } from '#platform/http/call.ts'
import { useLive, useLiveState, type LiveEvents } from '#platform/live/live.ts'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import type { Live, Pace } from './define.view.ts'

const none: ReadonlySet<string> = new Set()
const EVERY_MS = 1000

interface LiveRows {
  /** Rows that came up and are not shown. */
  fresh: number
  newText: string
  show: () => void
}

/** Keeps a list in step with what happens: shown rows are asked for again, new ones are offered. */
export function useLiveRows<Row>(call: Call, live: Live | undefined, rows: readonly Row[], rowKey: (row: Row) => string): LiveRows {
  const [fresh, setFresh] = useState(none)
  const shown = useRef(none)
  useEffect(() => {
    shown.current = new Set(rows.map(rowKey))
    setFresh((known) => {
      const hidden = [...known].filter((key) => !shown.current.has(key))
      return hidden.length === known.size ? known : new Set(hidden)
    })
  }, [rows, rowKey])
  const ask = useThrottled(() => refresh([call]), live?.everyMs ?? EVERY_MS)
  const onEvent = (event: LiveEvents[keyof LiveEvents]) => {
    // An event is of the topic that the list listens to.
    const { about, rowOf, isNew } = live as { [K in 'about' | 'rowOf' | 'isNew']?: (one: unknown) => never }
    if (about && !about(event)) return
    if (!rowOf) return ask()
    const key: string = rowOf(event)
    if (shown.current.has(key)) ask()
    else if (isNew?.(event)) setFresh((known) => (known.has(key) ? known : new Set(known).add(key)))
  }
  useLive(live?.topic ?? 'orders', onEvent, { enabled: live !== undefined, onGap: ask })
  return {
    fresh: fresh.size,
    newText: live?.newText?.(fresh.size) ?? '',
    show: () => {
      setFresh(none)
      void refresh([call])
    },
  }
}

/** Seconds between two questions now. */
export function usePace<Row>(pace: number | Pace | ((rows: readonly Row[]) => Pace) | undefined, rows: readonly Row[]): number | undefined {
  const state = useLiveState()
  const now = typeof pace === 'function' ? pace(rows) : pace
  if (now === undefined || typeof now === 'number') return now
  return state === 'live' ? now.live : now.otherwise
}

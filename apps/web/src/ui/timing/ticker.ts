import { useCallback, useSyncExternalStore } from 'react'
import { useTabAwake } from '#platform/tab/tab.ts'

export type TickEveryS = 1 | 30

interface Ticker {
  nowMs: number
  timer: number | undefined
  listeners: Set<() => void>
}

const tickers: Record<TickEveryS, Ticker> = {
  1: { nowMs: Date.now(), timer: undefined, listeners: new Set() },
  30: { nowMs: Date.now(), timer: undefined, listeners: new Set() },
}

function beat(ticker: Ticker): void {
  ticker.nowMs = Date.now()
  for (const listener of ticker.listeners) listener()
}

function settle(seconds: TickEveryS): void {
  const ticker = tickers[seconds]
  const wanted = ticker.listeners.size > 0 && !document.hidden
  if (wanted && ticker.timer === undefined) {
    beat(ticker)
    ticker.timer = window.setInterval(() => beat(ticker), seconds * 1000)
  } else if (!wanted && ticker.timer !== undefined) {
    window.clearInterval(ticker.timer)
    ticker.timer = undefined
  }
}

document.addEventListener('visibilitychange', () => {
  settle(1)
  settle(30)
})

function listen(seconds: TickEveryS, listener: () => void): () => void {
  tickers[seconds].listeners.add(listener)
  settle(seconds)
  return () => {
    tickers[seconds].listeners.delete(listener)
    settle(seconds)
  }
}

const silent = () => () => undefined

/** The present moment in milliseconds, by one timer per beat for the whole page; it stands still in hidden tabs. */
export function useNowMs(everyS: TickEveryS): number {
  const awake = useTabAwake()
  const subscribe = useCallback((listener: () => void) => listen(everyS, listener), [everyS])
  return useSyncExternalStore(awake ? subscribe : silent, () => tickers[everyS].nowMs)
}

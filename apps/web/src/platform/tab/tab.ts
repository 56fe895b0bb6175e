import { createContext, use, useCallback, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { session, setSession } from '../session/session.ts'
import { readTabState, subscribeTabState, writeTabState } from './tab-state.ts'

export interface TabInfo {
  key: string
  active: boolean
  /** Pop-ups are put in here, so that they hide with their tab. */
  pane: HTMLElement | null
}

/** Screens outside the main layout have no tab: they are always active. */
export const TabContext = createContext<TabInfo>({ key: '', active: true, pane: null })

/** False while the tab is hidden: stop timers, maps and sound then. Queries and live events stop by themselves. */
export function useTabActive(): boolean {
  return useContext(TabContext).active
}

/** Whether the tab is active, one frame later: what was there is painted before anything is asked or drawn anew. */
export const TabAwake = createContext<boolean | undefined>(undefined)

/** For what a tab that comes back shows soon enough after it was painted: answers, times, live events. */
export function useTabAwake(): boolean {
  return use(TabAwake) ?? use(TabContext).active
}

/** The same a frame later. */
export function useAfterPaint(value: boolean): boolean {
  const [later, setLater] = useState(value)
  useEffect(() => {
    let timer = 0
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setLater(value))
    })
    return () => {
      cancelAnimationFrame(frame)
      window.clearTimeout(timer)
    }
  }, [value])
  return later
}

/**
 * State that survives the tab being unmounted, a reload and signing in again: half-typed forms, scroll offsets.
 * The value must be plain JSON and small. It is forgotten when the tab is closed.
 */
export function useTabState<T>(name: string, initial: T): [T, (next: T | ((previous: T) => T)) => void] {
  const { key } = useContext(TabContext)
  const value = useSyncExternalStore(subscribeTabState, () => readTabState(key, name)) as T | undefined
  const present = value === undefined ? initial : value
  // The value of the first render on purpose: a new literal each time must not change the setter.
  const first = useRef(initial)
  const set = useCallback(
    (next: T | ((previous: T) => T)) => {
      const before = readTabState(key, name) as T | undefined
      writeTabState(
        key,
        name,
        typeof next === 'function' ? (next as (previous: T) => T)(before === undefined ? first.current : before) : next,
      )
    },
    [key, name],
  )
  return [present, set]
}

/** Opens (or goes to) the tab of a path, with its query. */
export function openTab(path: string): void {
  const wanted = `#${path}`
  if (location.hash !== wanted) location.hash = wanted
}

/** Names the tab this screen is in, for example after the order it shows. */
export function useTabTitle(title: string): void {
  const { key } = useContext(TabContext)
  useEffect(() => {
    if (!title || !key) return
    const { tabs } = session()
    if (tabs.some((tab) => tab.key === key && tab.title !== title)) {
      setSession({ tabs: tabs.map((tab) => (tab.key === key ? { ...tab, title } : tab)) })
    }
  }, [key, title])
}

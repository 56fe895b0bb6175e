import { go, hashPath } from '#platform/browser/hash.ts'
import { queryClient } from '#platform/http/query-client.ts'
import { session, setSession, type OpenTab } from '#platform/session/session.ts'
import { dropTabState } from '#platform/tab/tab-state.ts'
import { afterSavedOrDiscarded } from '#platform/tab/unsaved.ts'
import { knownRoutes } from '../root/known-routes.ts'
import { tabKeyOf } from '../root/resolve.ts'
import { screens } from '../root/screens.ts'
import { setShell, useShell } from './shell-state.ts'

/** The home page's tab; it stays. */
export const HOME = '/'

const homeTitle = () => knownRoutes.find((route) => route.path === HOME)?.title ?? ''

/** Enters a visited path into the open tabs, or notes its present query. */
export function noteTab(tab: OpenTab): void {
  const { tabs } = session()
  const at = tabs.findIndex((one) => one.key === tab.key)
  const before = tabs[at]
  if (!before) setSession({ tabs: [...withHome(tabs), ...(tab.key === HOME ? [] : [tab])] })
  else if (before.path !== tab.path) setSession({ tabs: tabs.with(at, { ...before, path: tab.path }) })
}

function withHome(tabs: OpenTab[]): OpenTab[] {
  return tabs.some((tab) => tab.key === HOME) ? tabs : [{ key: HOME, path: HOME, title: homeTitle() }, ...tabs]
}

/** Closes tabs, and asks first for what is typed in them. */
function closeTabs(keys: readonly string[]): void {
  const closing = keys.filter((key) => key !== HOME)
  if (closing.length > 0) afterSavedOrDiscarded(closing, () => drop(new Set(closing)))
}

/** Goes to a neighbour if the shown tab is among those closed. */
function drop(closing: ReadonlySet<string>): void {
  const { tabs, frames } = session()
  const shown = tabKeyOf(hashPath(), screens)
  const rest = tabs.filter((tab) => !closing.has(tab.key))
  if (closing.has(shown)) {
    const at = tabs.findIndex((tab) => tab.key === shown)
    const next = tabs.slice(at + 1).find((tab) => !closing.has(tab.key)) ?? tabs.slice(0, at).findLast((tab) => !closing.has(tab.key))
    go(next?.path ?? HOME)
  }
  for (const key of closing) dropTabState(key)
  setSession({ tabs: rest, frames: Object.fromEntries(Object.entries(frames).filter(([key]) => !closing.has(key))) })
}

export const closeTab = (key: string): void => closeTabs([key])
export const closeOthers = (key: string): void => closeTabs(keysOf().filter((one) => one !== key))
export const closeAll = (): void => closeTabs(keysOf())
const keysOf = () => session().tabs.map((tab) => tab.key)

/** Starts a tab's screen afresh: what was typed in it is gone, what it shows is asked for again. */
export function refreshTab(key: string): void {
  afterSavedOrDiscarded([key], () => {
    dropTabState(key)
    void queryClient.invalidateQueries({ refetchType: 'none' })
    const { reloads } = useShell.getState()
    setShell({ reloads: { ...reloads, [key]: (reloads[key] ?? 0) + 1 } })
  })
}

/** Goes to the n-th open tab, counted from one; 9 is the last. */
export function goToTab(n: number): void {
  const { tabs } = session()
  const tab = n === 9 ? tabs.at(-1) : tabs[n - 1]
  if (tab) go(tab.path)
}

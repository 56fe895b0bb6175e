import { ConfigProvider } from 'antd'
import { memo, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Screen } from '#platform/tab/screen.ts'
import { readTabState, writeTabState } from '#platform/tab/tab-state.ts'
import { TabAwake, TabContext, useAfterPaint } from '#platform/tab/tab.ts'
import { TabNavigator } from './tab-navigator.tsx'
import { ScreenAt } from './screen-at.tsx'
import './tabs.css'

interface Props {
  tabKey: string
  /** Path with query: the address this tab is at, whatever the browser shows. */
  path: string
  title: string
  screen: Screen | null
  /** It runs: shown, and no dialog of an ended session in front. */
  active: boolean
  /** It is shown: the browser's address is this tab's. */
  addressed: boolean
}

/**
 * One kept tab. Hidden it costs nothing: `content-visibility: hidden` skips its layout and paint, `inert` its focus, and the
 * context stops its queries and streams. Its element is memoised, so showing it again draws nothing anew.
 */
export const TabPane = memo(function TabPane({ tabKey, path, title, screen, active, addressed }: Props) {
  const [pane, setPane] = useState<HTMLElement | null>(null)
  const focused = useRef<Element | null>(null)
  const info = useMemo(() => ({ key: tabKey, active, pane }), [tabKey, active, pane])
  const awake = useAfterPaint(active)
  const body = useMemo(
    () => (
      <ConfigProvider getPopupContainer={() => pane ?? document.body}>
        <ScreenAt path={path} screen={screen} title={title} />
      </ConfigProvider>
    ),
    [path, screen, title, pane],
  )

  useScrollMemory(pane, tabKey)
  useLayoutEffect(() => {
    if (!active || !pane || document.activeElement !== document.body) return
    if (focused.current instanceof HTMLElement && pane.contains(focused.current)) focused.current.focus({ preventScroll: true })
  }, [active, pane])

  return (
    <div
      ref={setPane}
      id={paneId(tabKey)}
      className="tab-pane"
      role="tabpanel"
      aria-labelledby={tabId(tabKey)}
      data-active={addressed}
      inert={!addressed}
      tabIndex={-1}
      onFocus={(event) => {
        focused.current = event.target
      }}
    >
      <TabContext value={info}>
        <TabAwake value={awake}>
          <TabNavigator tabKey={tabKey} addressed={addressed}>
            {body}
          </TabNavigator>
        </TabAwake>
      </TabContext>
    </div>
  )
})

/** Where a cold tab was scrolled to, for when it comes back. */
function useScrollMemory(pane: HTMLElement | null, key: string): void {
  useLayoutEffect(() => {
    if (!pane) return
    const wanted = Number(readTabState(key, 'pane.scroll') ?? 0)
    if (wanted > 0) requestAnimationFrame(() => pane.scrollTo({ top: wanted }))
    let top = 0
    const note = () => {
      top = pane.scrollTop
    }
    const keep = () => {
      if (top !== Number(readTabState(key, 'pane.scroll') ?? 0)) writeTabState(key, 'pane.scroll', top)
    }
    pane.addEventListener('scrollend', keep)
    pane.addEventListener('scroll', note, { passive: true })
    return () => {
      pane.removeEventListener('scrollend', keep)
      pane.removeEventListener('scroll', note)
    }
  }, [pane, key])
}

export const tabId = (key: string): string => `tab-${encodeURIComponent(key)}`
export const paneId = (key: string): string => `pane-${encodeURIComponent(key)}`

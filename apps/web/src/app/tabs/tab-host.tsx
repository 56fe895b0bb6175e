import { useEffect, useRef } from 'react'
import { useSession } from '#platform/session/session.ts'
import { holdsForm } from '#platform/tab/unsaved.ts'
import { resolve } from '../root/resolve.ts'
import { screens } from '../root/screens.ts'
import { useShell } from '../state/shell-state.ts'
import { FrameLayer } from './frame-layer.tsx'
import { noteTab } from '../state/tab-actions.ts'
import { TabPane } from './tab-pane.tsx'
import { keepWarm } from './warm.ts'

interface Props {
  /** The tab that is shown; empty while a page without a tab covers them. */
  activeKey: string
  /** Its path with query. */
  activePath: string
  activeTitle: string
  /** False while nobody is signed in: everything is kept and nothing runs. */
  running: boolean
  /** The browser's address is the shown tab's; not while the sign-in page has it. */
  addressed: boolean
}

/** All open tabs, stacked in one grid cell. */
export function TabHost({ activeKey, activePath, activeTitle, running, addressed }: Props) {
  const tabs = useSession((state) => state.tabs)
  const navigation = useSession((state) => state.navigation)
  const reloads = useShell((state) => state.reloads)
  const recent = useRef<string[]>([])

  useEffect(() => {
    if (activeKey !== '') noteTab({ key: activeKey, path: activePath, title: activeTitle })
  }, [activeKey, activePath, activeTitle])

  const open =
    tabs.some((tab) => tab.key === activeKey) || activeKey === ''
      ? tabs
      : [...tabs, { key: activeKey, path: activePath, title: activeTitle }]
  recent.current = keepWarm(
    recent.current,
    activeKey,
    open.map((tab) => tab.key),
    holdsForm,
  )
  const placed = open.map((tab) => {
    const path = tab.key === activeKey ? activePath : tab.path
    return { ...tab, path, target: resolve(path, screens, navigation) }
  })
  return (
    <>
      {placed.map(({ key, path, title, target }) =>
        recent.current.includes(key) && (target.kind === 'screen' || target.kind === 'unopened') ? (
          <TabPane
            key={`${key}#${reloads[key] ?? 0}`}
            tabKey={key}
            path={path}
            title={target.kind === 'unopened' ? target.title : title}
            screen={target.kind === 'screen' ? target.screen : null}
            active={running && key === activeKey}
            addressed={addressed && key === activeKey}
          />
        ) : null,
      )}
      <FrameLayer
        frames={placed.flatMap(({ key, title, target }) =>
          target.kind === 'frame'
            ? [{ key, title, url: target.url, reload: reloads[key] ?? 0, wanted: recent.current.includes(key) || key === activeKey }]
            : [],
        )}
        activeKey={addressed ? activeKey : ''}
      />
    </>
  )
}

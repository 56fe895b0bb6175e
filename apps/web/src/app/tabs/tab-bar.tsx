import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { go } from '#platform/browser/hash.ts'
import { useSession } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { closeAll, closeOthers, closeTab, HOME, refreshTab } from '../state/tab-actions.ts'
import { tabId } from './tab-pane.tsx'
import { Popup, PopupItem } from '../overlay/popup.tsx'
import './tabs.css'

/** The open tabs. One stop for Tab, arrows between them; Delete closes, Shift+F10 opens the menu of a tab. */
export function TabBar({ activeKey }: { activeKey: string }) {
  const tabs = useSession((state) => state.tabs)
  const [menu, setMenu] = useState<{ key: string; x: number; y: number } | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const bar = list.current
    if (!bar) return
    // Also when the window becomes narrower, and when the tab learns what it shows and becomes wider: 订单 → 订单 059194.
    const shown = bar.querySelector('[aria-selected="true"]')
    const observer = new ResizeObserver(() => shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
    observer.observe(bar)
    if (shown) observer.observe(shown)
    return () => observer.disconnect()
  }, [activeKey, tabs.length])
  const stop = tabs.some((tab) => tab.key === activeKey) ? activeKey : (tabs[0]?.key ?? '')

  const press = (event: KeyboardEvent<HTMLElement>, key: string) => {
    const at = tabs.findIndex((tab) => tab.key === key)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (next !== undefined) {
      const tab = tabs[(next + tabs.length) % tabs.length]
      if (tab) {
        go(tab.path)
        document.getElementById(tabId(tab.key))?.focus()
      }
    } else if (event.key === 'Delete') closeTab(key)
    else if ((event.shiftKey && event.key === 'F10') || event.key === 'ContextMenu') {
      const box = event.currentTarget.getBoundingClientRect()
      setMenu({ key, x: box.left, y: box.bottom })
    } else return
    event.preventDefault()
  }
  const openMenu = (event: MouseEvent, key: string) => {
    event.preventDefault()
    setMenu({ key, x: event.clientX, y: event.clientY })
  }
  const pick = (act: (key: string) => void) => () => {
    if (menu) act(menu.key)
    setMenu(null)
  }
  return (
    <>
      <div className="tab-list" role="tablist" aria-label={t('打开的标签页')} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            id={tabId(tab.key)}
            type="button"
            role="tab"
            className="tab"
            aria-selected={tab.key === activeKey}
            tabIndex={tab.key === stop ? 0 : -1}
            onClick={() => go(tab.path)}
            onAuxClick={(event) => event.button === 1 && closeTab(tab.key)}
            onContextMenu={(event) => openMenu(event, tab.key)}
            onKeyDown={(event) => press(event, tab.key)}
          >
            <span className="tab-name">{tr(tab.title)}</span>
            {tab.key === HOME ? null : (
              // NOTE: for the mouse only; a button within a tab would be lost to a screen reader. Delete and Alt+W close by key.
              <span
                className="tab-close"
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation()
                  closeTab(tab.key)
                }}
              >
                ×
              </span>
            )}
          </button>
        ))}
      </div>
      {menu ? (
        <Popup at={menu} label={t('标签页菜单')} onClose={() => setMenu(null)}>
          <PopupItem onPick={pick(refreshTab)} hint="Alt R">
            {t('刷新')}
          </PopupItem>
          <hr />
          <PopupItem onPick={pick(closeTab)} disabled={menu.key === HOME} hint="Alt W">
            {t('关闭')}
          </PopupItem>
          <PopupItem onPick={pick(closeOthers)} disabled={tabs.length < 2}>
            {t('关闭其他')}
          </PopupItem>
          <PopupItem onPick={pick(closeAll)} disabled={tabs.length < 2}>
            {t('关闭全部')}
          </PopupItem>
        </Popup>
      ) : null}
    </>
  )
}

import { useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import { KeyHint } from '#ui/show/key-hint.tsx'
import '#ui/page/ui.css'

export interface MenuItem {
  key: string
  label: string
  /** Keys that do the same where the menu belongs. */
  keys?: string | undefined
  danger?: boolean | undefined
  href?: string | undefined
  act?: (() => void) | undefined
}

interface MenuProps {
  label: string
  items: readonly MenuItem[]
  /** What it opens at: its lower right corner, or a place within it. */
  anchor: HTMLElement | { x: number; y: number }
  /** Also after something was chosen. */
  onClose: () => void
}

const GAP_PX = 4

/** A menu at the place it was called from: arrows and letters move in it, Esc and a press beside it close it. */
export function Menu({ label, items, anchor, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null)
  const closed = useRef(onClose)
  closed.current = onClose
  useLayoutEffect(() => {
    const menu = box.current
    if (!menu) return
    // NOTE: jsdom knows no popovers.
    menu.showPopover?.()
    const at =
      anchor instanceof HTMLElement ? anchor.getBoundingClientRect() : { left: anchor.x, right: anchor.x, top: anchor.y, bottom: anchor.y }
    const { offsetWidth: width, offsetHeight: height } = menu
    const left = anchor instanceof HTMLElement && at.left + width > window.innerWidth - GAP_PX ? at.right - width : at.left
    const top = at.bottom + GAP_PX + height > window.innerHeight ? at.top - GAP_PX - height : at.bottom + GAP_PX
    menu.style.left = `${Math.max(GAP_PX, left)}px`
    menu.style.top = `${Math.max(GAP_PX, top)}px`
    menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus()
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && closed.current()
    menu.addEventListener('toggle', onToggle)
    return () => menu.removeEventListener('toggle', onToggle)
  }, [anchor])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const all = [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: (at + 1) % all.length, ArrowUp: (at - 1 + all.length) % all.length, Home: 0, End: all.length - 1 }[event.key]
    event.stopPropagation()
    if (to !== undefined) {
      event.preventDefault()
      all[to]?.focus()
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      onClose()
    } else {
      const byLetter = items.find(({ keys }) => keys?.toLowerCase() === event.key.toLowerCase())
      if (byLetter) {
        event.preventDefault()
        choose(byLetter)
      }
    }
  }
  const choose = ({ href, act }: MenuItem) => {
    onClose()
    if (href !== undefined) location.href = href
    act?.()
  }
  return (
    <div ref={box} popover="auto" role="menu" tabIndex={-1} aria-label={label} className="ui-menu" onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={item.danger ? 'ui-menu-danger' : undefined}
          aria-keyshortcuts={item.keys}
          onClick={(event) => {
            event.stopPropagation()
            choose(item)
          }}
        >
          <span>{item.label}</span>
          {item.keys ? <KeyHint keys={item.keys} /> : null}
        </button>
      ))}
    </div>
  )
}

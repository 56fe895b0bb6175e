import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react'
import './overlay.css'

interface Props {
  /** The element it hangs from, or a point of the window. */
  at: { x: number; y: number; alignRight?: boolean }
  label: string
  onClose: () => void
  children: ReactNode
  role?: 'menu' | 'dialog'
}

/** Something small over the page: closes on Escape, on a click elsewhere, when the window changes; gives the focus back. */
export function Popup({ at, label, onClose, children, role = 'menu' }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const begun = useRef(false)
  const close = useRef(onClose)
  close.current = onClose
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const { width, height } = element.getBoundingClientRect()
    const left = at.alignRight ? at.x - width : at.x
    element.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`
    element.style.top = `${Math.max(8, Math.min(at.y, innerHeight - height - 8))}px`
    // What was pressed in it may be gone by now: the keyboard, and Escape, stay with it.
    if (begun.current && document.activeElement === document.body) element.focus()
  })
  useEffect(() => {
    const before = document.activeElement
    const first = box.current?.querySelector<HTMLElement>(role === 'menu' ? '[role^="menuitem"]' : 'button, a, input')
    ;(first ?? box.current)?.focus()
    begun.current = true
    const elsewhere = (event: Event) => {
      if (!(event.target instanceof Node && box.current?.contains(event.target))) close.current()
    }
    const gone = () => close.current()
    document.addEventListener('pointerdown', elsewhere, true)
    window.addEventListener('blur', gone)
    window.addEventListener('resize', gone)
    window.addEventListener('hashchange', gone)
    return () => {
      document.removeEventListener('pointerdown', elsewhere, true)
      window.removeEventListener('blur', gone)
      window.removeEventListener('resize', gone)
      window.removeEventListener('hashchange', gone)
      if (before instanceof HTMLElement && (document.activeElement === document.body || document.activeElement === null)) before.focus()
    }
  }, [role])
  return (
    <div
      ref={box}
      className={`popup popup-${role}`}
      role={role}
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' || (role === 'menu' && event.key === 'Tab')) {
          event.preventDefault()
          event.stopPropagation()
          close.current()
        } else if (role === 'menu') {
          if (moveFocus(event.key, box.current)) event.preventDefault()
        }
      }}
    >
      {children}
    </div>
  )
}

/** Up, Down, Home and End between the entries. */
function moveFocus(key: string, box: HTMLElement | null): boolean {
  const entries = [...(box?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])]
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + (at < 0 ? entries.length + 1 : 0), Home: 0, End: entries.length - 1 }[key]
  if (next === undefined || entries.length === 0) return false
  entries[(next + entries.length) % entries.length]?.focus()
  return true
}

interface ItemProps {
  children: ReactNode
  onPick: () => void
  disabled?: boolean
  hint?: string
  /** For one of several: whether it is the chosen one. */
  checked?: boolean
  /** A switch of its own rather than one of several. */
  toggles?: boolean
}

export function PopupItem({ children, onPick, disabled = false, hint, checked, toggles = false }: ItemProps) {
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : toggles ? 'menuitemcheckbox' : 'menuitemradio'}
      aria-checked={checked}
      tabIndex={-1}
      disabled={disabled}
      onClick={onPick}
    >
      <span>{children}</span>
      {hint ? <kbd>{hint}</kbd> : null}
    </button>
  )
}

import { type RefObject, useEffect, useRef } from 'react'
import { useTabActive } from '#platform/tab/tab.ts'
import { isCovered } from '#ui/dialog/covered.ts'

/** When a panel or a dialog is gone, and when its closing has been drawn. */
const LOOKS_MS = [50, 400]

/**
 * What had the focus may be gone with what was shown: a dialog, an inline panel, the button that placed the order. The focus then goes back
 * to where it was before, or to `elsewhere`, and never falls out of the desk. `shown` changes with what is shown.
 */
export function useKeptFocus(box: RefObject<HTMLElement | null>, shown: string, elsewhere: () => void): void {
  const active = useTabActive()
  const last = useRef<HTMLElement | null>(null)
  const fallback = useRef(elsewhere)
  fallback.current = elsewhere
  useEffect(() => {
    const element = box.current
    const note = (event: FocusEvent) => {
      const target = event.target as HTMLElement
      if (element?.contains(target) && !target.closest('[role="dialog"]')) last.current = target
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [box])

  const first = useRef(shown)
  useEffect(() => {
    if (!active || first.current === shown) return
    first.current = ''
    const look = () => {
      if (document.activeElement !== document.body || isCovered()) return
      if (last.current?.isConnected) last.current.focus()
      if (document.activeElement === document.body) fallback.current()
    }
    const timers = LOOKS_MS.map((ms) => setTimeout(look, ms))
    return () => timers.forEach((timer) => clearTimeout(timer))
  }, [active, shown])
}

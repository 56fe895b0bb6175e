import { useEffect, useRef } from 'react'
import { useTabActive } from '#platform/tab/tab.ts'
import { isCovered } from '#ui/dialog/covered.ts'
import { isTyping } from '#ui/table/keyboard.view.ts'

/** A choice takes arrows, and no letters. */
const isChoice = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === 'radio'

/** Single keys of a screen (`A`, `ArrowDown`), while nothing is typed and nothing lies over the page. */
export function useLetters(actOf: (key: string) => (() => void) | undefined, on = true): void {
  const active = useTabActive()
  const latest = useRef(actOf)
  latest.current = actOf
  useEffect(() => {
    if (!on || !active) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented || isCovered()) return
      const letter = event.key.length === 1
      if (letter ? isTyping(event.target) && !isChoice(event.target) : isTyping(event.target)) return
      const act = latest.current(letter ? event.key.toUpperCase() : event.key)
      if (!act) return
      event.preventDefault()
      if (!event.repeat) act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on, active])
}

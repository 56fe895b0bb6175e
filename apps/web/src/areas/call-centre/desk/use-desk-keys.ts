import { type RefObject, useEffect, useRef } from 'react'
import { useTabActive } from '#platform/tab/tab.ts'
import { commandOf, type DeskCommand } from '../draft/desk-steps.ts'

const typing = (target: Element | null) => target !== null && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)

/** A key that means nothing on the desk as it stands: whoever else has a use for it gets it. */
export const NO_USE = Symbol('no use')

/** The desk's keys, wherever on the desk the focus is; not while it is in the menu, a dialog or another tab. */
export function useDeskKeys(box: RefObject<HTMLElement | null>, run: (command: DeskCommand) => unknown): void {
  const active = useTabActive()
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (!active) return
    const pressed = (event: KeyboardEvent, phase: 'first' | 'last') => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      const focus = document.activeElement
      if (focus && focus !== document.body && !box.current?.contains(focus)) return
      const command = commandOf(event)
      if (!command || (command.do === 'keys' && event.key === '?' && typing(focus))) return
      if ((command.do === 'back') !== (phase === 'last')) return
      if (latest.current(command) !== NO_USE) event.preventDefault()
    }
    // NOTE: the shell's keys listen on the document too, and some are the same, so the desk listens before it; Esc belongs first to what is open.
    const first = (event: KeyboardEvent) => pressed(event, 'first')
    const last = (event: KeyboardEvent) => pressed(event, 'last')
    document.addEventListener('keydown', first, true)
    window.addEventListener('keydown', last)
    return () => {
      document.removeEventListener('keydown', first, true)
      window.removeEventListener('keydown', last)
    }
  }, [active, box])
}

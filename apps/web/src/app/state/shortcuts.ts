import { useEffect } from 'react'
import { session, setSession } from '#platform/session/session.ts'
import { setShell, useShell } from './shell-state.ts'
import { closeTab, goToTab, refreshTab } from './tab-actions.ts'

/** The keys of the shell. Letters alone do nothing while something is being typed. */
export function useShortcuts(on: boolean, activeKey: string): void {
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (useShell.getState().expired || event.isComposing || event.defaultPrevented) return
      if (handle(event, activeKey)) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [on, activeKey])
}

function handle(event: KeyboardEvent, activeKey: string): boolean {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.code === 'KeyK') {
    const { overlay } = useShell.getState()
    setShell({ overlay: overlay === 'palette' ? 'none' : 'palette' })
    return true
  }
  if (event.altKey && !event.ctrlKey && !event.metaKey) return withAlt(event.code, activeKey)
  if (event.key === '?' && !typing(event.target)) {
    setShell({ overlay: 'keys' })
    return true
  }
  return false
}

/** NOTE: by key position, since Alt changes the character on some keyboards. */
function withAlt(code: string, activeKey: string): boolean {
  const digit = /^Digit([1-9])$/.exec(code)
  if (digit) goToTab(Number(digit[1]))
  else if (code === 'KeyW' && activeKey !== '') closeTab(activeKey)
  else if (code === 'KeyR' && activeKey !== '') refreshTab(activeKey)
  else if (code === 'KeyM') setSession({ collapse: !session().collapse })
  else return false
  return true
}

function typing(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

import { create } from 'zustand'

/** What the shell shows over the screens, and how far its start has come. Lives as long as the page. */
export interface ShellState {
  menu: 'loading' | 'ready' | 'failed'
  overlay: 'none' | 'palette' | 'keys' | 'sessions' | 'password' | 'authenticator' | 'agreement'
  /** What the person has to do before anything else. */
  setup: 'none' | 'password' | 'authenticator' | 'agreement'
  /** The session ended while nothing was asked: the dialog that cannot be dismissed. */
  expired: boolean
  /** How often each tab was refreshed by hand, by tab key. */
  reloads: Record<string, number>
}

export const useShell = create<ShellState>()(() => ({ menu: 'loading', overlay: 'none', setup: 'none', expired: false, reloads: {} }))
export const setShell = (part: Partial<ShellState>): void => useShell.setState(part)

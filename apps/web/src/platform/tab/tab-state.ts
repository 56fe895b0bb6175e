/** What screens remember per tab. Kept in session storage, so a reload or a new sign-in of the same user finds it again. */
const STORED = 'chauffeur.tabs.state'
const listeners = new Set<() => void>()
let states: Record<string, Record<string, unknown>> = load()
let timer: ReturnType<typeof setTimeout> | undefined

export const readTabState = (tab: string, name: string): unknown => states[tab]?.[name]

export function writeTabState(tab: string, name: string, value: unknown): void {
  states = { ...states, [tab]: { ...states[tab], [name]: value } }
  changed()
}

export function dropTabState(tab: string): void {
  if (!(tab in states)) return
  states = Object.fromEntries(Object.entries(states).filter(([key]) => key !== tab))
  changed()
}

export function dropAllTabStates(): void {
  states = {}
  changed()
}

export function subscribeTabState(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Writes what is still waiting to be written. */
export function flushTabStates(): void {
  clearTimeout(timer)
  timer = undefined
  try {
    sessionStorage.setItem(STORED, JSON.stringify(states))
  } catch {
    // NOTE: full or blocked storage: the state then lives as long as the page.
  }
}

function changed(): void {
  timer ??= setTimeout(flushTabStates, 500)
  for (const listener of [...listeners]) listener()
}

function load(): Record<string, Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

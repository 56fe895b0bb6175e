import { useSyncExternalStore } from 'react'

/** The path of the hash route with its query, `/` when there is none. */
export function hashPath(): string {
  const hash = location.hash.replace(/^#/, '')
  return hash.startsWith('/') ? hash : `/${hash}`
}

/** The path without its query. */
export const pathOnly = (path: string): string => path.split(/[?#]/, 1)[0] || '/'

/** Goes to a path; `replace` leaves no entry to go back to. Outside the router on purpose: it re-renders no one who did not ask. */
export function go(path: string, options: { replace?: boolean } = {}): void {
  if (hashPath() === path && location.hash !== '') return
  if (options.replace) {
    history.replaceState(null, '', `#${path}`)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  } else {
    location.hash = path
  }
}

export function useHashPath(): string {
  return useSyncExternalStore(subscribe, hashPath)
}

/** What `read` finds in the path; draws again only when that changes. */
export function useHashValue(read: (path: string) => string | null): string | null {
  return useSyncExternalStore(subscribe, () => read(hashPath()))
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('popstate', listener)
  window.addEventListener('hashchange', listener)
  return () => {
    window.removeEventListener('popstate', listener)
    window.removeEventListener('hashchange', listener)
  }
}

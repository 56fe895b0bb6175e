export interface SignedInEvent {
  token: string
  username: string
  email: string
  userId: string
  deptType: 1 | 2 | 3
  tenantId: string
  cooperationChannelId: string | null
  /** What was picked on the sign-in page; it wins over what the user had before. */
  chosen: { locale?: true; theme?: true }
}

/** A short message; with something to do about it, it stays longer. */
export interface Toast {
  kind: 'error' | 'success' | 'info' | 'warning'
  text: string
  action?: { label: string; run: () => void } | undefined
}

/** What the platform tells whoever draws the page. The http client knows neither toasts nor routes. */
export interface PlatformEvents {
  toast: Toast
  /** The token is no longer good. `toast`: a call was answered 401; `dialog`: the session ended while nothing was asked. */
  sessionEnded: { show: 'toast' | 'dialog' }
  /** Somebody signed in; another user than the one whose work is kept starts afresh. */
  signedIn: SignedInEvent
  /** The operator signed out, or confirmed that the session is over. */
  signedOut: { keepWork: boolean }
  /** Calls are refused until the person has done this first. */
  setupNeeded: { what: 'password' | 'authenticator' | 'agreement' }
  /** An HTTP error of the transport: the page of that status is shown. `url` is the address that was asked. */
  httpError: { status: number; url: string }
  /** A call reached the server, or could not. */
  reachable: { yes: boolean }
}

type Listener<T> = (event: T) => void
const listeners: { [K in keyof PlatformEvents]: Set<Listener<PlatformEvents[K]>> } = {
  toast: new Set(),
  sessionEnded: new Set(),
  signedIn: new Set(),
  signedOut: new Set(),
  setupNeeded: new Set(),
  httpError: new Set(),
  reachable: new Set(),
}

/** Listens until the returned function is called. */
export function on<K extends keyof PlatformEvents>(name: K, listener: Listener<PlatformEvents[K]>): () => void {
  listeners[name].add(listener)
  return () => {
    listeners[name].delete(listener)
  }
}

export function emit<K extends keyof PlatformEvents>(name: K, event: PlatformEvents[K]): void {
  for (const listener of [...listeners[name]]) listener(event)
}

/** A short message at the top of the page that goes away by itself. */
export const toast = {
  error: (text: string) => emit('toast', { kind: 'error', text }),
  success: (text: string, action?: Toast['action']) => emit('toast', { kind: 'success', text, action }),
  info: (text: string) => emit('toast', { kind: 'info', text }),
  warning: (text: string) => emit('toast', { kind: 'warning', text }),
}

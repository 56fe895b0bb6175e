export const IDLE_LIMIT_MS = 18_000_000
export const IDLE_CHECK_MS = 1_800_000
const IDLE_RECORD_MS = 2_000

const STORED = 'chauffeur.activity'
/** What is drawn anew under a mouse at rest makes the browser tell of a movement of nothing: a live screen would keep its session for ever. */
const rests = ({ type, movementX, movementY }: Pick<MouseEvent, 'type' | 'movementX' | 'movementY'>): boolean =>
  type === 'mousemove' && movementX === 0 && movementY === 0

const EVENTS = ['mousemove', 'mousedown', 'wheel', 'scroll', 'keydown', 'touchstart'] as const

export interface IdleWatch {
  /** Counts an activity seen elsewhere, for example in a frame of another origin. */
  touch: () => void
  /** Counts the mouse and scroll events of another document; gives how to stop. */
  watch: (target: Document) => () => void
  stop: () => void
}

/**
 * Watches for five hours without mouse, scroll or key. Activity is shared between the browser tabs of one browser, so work in one
 * keeps the others. Whoever comes back after the limit is over is told at the first movement, not waved through by it.
 */
export function startIdleWatch(onIdle: () => void, start: Document = document): IdleWatch {
  let recorded = Date.now()
  let over = false
  share(recorded)

  const last = () => Math.max(recorded, shared())
  const expire = () => {
    if (over) return
    over = true
    onIdle()
  }
  const touch = () => {
    const now = Date.now()
    if (over || now - recorded < IDLE_RECORD_MS) return
    if (now - last() >= IDLE_LIMIT_MS) return expire()
    recorded = now
    share(now)
  }
  const see = (event: Event) => {
    if (!rests(event as MouseEvent)) touch()
  }
  const watch = (target: Document) => {
    for (const event of EVENTS) target.addEventListener(event, see, { capture: true, passive: true })
    return () => {
      for (const event of EVENTS) target.removeEventListener(event, see, { capture: true })
    }
  }
  const unwatch = watch(start)
  const timer = setInterval(() => {
    if (Date.now() - last() >= IDLE_LIMIT_MS) expire()
  }, IDLE_CHECK_MS)
  return {
    touch,
    watch,
    stop: () => {
      unwatch()
      clearInterval(timer)
    },
  }
}

const AWAY_MS = 60_000
/** Nobody has touched this browser for a minute: a request made now is the page's own, and does not keep the session alive. */
export function isAway(): boolean {
  const at = shared()
  return at > 0 && Date.now() - at > AWAY_MS
}

/** Where nobody is watched, a mark from the time before must not make every request count as the page's own. */
export function forgetActivity(): void {
  try {
    localStorage.removeItem(STORED)
  } catch {
    // NOTE: blocked storage holds no mark.
  }
}

function share(at: number): void {
  try {
    localStorage.setItem(STORED, String(at))
  } catch {
    // NOTE: blocked storage: each browser tab counts for itself.
  }
}

function shared(): number {
  try {
    return Number(localStorage.getItem(STORED)) || 0
  } catch {
    return 0
  }
}

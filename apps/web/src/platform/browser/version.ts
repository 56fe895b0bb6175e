/** The build of the console that this page is of, written into the page and into version.json; empty in development. */
const own = (): string => document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? ''
const EVERY_MS = 10 * 60_000
/** However many things give reason to look at once. */
const AT_MOST_EVERY_MS = 30_000

let newer = false
let lookedAt = 0
const listeners = new Set<() => void>()

/** Whether the server has another version of the console than this page. */
export const isOutdated = (): boolean => newer
export function subscribeOutdated(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** A piece of code did not arrive: after a deployment its file may be gone. */
export const reportMissingCode = (): void => void look()

/** Looks now and then whether a new version was deployed, when the page is shown again and when the network is back; until the returned function is called. */
export function watchVersion(): () => void {
  if (own() === '') return () => {}
  const shown = () => {
    if (!document.hidden) void look()
  }
  const timer = setInterval(shown, EVERY_MS)
  document.addEventListener('visibilitychange', shown)
  window.addEventListener('online', shown)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', shown)
    window.removeEventListener('online', shown)
  }
}

async function look(): Promise<void> {
  if (own() === '' || newer || Date.now() - lookedAt < AT_MOST_EVERY_MS) return
  lookedAt = Date.now()
  try {
    const response = await fetch('version.json', { cache: 'no-store' })
    const { build } = (await response.json()) as { build?: string }
    newer = typeof build === 'string' && build !== own()
  } catch {
    // NOTE: no answer says nothing about the version.
  }
  if (newer) for (const listener of [...listeners]) listener()
}

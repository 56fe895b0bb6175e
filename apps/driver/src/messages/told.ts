/** The message whose notice was touched. */
export interface Told {
  id: string
  event: string
}

/** Of a page that was opened by the touch: it leaves the address at once, so that it leads there once. */
function fromAddress(): Told | null {
  const [, id, event] = /^#told=(\d+)\.([A-Z_]*)$/.exec(location.hash) ?? []
  if (id === undefined || event === undefined) return null
  history.replaceState(null, '', location.pathname + location.search)
  return { id, event }
}
export const toldAtStart = fromAddress()

/** Hears of a touch while the page is open. Gives the way to stop. */
export function listenForTold(heard: (told: Told) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const listener = ({ data }: MessageEvent<{ told?: Told }>) => data.told && heard(data.told)
  navigator.serviceWorker.addEventListener('message', listener)
  return () => navigator.serviceWorker.removeEventListener('message', listener)
}

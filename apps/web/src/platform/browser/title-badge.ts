import { useSyncExternalStore } from 'react'

let count = 0
const listeners = new Set<() => void>()

/** How many things wait for the operator: stands before the title of the page, also while it is in the background. */
export function setTitleBadge(next: number): void {
  if (next === count) return
  count = next
  for (const listener of [...listeners]) listener()
}

export const useTitleBadge = (): number => useSyncExternalStore(subscribe, () => count)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

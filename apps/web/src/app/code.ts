import { useSyncExternalStore } from 'react'

const TIMEOUT_MS = 120_000
type Load<T> = () => Promise<T>
type Arrived = { module: unknown } | { fault: unknown }
const asked = new Map<Load<unknown>, Arrived | null>()
const listeners = new Set<() => void>()

/**
 * The module that `load` gives, undefined until it is here; a failure is thrown. Asked for once for each function.
 * NOTE: not React's `lazy`: what follows a fallback of Suspense is not drawn until 300 ms after it.
 */
export function useCode<T>(load: Load<T>): T | undefined {
  if (!asked.has(load)) ask(load)
  const arrived = useSyncExternalStore(subscribe, () => asked.get(load) ?? null)
  if (!arrived) return undefined
  if ('fault' in arrived) throw arrived.fault
  return arrived.module as T
}

/** Lets code that could not be loaded be asked for again. */
export function forgetCode(load: Load<unknown>): void {
  asked.delete(load)
}

function ask(load: Load<unknown>): void {
  asked.set(load, null)
  const arrive = (what: Arrived) => {
    asked.set(load, what)
    for (const listener of [...listeners]) listener()
  }
  within(load(), TIMEOUT_MS).then(
    (module) => arrive({ module }),
    (fault: unknown) => arrive({ fault }),
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The code did not arrive within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

import { useSyncExternalStore } from 'react'

const TIMEOUT_MS = 120_000
type Load<T> = () => Promise<T>
type Arrived = { module: unknown } | { fault: unknown }
interface Code {
  done: Promise<void>
  arrived: Arrived | null
}
const asked = new Map<Load<unknown>, Code>()
const listeners = new Set<() => void>()

/**
 * The module that `load` gives, undefined until it is here; a failure is thrown. Asked for once for each function.
 * NOTE: not React's `lazy`: what follows a fallback of Suspense is not drawn until 300 ms after it.
 */
export function useCode<T>(load: Load<T>): T | undefined {
  void fetchCode(load)
  const arrived = useSyncExternalStore(subscribe, () => asked.get(load)?.arrived ?? null)
  if (!arrived) return undefined
  if ('fault' in arrived) throw arrived.fault
  return arrived.module as T
}

/** Asks for code before it is drawn; fulfils when it is here, or failed: who draws it says so. */
export function fetchCode(load: Load<unknown>): Promise<void> {
  const known = asked.get(load)
  if (known) return known.done
  const work = within(load(), TIMEOUT_MS)
  const code: Code = { done: Promise.resolve(), arrived: null }
  const arrive = (arrived: Arrived) => {
    code.arrived = arrived
    // Nothing is drawn yet: what is drawn then asks once more before it says so.
    if ('fault' in arrived && listeners.size === 0) asked.delete(load)
    for (const listener of [...listeners]) listener()
  }
  code.done = work.then(
    (module) => arrive({ module }),
    (fault: unknown) => arrive({ fault }),
  )
  asked.set(load, code)
  return code.done
}

/** Lets code that could not be loaded be asked for again. */
export function forgetCode(load: Load<unknown>): void {
  asked.delete(load)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** A module as code splitting gives it; rejects when it is not here in time. */
export const codeWithTimeout = <T>(load: Load<T>): Promise<T> => within(load(), TIMEOUT_MS)

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

import { useSyncExternalStore } from 'react'
import { reportMissingCode } from './version.ts'

const TIMEOUT_MS = 120_000
type Load<T> = () => Promise<T>
/** Code that is here, or why it is not. */
export type Arrived<T> = { module: T } | { fault: unknown }
interface Code {
  done: Promise<Arrived<unknown>>
  arrived: Arrived<unknown> | null
}
const asked = new Map<Load<unknown>, Code>()
/** What was drawn, or waits to be: who draws it says that it is missing. */
const drawn = new WeakSet<Load<unknown>>()
const listeners = new Set<() => void>()

/**
 * The module that `load` gives, undefined until it is here; a failure is thrown. Asked for once for each function.
 * NOTE: not React's `lazy`: what follows a fallback of Suspense is not drawn until 300 ms after it, and a failure is kept for good.
 */
export function useCode<T>(load: Load<T>): T | undefined {
  void codeToDraw(load)
  const arrived = useSyncExternalStore(subscribe, () => asked.get(load)?.arrived ?? null)
  if (!arrived) return undefined
  if ('fault' in arrived) throw arrived.fault
  return arrived.module as T
}

/** The same for who waits with Suspense: a promise that never rejects, the same one until it is forgotten. */
export function codeToDraw<T>(load: Load<T>): Promise<Arrived<T>> {
  drawn.add(load)
  return fetched(load)
}

/** Asks for code before it is drawn; fulfils when it is here, or failed: then what draws it asks once more before it says so. */
export async function fetchCode(load: Load<unknown>): Promise<void> {
  const arrived = await fetched(load)
  if ('fault' in arrived && !drawn.has(load)) forgetCode(load)
}

/** Lets code that could not be loaded be asked for again. */
export function forgetCode(load: Load<unknown>): void {
  asked.delete(load)
}

function fetched<T>(load: Load<T>): Promise<Arrived<T>> {
  const known = asked.get(load)
  if (known) return known.done as Promise<Arrived<T>>
  const done = within(load(), TIMEOUT_MS).then(
    (module): Arrived<T> => ({ module }),
    (fault: unknown): Arrived<T> => {
      reportMissingCode()
      return { fault }
    },
  )
  const code: Code = { done, arrived: null }
  asked.set(load, code)
  void done.then((arrived) => {
    code.arrived = arrived
    for (const listener of [...listeners]) listener()
  })
  return done
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

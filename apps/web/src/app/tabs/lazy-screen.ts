import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { Screen } from '#platform/screen.ts'

const CHUNK_TIMEOUT_MS = 120_000
const loaded = new Map<Screen, LazyExoticComponent<ComponentType>>()

/** The screen's component, loaded when it is first shown. */
export function lazyScreen(screen: Screen): LazyExoticComponent<ComponentType> {
  const known = loaded.get(screen)
  if (known) return known
  const component = lazy(() => within(screen.load(), CHUNK_TIMEOUT_MS))
  loaded.set(screen, component)
  return component
}

/** Lets a screen whose code could not be loaded be asked for again. */
export function forgetScreen(screen: Screen): void {
  loaded.delete(screen)
}

async function within<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The screen's code did not arrive within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

import type { OrderFileKind } from '@chauffeur/contract/quality/photo-model'
import { useEffect, useSyncExternalStore } from 'react'
import { onUploads, type Pending, resume, uploadState } from './uploads.ts'

/** Pictures of an order on their way, and how many of a kind are up. */
export function useUploads(orderId: string) {
  const { pending, done, waits } = useSyncExternalStore(onUploads, uploadState)
  const own = pending.filter((one) => one.orderId === orderId)
  return {
    waits,
    pending: own,
    doneOf: (kinds: readonly OrderFileKind[]) => done.filter((one) => one.orderId === orderId && kinds.includes(one.kind)),
  }
}

/** Whatever was left on this telephone goes on as soon as its driver is back. */
export function useResumed(token: string): { pending: readonly Pending[]; waits: boolean } {
  const { pending, waits } = useSyncExternalStore(onUploads, uploadState)
  useEffect(() => void resume(token), [token])
  return { pending, waits }
}

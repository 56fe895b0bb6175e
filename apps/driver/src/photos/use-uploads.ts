import type { OrderFileKind } from '@chauffeur/contract/quality/photo-model'
import { useEffect, useSyncExternalStore } from 'react'
import { isOfClaim, onUploads, type OfOrder, type Pending, resume, uploadState } from './uploads.ts'

/** Pictures of an order on their way, and how many of a kind are up. */
export function useUploads(orderId: string) {
  const { pending, done, waits } = useSyncExternalStore(onUploads, uploadState)
  const isOwn = <O extends OfOrder>(one: O | { claimId: string }): one is O => !isOfClaim(one) && one.orderId === orderId
  return {
    waits,
    pending: pending.filter((one) => isOwn(one)),
    doneOf: (kinds: readonly OrderFileKind[]) => done.filter((one) => isOwn(one)).filter(({ kind }) => kinds.includes(kind)),
  }
}

/** Pictures of a claim on their way, and how many came up since the page was opened. */
export function useClaimUploads(claimId: string) {
  const { pending, done, waits } = useSyncExternalStore(onUploads, uploadState)
  const isOwn = (one: object) => 'claimId' in one && one.claimId === claimId
  return { waits, pending: pending.filter(isOwn), done: done.filter(isOwn).length }
}

/** Whatever was left on this telephone goes on as soon as its driver is back. */
export function useResumed(token: string): { pending: readonly Pending[]; waits: boolean } {
  const { pending, waits } = useSyncExternalStore(onUploads, uploadState)
  useEffect(() => void resume(token), [token])
  return { pending, waits }
}

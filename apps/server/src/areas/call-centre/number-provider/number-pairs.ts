import type { NumberFailure } from '@chauffeur/contract/call-centre/number-provider'
import { ProviderFailed } from '#platform/provider/request'

/** Two who reach each other over a number, by their telephones. */
export interface Pair {
  driver: string
  contact: string
}
export interface BoundPair extends Pair {
  /** The provider's name of it. */
  subscription: string
  number: string
  /** What was given with it when it was bound; empty where it was bound otherwise. */
  reference: string
}
export interface Wanted extends Pair {
  /** Of the pool, chosen by us: after a lost answer it is known where to look. */
  number: string
  reference: string
  forS: number
}

/** Who binds two telephones to a number (AXB). Fails with `ProviderFailed`, whose `reason` is a `NumberFailure` where the provider says so much. */
export interface NumberPairs {
  /** Done twice it would be refused as TAKEN: after an answer that never came, `find` says what became of it. */
  bind(wanted: Wanted): Promise<{ subscription: string; recorded: boolean }>
  /** The same again changes nothing. */
  change(subscription: string, to: Pair & { forS: number }): Promise<void>
  /** One that is not there is released. */
  release(subscription: string): Promise<void>
  /** What is bound to a number now. */
  all(number: string): Promise<BoundPair[]>
  /** Where a recording is fetched, for a while. */
  recordingAt(of: { domain: string; name: string }): Promise<string>
  /** Bytes of what lies there. */
  fetch(address: string): Promise<AsyncIterable<Uint8Array>>
}

/** Nothing was sent, so nothing can have been done. */
const UNSENT = new Set(['UNSENT', 'SHUT', 'QUOTA'])
export interface PairFailure {
  failure: NumberFailure
  code: string
  /** DONE_OR_NOT: asked, and nobody knows what became of it. NOT_DONE: surely not. */
  outcome: 'NOT_DONE' | 'DONE_OR_NOT'
}
const ofKind = { TIMEOUT: 'TIMEOUT', UNREACHABLE: 'UNREACHABLE', UNSENT: 'UNREACHABLE', SHUT: 'UNREACHABLE', QUOTA: 'TOO_MANY' } as const
export function pairFailureOf(error: unknown): PairFailure {
  if (!(error instanceof ProviderFailed)) throw error
  const { kind, code = '', reason } = error
  const failure =
    (reason as NumberFailure | undefined) ??
    (ofKind as Partial<Record<string, NumberFailure>>)[kind] ??
    (kind === 'REFUSED' ? 'BAD_REQUEST' : 'FAULT')
  return { failure, code, outcome: kind === 'REFUSED' || UNSENT.has(kind) ? 'NOT_DONE' : 'DONE_OR_NOT' }
}

import { type MapFailure, mapFailureReason } from '@chauffeur/contract/kernel/map-failure'
import type { Database } from '../../database/db.ts'
import { ProviderFailed } from '../../provider/request.ts'
import type { MapServiceAsked } from './services.ts'
import { noteFailure } from './usage.ts'

/** What somebody has to mend first is not asked for again at every key that is pressed. */
const REST_MS = 60_000
const resting = new WeakMap<MapServiceAsked, { until: number; failure: MapFailure }>()

/** What one service answers, or why it did not. */
export async function askOne<T>(
  db: Database,
  service: MapServiceAsked,
  ask: (service: MapServiceAsked) => Promise<T>,
): Promise<{ found: T; failure: null; code: '' } | { found: null; failure: MapFailure; code: string }> {
  const { provider } = service
  if (!service.allowed) return { found: null, failure: { provider, why: 'REFUSED', reason: 'HOST_NOT_ALLOWED' }, code: '' }
  try {
    return { found: await ask(service), failure: null, code: '' }
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    const failure: MapFailure = { provider, why: error.kind, reason: mapFailureReason.safeParse(error.reason).data ?? null }
    const wasAsked = error.kind !== 'SHUT' && failure.reason !== 'OWN_QUOTA'
    if (wasAsked) await noteFailure(db, service, failure)
    if (error.kind === 'QUOTA' || (error.kind === 'REFUSED' && failure.reason !== 'BAD_QUESTION'))
      resting.set(service, { until: Date.now() + (failure.reason === 'TOO_MANY_A_SECOND' ? 1_000 : REST_MS), failure })
    return { found: null, failure, code: error.code ?? (error.status ? `HTTP ${error.status}` : '') }
  }
}

/**
 * Asks services one after the other until one has found something. One that fails is named, and the next is asked; null from `ask` is for a
 * service that answers no such question.
 */
export async function askInTurn<T>(
  db: Database,
  services: readonly MapServiceAsked[],
  ask: (service: MapServiceAsked) => Promise<T> | null,
  isFound: (found: T) => boolean,
): Promise<{ found: T | null; by: MapServiceAsked | null; failed: MapFailure[] }> {
  const failed: MapFailure[] = []
  let nothing: { found: T; by: MapServiceAsked } | null = null
  for (const service of services) {
    const rest = resting.get(service)
    if (rest && rest.until > Date.now()) {
      failed.push(rest.failure)
      continue
    }
    let skipped = false
    const { found, failure } = await askOne(db, service, (one) => {
      const asking = ask(one)
      skipped = asking === null
      return asking ?? Promise.resolve(null as T)
    })
    if (skipped) continue
    if (failure) failed.push(failure)
    else if (isFound(found)) return { found, by: service, failed }
    else nothing ??= { found, by: service }
  }
  return { found: nothing?.found ?? null, by: nothing?.by ?? null, failed }
}

import type { mapServiceCalls, RoadsProviderName } from '@chauffeur/contract/operations/map-service'
import type { AnswerOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantDb } from '#platform/database/db'
import type { CityAsked } from '#platform/geo/address/address'
import { addressQuestions } from '#platform/geo/address/ask-address'
import { roadsAdapters } from '#platform/geo/services/roads-adapters'
import { askOne } from '#platform/geo/services/in-turn'
import type { MapServiceAsked } from '#platform/geo/services/services'
import type { Fail, Platform } from '#platform/http/implement'
import { findMapService } from './map-service.queries.ts'

type Calls = typeof mapServiceCalls
type Input = ParsedInputOf<Calls['tryOut']>
type Found = Pick<AnswerOf<Calls['tryOut']>, 'addresses' | 'route'>

/** Asks one service and says what came of it: as search and, where that finds nothing, as the address of a house; or the way between two points. */
export async function tryService(
  input: Input,
  { db, platform, city, fail }: { db: TenantDb; platform: Platform; city: CityAsked | null; fail: Fail<'mapService.notFound'> },
) {
  const { maps } = platform
  const row = input.serviceId ? await findMapService(db, input.serviceId) : null
  const service = row
    ? maps.asked(row)
    : input.serviceId
      ? undefined
      : maps.installed(input.kind).find(({ provider }) => provider === input.provider)
  if (!service) return fail('mapService.notFound')
  const began = performance.now()
  const kind = row?.kind ?? input.kind
  const { found, failure, code } = await askOne<Found>(platform.db, service, (one) =>
    kind === 'ROADS' ? route(one, input) : addresses(one, input, city),
  )
  return {
    tookMs: Math.round(performance.now() - began),
    failed: failure,
    code,
    addresses: found?.addresses ?? [],
    route: found?.route ?? null,
  }
}

async function addresses(service: MapServiceAsked, { text = '' }: Input, city: CityAsked | null): Promise<Found> {
  const questions = addressQuestions(service)
  if (!questions || !city) return { addresses: [], route: null }
  const found = await questions.search({ keyword: text, city })
  const spot = found.length ? null : await questions.geocode({ text, city })
  return { addresses: spot ? [spot] : found, route: null }
}

async function route(service: MapServiceAsked, { from, to }: Input): Promise<Found> {
  const roads = roadsAdapters[service.provider as RoadsProviderName]?.(service)
  return { addresses: [], route: roads && from && to ? await roads.route(from, to) : null }
}

import * as z from 'zod'
import type { Verdict } from '../../provider/request.ts'
import type { LatLng } from '../../values/geo.ts'
import type { MapServiceAsked } from '../services/services.ts'
import { cells, legsOf, matchedLegs, matchings } from './osrm.ts'
import { type RoadService, unlessNoWay, wholeLeg } from './service.ts'

/** It takes 2500 pairs; an address with many more places is too long for some proxies. */
const SOURCES = 50
/** Its codes for: places that nothing connects, no street near, no way, a track that lies on no street. */
const NO_WAY = new Set(['170', '171', '442', '443', '444'])

const amount = z.number().nonnegative()
const trip = z.object({ trip: z.object({ summary: z.object({ length: amount, time: amount }) }) })
const matrix = z.object({ sources_to_targets: z.object({ distances: cells, durations: cells }) })

/** It answers 400 with a code and a sentence. */
const verdict: Verdict = (answer, status) =>
  status === 400
    ? { kind: 'REFUSED', code: String((answer as { error_code?: number } | null)?.error_code ?? ''), reason: 'BAD_QUESTION' }
    : null
const location = ({ lat, lng }: LatLng) => ({ lat, lon: lng })

/** The open engine Valhalla (https://valhalla.github.io/valhalla/api/). */
export const valhallaRoads = ({ asking }: MapServiceAsked): RoadService => {
  const ask = <T>(path: string, question: object, answer: z.ZodType<T>): Promise<T | null> => {
    const query = { json: JSON.stringify({ costing: 'auto', units: 'kilometers', ...question }) }
    return unlessNoWay(asking.get({ path, query, verdict }, answer), NO_WAY)
  }
  return {
    route: async (from, to) => {
      const found = await ask('/route', { locations: [location(from), location(to)], directions_type: 'none' }, trip)
      return found && wholeLeg(found.trip.summary.length * 1_000, found.trip.summary.time)
    },
    matrix: {
      sources: SOURCES,
      ask: async (sources, target) => {
        const question = { sources: sources.map(location), targets: [location(target)], verbose: false }
        const found = (await ask('/sources_to_targets', question, matrix))?.sources_to_targets
        return legsOf(sources.length, found?.distances, found?.durations, 1_000)
      },
    },
    match: async (track) => {
      // Each fix ends a leg, so that the metres to the next stand for themselves.
      const shape = track.map((fix) => ({ ...location(fix), time: Math.round(fix.at / 1_000), type: 'break' }))
      const question = { shape, shape_match: 'map_snap', format: 'osrm', directions_type: 'none' }
      return matchedLegs(await ask('/trace_route', question, matchings), track.length)
    },
  }
}

import * as z from 'zod'
import type { Verdict } from '../../provider/request.ts'
import type { LatLng } from '../../values/geo.ts'
import type { MapServiceAsked } from '../services/services.ts'
import { type Leg, type RoadService, unlessNoWay, wholeLeg } from './service.ts'

/** Of `osrm-routed` as it comes (`--max-table-size 100`), the target among them. */
const SOURCES = 90
const NO_WAY = new Set(['NoRoute', 'NoSegment', 'NoTable', 'NoMatch'])

const amount = z.number().nonnegative()
const routes = z.object({ routes: z.array(z.object({ distance: amount, duration: amount })) })
/** A row for each source, a column for each target. */
export const cells = z.array(z.array(amount.nullable()))
const table = z.object({ durations: cells, distances: cells })
/** Its `match`, which Valhalla can answer as well. */
export const matchings = z.object({
  matchings: z.array(z.object({ legs: z.array(z.object({ distance: amount })) })),
  tracepoints: z.array(z.object({ matchings_index: z.number(), waypoint_index: z.number() }).nullable()),
})

/** It answers 400 with its word for why. */
const verdict: Verdict = (answer, status) =>
  status === 400 ? { kind: 'REFUSED', code: (answer as { code?: string } | null)?.code ?? '', reason: 'BAD_QUESTION' } : null
const through = (points: readonly LatLng[]) => points.map(({ lat, lng }) => `${lng.toFixed(6)},${lat.toFixed(6)}`).join(';')

/** The open engine OSRM (https://project-osrm.org/docs/v5.24.0/api/). */
export const osrmRoads = ({ asking }: MapServiceAsked): RoadService => {
  const get = <T>(path: string, query: Record<string, string>, answer: z.ZodType<T>) =>
    unlessNoWay(asking.get({ path, query, verdict }, answer), NO_WAY)
  return {
    route: async (from, to) => {
      const found = (await get(`/route/v1/driving/${through([from, to])}`, { overview: 'false' }, routes))?.routes[0]
      return found ? wholeLeg(found.distance, found.duration) : null
    },
    matrix: {
      sources: SOURCES,
      ask: async (sources, target) => {
        const query = {
          sources: sources.map((_, index) => index).join(';'),
          destinations: String(sources.length),
          annotations: 'duration,distance',
        }
        const found = await get(`/table/v1/driving/${through([...sources, target])}`, query, table)
        return legsOf(sources.length, found?.distances, found?.durations)
      },
    },
    match: async (track) => {
      const query = { overview: 'false', gaps: 'ignore', timestamps: track.map(({ at }) => Math.round(at / 1_000)).join(';') }
      return matchedLegs(await get(`/match/v1/driving/${through(track)}`, query, matchings), track.length)
    },
  }
}

type Cells = z.output<typeof cells>
/** To the one target; without a way null in either. */
export const legsOf = (sources: number, lengths: Cells | undefined, seconds: Cells | undefined, inMetres = 1): (Leg | null)[] =>
  Array.from({ length: sources }, (_, row) => {
    const [length, time] = [lengths?.[row]?.[0] ?? null, seconds?.[row]?.[0] ?? null]
    return length === null || time === null ? null : wholeLeg(length * inMetres, time)
  })

/** Metres between each fix and the next, where both lie on one stretch of streets. */
export function matchedLegs(found: z.output<typeof matchings> | null, fixes: number): (number | null)[] {
  return Array.from({ length: fixes - 1 }, (_, index) => {
    const [from, to] = [found?.tracepoints[index], found?.tracepoints[index + 1]]
    if (!from || !to || from.matchings_index !== to.matchings_index || to.waypoint_index !== from.waypoint_index + 1) return null
    const leg = found?.matchings[from.matchings_index]?.legs[from.waypoint_index]
    return leg ? Math.round(leg.distance) : null
  })
}

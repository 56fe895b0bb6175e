import * as z from 'zod'
import { amapLocation, amapQuery, amapVerdict } from '../address/amap.ts'
import type { MapServiceAsked } from '../services/services.ts'
import { type Leg, type RoadService, unlessNoWay, wholeLeg } from './service.ts'

/** Origins of one request of 距离测量. */
const ORIGINS = 100
/** Its words for: not on land, no street near, none that leads there, too far. */
const NO_WAY = new Set(['20800', '20801', '20802', '20803'])

const amount = z.coerce.number().nonnegative()
const route = z.object({
  route: z.object({ paths: z.array(z.object({ distance: amount, cost: z.object({ duration: amount }) })) }),
})
/** A pair without a way has a `code`. */
const distances = z.object({
  results: z.array(z.object({ origin_id: amount, distance: amount, duration: amount, code: z.unknown().optional() })),
})

/** AMap's web service (高德 Web 服务 API): 路径规划 2.0 for one way, 距离测量 for many to one place. */
export const amapRoads = (service: MapServiceAsked): RoadService => {
  const get = <T>(path: string, query: Record<string, string | number>, answer: z.ZodType<T>) =>
    unlessNoWay(service.asking.get({ path, query: amapQuery(service, query), verdict: amapVerdict }, answer), NO_WAY)
  return {
    route: async (from, to) => {
      const query = { origin: amapLocation(from), destination: amapLocation(to), show_fields: 'cost' }
      const path = (await get('/v5/direction/driving', query, route))?.route.paths[0]
      return path ? wholeLeg(path.distance, path.cost.duration) : null
    },
    matrix: {
      sources: ORIGINS,
      ask: async (sources, target) => {
        const query = { origins: sources.map(amapLocation).join('|'), destination: amapLocation(target), type: 1 }
        const found = await get('/v3/distance', query, distances)
        const legs = new Map<number, Leg | null>(
          found?.results.map(({ origin_id, distance, duration, code }) => [origin_id, code ? null : wholeLeg(distance, duration)]),
        )
        return sources.map((_, index) => legs.get(index + 1) ?? null)
      },
    },
  }
}

import type { Platform } from '#platform/http/implement'
import { metresBetween, type Near } from '#platform/live/positions'
import type { TurnsOf } from '../search/index.ts'

interface Around {
  tenantId: string
  cityId: string
  lat: number
  lng: number
  reachM: number
}

/**
 * Drivers of a city to look at for an order: the nearest, and of a team whose turn it is those who come first in it, who need not be among
 * the nearest. At most `limit` of each; `full` where there are more.
 */
export async function driversAround(
  { positions }: Pick<Platform, 'positions'>,
  { tenantId, cityId, lat, lng, reachM }: Around,
  limit: number,
  { team, inQueue }: TurnsOf,
): Promise<{ near: Near[]; full: boolean }> {
  const near = await positions.nearest(tenantId, lat, lng, reachM, limit, (fix) => fix.cityId === cityId)
  if (!team) return { near, full: near.length >= limit }
  const turn = ({ fix }: Near) => team.get(fix.driverId) ?? 0
  const first = [...team.keys()]
    .flatMap((driverId): Near[] => {
      const fix = positions.get(driverId)
      if (fix?.tenantId !== tenantId || fix.cityId !== cityId) return []
      const distanceM = metresBetween(lat, lng, fix.lat, fix.lng)
      return inQueue || distanceM <= reachM ? [{ fix, distanceM }] : []
    })
    .sort((a, b) => turn(a) - turn(b) || a.distanceM - b.distanceM)
    .slice(0, limit)
  const known = new Set(near.map(({ fix }) => fix.driverId))
  return { near: [...near, ...first.filter(({ fix }) => !known.has(fix.driverId))], full: near.length >= limit || first.length >= limit }
}

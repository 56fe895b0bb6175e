import { AREA_LIMITS } from '@chauffeur/contract/operations/city-opening'
import type { Polygon } from '@chauffeur/contract/kernel/fields'
import type { Problem } from '#platform/http/problems'
import type { LatLng } from '#platform/values/geo'
import { boxOf, holds, metresBetween, outlineProblems } from '#platform/values/geometry'

/** Where a city is served: within the outline, or where there is none, within the radius. */
export interface ServiceArea extends LatLng {
  service_radius_m: number
  area: Polygon | null
}

/** Whether a point is served: the one place that says so. */
export const inServiceArea = ({ lat, lng, service_radius_m, area }: ServiceArea, point: LatLng): boolean =>
  area ? holds(area, point) : metresBetween(point.lat, point.lng, lat, lng) <= service_radius_m

/** Of several cities that serve a point, the one whose centre is nearest. */
export function cityServing<C extends ServiceArea>(cities: readonly C[], point: LatLng): C | undefined {
  const away = ({ lat, lng }: C) => metresBetween(point.lat, point.lng, lat, lng)
  return cities
    .filter((city) => inServiceArea(city, point))
    .reduce<C | undefined>((best, city) => (best && away(best) <= away(city) ? best : city), undefined)
}

/** Where a map of an outline begins: at the city's centre where the outline holds it, else in its middle. */
export function centreOf(area: Polygon, centre: LatLng): LatLng {
  if (holds(area, centre)) return centre
  const { minLat, maxLat, minLng, maxLng } = boxOf(area)
  return { lat: (minLat + maxLat) / 2, lng: (minLng + maxLng) / 2 }
}

/** The radius about the centre that holds the whole outline, in whole metres. */
export const reachOf = ({ coordinates: [ring = []] }: Polygon, { lat, lng }: LatLng): number =>
  Math.ceil(Math.max(0, ...ring.map(([cornerLng, cornerLat]) => metresBetween(lat, lng, cornerLat, cornerLng))))

const SERVICE_AREA = { zh: '服务范围', en: 'service area', maxPoints: AREA_LIMITS.points }

/** Why an outline is no service area: no outline at all, or one too small or too wide to be a city's. */
export function areaProblems(area: Polygon): Problem[] {
  const drawn = outlineProblems(area, SERVICE_AREA)
  if (drawn.length) return drawn
  const { minLat, maxLat, minLng, maxLng } = boxOf(area)
  const sides = [metresBetween(minLat, minLng, maxLat, minLng), metresBetween(minLat, minLng, minLat, maxLng)]
  const [least, most] = [AREA_LIMITS.leastM / 1000, (AREA_LIMITS.mostM * 2) / 1000]
  if (Math.min(...sides) < AREA_LIMITS.leastM)
    return [
      { path: 'polygon', zh: `服务范围过小：长宽至少 ${least} 公里`, en: `the service area is too small: at least ${least} km each way` },
    ]
  if (Math.max(...sides) > AREA_LIMITS.mostM * 2)
    return [{ path: 'polygon', zh: `服务范围过大：长宽至多 ${most} 公里`, en: `the service area is too wide: at most ${most} km each way` }]
  return []
}

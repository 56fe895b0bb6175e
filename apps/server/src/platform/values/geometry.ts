import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon'
import { kinks } from '@turf/kinks'
import { distance } from 'geokdbush'
import type { Problem } from '../http/problems.ts'
import type { LatLng } from './geo.ts'

/** Great-circle distance in whole metres. */
export const metresBetween = (latA: number, lngA: number, latB: number, lngB: number): number =>
  Math.round(distance(lngA, latA, lngB, latB) * 1000)

/** What is drawn, in words, and how many points it may have, the closing one counted. */
interface Drawn {
  zh: string
  en: string
  maxPoints: number
}

/** Why a drawing is no outline; empty when it is one: a single closed ring of not too many points that never meets itself. */
export function outlineProblems({ coordinates }: Polygon, { zh, en, maxPoints }: Drawn): Problem[] {
  const at = (path: string, inChinese: string, inEnglish: string) => [{ path, zh: inChinese, en: inEnglish }]
  const [ring, ...holes] = coordinates
  if (!ring || ring.length < 4) return at('polygon', `${zh}至少需要三个边界点`, `a ${en} needs at least three corners`)
  if (holes.length > 0) return at('polygon', `${zh}不能有洞，请改为多个${zh}`, `a ${en} cannot have a hole; draw several ${en}s`)
  if (ring.length > maxPoints)
    return at(
      'polygon',
      `${zh}最多 ${maxPoints} 个点（含闭合点），现有 ${ring.length} 个`,
      `a ${en} has at most ${maxPoints} points with the closing one; this one has ${ring.length}`,
    )
  const [first, last] = [ring[0]!, ring.at(-1)!]
  if (first[0] !== last[0] || first[1] !== last[1]) return at('polygon', `${zh}没有闭合`, `the ${en} is not closed`)
  const seen = new Map<string, number>()
  for (const [index, point] of ring.slice(0, -1).entries()) {
    const before = seen.get(point.join())
    if (before !== undefined)
      return at(`polygon.${index}`, `第 ${before + 1} 点与第 ${index + 1} 点重合`, `points ${before + 1} and ${index + 1} are the same`)
    seen.set(point.join(), index)
  }
  const crossing = kinks({ type: 'Polygon', coordinates: [ring] }).features[0]?.geometry.coordinates
  if (crossing) {
    const place = `${crossing[1]!.toFixed(5)}, ${crossing[0]!.toFixed(5)}`
    return at('polygon', `${zh}的边在 ${place} 处自相交`, `the ${en} crosses itself at ${place}`)
  }
  if (Math.abs(doubleArea(ring)) < 1e-10) return at('polygon', `${zh}没有面积`, `the ${en} has no area`)
  return []
}

/** Of a ring, in square degrees; only its being zero matters. */
const doubleArea = (ring: readonly (readonly [number, number])[]) =>
  ring.slice(1).reduce((sum, [lng, lat], index) => {
    const [beforeLng, beforeLat] = ring[index]!
    return sum + (beforeLng * lat - lng * beforeLat)
  }, 0)

/** The smallest box of degrees that holds the outline. */
export function boxOf({ coordinates: [ring = []] }: Polygon) {
  const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)]
  return { minLat: Math.min(...lats), maxLat: Math.max(...lats), minLng: Math.min(...lngs), maxLng: Math.max(...lngs) }
}

/** The edge belongs to it. */
export const holds = (polygon: Polygon, { lat, lng }: LatLng): boolean => booleanPointInPolygon([lng, lat], polygon)

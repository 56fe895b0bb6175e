import KDBush from 'kdbush'
import { around, distance } from 'geokdbush'

/** Where a driver was last seen, WGS84. `receivedAt` is the server's clock in ms: age is reckoned from it alone. */
export interface Fix {
  driverId: string
  tenantId: string
  cityId: string
  lat: number
  lng: number
  headingDeg: number | null
  speedMps: number | null
  accuracyM: number | null
  deviceAt: number | null
  receivedAt: number
}
export interface Near {
  fix: Fix
  distanceM: number
}

/** Live positions: one per driver, the newest received wins. */
export interface Positions {
  put(fixes: readonly Fix[]): void
  get(driverId: string): Fix | undefined
  remove(driverId: string): void
  /** Drivers of a tenant within `radiusM`, nearest first. `accept` is asked before a driver counts towards `limit`. */
  nearest(tenantId: string, lat: number, lng: number, radiusM: number, limit: number, accept?: (fix: Fix) => boolean): Near[]
  /** Fixes received since `sinceMs`, of one tenant. */
  changedSince(tenantId: string, sinceMs: number): Fix[]
  all(tenantId: string): Iterable<Fix>
  size(): number
}

/** A rebuilt index may be this old; what it finds is measured again against the present place. */
const INDEX_MAX_AGE_MS = 500

/** Positions of one process, in memory; the index is a packed k-d tree, made again when someone asks after a change. */
export function inProcessPositions(now: () => number = Date.now): Positions {
  const tenants = new Map<string, { fixes: Map<string, Fix>; index: KDBush | null; indexed: Fix[]; indexedAt: number; dirty: boolean }>()
  const tenantOf = new Map<string, string>()
  const book = (tenantId: string) => {
    let found = tenants.get(tenantId)
    if (!found) tenants.set(tenantId, (found = { fixes: new Map(), index: null, indexed: [], indexedAt: 0, dirty: false }))
    return found
  }
  const indexOf = (tenantId: string) => {
    const entry = book(tenantId)
    if (entry.dirty && now() - entry.indexedAt > INDEX_MAX_AGE_MS) {
      entry.indexed = [...entry.fixes.values()]
      const index = new KDBush(entry.indexed.length, 64, Float64Array)
      for (const fix of entry.indexed) index.add(fix.lng, fix.lat)
      entry.index = entry.indexed.length ? index.finish() : null
      entry.indexedAt = now()
      entry.dirty = false
    }
    return entry
  }
  return {
    put: (fixes) => {
      for (const fix of fixes) {
        const entry = book(fix.tenantId)
        const known = entry.fixes.get(fix.driverId)
        if (known && known.receivedAt > fix.receivedAt) continue
        entry.fixes.set(fix.driverId, fix)
        tenantOf.set(fix.driverId, fix.tenantId)
        entry.dirty = true
      }
    },
    get: (driverId) => {
      const tenantId = tenantOf.get(driverId)
      return tenantId === undefined ? undefined : tenants.get(tenantId)?.fixes.get(driverId)
    },
    remove: (driverId) => {
      const tenantId = tenantOf.get(driverId)
      if (tenantId === undefined) return
      const entry = book(tenantId)
      entry.fixes.delete(driverId)
      entry.dirty = true
      tenantOf.delete(driverId)
    },
    nearest: (tenantId, lat, lng, radiusM, limit, accept) => {
      const entry = indexOf(tenantId)
      if (!entry.index) return []
      const found: Near[] = []
      // The index may lag behind by half a second: a little wider, then measured at the present place.
      around(entry.index, lng, lat, limit * 2, (radiusM + 100) / 1000, (i: number) => {
        const fix = entry.fixes.get(entry.indexed[i]!.driverId)
        if (!fix || (accept && !accept(fix))) return false
        const distanceM = metresBetween(lat, lng, fix.lat, fix.lng)
        if (distanceM <= radiusM) found.push({ fix, distanceM })
        return distanceM <= radiusM
      })
      return found.sort((a, b) => a.distanceM - b.distanceM).slice(0, limit)
    },
    changedSince: (tenantId, sinceMs) => [...book(tenantId).fixes.values()].filter((fix) => fix.receivedAt > sinceMs),
    all: (tenantId) => book(tenantId).fixes.values(),
    size: () => tenantOf.size,
  }
}

/** Great-circle distance in whole metres. */
export const metresBetween = (latA: number, lngA: number, latB: number, lngB: number): number =>
  Math.round(distance(lngA, latA, lngB, latB) * 1000)

/** FRESH to 30 s, LAGGING to 120 s, SILENT beyond (domain: derived, never stored). */
export const freshnessOf = (ageS: number): 'FRESH' | 'LAGGING' | 'SILENT' => (ageS <= 30 ? 'FRESH' : ageS <= 120 ? 'LAGGING' : 'SILENT')
export const ageSOf = (receivedAt: number, now: number): number => Math.max(0, Math.round((now - receivedAt) / 1000))

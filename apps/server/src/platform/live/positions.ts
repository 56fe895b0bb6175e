import { metresBetween } from '../values/geometry.ts'

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

/**
 * Live positions: one per driver, the newest received wins. Either of one process (`inProcessPositions`), or of all that share a Redis
 * (`redisPositions`); what other processes received is then known within moments, and asked for exactly by `nearest`.
 */
export interface Positions {
  put(fixes: readonly Fix[]): void
  get(driverId: string): Fix | undefined
  remove(driverId: string): void
  /** Drivers of a tenant within `radiusM`, nearest first. `accept` is asked before a driver counts towards `limit`. */
  nearest(tenantId: string, lat: number, lng: number, radiusM: number, limit: number, accept?: (fix: Fix) => boolean): Promise<Near[]>
  /** Fixes received since `sinceMs`, of one tenant. */
  changedSince(tenantId: string, sinceMs: number): Fix[]
  all(tenantId: string): Iterable<Fix>
  size(): number
  close(): Promise<void>
}
/** The positions that one process holds are looked up without waiting. */
export interface LocalPositions extends Positions {
  nearestNow(...of: Parameters<Positions['nearest']>): Near[]
  ofAllTenants(): Iterable<Fix>
}

/** Side of a cell: 560 m from south to north, a little less from west to east in China. */
const CELL_DEG = 0.005
const COLUMNS = 360 / CELL_DEG
const METRES_A_DEGREE = 111_195
const rowOf = (lat: number) => Math.floor((lat + 90) / CELL_DEG)
const columnOf = (lng: number) => Math.floor((lng + 180) / CELL_DEG)
/** Columns meet again behind the 180th meridian. */
const cellOf = (row: number, column: number) => row * COLUMNS + ((column + COLUMNS) % COLUMNS)

interface Place {
  fix: Fix
  cell: Set<Place>
}
interface Book {
  places: Map<string, Place>
  cells: Map<number, Set<Place>>
}

/** Positions of one process, in memory, each in a cell of a grid: a new one costs the move from cell to cell, and nothing is ever rebuilt. */
export function inProcessPositions(): LocalPositions {
  const tenants = new Map<string, Book>()
  const tenantOf = new Map<string, string>()
  const book = (tenantId: string) => {
    let found = tenants.get(tenantId)
    if (!found) tenants.set(tenantId, (found = { places: new Map(), cells: new Map() }))
    return found
  }
  const nearestNow: LocalPositions['nearestNow'] = (tenantId, lat, lng, radiusM, limit, accept = () => true) => {
    const entry = tenants.get(tenantId)
    return entry ? nearestIn(entry, { lat, lng, radiusM, limit, accept }) : []
  }
  return {
    put: (fixes) => {
      for (const fix of fixes) {
        const { places, cells } = book(fix.tenantId)
        const known = places.get(fix.driverId)
        if (known && known.fix.receivedAt > fix.receivedAt) continue
        const at = cellOf(rowOf(fix.lat), columnOf(fix.lng))
        let cell = cells.get(at)
        if (!cell) cells.set(at, (cell = new Set()))
        if (!known) {
          const place = { fix, cell }
          places.set(fix.driverId, place)
          tenantOf.set(fix.driverId, fix.tenantId)
          cell.add(place)
          continue
        }
        known.fix = fix
        if (known.cell === cell) continue
        known.cell.delete(known)
        known.cell = cell
        cell.add(known)
      }
    },
    get: (driverId) => tenants.get(tenantOf.get(driverId) ?? '')?.places.get(driverId)?.fix,
    remove: (driverId) => {
      const places = tenants.get(tenantOf.get(driverId) ?? '')?.places
      const place = places?.get(driverId)
      place?.cell.delete(place)
      places?.delete(driverId)
      tenantOf.delete(driverId)
    },
    nearestNow,
    nearest: async (...of) => nearestNow(...of),
    changedSince: (tenantId, sinceMs) => {
      const changed: Fix[] = []
      for (const { fix } of tenants.get(tenantId)?.places.values() ?? []) if (fix.receivedAt > sinceMs) changed.push(fix)
      return changed
    },
    all: (tenantId) => fixesOf(tenants.get(tenantId)),
    ofAllTenants: function* () {
      for (const entry of tenants.values()) yield* fixesOf(entry)
    },
    size: () => tenantOf.size,
    close: async () => {},
  }
}

function* fixesOf(entry: Book | undefined): Generator<Fix> {
  for (const { fix } of entry?.places.values() ?? []) yield fix
}

interface Search {
  lat: number
  lng: number
  radiusM: number
  limit: number
  accept: (fix: Fix) => boolean
}

/** Looks at the cells around the point, ring by ring, until nobody further out can be nearer than those found. */
function nearestIn({ places, cells }: Book, { lat, lng, radiusM, limit, accept }: Search): Near[] {
  let found: Near[] = []
  let boundM = radiusM
  const nearestFirst = () => found.sort((a, b) => a.distanceM - b.distanceM).slice(0, limit)
  // Degrees get narrower towards the poles: reckoned as they are at the far end of the reach.
  const furthest = Math.min(90, Math.abs(lat) + radiusM / METRES_A_DEGREE)
  const narrowM = METRES_A_DEGREE * Math.cos((furthest * Math.PI) / 180)
  const look = ({ fix }: Place) => {
    // Two subtractions rule out most of a crowd before the exact distance is worked out; a metre more for rounding.
    const east = Math.abs(fix.lng - lng)
    if (Math.abs(fix.lat - lat) * METRES_A_DEGREE > boundM + 1 || Math.min(east, 360 - east) * narrowM > boundM + 1) return
    const distanceM = metresBetween(lat, lng, fix.lat, fix.lng)
    if (distanceM > boundM || !accept(fix)) return
    found.push({ fix, distanceM })
    if (found.length < 2 * limit) return
    found = nearestFirst()
    boundM = found.at(-1)!.distanceM
  }
  const cellM = CELL_DEG * narrowM
  const rings = Math.ceil(radiusM / cellM)
  if ((2 * rings + 1) ** 2 > places.size) places.forEach(look)
  else {
    const [row, column] = [rowOf(lat), columnOf(lng)]
    for (let ring = 0; ring <= rings; ring++) {
      for (let dy = -ring; dy <= ring; dy++) {
        // Whole rows at the top and bottom of the ring, between them its two ends.
        const step = Math.abs(dy) === ring || ring === 0 ? 1 : 2 * ring
        for (let dx = -ring; dx <= ring; dx += step) cells.get(cellOf(row + dy, column + dx))?.forEach(look)
      }
      // Whoever is not in these rings is at least so far away; the last metre is for rounding.
      const surelyM = ring * cellM - 1
      if (found.length >= limit && found.filter(({ distanceM }) => distanceM <= surelyM).length >= limit) break
    }
  }
  return nearestFirst()
}

export { metresBetween }

/** FRESH to 30 s, LAGGING to 120 s, SILENT beyond (domain: derived, never stored). */
export const freshnessOf = (ageS: number): 'FRESH' | 'LAGGING' | 'SILENT' => (ageS <= 30 ? 'FRESH' : ageS <= 120 ? 'LAGGING' : 'SILENT')
export const ageSOf = (receivedAt: number, now: number): number => Math.max(0, Math.round((now - receivedAt) / 1000))

import type { Entrance } from '@chauffeur/contract/operations/place'
import type { TenantDb } from '#platform/database/db'
import { wholeTenant } from '#platform/database/scope'
import type { Platform } from '#platform/http/implement'
import { each } from '#platform/jobs/each'
import type { Round } from '#platform/jobs/rounds'
import { metresBetween } from '#platform/live/positions'
import type { LatLng } from '#platform/values/geo'
import { learnFromTrips, learnedAround, tenantIds } from './learned.queries.ts'

/** A pick-up that nobody used for so long is forgotten (`retention.ts`), and older trips are not learned from. */
const LEARNED_KEEP_DAYS = 400
/** Trips at a time: some tens of milliseconds. */
const TRIPS = 1_000

/** Learns from all trips that have ended since the last time, of every tenant. Several processes may do so at once. */
export async function learnPickups({ db }: Pick<Platform, 'db'>, signal?: AbortSignal): Promise<void> {
  await each(await db.acrossTenants(tenantIds), async (tenantId) => {
    let learned = TRIPS
    while (learned === TRIPS && !signal?.aborted)
      learned = await db.write(wholeTenant(tenantId), (tx) => learnFromTrips(tx, tenantId, TRIPS, LEARNED_KEEP_DAYS))
  })
}

export const learningRound: Round = { name: 'place.learn', everyS: 600, work: learnPickups }

export interface LearnedPickup extends LatLng {
  /** A door of the place, or an address that enough customers typed; empty where neither names it. */
  name: string
  trips: number
  distanceM: number
}

const DEGREE_M = 111_195
/** Two that are so near are one, measured twice. */
const SAME_M = 25
/** A door so near is where they were met. */
const AT_DOOR_M = 40
const OFFERED = 3

/** Pick-ups that were learned around places, for each of them the most used first. `customerId`: whoever is on the line, whose own are shown too. */
export async function pickupsLearnedNear(
  db: TenantDb,
  places: readonly (LatLng & { entrances?: readonly Entrance[] })[],
  { customerId = null, radiusM = 300 }: { customerId?: string | null; radiusM?: number } = {},
): Promise<LearnedPickup[][]> {
  if (places.length === 0) return []
  const highDeg = radiusM / DEGREE_M
  const widest = Math.max(...places.map(({ lat }) => 1 / Math.max(0.1, Math.cos((lat * Math.PI) / 180))))
  const rows = await learnedAround(db, places, { customerId, highDeg, wideDeg: highDeg * widest })
  return places.map((place, at) =>
    rows
      .filter((row) => row.at === at)
      .map(({ lat, lng, trips, name }): LearnedPickup => {
        const door = place.entrances?.find((one) => metresBetween(lat, lng, one.lat, one.lng) <= AT_DOOR_M)
        return { name: door?.name ?? name, lat, lng, trips, distanceM: metresBetween(place.lat, place.lng, lat, lng) }
      })
      .filter(({ distanceM }) => distanceM <= radiusM)
      .toSorted((a, b) => b.trips - a.trips)
      .filter((one, n, all) => !all.slice(0, n).some((other) => metresBetween(one.lat, one.lng, other.lat, other.lng) <= SAME_M))
      .slice(0, OFFERED),
  )
}

import { setImmediate as breath } from 'node:timers/promises'
import { openTrack } from '#areas/order/evidence'
import type { Platform } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'
import { citiesDue, keepStreets, newestTracks } from './ground.queries.ts'
import { streetLearner } from './street.rules.ts'

const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Learns the streets of cities that nobody has looked at since yesterday, one city after the other. */
export async function learnStreets({ db }: Pick<Platform, 'db'>, signal?: AbortSignal): Promise<void> {
  for (const city of await db.acrossTenants(citiesDue)) {
    if (signal?.aborted) return
    const streets = streetLearner(city.lat)
    const tracks = await db.acrossTenants((tx) => newestTracks(tx, city))
    for (const { driverId, customerId, ...track } of tracks) {
      streets.learn({ driverId, customerId, points: openTrack({ ...track, firstAt: track.firstAt.getTime() }) })
      // Others are served in between.
      await breath()
    }
    const lines = streets.lines().map((line) => line.map(([lat, lng]): [number, number] => [rounded(lng), rounded(lat)]))
    await db.acrossTenants((tx) => keepStreets(tx, city, lines, tracks.length))
  }
}

export const groundRounds: readonly Round[] = [{ name: 'ground.streets', everyS: 3_600, work: learnStreets }]

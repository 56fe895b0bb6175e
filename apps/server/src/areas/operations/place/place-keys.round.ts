import type { Platform } from '#platform/http/implement'
import type { Round } from '#platform/jobs/rounds'
import { learningRound } from './learned.service.ts'
import { keylessPlaces, writeKeys } from './place.queries.ts'
import { searchedText, searchKeys } from './place-search.ts'

/** At a time: a few hundred milliseconds. */
const SOME = 500

/** Makes places findable that came without keys: those of the former table, or all where a migration took the keys away to have them made anew. */
export async function keyPlaces({ db }: Pick<Platform, 'db'>, signal?: AbortSignal): Promise<void> {
  let keyed = SOME
  while (keyed === SOME && !signal?.aborted)
    keyed = await db.acrossTenants(async (tx) => {
      const places = await keylessPlaces(tx, SOME)
      await writeKeys(
        tx,
        places.map((place) => ({ ...place, searched: searchedText(place), search_keys: searchKeys(place, place.city_id) })),
      )
      return places.length
    })
}

export const placeRounds: readonly Round[] = [{ name: 'place.keys', everyS: 300, work: keyPlaces }, learningRound]

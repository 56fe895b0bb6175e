import type { Entrance } from '@chauffeur/contract/operations/place'
import { addNamePieces, addPieces, folded, keysOf } from '#platform/values/search-keys'
import { spelling } from '#platform/values/spelling'

export interface Searchable {
  name: string
  address: string
  aliases: readonly string[]
  entrances: readonly Pick<Entrance, 'name'>[]
}

/** Every name that a place is called by, and each with each of its doors behind it. */
function namesOf({ name, aliases, entrances }: Omit<Searchable, 'address'>): { own: string[]; doors: string[] } {
  const own = [name, ...aliases]
  return { own, doors: own.flatMap((called) => entrances.map((door) => called + door.name)) }
}

/** A line begins and ends with a break, so that a pattern can ask for its beginning, or for all of it. */
export function searchedText(place: Searchable): string {
  const { own, doors } = namesOf(place)
  const lines = [...own.flatMap((name) => [folded(name), ...Object.values(spelling(name))]), ...doors.flatMap(doorLines)]
  return `\n${[...new Set(lines.filter((line) => line !== ''))].join('\n')}\n\t${folded(place.address)}`
}
const doorLines = (name: string) => [folded(name), spelling(name).initials]

/** Whether a door of the place is what was typed: more than the place alone would be found by. */
export function isDoorFound(place: Omit<Searchable, 'address'>, door: Pick<Entrance, 'name'>, plain: string): boolean {
  const { own } = namesOf(place)
  if (own.some((name) => [folded(name), ...Object.values(spelling(name))].some((line) => line.includes(plain)))) return false
  return own.some((name) => doorLines(name + door.name).some((line) => line.includes(plain)))
}

/** The keys of a place within its city: pieces of what it is searched by, and the beginnings of its names. */
export function searchKeys(place: Searchable, cityId: string): number[] {
  const { own, doors } = namesOf(place)
  const pieces = new Set<string>()
  for (const name of own) addNamePieces(pieces, name)
  for (const name of doors) for (const line of doorLines(name)) addPieces(pieces, line, true)
  addPieces(pieces, folded(place.address), false)
  return keysOf(pieces, cityId)
}

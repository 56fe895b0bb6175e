import type { Entrance } from '@chauffeur/contract/operations/place'
import { spelling } from '#platform/values/spelling'

export interface Searchable {
  name: string
  address: string
  aliases: readonly string[]
  entrances: readonly Pick<Entrance, 'name'>[]
}

/** As people type it, whatever the keyboard: no case, no width, no spaces, no dots between. */
export const folded = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s%_\\·・•]/g, '')

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

/** Of a beginning that much is a key. */
const BEGINNING = 4
const isLatin = (sign: string) => /[a-z0-9]/.test(sign)
/** A pair of letters says little of a long spelling, much of initials. */
const isTelling = (pair: string) => !/^[a-z]{2}$/.test(pair)

/**
 * Pieces of a line: each Chinese character, pairs, and three Latin letters in a row. A keyword is found where all of its pieces are; whether
 * they stand together is looked at afterwards.
 */
function* piecesOf(line: string, lettersInPairs: boolean): Generator<string> {
  const signs = Array.from(line)
  for (const [at, sign] of signs.entries()) {
    if (!isLatin(sign)) yield sign
    const pair = signs.slice(at, at + 2)
    if (pair.length === 2 && (lettersInPairs || isTelling(pair.join('')))) yield pair.join('')
    const three = signs.slice(at, at + 3)
    if (three.length === 3 && three.every(isLatin)) yield three.join('')
  }
}

/** The keys of a place within its city: pieces of what it is searched by, and the beginnings of its names. */
export function searchKeys(place: Searchable, cityId: string): number[] {
  const { own, doors } = namesOf(place)
  const pieces = new Set<string>()
  const add = (line: string, pairs: boolean) => {
    for (const piece of piecesOf(line, pairs)) pieces.add(piece)
  }
  for (const name of own) {
    const { pinyin, initials } = spelling(name)
    add(folded(name), true)
    add(initials, true)
    add(pinyin, false)
    for (const line of [folded(name), pinyin, initials])
      for (let long = 1; long <= BEGINNING && long <= line.length; long++) pieces.add(`^${line.slice(0, long)}`)
  }
  for (const name of doors) for (const line of doorLines(name)) add(line, true)
  add(folded(place.address), false)
  return [...new Set([...pieces].map((piece) => keyOf(piece, cityId)))]
}

/** What a place must have to be found by a keyword: anywhere (null where the keyword is one letter), or at the beginning of a name. */
export function keywordKeys(plain: string, cityId: string): { anywhere: number[] | null; beginning: number[] } {
  const pieces = [...piecesOf(plain, true)]
  const keys = (some: readonly string[]) => [...new Set(some)].map((piece) => keyOf(piece, cityId))
  // Three letters in a row say what their pairs say, and pairs what each character does.
  const telling = pieces.filter((piece) => isTelling(piece) && (piece.length > 1 || plain.length === 1))
  return {
    anywhere: telling.length > 0 ? keys(telling) : pieces.length > 0 ? keys(pieces) : null,
    beginning: keys([`^${plain.slice(0, BEGINNING)}`, ...telling]),
  }
}

/** A number for a piece (FNV-1a), so that the index holds numbers; two pieces of one number are told apart by looking at the text. */
function keyOf(piece: string, cityId: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(`${cityId}/${piece}`)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash | 0
}

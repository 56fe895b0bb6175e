import { spelling } from './spelling.ts'

/** As people type it, whatever the keyboard: no case, no width, no spaces, no dots between. */
export const folded = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s%_\\·・•]/g, '')

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

/** What a name is found by: its pieces, those of its pinyin and initials, and the beginnings of each. */
export function addNamePieces(pieces: Set<string>, name: string): void {
  const { pinyin, initials } = spelling(name)
  addPieces(pieces, folded(name), true)
  addPieces(pieces, initials, true)
  addPieces(pieces, pinyin, false)
  for (const line of [folded(name), pinyin, initials])
    for (let long = 1; long <= BEGINNING && long <= line.length; long++) pieces.add(`^${line.slice(0, long)}`)
}
export function addPieces(pieces: Set<string>, line: string, lettersInPairs: boolean): void {
  for (const piece of piecesOf(line, lettersInPairs)) pieces.add(piece)
}
export const keysOf = (pieces: ReadonlySet<string>, within: string): number[] => [
  ...new Set([...pieces].map((piece) => keyOf(piece, within))),
]

/** What must be had to be found by a keyword: anywhere (null where the keyword is one letter), or at the beginning of a name. `within` tells cities or tenants apart. */
export function keywordKeys(plain: string, within: string): { anywhere: number[] | null; beginning: number[] } {
  const pieces = [...piecesOf(plain, true)]
  const keys = (some: readonly string[]) => [...new Set(some)].map((piece) => keyOf(piece, within))
  // Three letters in a row say what their pairs say, and pairs what each character does.
  const telling = pieces.filter((piece) => isTelling(piece) && (piece.length > 1 || plain.length === 1))
  return {
    anywhere: telling.length > 0 ? keys(telling) : pieces.length > 0 ? keys(pieces) : null,
    beginning: keys([`^${plain.slice(0, BEGINNING)}`, ...telling]),
  }
}

/** A number for a piece (FNV-1a), so that the index holds numbers; two pieces of one number are told apart by looking at the text. */
export function keyOf(piece: string, within: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(`${within}/${piece}`)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash | 0
}

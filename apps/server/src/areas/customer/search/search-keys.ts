import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { addNamePieces, addPieces, folded, keyOf, keysOf, keywordKeys } from '#platform/values/search-keys'
import { spelling } from '#platform/values/spelling'

export interface Searchable {
  name: string
  plates: readonly string[]
  tags: readonly string[]
}

/** A line for each way a customer's name and plates are typed; it begins and ends with a break, so that a pattern can ask for its beginning. */
export function searchedText({ name, plates }: Omit<Searchable, 'tags'>): string {
  const lines = [folded(name), ...Object.values(spelling(name)), ...plates.map(folded)]
  return `\n${[...new Set(lines.filter((line) => line !== ''))].join('\n')}\n`
}

const tagPiece = (tag: string) => `#${tag}`
/** Keys are told apart by tenant: the index holds those of all. */
export function searchKeys({ name, plates, tags }: Searchable, tenantId: string): number[] {
  const pieces = new Set(tags.map(tagPiece))
  if (name !== '') addNamePieces(pieces, name)
  for (const plate of plates) addPieces(pieces, folded(plate), true)
  return keysOf(pieces, tenantId)
}
export const tagKey = (tag: string, tenantId: string): number => keyOf(tagPiece(tag), tenantId)

/** What somebody typed who looks for a customer: an end of a telephone (which a plate may hold too), or words. */
export type Sought =
  | { kind: 'nothing' }
  | { kind: 'digits'; end: string }
  | { kind: 'words'; plain: string; pattern: string; keys: number[][] }

export function soughtBy(typed: string, tenantId: string): Sought {
  const plain = folded(typed)
  if (plain === '') return { kind: 'nothing' }
  const bare = plain.replaceAll(/[-+()（）]/g, '')
  // A whole number is found however it was copied, with the country's code too.
  if (/^\d+$/.test(bare)) return { kind: 'digits', end: normalPhone(bare) ?? bare }
  const { anywhere, beginning } = keywordKeys(plain, tenantId)
  return { kind: 'words', plain, pattern: `%${anywhere ? '' : '\n'}${plain}%`, keys: anywhere ? [anywhere, beginning] : [beginning] }
}

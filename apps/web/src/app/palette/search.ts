export interface Entry {
  id: string
  name: string
  /** Chinese name, for pinyin. */
  source: string
  where: string
}
export type Spellings = (name: string) => string[]

/** The entries that match, the best first: name, then pinyin, then where it is in the menu. An empty question gives all. */
export function search<E extends Entry>(entries: readonly E[], question: string, spell: Spellings | null): E[] {
  const wanted = question.trim().toLowerCase()
  if (wanted === '') return [...entries]
  const ranked = entries.map((entry) => ({ entry, rank: rank(entry, wanted, spell) })).filter(({ rank }) => rank > 0)
  return ranked.sort((a, b) => b.rank - a.rank).map(({ entry }) => entry)
}

function rank(entry: Entry, wanted: string, spell: Spellings | null): number {
  const names = [entry.name.toLowerCase(), entry.source.toLowerCase()]
  if (names.some((name) => name.startsWith(wanted))) return 5
  if (names.some((name) => name.includes(wanted))) return 4
  const spelt = spell && /^[a-z]+$/.test(wanted) ? spell(entry.source) : []
  if (spelt.some((name) => name.startsWith(wanted))) return 3
  if (spelt.some((name) => name.includes(wanted))) return 2
  return entry.where.toLowerCase().includes(wanted) ? 1 : 0
}

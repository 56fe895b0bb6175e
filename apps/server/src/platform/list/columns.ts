/** What a column of a file holds: how its values are written, and what its title says besides. */
export type ColumnKind = 'text' | 'number' | 'fen' | 'metres' | 'seconds' | 'percent' | 'instant' | 'flag'

export interface Column<V> {
  zh: string
  en: string
  kind: ColumnKind
  /** Telephones stand in it. */
  phones?: true
  /** A code's words, as the contract has them in Chinese. */
  words?: Readonly<Record<string, string>>
  /** Where another field of the row has a value these words stand instead. */
  unless?: { field: string; words: string }
  /** Another value than that of the field. */
  of?: (value: V) => string | number | boolean | null
}
/** Fields of a row, as the columns of a file. */
export type Columns<W> = { readonly [F in keyof W]?: Column<W[F]> }

const column =
  (kind: ColumnKind) =>
  <V>(zh: string, en: string, of?: Column<V>['of']): Column<V> => ({ zh, en, kind, ...(of && { of }) })

export const text = column('text')
export const number = column('number')
/** Money, written in yuan. */
export const fen = column('fen')
export const metres = column('metres')
export const seconds = column('seconds')
/** Basis points, written in per cent. */
export const percent = column('percent')
/** Written by the clock of the row's city, or of whoever asked. */
export const instant = column('instant')
export const flag = column('flag')
export const phone = (zh: string, en: string): Column<string | null> => ({ zh, en, kind: 'text', phones: true })
export const words = (
  zh: string,
  en: string,
  of: Readonly<Record<string, string>>,
  unless?: Column<unknown>['unless'],
): Column<string | number | null> => ({
  zh,
  en,
  kind: 'text',
  words: of,
  ...(unless && { unless }),
})

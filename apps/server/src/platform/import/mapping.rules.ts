import type * as z from 'zod'

/** A column that an import can take in. */
export interface ImportField {
  zh: string
  en: string
  required?: boolean
  /** Other heads that such a column has in the lists of this trade. */
  also?: readonly string[]
  /** From the text of a cell; one that is empty is not given, unless it is required. */
  read: z.ZodType<unknown>
}
export type ImportFields = Record<string, ImportField>
/** Which column of the table each field is taken from; null for none. */
export type Mapping = Record<string, number | null>

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s*_（）()【】[\]:：-]/g, '')

/** Whether the first row names the columns: each field that every row must have is named, or none of its cells is a value of such a field. */
export function isHeaded(fields: ImportFields, first: readonly string[]): boolean {
  const required = Object.values(fields).filter((field) => field.required)
  const heads = new Set(first.map(plain))
  return (
    required.every(({ zh, en, also = [] }) => [zh, en, ...also].some((word) => heads.has(plain(word)))) ||
    !required.some(({ read }) => first.some((cell) => cell !== '' && read.safeParse(cell).success))
  )
}

/** Columns by their heads: the same words first, then a head that holds one of them; without heads in the order of the fields. Each is taken once. */
export function guessMapping(fields: ImportFields, heads: readonly string[] | null, columns: number): Mapping {
  if (!heads) return Object.fromEntries(Object.keys(fields).map((name, at) => [name, at < columns ? at : null]))
  const free = new Set(heads.keys())
  const mapping: Mapping = Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
  const take = (fits: (head: string, word: string) => boolean) => {
    for (const [name, { zh, en, also = [] }] of Object.entries(fields)) {
      if (mapping[name] !== null) continue
      const words = [zh, en, name, ...also].map(plain)
      const found = [...free].find((at) => words.some((word) => word !== '' && fits(plain(heads[at]!), word)))
      if (found === undefined) continue
      mapping[name] = found
      free.delete(found)
    }
  }
  take((head, word) => head === word)
  take((head, word) => head !== '' && (head.includes(word) || (head.length > 1 && word.includes(head))))
  return mapping
}

/** Required fields without a column, and columns that are taken twice or are not there. */
export function mappingProblem(fields: ImportFields, mapping: Mapping, columns: number): boolean {
  const taken = Object.keys(fields).flatMap((name) => mapping[name] ?? [])
  const missing = Object.entries(fields).some(([name, { required }]) => required && (mapping[name] ?? null) === null)
  return missing || new Set(taken).size < taken.length || taken.some((at) => at >= columns)
}

export type RowRead<R> = { row: R } | { field: string; problem: string }

/** A row as its kind takes it, or the first field that is not right, and what is wrong with it: `中文 | English`. */
export function readRow<R>(fields: ImportFields, mapping: Mapping, cells: readonly string[]): RowRead<R> {
  const row: Record<string, unknown> = {}
  for (const [name, { zh, en, required, read }] of Object.entries(fields)) {
    const at = mapping[name] ?? null
    const text = at === null ? '' : (cells[at] ?? '')
    if (text === '') {
      if (required) return { field: name, problem: `缺少${zh} | ${en} is missing` }
      continue
    }
    const parsed = read.safeParse(text)
    if (!parsed.success) {
      const said = parsed.error.issues[0]!.message
      return { field: name, problem: said.includes(' | ') ? said : `${zh}格式不正确 | ${en} is not in the right form` }
    }
    row[name] = parsed.data
  }
  return { row: row as R }
}

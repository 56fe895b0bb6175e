import { sql } from 'kysely'

/** Numbers that stand in a statement as they are, so that a partial index over the same numbers serves it: `… in ${listOf(some)}`. */
export const listOf = (numbers: readonly number[]) => sql.raw(`(${numbers.join(', ')})`)

/** What an operator typed, for `like`: the signs that mean something to it are only signs. */
export const literally = (typed: string): string => typed.replaceAll(/[\\%_]/g, String.raw`\$&`)
/** The same, anywhere in a text. */
export const holding = (typed: string): string => `%${literally(typed)}%`

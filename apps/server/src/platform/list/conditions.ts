import { type Expression, type SqlBool, sql } from 'kysely'
import { holding } from '#platform/database/sql-text'

/** What a filter of a list says of its rows; nothing where it lets every row pass. */
export type Condition = Expression<SqlBool> | undefined
/** Where there are more rows than an index is asked for: how all are found, and how some of them are, which are counted as "at least". */
export interface Partly {
  where: Expression<SqlBool>
  some: Expression<SqlBool>
}

export const is = (column: string) => (value: unknown) => sql<boolean>`${sql.ref(column)} = ${value}`
/** One of those named; an empty list is no filter. */
export const isOneOf =
  (column: string, type: 'smallint' | 'bigint' | 'text') =>
  (values: readonly unknown[]): Condition =>
    values.length ? sql<boolean>`${sql.ref(column)} = any (${values}::${sql.raw(type)}[])` : undefined
/** Ranges hold their beginning and not their end. */
export const isFrom = (column: string) => (value: number | string) => sql<boolean>`${sql.ref(column)} >= ${bound(value)}`
export const isBefore = (column: string) => (value: number | string) => sql<boolean>`${sql.ref(column)} < ${bound(value)}`
const bound = (value: number | string) => (typeof value === 'string' ? new Date(value) : value)
/** What was typed stands anywhere in one of the columns, whichever the case. */
export const holds =
  (...columns: readonly string[]) =>
  (typed: string) =>
    anyOf(columns.map((column) => sql<boolean>`${sql.ref(column)} ilike ${holding(typed)}`))
export const anyOf = (conditions: readonly Expression<SqlBool>[]) => sql<boolean>`(${sql.join(conditions, sql` or `)})`
/** A field that `from` has used already. */
export const inFrom = (): Condition => undefined

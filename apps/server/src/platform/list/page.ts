import { type Expression, type Kysely, sql } from 'kysely'
import { ShapedJson } from './shaped-json.ts'
import type { DB } from '../database/tables.generated.ts'

/** `total` is exact up to this many rows; counting further would cost more than the list. */
export const COUNT_LIMIT = 10_000

/** `atLeast`: not all that there are were counted. */
export const pageOf = <T>(rows: T[], counted: number, input: { pageNo: number; pageSize: number }, atLeast = false) => ({
  rows,
  total: Math.min(counted, COUNT_LIMIT),
  totalCapped: atLeast || counted > COUNT_LIMIT,
  pageNo: input.pageNo,
  pageSize: input.pageSize,
})
/** The same of rows that are JSON already. */
export const pageJsonOf = <T>(rows: readonly string[], counted: number, input: { pageNo: number; pageSize: number }) => {
  const { rows: _, ...rest } = pageOf([], counted, input)
  return new ShapedJson<ReturnType<typeof pageOf<T>>>(`{"rows":[${rows.join(',')}],${JSON.stringify(rest).slice(1)}`)
}
/** Whether a page lies beyond what is counted: to skip so many rows costs what reading them does, and nobody turns so many pages. */
export const isTooDeep = (input: unknown): boolean => {
  const { pageNo, pageSize } = (input ?? {}) as { pageNo?: unknown; pageSize?: unknown }
  return typeof pageNo === 'number' && typeof pageSize === 'number' && offsetOf({ pageNo, pageSize }) >= COUNT_LIMIT
}
export const offsetOf = (input: { pageNo: number; pageSize: number }) => (input.pageNo - 1) * input.pageSize
/** The page of rows that are all there. */
export const pageCut = <T>(all: readonly T[], input: { pageNo: number; pageSize: number }): T[] =>
  all.slice(offsetOf(input), offsetOf(input) + input.pageSize)

/** How many rows a query finds, counted up to one more than the limit. */
export async function countUpToLimit(db: Kysely<DB>, query: { limit(most: Expression<number>): Expression<unknown> }): Promise<number> {
  const found = query.limit(sql.lit(COUNT_LIMIT + 1))
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${found} found`.execute(db)
  return rows[0]!.n
}

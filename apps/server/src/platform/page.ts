import { ShapedJson } from './shaped-json.ts'

/** `total` is exact up to this many rows; counting further would cost more than the list. */
export const COUNT_LIMIT = 10_000

export const pageOf = <T>(rows: T[], counted: number, input: { pageNo: number; pageSize: number }) => ({
  rows,
  total: Math.min(counted, COUNT_LIMIT),
  totalCapped: counted > COUNT_LIMIT,
  pageNo: input.pageNo,
  pageSize: input.pageSize,
})
/** The same of rows that are JSON already. */
export const pageJsonOf = <T>(rows: readonly string[], counted: number, input: { pageNo: number; pageSize: number }) => {
  const { rows: _, ...rest } = pageOf([], counted, input)
  return new ShapedJson<ReturnType<typeof pageOf<T>>>(`{"rows":[${rows.join(',')}],${JSON.stringify(rest).slice(1)}`)
}
export const offsetOf = (input: { pageNo: number; pageSize: number }) => (input.pageNo - 1) * input.pageSize

/** `total` is exact up to this many rows; counting further would cost more than the list. */
export const COUNT_LIMIT = 10_000

export const pageOf = <T>(rows: T[], counted: number, input: { pageNo: number; pageSize: number }) => ({
  rows,
  total: Math.min(counted, COUNT_LIMIT),
  totalCapped: counted > COUNT_LIMIT,
  pageNo: input.pageNo,
  pageSize: input.pageSize,
})
export const offsetOf = (input: { pageNo: number; pageSize: number }) => (input.pageNo - 1) * input.pageSize

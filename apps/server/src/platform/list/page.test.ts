import { describe, expect, test } from 'vitest'
import { COUNT_LIMIT, isTooDeep, offsetOf, pageCut, pageJsonOf, pageOf } from './page.ts'

const input = { pageNo: 2, pageSize: 20 }

describe('a page', () => {
  test('counts exactly up to the limit, and says so where there are more', () => {
    expect(pageOf(['a'], COUNT_LIMIT, input)).toEqual({ rows: ['a'], total: COUNT_LIMIT, totalCapped: false, ...input })
    expect(pageOf(['a'], COUNT_LIMIT + 1, input)).toMatchObject({ total: COUNT_LIMIT, totalCapped: true })
  })

  test('says that there are more where not all were looked at, however few were', () => {
    expect(pageOf(['a'], 7, input, true)).toMatchObject({ total: 7, totalCapped: true })
  })

  test('of rows that are JSON already says the same', () => {
    const rows = [{ a: 1 }, { a: '"]' }]
    for (const counted of [0, 2, COUNT_LIMIT + 1])
      expect(
        JSON.parse(
          pageJsonOf(
            rows.map((row) => JSON.stringify(row)),
            counted,
            input,
          ).text,
        ),
      ).toEqual(pageOf(rows, counted, input))
    expect(JSON.parse(pageJsonOf([], 0, input).text)).toEqual(pageOf([], 0, input))
  })

  test('is cut where its number says; after the last one comes an empty one', () => {
    const all = Array.from({ length: 45 }, (_, n) => n)
    expect(offsetOf({ pageNo: 1, pageSize: 20 })).toBe(0)
    expect(pageCut(all, input)).toEqual(all.slice(20, 40))
    expect(pageCut(all, { pageNo: 3, pageSize: 20 })).toEqual([40, 41, 42, 43, 44])
    expect(pageCut(all, { pageNo: 4, pageSize: 20 })).toEqual([])
  })

  test('lies too deep once it begins beyond what is counted', () => {
    expect(isTooDeep({ pageNo: 500, pageSize: 20 })).toBe(false)
    expect(isTooDeep({ pageNo: 501, pageSize: 20 })).toBe(true)
    expect(isTooDeep({ pageNo: 51, pageSize: 200 })).toBe(true)
  })

  test.each([null, undefined, {}, { pageNo: 9_999 }, { pageSize: 200 }, { pageNo: '9999', pageSize: '200' }])('%j is no page', (other) => {
    expect(isTooDeep(other)).toBe(false)
  })
})

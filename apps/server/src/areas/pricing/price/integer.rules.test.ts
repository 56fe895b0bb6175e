import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ceilDiv, floorDiv, halfUpDiv, requireWhole, shareOf } from './integer.rules.ts'

const whole = fc.integer({ min: 0, max: 1_000_000_000 })
const divisor = fc.integer({ min: 1, max: 1_000_000 })

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1])('%d is no whole number of fen', (value) =>
  expect(() => requireWhole('amount', value)).toThrow(/^amount must be a whole number, 0 or more/),
)

describe('a division', () => {
  test('goes up, down or to the nearer, a half going up', () => {
    expect([halfUpDiv(5, 2), halfUpDiv(4, 3), halfUpDiv(5, 3), halfUpDiv(0, 7)]).toEqual([3, 1, 2, 0])
    expect([ceilDiv(6, 3), ceilDiv(7, 3), ceilDiv(0, 3)]).toEqual([2, 3, 0])
    expect([floorDiv(6, 3), floorDiv(8, 3)]).toEqual([2, 2])
  })
  test('by nothing, or of what is no amount, is a fault and no price', () => {
    expect(() => halfUpDiv(1, 0)).toThrow(RangeError)
    expect(() => halfUpDiv(1.5, 2)).toThrow(RangeError)
    expect(() => halfUpDiv(-1, 2)).toThrow(RangeError)
  })
  test('is exact: no two ways differ by more than one, and the nearer is never farther than a half', () => {
    fc.assert(
      fc.property(whole, divisor, (n, d) => {
        const [down, near, up] = [floorDiv(n, d), halfUpDiv(n, d), ceilDiv(n, d)]
        expect(down * d).toBeLessThanOrEqual(n)
        expect(up * d).toBeGreaterThanOrEqual(n)
        expect(up - down).toBe(n % d === 0 ? 0 : 1)
        expect(Math.abs(2 * (near * d - n))).toBeLessThanOrEqual(d)
      }),
    )
  })
})

describe('a share', () => {
  test('of an amount is to the nearest fen, a half going up', () => {
    expect([shareOf(10_000, 2_000), shareOf(1, 5_000), shareOf(1, 4_999), shareOf(0, 9_999), shareOf(777, 0)]).toEqual([2_000, 1, 0, 0, 0])
  })
  test('of all of it is the amount itself, and more of a rate is never less', () => {
    fc.assert(
      fc.property(whole, fc.integer({ min: 0, max: 9_999 }), (fen, rate) => {
        expect(shareOf(fen, 10_000)).toBe(fen)
        expect(shareOf(fen, rate + 1)).toBeGreaterThanOrEqual(shareOf(fen, rate))
      }),
    )
  })
  test('stays exact where the product would be larger than a computer counts', () => {
    const most = 900_000_000_000_000
    expect(shareOf(most + 5_000, 9_999)).toBe(Number((BigInt(most + 5_000) * 9_999n + 5_000n) / 10_000n))
  })
  test('is of a whole amount at a whole rate', () => {
    expect(() => shareOf(1.5, 100)).toThrow(RangeError)
    expect(() => shareOf(100, -1)).toThrow(RangeError)
  })
})

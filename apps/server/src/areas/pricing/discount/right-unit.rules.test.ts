import { describe, expect, test } from 'vitest'
import { type Granted, leftOf, limitsOf, reservedOf, usedUp } from './right-unit.rules.ts'

const granted = (of: Partial<Granted>): Granted => ({
  unit: 'TIMES',
  times: null,
  usedTimes: 0,
  amountFen: null,
  usedFen: 0,
  distanceM: null,
  usedM: 0,
  ...of,
})
const amount = (of: Partial<Granted> = {}) => granted({ unit: 'AMOUNT', amountFen: 20_000, ...of })
const distance = (of: Partial<Granted> = {}) => granted({ unit: 'KM', distanceM: 30_000, ...of })

describe('what is left of a grant', () => {
  test('is counted in its own unit, whatever was used of others', () => {
    expect(leftOf(granted({ times: 5, usedTimes: 2, usedFen: 900 }))).toBe(3)
    expect(leftOf(amount({ usedFen: 12_500, usedTimes: 7 }))).toBe(7_500)
    expect(leftOf(distance({ usedM: 30_000, usedTimes: 1 }))).toBe(0)
  })
  test('is nothing where nothing was given', () => {
    expect(leftOf(granted({}))).toBe(0)
    expect(leftOf(granted({ unit: 'AMOUNT' }))).toBe(0)
    expect(leftOf(granted({ unit: 'KM' }))).toBe(0)
  })
})

describe('what the next order holds', () => {
  test('of uses is neither money nor distance', () => {
    expect(reservedOf({ ...granted({ times: 5 }), cover: { kind: 'FULL' } })).toEqual({ fen: 0, m: 0 })
    expect(limitsOf('TIMES', { fen: 0, m: 0 })).toEqual({})
  })

  test('of money is what its cover can come to, and never more than is left', () => {
    const cap = (capFen: number, usedFen = 0) => reservedOf({ ...amount({ usedFen }), cover: { kind: 'CAP', capFen } })
    expect(cap(5_000)).toEqual({ fen: 5_000, m: 0 })
    expect(cap(5_000, 16_000)).toEqual({ fen: 4_000, m: 0 })
    expect(cap(5_000, 20_000)).toEqual({ fen: 0, m: 0 })
    expect(reservedOf({ ...amount({ usedFen: 1 }), cover: { kind: 'FULL' } }), 'a cover without a cap').toEqual({ fen: 19_999, m: 0 })
    expect(limitsOf('AMOUNT', cap(5_000, 16_000))).toEqual({ limitFen: 4_000 })
  })

  test('of distance is what its cover includes, and never more than is left', () => {
    const included = (includedM: number, usedM = 0) => reservedOf({ ...distance({ usedM }), cover: { kind: 'DISTANCE', includedM } })
    expect(included(10_000)).toEqual({ fen: 0, m: 10_000 })
    expect(included(10_000, 25_000)).toEqual({ fen: 0, m: 5_000 })
    expect(limitsOf('KM', included(10_000, 30_000)), 'no metre left is a limit too').toEqual({ limitM: 0 })
  })

  test('leaves the rest to the order after it', () => {
    const cover = { kind: 'CAP', capFen: 12_000 } as const
    const first = reservedOf({ ...amount(), cover })
    const second = reservedOf({ ...amount({ usedFen: first.fen }), cover })
    expect([first.fen, second.fen]).toEqual([12_000, 8_000])
    expect(reservedOf({ ...amount({ usedFen: first.fen + second.fen }), cover }).fen).toBe(0)
  })
})

test('one customer has so many uses of a right, or as many as are granted', () => {
  expect(usedUp({ perUserTimes: 3, userTimes: 2 })).toBe(false)
  expect(usedUp({ perUserTimes: 3, userTimes: 3 })).toBe(true)
  expect(usedUp({ perUserTimes: 3, userTimes: 4 })).toBe(true)
  expect(usedUp({ perUserTimes: 0, userTimes: 999 })).toBe(false)
})

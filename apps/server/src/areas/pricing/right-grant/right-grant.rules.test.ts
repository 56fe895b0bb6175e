import { describe, expect, test } from 'vitest'
import { grantProblem, ofSheet, quantityOf } from './right-grant.rules.ts'

const none = { times: null, amountFen: null, distanceM: null }
const on = { state: 'ON', ended: false, unit: 'TIMES' } as const

describe('so much of a right', () => {
  test.each([
    ['TIMES', { times: 3 }],
    ['AMOUNT', { amountFen: 20_000 }],
    ['KM', { distanceM: 50_000 }],
  ] as const)('is given in its own unit alone: %s', (unit, quantity) => {
    expect(grantProblem({ ...on, unit }, quantityOf(quantity))).toBeNull()
    for (const other of ['TIMES', 'AMOUNT', 'KM'] as const)
      if (other !== unit) expect(grantProblem({ ...on, unit: other }, quantityOf(quantity)), other).toBe('rightGrant.quantity')
  })

  test('is given once and not in two units, and not without any', () => {
    expect(grantProblem(on, quantityOf({}))).toBe('rightGrant.quantity')
    expect(grantProblem(on, quantityOf({ times: 1, amountFen: 100 }))).toBe('rightGrant.quantity')
  })

  test('is given while the right is on and its time lasts', () => {
    expect(grantProblem({ ...on, state: 'OFF' }, quantityOf({ times: 1 }))).toBe('rightGrant.notOn')
    expect(grantProblem({ ...on, state: 'DRAFT' }, quantityOf({ times: 1 }))).toBe('rightGrant.notOn')
    expect(grantProblem({ ...on, ended: true }, quantityOf({ times: 1 }))).toBe('rightGrant.notOn')
  })
})

describe('a sheet', () => {
  test('says uses, yuan and kilometres; they are kept as uses, fen and metres', () => {
    expect(ofSheet('TIMES', 3)).toEqual({ ...none, times: 3 })
    expect(ofSheet('AMOUNT', 128.5)).toEqual({ ...none, amountFen: 12_850 })
    expect(ofSheet('KM', 12.345)).toEqual({ ...none, distanceM: 12_345 })
  })

  test('loses no fen to fractions that a computer cannot hold', () => {
    expect(ofSheet('AMOUNT', 19.99)?.amountFen).toBe(1_999)
    expect(ofSheet('AMOUNT', 1.005)?.amountFen).toBe(100)
    expect(ofSheet('KM', 4.35)?.distanceM).toBe(4_350)
  })

  test('that says nothing means one use, and nothing of money or distance', () => {
    expect(ofSheet('TIMES', undefined)).toEqual({ ...none, times: 1 })
    expect(ofSheet('AMOUNT', undefined)).toBeNull()
    expect(ofSheet('KM', undefined)).toBeNull()
  })

  test.each([
    ['TIMES', 1.5],
    ['TIMES', 0],
    ['TIMES', -1],
    ['TIMES', 10_001],
    ['AMOUNT', 0.004],
    ['AMOUNT', -5],
    ['KM', 0.0004],
    ['KM', Number.NaN],
  ] as const)('is refused where it says %s %d', (unit, quantity) => expect(ofSheet(unit, quantity)).toBeNull())

  test('may say the most uses there are', () => expect(ofSheet('TIMES', 10_000)?.times).toBe(10_000))
})

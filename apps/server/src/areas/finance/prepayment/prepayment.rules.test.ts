import { expect, test } from 'vitest'
import { coveredBy, heldOf } from './prepayment.rules.ts'

test('what was paid ahead pays a bill first, never more than the bill, and the rest is to be paid', () => {
  expect(coveredBy(5_000, 4_200)).toEqual({ prepaidFen: 4_200, personalFen: 0 })
  expect(coveredBy(5_000, 6_300)).toEqual({ prepaidFen: 5_000, personalFen: 1_300 })
  expect(coveredBy(5_000, 5_000)).toEqual({ prepaidFen: 5_000, personalFen: 0 })
  expect(coveredBy(0, 4_200)).toEqual({ prepaidFen: 0, personalFen: 4_200 })
  expect(coveredBy(5_000, 0)).toEqual({ prepaidFen: 0, personalFen: 0 })
})

test('held of it is what neither a bill took nor was returned', () => {
  expect(heldOf({ amount_fen: 5_000, applied_fen: 1_000, returned_fen: 0 })).toBe(4_000)
  expect(heldOf({ amount_fen: 5_000, applied_fen: 1_000, returned_fen: 4_000 })).toBe(0)
})

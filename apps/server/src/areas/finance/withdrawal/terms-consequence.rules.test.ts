import { expect, test } from 'vitest'
import { consequenceOf, type PastApplication } from './terms-consequence.rules.ts'
import { standardTerms } from './withdrawal.rules.ts'

const applied = (of: Partial<PastApplication>): PastApplication => ({
  way: 'BANK',
  applyFen: 10_000,
  feeFen: 0,
  driverId: '1',
  today: 0,
  thisWeek: 0,
  weekday: 0,
  freeWithdrawals: null,
  ...of,
})

test('a higher minimum says how many applications of how many drivers it would have refused, and with what sum', () => {
  const past = [applied({}), applied({ applyFen: 3_000 }), applied({ applyFen: 4_000 }), applied({ applyFen: 2_000, driverId: '2' })]
  expect(consequenceOf(past, { ...standardTerms, minFen: 5_000 })).toEqual({
    applications: 4,
    feeFen: 0,
    feeAfterFen: 0,
    refused: [{ refusal: 'withdrawal.belowMinimum', applications: 3, drivers: 2, sumFen: 9_000 }],
  })
})

test('what a driver’s level gives without a fee stays free, whatever less the terms give', () => {
  const past = [applied({ thisWeek: 2 }), applied({ thisWeek: 2, freeWithdrawals: 3 }), applied({ thisWeek: 3, freeWithdrawals: 3 })]
  expect(consequenceOf(past, { ...standardTerms, freePerWeek: 1, feeBp: 100 })).toMatchObject({ feeAfterFen: 200 })
  expect(consequenceOf(past, { ...standardTerms, freePerWeek: 4, feeBp: 100 })).toMatchObject({ feeAfterFen: 0 })
})

test('a fee is counted for applications beyond the free ones of a week, and for none that would be refused', () => {
  const past = [applied({ thisWeek: 0 }), applied({ thisWeek: 1, feeFen: 50 }), applied({ thisWeek: 2, weekday: 6 })]
  expect(consequenceOf(past, { ...standardTerms, freePerWeek: 1, feeBp: 100, weekMask: 0b0111111 })).toMatchObject({
    feeFen: 50,
    feeAfterFen: 100,
    refused: [{ refusal: 'withdrawal.notToday', applications: 1 }],
  })
})

test('a way that is closed, and a number a day that is lowered, are said apart', () => {
  const past = [applied({ way: 'WX_SINGLE' }), applied({ today: 2 })]
  const { refused } = consequenceOf(past, { ...standardTerms, ways: ['BANK'], maxPerDay: 2 })
  expect(refused.map(({ refusal }) => refusal)).toEqual(['withdrawal.wayClosed', 'withdrawal.tooManyToday'])
})

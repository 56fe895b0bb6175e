import { expect, test } from 'vitest'
import { limitsOf, payerLimit } from './enterprise.rules.ts'

const enterprise = {
  active: true,
  cityIds: ['330100'],
  hours: null,
  perOrderLimitFen: 8_000,
  monthLimitFen: 100_000,
  month: { usedFen: 0, promisedFen: 0 },
  availableFen: 50_000,
}
const employee = { active: true, monthLimitFen: null, month: { usedFen: 0, promisedFen: 0 } }
const trip = { cityId: '330100', departAt: new Date('2026-11-21T14:30:00Z'), utcOffsetMinutes: 480 }
const limit = (of: object = {}, person: object | null = {}, where: object = {}) =>
  payerLimit({ enterprise: { ...enterprise, ...of }, employee: person && { ...employee, ...person } }, { ...trip, ...where })

test('pays up to the least of its limit per order, what is left of the month, and its credit', () => {
  expect(limit()).toEqual({ limitFen: 8_000, restFen: 50_000 })
  expect(limit({ perOrderLimitFen: null })).toEqual({ limitFen: 50_000, restFen: 50_000 })
  expect(limit({ month: { usedFen: 97_000, promisedFen: 0 } })).toEqual({ limitFen: 3_000, restFen: 3_000 })
  expect(limit({}, { monthLimitFen: 5_000, month: { usedFen: 1_000, promisedFen: 0 } })).toEqual({ limitFen: 4_000, restFen: 4_000 })
  expect(limit({ availableFen: 1 })).toEqual({ limitFen: 1, restFen: 1 })
})

test('what is promised to orders in progress is gone from the month as what was paid is', () => {
  expect(limit({ month: { usedFen: 50_000, promisedFen: 47_000 } })).toEqual({ limitFen: 3_000, restFen: 3_000 })
  expect(limit({}, { monthLimitFen: 5_000, month: { usedFen: 1_000, promisedFen: 4_000 } })).toEqual({ refusal: 'enterprise.monthLimit' })
})

test('says why it pays nothing', () => {
  expect(limit({}, null)).toEqual({ refusal: 'enterprise.notEmployee' })
  expect(limit({}, { active: false })).toEqual({ refusal: 'enterprise.notEmployee' })
  expect(limit({ active: false })).toEqual({ refusal: 'enterprise.stopped' })
  expect(limit({}, {}, { cityId: '310000' })).toEqual({ refusal: 'enterprise.otherCity' })
  expect(limit({ month: { usedFen: 100_000, promisedFen: 0 } })).toEqual({ refusal: 'enterprise.monthLimit' })
  expect(limit({ availableFen: 0 })).toEqual({ refusal: 'enterprise.noCredit' })
})

test('hours go by the city’s clock, also over midnight', () => {
  const hours = { from: '22:00', to: '06:00' }
  expect(limit({ hours })).toMatchObject({ limitFen: 8_000 })
  expect(limit({ hours }, {}, { departAt: new Date('2026-11-21T22:00:00Z') })).toEqual({ refusal: 'enterprise.otherHours' })
  expect(limit({ hours: { from: '09:00', to: '18:00' } })).toEqual({ refusal: 'enterprise.otherHours' })
})

test('three drivers at once do not spend one balance three times', () => {
  expect(limitsOf(3, { limitFen: 8_000, restFen: 10_000 }, 6_000)).toEqual([8_000, 4_000, 0])
})

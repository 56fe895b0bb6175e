import { SERVICE_STATUS as S, serviceStatuses } from '@chauffeur/contract/order-model'
import { expect, test } from 'vitest'
import { bornBy, reviewOf } from './review.rules.ts'

test('a driver may ask to leave only an order in hand, and two minutes are all there is', () => {
  expect(serviceStatuses.filter((status) => reviewOf(status)?.kind === 'LEAVE')).toEqual([S.accepted, S.arrived])
  expect(reviewOf(S.arrived)).toEqual({ kind: 'LEAVE', dueS: 120 })
})

test('only a cancellation can be disputed, within a day', () => {
  expect(serviceStatuses.filter((status) => reviewOf(status)?.kind === 'DISPUTE')).toEqual([403, 404, 405])
  expect(reviewOf(S.driverCancelled)?.dueS).toBe(86_400)
})

test('by another verdict a driver bears what goes with it: nothing where not at fault, what the decision names where they are', () => {
  const bore = { verdict: 'DRIVER_AT_FAULT', driverPenaltyFen: 1_000, waived: false, countsToRate: true, hideDriverS: 3_600 } as const
  const nothing = { driverPenaltyFen: 0, waived: false, countsToRate: false, hideDriverS: 0 }
  expect(bornBy(bore, 'NO_FAULT', undefined)).toEqual({ verdict: 'NO_FAULT', ...nothing })
  expect(bornBy(bore, 'CUSTOMER_AT_FAULT', undefined)).toEqual({ verdict: 'CUSTOMER_AT_FAULT', ...nothing })
  expect(bornBy(bore, 'DRIVER_AT_FAULT', undefined)).toEqual(bore)
  expect(bornBy(bore, 'DRIVER_AT_FAULT', 400)).toEqual({ ...bore, driverPenaltyFen: 400 })
  expect(bornBy(bore, 'SHARED', undefined)).toEqual({ verdict: 'SHARED', ...nothing })
  expect(bornBy(bore, 'SHARED', 300)).toEqual({ verdict: 'SHARED', ...nothing, driverPenaltyFen: 300 })
})

test('what was let go stays let go until a sum is named; who becomes at fault counts, a row that does not count stays so', () => {
  const letGo = { verdict: 'DRIVER_AT_FAULT', driverPenaltyFen: 0, waived: true, countsToRate: false, hideDriverS: 0 } as const
  expect(bornBy(letGo, 'DRIVER_AT_FAULT', undefined)).toEqual(letGo)
  expect(bornBy(letGo, 'DRIVER_AT_FAULT', 500)).toEqual({ ...letGo, driverPenaltyFen: 500, waived: false })
  const customers = { verdict: 'CUSTOMER_AT_FAULT', driverPenaltyFen: 0, waived: false, countsToRate: false, hideDriverS: 0 } as const
  expect(bornBy(customers, 'DRIVER_AT_FAULT', 500)).toMatchObject({ driverPenaltyFen: 500, countsToRate: true })
})

import { SERVICE_STATUS as S, serviceStatuses } from '@chauffeur/contract/order/model'
import { expect, test } from 'vitest'
import { decidedBurden, reviewOf } from './review.rules.ts'

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
  const nothing = { driverPenaltyFen: 0, waived: false, countsToRate: false, hideDriverS: 0, hidesFromNow: false }
  expect(decidedBurden(bore, 'NO_FAULT', undefined, 7_200)).toEqual({ verdict: 'NO_FAULT', ...nothing })
  expect(decidedBurden(bore, 'CUSTOMER_AT_FAULT', undefined, 7_200)).toEqual({ verdict: 'CUSTOMER_AT_FAULT', ...nothing })
  expect(decidedBurden(bore, 'DRIVER_AT_FAULT', undefined, 7_200)).toEqual({ ...bore, hidesFromNow: false })
  expect(decidedBurden(bore, 'DRIVER_AT_FAULT', 400, 7_200)).toEqual({ ...bore, driverPenaltyFen: 400, hidesFromNow: false })
  expect(decidedBurden(bore, 'SHARED', undefined, 0)).toEqual({ verdict: 'SHARED', ...nothing })
  expect(decidedBurden(bore, 'SHARED', 300, 0)).toEqual({ verdict: 'SHARED', ...nothing, driverPenaltyFen: 300 })
})

test('what was let go stays let go until a sum is named; who becomes at fault counts, a row that does not count stays so', () => {
  const letGo = { verdict: 'DRIVER_AT_FAULT', driverPenaltyFen: 0, waived: true, countsToRate: false, hideDriverS: 0 } as const
  expect(decidedBurden(letGo, 'DRIVER_AT_FAULT', undefined, 0)).toEqual({ ...letGo, hidesFromNow: false })
  expect(decidedBurden(letGo, 'DRIVER_AT_FAULT', 500, 0)).toMatchObject({ ...letGo, driverPenaltyFen: 500, waived: false })
  const customers = { verdict: 'CUSTOMER_AT_FAULT', driverPenaltyFen: 0, waived: false, countsToRate: false, hideDriverS: 0 } as const
  expect(decidedBurden(customers, 'DRIVER_AT_FAULT', 500, 0)).toMatchObject({ driverPenaltyFen: 500, countsToRate: true })
})

test('who becomes at fault is kept from the customer from the decision on; who was, and is still, as before', () => {
  const free = { verdict: 'CUSTOMER_AT_FAULT', driverPenaltyFen: 0, waived: false, countsToRate: false, hideDriverS: 0 } as const
  expect(decidedBurden(free, 'DRIVER_AT_FAULT', undefined, 7_200)).toMatchObject({ hideDriverS: 7_200, hidesFromNow: true })
  expect(decidedBurden(free, 'SHARED', undefined, 600)).toMatchObject({ hideDriverS: 600, hidesFromNow: true })
  expect(decidedBurden(free, 'NO_FAULT', undefined, 7_200)).toMatchObject({ hideDriverS: 0, hidesFromNow: false })
  const shared = { ...free, verdict: 'SHARED', hideDriverS: 600 } as const
  expect(decidedBurden(shared, 'DRIVER_AT_FAULT', undefined, 7_200)).toMatchObject({ hideDriverS: 600, hidesFromNow: false })
  // Found so before, where the table kept nobody apart then: a table changed since does not reach back.
  expect(decidedBurden({ ...shared, hideDriverS: 0 }, 'SHARED', 500, 600)).toMatchObject({ hideDriverS: 0, hidesFromNow: false })
})

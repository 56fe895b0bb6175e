import { SERVICE_STATUS as S, serviceStatuses } from '@chauffeur/contract/order-model'
import { expect, test } from 'vitest'
import { reviewOf } from './review.rules.ts'

test('a driver may ask to leave only an order in hand, and two minutes are all there is', () => {
  expect(serviceStatuses.filter((status) => reviewOf(status)?.kind === 'LEAVE')).toEqual([S.accepted, S.arrived])
  expect(reviewOf(S.arrived)).toEqual({ kind: 'LEAVE', dueS: 120 })
})

test('only a cancellation can be disputed, within a day', () => {
  expect(serviceStatuses.filter((status) => reviewOf(status)?.kind === 'DISPUTE')).toEqual([403, 404, 405])
  expect(reviewOf(S.driverCancelled)?.dueS).toBe(86_400)
})

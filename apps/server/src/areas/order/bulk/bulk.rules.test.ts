import type { CancelConsequence } from '@chauffeur/contract/order/cancel-rules'
import { bulkActionNeeds, type BulkAction } from '@chauffeur/contract/order/bulk'
import { SERVICE_STATUS as S, serviceStatuses } from '@chauffeur/contract/order/model'
import { expect, test } from 'vitest'
import type { OperatorSession } from '#platform/identity/session'
import type { OrderRowDb } from '../model/index.ts'
import { againstRedispatch, mayDo, sameFor } from './bulk.rules.ts'

const somebody = (...authorities: string[]) => ({ authorities: new Set(authorities) }) as unknown as OperatorSession

test('who may work in bulk may do in bulk only what they may do to one', () => {
  for (const action of Object.keys(bulkActionNeeds) as BulkAction[]) {
    expect(mayDo(action, somebody(bulkActionNeeds[action]))).toBe(true)
    expect(mayDo(action, somebody('order.bulk'))).toBe(false)
  }
})

test('only who has no driver and waits for one is searched for again', () => {
  const against = (service_status: number, driver_id: string | null) => againstRedispatch({ service_status, driver_id } as OrderRowDb)
  const searchable = serviceStatuses.filter((status) => against(status, null) === null)
  expect(searchable.toSorted((a, b) => a - b)).toEqual([S.dispatchStart, S.dispatching, S.dispatchFailed].toSorted((a, b) => a - b))
  expect(against(S.accepted, '9')).toBe('orderBulk.hasDriver')
  expect(against(S.customerCancelled, null)).toBe('dispatchDesk.notRedispatchable')
})

test('what a driver bears is as it was shown, or the order is left out', () => {
  const shown = { driverPenaltyFen: 500, waived: false, countsToRate: true, hideDriverS: 600 } as CancelConsequence
  expect(sameFor(shown, { ...shown })).toBe(true)
  for (const now of [{ driverPenaltyFen: 501 }, { waived: true }, { countsToRate: false }, { hideDriverS: 0 }])
    expect(sameFor(shown, { ...shown, ...now })).toBe(false)
})

test('who has the order meanwhile does not lose it unseen, even at no cost to them', () => {
  const nothing = { driverPenaltyFen: 0, waived: false, countsToRate: false, hideDriverS: 0 } as CancelConsequence
  expect(sameFor(null, null)).toBe(true)
  expect(sameFor(null, nothing)).toBe(false)
  expect(sameFor(nothing, null)).toBe(false)
})

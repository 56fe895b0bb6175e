import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  againS,
  bindingMachine,
  bindingOfReference,
  type PairFacts,
  referenceOf,
  releaseAt,
  type Step,
  stepOf,
  surelyOver,
} from './binding.rules.ts'

const now = new Date('2026-11-24T12:00:00Z')
const minutes = (n: number) => new Date(now.getTime() + n * 60_000)
const order = (of: Partial<PairFacts['order']> = {}): PairFacts['order'] => ({
  status: S.driving,
  statusSince: minutes(-10),
  endedAt: null,
  driverId: '7',
  driverPhone: '13600000001',
  contactPhone: '13500000001',
  ...of,
})
const pair = (of: Partial<PairFacts> = {}): PairFacts => ({
  state: 'BOUND',
  driverId: '7',
  driverPhone: '13600000001',
  contactPhone: '13500000001',
  until: minutes(600),
  nextAt: minutes(-1),
  order: order(),
  ...of,
})
const step = (of: Partial<PairFacts>, on = true) => stepOf(pair(of), { keepMinutes: 30, on }, now)

describe('what is done about a pair', () => {
  test.each<[string, Partial<PairFacts>, Step]>([
    ['that is asked for: the provider is asked', { state: 'ASKED' }, 'ASK'],
    ['that was asked for a moment ago: nothing', { state: 'ASKED', nextAt: minutes(1) }, null],
    ['that is bound for a long trip: nothing', {}, null],
    ['that the provider would end before the trip may: it is extended', { until: minutes(100) }, 'EXTEND'],
    ['whose order has another driver: it is changed', { order: order({ driverPhone: '13600000002' }) }, 'BEGIN_CHANGE'],
    ['whose order has another contact: it is changed', { order: order({ contactPhone: '13500000002' }) }, 'BEGIN_CHANGE'],
    ['that is being changed: it is asked again', { state: 'CHANGING' }, 'CHANGE'],
    [
      'that is asked for people who are not theirs any more: it is begun anew',
      { state: 'ASKED', order: order({ driverPhone: '136' }) },
      'BEGIN_RELEASE',
    ],
    ['that failed: it is tried again while the trip lasts', { state: 'FAILED' }, 'RETRY'],
    ['that failed, of a trip that is over', { state: 'FAILED', order: order({ status: S.customerCancelled }) }, 'BEGIN_RELEASE'],
    ['of an order that was cancelled: it is released at once', { order: order({ status: S.operatorCancelled }) }, 'BEGIN_RELEASE'],
    [
      'of an order that lost its driver: it is released at once',
      { order: order({ status: S.dispatching, driverId: null, driverPhone: '' }) },
      'BEGIN_RELEASE',
    ],
    ['of a trip that ended a moment ago: it is kept', { order: order({ status: S.billFiled, endedAt: minutes(-29) }) }, null],
    [
      'of a trip that ended half an hour ago: it is released',
      { order: order({ status: S.billFiled, endedAt: minutes(-30) }) },
      'BEGIN_RELEASE',
    ],
    [
      'of a person who was erased: it is released at once',
      { order: order({ status: S.billFiled, endedAt: minutes(-1), contactPhone: '' }) },
      'BEGIN_RELEASE',
    ],
    ['that is being released: it is asked again', { state: 'RELEASING' }, 'RELEASE'],
    ['that is released: nothing more', { state: 'RELEASED' }, null],
  ])('%s', (_, of, what) => expect(step(of)).toBe(what))

  test('with its provider switched off nothing new is asked for, and what is bound is released in time', () => {
    expect(step({ state: 'ASKED' }, false)).toBeNull()
    expect(step({ order: order({ contactPhone: '135' }) }, false)).toBeNull()
    expect(step({ order: order({ status: S.driverCancelled }) }, false)).toBe('BEGIN_RELEASE')
  })
})

test('whatever the order says, its pair comes to an end with it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...bindingMachine.states),
      fc.constantFrom(
        S.customerCancelled,
        S.driverCancelled,
        S.operatorCancelled,
        S.billFiled,
        S.closedAbnormal,
        S.dispatching,
        S.dispatchFailed,
      ),
      fc.integer({ min: 31, max: 10_000 }),
      fc.boolean(),
      (state, status, ago, on) => {
        const over = order({ status, statusSince: minutes(-ago), endedAt: minutes(-ago), driverId: null, driverPhone: '' })
        const next = step({ state, order: over }, on)
        expect(next).toBe(state === 'RELEASED' ? null : state === 'RELEASING' ? 'RELEASE' : 'BEGIN_RELEASE')
      },
    ),
  )
})

test('a trip that lasts is never released', () => {
  fc.assert(
    fc.property(fc.constantFrom(S.accepted, S.arrived, S.driving, S.tripEnded), fc.integer({ min: 0, max: 1e6 }), (status, ago) => {
      expect(releaseAt(order({ status, statusSince: minutes(-ago) }), 0)).toBeNull()
    }),
  )
})

test('a provider that is down is asked once a minute at most, soon at first', () => {
  expect([0, 1, 2, 3, 10, 1_000].map(againS)).toEqual([1, 2, 4, 8, 60, 60])
})

test('what the provider ends by itself is over ten minutes later, not before', () => {
  expect([surelyOver(minutes(-9), now), surelyOver(minutes(-11), now), surelyOver(null, now)]).toEqual([false, true, false])
})

test('a reference names one pair of one tenant of one installation', () => {
  const reference = referenceOf('a1b2', '12', '345')
  expect(bindingOfReference('a1b2', '12', reference)).toBe('345')
  expect(
    ['a1b2:12:x', referenceOf('other', '12', '345'), referenceOf('a1b2', '1', '2345'), ''].map((one) =>
      bindingOfReference('a1b2', '12', one),
    ),
  ).toEqual([null, null, null, null])
})

import { expect, test } from 'vitest'
import { type AcceptFacts, judgeAccept, judgeReject } from './offer.rules.ts'

const facts = (more: Partial<AcceptFacts> = {}): AcceptFacts => ({
  result: 'SENT',
  expiresAt: 1_000,
  now: 999,
  driverId: '7',
  orderStatus: 180,
  orderDriverId: null,
  driverStatus: 'OFFERED',
  driverDisabled: false,
  ...more,
})

test.each<[string, Partial<AcceptFacts>, string]>([
  ['an open offer in time', {}, 'accept'],
  ['while the search has just begun', { orderStatus: 102 }, 'accept'],
  ['at the very moment it lapses', { now: 1_000 }, 'driver.offerExpired'],
  ['after it was closed as lapsed', { result: 'EXPIRED' }, 'driver.offerExpired'],
  ['after another driver took the order, late or not', { orderStatus: 301, orderDriverId: '8', now: 5_000 }, 'driver.offerGone'],
  ['after the order was cancelled', { orderStatus: 403 }, 'driver.offerGone'],
  ['after it was withdrawn', { result: 'WITHDRAWN' }, 'driver.offerGone'],
  ['after the driver rejected it', { result: 'REJECTED' }, 'driver.offerGone'],
  ['with another order in hand', { driverStatus: 'TO_PICKUP' }, 'driver.busy'],
  ['by a driver who was disabled meanwhile', { driverDisabled: true }, 'driver.notQualified'],
  ['again by a winner who was disabled since', { result: 'ACCEPTED', orderStatus: 301, orderDriverId: '7', driverDisabled: true }, 'done'],
  ['from a driver who went offline', { driverStatus: 'OFFLINE' }, 'driver.offerGone'],
  ['again by the winner', { result: 'ACCEPTED', orderStatus: 301, orderDriverId: '7', driverStatus: 'TO_PICKUP' }, 'done'],
  ['again by a winner who gave the order back', { result: 'ACCEPTED', orderStatus: 404, orderDriverId: '7' }, 'driver.offerGone'],
])('accepting %s', (_, more, verdict) => expect(judgeAccept(facts(more))).toBe(verdict))

test('rejecting twice is rejecting once', () => {
  expect(judgeReject({ result: 'SENT', expiresAt: 2, now: 1 })).toBe('reject')
  expect(judgeReject({ result: 'REJECTED', expiresAt: 2, now: 9 })).toBe('done')
  expect(judgeReject({ result: 'SENT', expiresAt: 2, now: 2 })).toBe('driver.offerExpired')
  expect(judgeReject({ result: 'ACCEPTED', expiresAt: 2, now: 1 })).toBe('driver.offerGone')
})

import { expect, test } from 'vitest'
import { mapProblem, type MappedCoupon } from './right-coupon.rules.ts'

const right = { channelId: '7', validFrom: new Date('2026-01-01T00:00:00Z'), validTo: new Date('2026-02-01T00:00:00Z') }
const coupon: MappedCoupon = { status: 1, funder: 'PARTNER', funderChannelId: '7', validFrom: null, validTo: null, daysAfterGrant: 31 }

test('a coupon comes with a right of its funder, while it is on and within the right’s time', () => {
  expect(mapProblem(right, coupon)).toBeNull()
  expect(mapProblem(right, undefined)).toBe('rightCoupon.templateGone')
  expect(mapProblem(right, { ...coupon, status: 0 })).toBe('rightCoupon.templateOff')
  expect(mapProblem(right, { ...coupon, funder: 'TENANT' })).toBe('rightCoupon.funder')
  expect(mapProblem(right, { ...coupon, funderChannelId: '8' })).toBe('rightCoupon.funder')
  expect(mapProblem({ ...right, channelId: null }, { ...coupon, funderChannelId: null })).toBe('rightCoupon.funder')
  expect(mapProblem(right, { ...coupon, daysAfterGrant: 32 })).toBe('rightCoupon.dates')
  const fixed = { ...coupon, daysAfterGrant: null, validFrom: right.validFrom, validTo: right.validTo }
  expect(mapProblem(right, fixed)).toBeNull()
  expect(mapProblem(right, { ...fixed, validTo: new Date('2026-02-01T00:00:01Z') })).toBe('rightCoupon.dates')
})

import { describe, expect, it } from 'vitest'
import { byAdvantage, termsOf, unusable } from './discount-choice.rules.ts'

const now = new Date('2026-03-14T12:00:00Z')
const limits = {
  validFrom: new Date('2026-03-01T00:00:00Z'),
  validTo: new Date('2026-03-31T00:00:00Z'),
  cityIds: [],
  channelIds: [],
  serviceTypes: [],
  newCustomerOnly: false,
}
const use = { cityId: '330100', channelId: null, serviceType: 'TRIP', newCustomer: false, at: now }

describe('whether a coupon may be used here and now', () => {
  it('without limits it may, from its first instant to before its last', () => {
    expect(unusable(limits, use)).toBeNull()
    expect(unusable({ ...limits, validFrom: now }, use)).toBeNull()
    expect(unusable({ ...limits, validTo: now }, use)).toBe('EXPIRED')
    expect(unusable({ ...limits, validFrom: new Date(now.getTime() + 1) }, use)).toBe('NOT_YET')
  })
  it('each limit says which one it is', () => {
    expect(unusable({ ...limits, cityIds: ['310000'] }, use)).toBe('OTHER_CITY')
    expect(unusable({ ...limits, channelIds: ['7'] }, use)).toBe('OTHER_CHANNEL')
    expect(unusable({ ...limits, serviceTypes: ['HOURLY'] }, use)).toBe('OTHER_SERVICE')
    expect(unusable({ ...limits, newCustomerOnly: true }, use)).toBe('NEW_CUSTOMERS')
    expect(unusable({ ...limits, newCustomerOnly: true }, { ...use, newCustomer: true })).toBeNull()
  })
})

describe('which coupon is recommended', () => {
  const coupon = (id: string, discountFen: number | null, day: number, faceFen: number | null = 2000) => ({
    id,
    discountFen,
    expiresAt: new Date(now.getTime() + day * 86_400_000).toISOString(),
    faceFen,
  })
  it('the greatest discount, then the earliest expiry, then the smallest face', () => {
    const ranked = [coupon('late', 2000, 9), coupon('big', 3000, 9), coupon('small', 2000, 3, 2000), coupon('face', 2000, 3, 5000)]
    expect(ranked.sort(byAdvantage).map(({ id }) => id)).toEqual(['big', 'small', 'face', 'late'])
  })
  it('without a quote the one that expires first', () => {
    expect([coupon('b', null, 2), coupon('a', null, 1)].sort(byAdvantage).map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

it('a coupon row without its value is a fault, not a free trip', () => {
  const row = { type: 'CASH', funder: 'TENANT', faceFen: null, rateBp: null, maxFen: null, minSubtotalFen: 0 }
  expect(() => termsOf(row)).toThrow('lacks its value')
  expect(termsOf({ ...row, type: 'START_PRICE_FREE', maxFen: 4000 })).toEqual({
    type: 'START_PRICE_FREE',
    funder: 'TENANT',
    minSubtotalFen: 0,
    maxFen: 4000,
  })
})

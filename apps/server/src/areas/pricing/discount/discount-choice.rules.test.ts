import { describe, expect, it } from 'vitest'
import { byAdvantage, termsOf, unusable } from './discount-choice.rules.ts'

const now = new Date('2026-03-14T12:00:00Z')
const limits = {
  validFrom: new Date('2026-03-01T00:00:00Z'),
  validTo: new Date('2026-03-31T00:00:00Z'),
  cityIds: [],
  channelIds: [],
  serviceTypes: [],
  bands: [],
  fenceIds: [],
  newCustomerOnly: false,
}
// Eight in the evening in China.
const use = {
  cityId: '330100',
  channelId: null,
  serviceType: 'TRIP',
  newCustomer: false,
  at: now,
  departAt: now,
  utcOffsetMinutes: 480,
  fenceIds: ['5'],
}

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

describe('a coupon for some hours or places', () => {
  const evening = { ...limits, bands: [{ from: '20:00:00', to: '24:00:00' }] }
  it('goes by the hour of departure on the city’s clock, from the first second to before the last', () => {
    expect(unusable(evening, use)).toBeNull()
    expect(unusable(evening, { ...use, departAt: new Date(now.getTime() - 1) })).toBe('OTHER_HOURS')
    expect(unusable(evening, { ...use, departAt: new Date('2026-03-14T15:59:59.999Z') })).toBeNull()
    expect(unusable(evening, { ...use, departAt: new Date('2026-03-14T16:00:00Z') })).toBe('OTHER_HOURS')
    expect(unusable(evening, { ...use, utcOffsetMinutes: 0 })).toBe('OTHER_HOURS')
  })
  it('over midnight is two hours’ worth, and a trip booked for later is judged by then and not by now', () => {
    const night = {
      ...limits,
      bands: [
        { from: '22:00:00', to: '24:00:00' },
        { from: '00:00:00', to: '06:00:00' },
      ],
    }
    expect(unusable(night, use)).toBe('OTHER_HOURS')
    expect(unusable(night, { ...use, departAt: new Date('2026-03-14T20:00:00Z') })).toBeNull()
  })
  it('needs the pick-up in one of its fences', () => {
    expect(unusable({ ...limits, fenceIds: ['4', '5'] }, use)).toBeNull()
    expect(unusable({ ...limits, fenceIds: ['4'] }, use)).toBe('OTHER_PLACE')
    expect(unusable({ ...limits, fenceIds: ['4'] }, { ...use, fenceIds: [] })).toBe('OTHER_PLACE')
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

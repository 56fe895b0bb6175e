import { describe, expect, test } from 'vitest'
import { bookTimeProblem, opensSearchAt, sameTrip } from './booking.rules.ts'

const NOW = new Date('2026-11-23T12:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)
const DAY = 86_400_000

describe('the time of a booking', () => {
  test('lies ahead, and within seven days', () => {
    expect(bookTimeProblem(NOW, NOW)).toBe(true)
    expect(bookTimeProblem(after(-1), NOW)).toBe(true)
    expect(bookTimeProblem(after(1), NOW)).toBe(false)
    expect(bookTimeProblem(after(7 * DAY), NOW)).toBe(false)
    expect(bookTimeProblem(after(7 * DAY + 1), NOW)).toBe(true)
  })

  test('is looked ahead of: the search opens half an hour before, never after', () => {
    const opens = opensSearchAt(after(DAY))
    expect(after(DAY).getTime() - opens.getTime()).toBe(30 * 60_000)
  })
})

describe('a quote', () => {
  const trip = {
    cityId: '1',
    channelId: null,
    enterpriseId: null,
    groupIds: ['7', '8'],
    serviceType: 'DRIVE',
    pickup: { lat: 30.25, lng: 120.15 },
    dropoff: { lat: 30.3, lng: 120.2 },
  }
  const quoted = { ...trip, departAt: NOW }
  const atOnce = { bookTime: null, now: NOW, validS: 300 }
  const holds = (more: Partial<typeof trip> | object, leaves: Parameters<typeof sameTrip>[2] = atOnce, of = quoted) =>
    sameTrip(of, { ...trip, ...more }, leaves)

  test('holds for its own trip', () => expect(holds({})).toBe(true))

  test.each([
    ['another city', { cityId: '2' }],
    ['another channel', { channelId: '3' }],
    ['an enterprise that pays', { enterpriseId: '4' }],
    ['another group of the customer', { groupIds: ['7'] }],
    ['another order of groups, of which the first makes the price', { groupIds: ['8', '7'] }],
    ['another service', { serviceType: 'DAY' }],
    ['another way to go', { dropoff: { lat: 30.31, lng: 120.2 } }],
    ['nowhere to go', { dropoff: null }],
    ['nowhere to come to', { pickup: null }],
  ])('does not hold for %s', (_what, other) => expect(holds(other)).toBe(false))

  test('holds where a place lost what a form takes off it, and not a street on', () => {
    expect(holds({ pickup: { lat: 30.250_09, lng: 120.149_91 } })).toBe(true)
    expect(holds({ pickup: { lat: 30.250_2, lng: 120.15 } })).toBe(false)
    expect(holds({ pickup: { lat: 30.25, lng: 120.150_2 } })).toBe(false)
  })

  test('of a trip at once holds until it is over', () => {
    expect(holds({}, { ...atOnce, now: after(300_000) })).toBe(true)
    expect(holds({}, { ...atOnce, now: after(300_001) })).toBe(false)
  })

  test('of a booking holds for that minute alone, however soon it is asked', () => {
    const booked = { ...quoted, departAt: after(DAY) }
    expect(holds({}, { ...atOnce, bookTime: after(DAY) }, booked)).toBe(true)
    expect(holds({}, { ...atOnce, bookTime: after(DAY + 60_000) }, booked)).toBe(false)
    // Asked at once it would leave now, in another band of the day.
    expect(holds({}, atOnce, booked)).toBe(false)
  })

  test('that knew of no group is one without groups', () => {
    const { groupIds: _, ...without } = quoted
    expect(sameTrip(without, { ...trip, groupIds: [] }, atOnce)).toBe(true)
    expect(sameTrip(without, trip, atOnce)).toBe(false)
  })
})

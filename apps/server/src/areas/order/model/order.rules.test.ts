import { openPayStatuses } from '@chauffeur/contract/order/actions'
import { PAY_STATUS as P } from '@chauffeur/contract/order/model'
import { describe, expect, test } from 'vitest'
import { billedFills, dropoffPoint, dueFen, filledMetres, laterOf, pickupPoint, travellerFen } from './order.rules.ts'

describe('what a traveller owes', () => {
  const bill = (pay_status: number, personal_fen: number | null, total_fen: number | null) => ({ pay_status, personal_fen, total_fen })

  test('is their part where an enterprise pays the rest, all of it where nobody does, nothing before a bill', () => {
    expect(travellerFen(bill(P.unpaid, 1_200, 5_000))).toBe(1_200)
    expect(travellerFen(bill(P.unpaid, null, 5_000))).toBe(5_000)
    expect(travellerFen(bill(P.unpaid, null, null))).toBe(0)
  })

  test('is nothing of theirs where the enterprise pays all of it: none is not unknown', () => {
    expect(travellerFen(bill(P.unpaid, 0, 5_000))).toBe(0)
    expect(dueFen(bill(P.unpaid, 0, 5_000))).toBe(0)
  })

  test('is due while a bill is open, a bad debt too, and no more once it is paid', () => {
    for (const status of Object.values(P)) {
      const open = openPayStatuses.includes(status)
      expect([status, dueFen(bill(status, null, 5_000))]).toEqual([status, open ? 5_000 : null])
    }
    expect(dueFen(bill(P.paid, null, 5_000))).toBeNull()
  })
})

test('a place is known where both of its numbers are; the equator and the first meridian are places', () => {
  expect(pickupPoint({ pickup_lat: 30, pickup_lng: 120 })).toEqual({ lat: 30, lng: 120 })
  expect(pickupPoint({ pickup_lat: 0, pickup_lng: 0 })).toEqual({ lat: 0, lng: 0 })
  expect(pickupPoint({ pickup_lat: 30, pickup_lng: null })).toBeNull()
  expect(dropoffPoint({ dropoff_lat: null, dropoff_lng: 120 })).toBeNull()
})

test('of two moments the later one counts, or the one there is', () => {
  const [early, late] = [new Date(1), new Date(2)]
  expect(laterOf(early, late)).toBe(late)
  expect(laterOf(late, early)).toBe(late)
  expect(laterOf(early, null)).toBe(early)
  expect(laterOf(null, late)).toBe(late)
  expect(laterOf(null, null)).toBeNull()
})

describe('gaps of a trip', () => {
  const gaps = [
    { from: 0, to: 1, metres: 400 },
    { from: 5, to: 9, metres: 1_100 },
  ]
  const order = (track_quality: string, gap_fills: object | null) =>
    ({ track_quality, gap_fills }) as unknown as Parameters<typeof filledMetres>[0]

  test('are billed as they were filled', () => {
    expect(filledMetres(order('GAPS', { provider: 'AMAP', gaps }))).toBe(1_500)
    expect(filledMetres(order('GAPS', { provider: 'AMAP', gaps: [] }))).toBe(0)
  })

  test('are billed with nothing where nobody filled them, or somebody put the distance right by hand', () => {
    expect(filledMetres(order('GAPS', null))).toBeNull()
    expect(billedFills(order('ESTIMATED', { provider: 'AMAP', gaps }))).toBeNull()
    expect(filledMetres(order('ESTIMATED', { provider: 'AMAP', gaps }))).toBeNull()
  })
})

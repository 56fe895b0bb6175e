import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { localDay } from '#platform/values/local-clock'
import { pointsFor } from '@chauffeur/contract/customer/points-model'
import { endOf, type Lot, openOf, returned, takeOldest } from './lots.rules.ts'

const CHINA = 480
const lots = fc.array(
  fc.record({ remaining: fc.integer({ min: 1, max: 500 }) }).map(({ remaining }) => remaining),
  { maxLength: 8 },
)
const asLots = (all: readonly number[]): Lot[] => all.map((remaining, at) => ({ lotId: String(at), remaining, expiresAt: null }))
const sum = (all: readonly { points: number }[]) => all.reduce((total, { points }) => total + points, 0)

describe('points are taken from what ends first', () => {
  test('no more than there is, nothing of a later lot while an earlier one has some, and what is short is said', () => {
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 2_000 }), (all, points) => {
        const { takes, short } = takeOldest(asLots(all), points)
        const have = all.reduce((total, one) => total + one, 0)
        expect(sum(takes) + short).toBe(points)
        expect(short).toBe(Math.max(0, points - have))
        for (const [at, take] of takes.entries()) {
          expect(take.lotId).toBe(String(at))
          if (at < takes.length - 1) expect(take.points).toBe(all[at])
        }
      }),
    )
  })

  test('what goes back goes to what ends last, and never more than was taken of a lot', () => {
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 0, max: 2_000 }), (all, points, wanted) => {
        const { takes } = takeOldest(asLots(all), points)
        const open = Math.min(wanted, sum(takes))
        const back = returned(takes, open)
        expect(sum(back)).toBe(open)
        for (const { lotId, points: given } of back) expect(given).toBeLessThanOrEqual(takes.find((take) => take.lotId === lotId)!.points)
      }),
    )
  })
})

test('whatever comes and goes, what may be spent is the balance, or nothing where points are owed', () => {
  const step = fc.oneof(
    fc.record({ give: fc.integer({ min: 1, max: 300 }) }),
    fc.record({ take: fc.integer({ min: 1, max: 300 }) }),
    fc.record({ spend: fc.integer({ min: 1, max: 300 }) }),
    fc.constant({ end: true }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let balance = 0
      let open: Lot[] = []
      let made = 0
      const take = (points: number) => {
        const { takes } = takeOldest(open, points)
        open = open
          .map((lot) => ({ ...lot, remaining: lot.remaining - (takes.find(({ lotId }) => lotId === lot.lotId)?.points ?? 0) }))
          .filter(({ remaining }) => remaining > 0)
        balance -= points
      }
      for (const one of steps) {
        if ('give' in one) {
          const remaining = openOf(one.give, balance)
          if (remaining > 0) open.push({ lotId: String(++made), remaining, expiresAt: null })
          balance += one.give
        } else if ('take' in one) take(one.take)
        else if ('spend' in one) {
          if (balance >= one.spend) take(one.spend)
        } else if (open[0]) take(open[0].remaining)
        expect(open.reduce((total, { remaining }) => total + remaining, 0)).toBe(Math.max(0, balance))
      }
    }),
  )
})

describe('points end at midnight of the city', () => {
  const at = (text: string) => new Date(`${text}+08:00`)
  test.each([
    ['2026-11-24T23:59:59', 12, '2027-11-25T00:00:00'],
    ['2026-11-24T00:00:00', 1, '2026-12-25T00:00:00'],
    ['2027-01-31T12:00:00', 1, '2027-03-01T00:00:00'],
    ['2028-01-31T12:00:00', 1, '2028-03-01T00:00:00'],
    ['2026-12-31T12:00:00', 2, '2027-03-01T00:00:00'],
  ])('%s, %i months on: %s', (from, months, ends) => expect(endOf(at(from), months, CHINA)).toEqual(at(ends)))

  test('of the clock that is meant, and never before so many months are over', () => {
    expect(endOf(new Date('2026-11-24T23:30:00Z'), 1, CHINA)).toEqual(at('2026-12-26T00:00:00'))
    expect(endOf(new Date('2026-11-24T23:30:00Z'), 1, 0)).toEqual(new Date('2026-12-25T00:00:00Z'))
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2025-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: -720, max: 840 }),
        (from, months, offset) => {
          const ends = endOf(from, months, offset)
          const days = (ends.getTime() - from.getTime()) / 86_400_000
          expect(days).toBeGreaterThan(28 * months)
          expect(days).toBeLessThanOrEqual(31 * months + 1)
          expect(localDay(ends, offset)).not.toBe(localDay(new Date(ends.getTime() - 1), offset))
        },
      ),
    )
  })
})

test('an order gives points for each whole yuan, within the cap of the day', () => {
  const amount = { event: 'AMOUNT', points: 2, dayCap: 100, expiryMonths: null } as const
  expect([pointsFor(amount, 4_999), pointsFor(amount, 4_999, 90), pointsFor(amount, 4_999, 120), pointsFor(amount, 99)]).toEqual([
    98, 10, 0, 0,
  ])
  expect(pointsFor({ ...amount, dayCap: null }, 100_000)).toBe(2_000)
  expect(pointsFor({ event: 'ORDER', points: 10, dayCap: null, expiryMonths: 1 }, 0)).toBe(10)
})

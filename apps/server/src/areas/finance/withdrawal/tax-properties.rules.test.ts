import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bandsInOrder,
  type EarnedMonth,
  earnedIn,
  standardTax,
  taxIn,
  taxOfApplication,
  taxOfEarnings,
  type TaxTerms,
} from './tax.rules.ts'

const law: TaxTerms = { ...standardTax, withhold: true }
const fen = fc.integer({ min: 1, max: 40_000_000 })
const months = fc.integer({ min: 1, max: 12 })

/** What is withheld of applications that follow one another in one month. */
function withheld(amounts: readonly number[], month: number): number {
  let [appliedFen, withheldFen] = [0, 0]
  for (const amountFen of amounts) {
    withheldFen += taxIn(taxOfApplication(amountFen, { year: 2026, appliedFen, withheldFen, months: month }, law, amountFen))
    appliedFen += amountFen
  }
  return withheldFen
}

describe('the tax of an application', () => {
  test('comes to the same however a sum is divided, to the fen', () => {
    fc.assert(
      fc.property(fc.array(fen, { minLength: 1, maxLength: 8 }), months, (amounts, month) => {
        const whole = amounts.reduce((sum, one) => sum + one, 0)
        // Of a very small part after a very large one the tax would take all: what is left open then is made up for later.
        fc.pre(Math.min(...amounts) * 100 > whole)
        expect(withheld(amounts, month)).toBe(withheld([whole], month))
      }),
    )
  })

  test('is never below nothing, never all of it, and never less for a larger sum', () => {
    const soFar = fc.record({ year: fc.constant(2026), appliedFen: fc.nat(100_000_000), withheldFen: fc.nat(10_000_000), months })
    fc.assert(
      fc.property(fen, fc.nat(1_000_000), soFar, (amountFen, more, before) => {
        const tax = taxIn(taxOfApplication(amountFen, before, law, amountFen))
        expect(Number.isInteger(tax) && tax >= 0 && tax < amountFen).toBe(true)
        const larger = amountFen + more
        expect(taxIn(taxOfApplication(larger, before, law, larger))).toBeGreaterThanOrEqual(tax)
      }),
    )
  })

  test('of income below what a month leaves free is nothing, and of a fen above the limit of a band no jump', () => {
    // 6 250 yuan less a fifth are the 5 000 that a month leaves free.
    expect(withheld([625_000], 1)).toBe(0)
    expect(withheld([625_000 + 100], 1)).toBe(2)
    for (const { uptoFen } of law.bands) {
      if (uptoFen === null) continue
      const incomeFen = Math.ceil(((uptoFen + law.monthlyExemptFen) * 10) / 8)
      expect(Math.abs(withheld([incomeFen + 10], 1) - withheld([incomeFen], 1))).toBeLessThan(10)
    }
  })

  test('stays what it is where nothing was withheld before a tenant began to, but for what that leaves to catch up', () => {
    const before = { year: 2026, appliedFen: 2_000_000, withheldFen: 0, months: 2 }
    const first = taxIn(taxOfApplication(1_000_000, before, law, 1_000_000))
    const next = taxIn(taxOfApplication(1_000_000, { ...before, appliedFen: 3_000_000, withheldFen: first, months: 2 }, law, 1_000_000))
    expect(first, 'what the months before owed is made up for at once').toBe(withheld([3_000_000], 2))
    expect(next).toBe(withheld([4_000_000], 2) - first)
  })
})

const earning = fc
  .array(fc.integer({ min: -500_000, max: 2_000_000 }), { minLength: 1, maxLength: 24 })
  .map((sums) => sums.map((sum, n): EarnedMonth => ({ year: 2025 + Math.floor(n / 12), month: (n % 12) + 1, fen: sum })))
const present = { year: 2026, month: 12 }

describe('in which months a sum was earned', () => {
  const total = (parts: readonly EarnedMonth[]) => parts.reduce((sum, part) => sum + part.fen, 0)

  test('all of it is of some month, and none of it of two', () => {
    fc.assert(
      fc.property(earning, fc.nat(5_000_000), fc.nat(5_000_000), fc.nat(5_000_000), (earned, a, b, c) => {
        const [from, middle, to] = [a, a + b, a + b + c]
        const whole = earnedIn(earned, from, to, present)
        expect(total(whole)).toBe(to - from)
        expect(whole.every((part) => part.fen > 0)).toBe(true)
        const parts = [...earnedIn(earned, from, middle, present), ...earnedIn(earned, middle, to, present)]
        const byMonth = (all: readonly EarnedMonth[]) => {
          const sums: Record<string, number> = {}
          for (const { year, month, fen: part } of all) sums[`${year}-${month}`] = (sums[`${year}-${month}`] ?? 0) + part
          return sums
        }
        expect(byMonth(parts), 'whether it is taken out at once or in two').toEqual(byMonth(whole))
      }),
    )
  })

  test('no month gives more than was earned in it, but the present one', () => {
    fc.assert(
      fc.property(earning, fc.nat(20_000_000), (earned, to) => {
        for (const part of earnedIn(earned, 0, to, present)) {
          const own = earned.find(({ year, month }) => year === part.year && month === part.month)
          if (part.month === present.month && part.year === present.year) continue
          expect(part.fen).toBeLessThanOrEqual(Math.max(0, own!.fen))
        }
      }),
    )
  })

  test('what a driver lost in a month is gone from those that follow, one after the other, until it is made up for', () => {
    const sum = fc.integer({ min: 1, max: 100_000 })
    fc.assert(
      fc.property(sum, fc.array(sum, { minLength: 1, maxLength: 6 }), (lostFen, gains) => {
        const earned = [-lostFen, ...gains].map((of, n) => ({ year: 2026, month: n + 1, fen: of }))
        let openFen = lostFen
        const left = gains.flatMap((gainFen, n) => {
          const ownFen = Math.max(0, gainFen - openFen)
          openFen = Math.max(0, openFen - gainFen)
          return ownFen > 0 ? [{ year: 2026, month: n + 2, fen: ownFen }] : []
        })
        expect(earnedIn(earned, 0, total(left), present)).toEqual(left)
      }),
    )
  })

  test('by earning, too, something is left, and nothing is ever asked for below nothing', () => {
    fc.assert(
      fc.property(earning, fc.nat(10_000_000), fen, fc.nat(1_000_000), (earned, takenFen, amountFen, withheldFen) => {
        const basis = taxOfEarnings(amountFen, { months: earned, takenFen, present, withheldFen }, law, amountFen)
        expect(taxIn(basis)).toBeGreaterThanOrEqual(0)
        expect(taxIn(basis)).toBeLessThan(amountFen)
        for (const { taxFen } of basis.years) expect(taxFen).toBeGreaterThanOrEqual(0)
        expect(new Set(basis.years.map(({ year }) => year)).size, 'each year once').toBe(basis.years.length)
      }),
    )
  })
})

test('a table of rates with a gap, a step back or no end is refused, wherever it is', () => {
  fc.assert(
    fc.property(fc.nat(standardTax.bands.length - 2), fc.constantFrom('same', 'back', 'open'), (at, how) => {
      const bands = standardTax.bands.map((band, n) => {
        if (n !== at) return band
        const next = standardTax.bands[at + 1]!.uptoFen
        return { ...band, uptoFen: how === 'open' ? null : next === null ? 0 : how === 'same' ? next : next + 1 }
      })
      expect(bandsInOrder(bands)).toBe(false)
    }),
  )
})

import type { PartnerStatementState } from '@chauffeur/contract/partner/statement'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreedOf, boundsOf, leftFen, mayDispute, monthBefore, statementMachine } from './statement.rules.ts'

const month = fc
  .tuple(fc.integer({ min: 2020, max: 2039 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, no]) => `${year}-${String(no).padStart(2, '0')}`)
const after = (of: string) => new Date(boundsOf(of).to.getTime() + 8 * 3_600_000).toISOString().slice(0, 7)

describe('the months of partners', () => {
  test('follow one another without a gap and without a moment that is of two, over the end of a year too', () => {
    fc.assert(
      fc.property(month, (of) => {
        const { from, to } = boundsOf(of)
        expect(boundsOf(after(of)).from).toEqual(to)
        expect(to.toISOString(), 'midnight in China').toMatch(/T16:00:00\.000Z$/)
        const days = (to.getTime() - from.getTime()) / 86_400_000
        const [year, no] = of.split('-').map(Number) as [number, number]
        expect(days).toBe(new Date(Date.UTC(year, no, 0)).getUTCDate())
      }),
    )
  })

  test('are over at China’s midnight: a trip paid a millisecond before is billed with them, one at midnight with the next', () => {
    fc.assert(
      fc.property(month, (of) => {
        const { from, to } = boundsOf(of)
        expect(monthBefore(to)).toBe(of)
        expect(after(monthBefore(new Date(to.getTime() - 1)))).toBe(of)
        expect(after(monthBefore(from))).toBe(of)
      }),
    )
  })
})

const states: readonly PartnerStatementState[] = ['DRAFT', 'SENT', 'CONFIRMED', 'FINAL']
const line = fc.record({
  kind: fc.constantFrom('USE' as const, 'CORRECTION' as const),
  dispute: fc.constantFrom(null, 'OPEN' as const, 'KEPT' as const, 'TAKEN_OUT' as const, 'ADJUSTED' as const),
  amountFen: fc.integer({ min: -5_000, max: 5_000 }),
})

describe('what a partner is billed', () => {
  test('is never a sum that nobody was asked for: below nothing, or more than was billed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('KEPT' as const, 'TAKEN_OUT' as const, 'ADJUSTED' as const),
        fc.integer({ min: 1, max: 100_000 }),
        fc.option(fc.integer({ min: -1_000, max: 200_000 }), { nil: undefined }),
        (decision, billedFen, givenFen) => {
          const agreed = agreedOf(decision, billedFen, givenFen)
          if (agreed === null) expect(decision).toBe('ADJUSTED')
          expect(agreed ?? 0).toBeGreaterThanOrEqual(0)
          expect(agreed ?? 0).toBeLessThanOrEqual(billedFen)
        },
      ),
    )
  })

  test('is disputed only while it is out, once, and where there is something to take off', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), line, (state, of) => {
        const may = mayDispute(state, of)
        expect(mayDispute(state, { ...of, dispute: 'KEPT' })).toBe(false)
        if (may) expect([state, of.kind, of.amountFen > 0]).toEqual(['SENT', 'USE', true])
        expect(mayDispute('FINAL', of)).toBe(false)
      }),
    )
  })

  test('is not changed by the clock, nor by anybody once it is final', () => {
    for (const state of states)
      for (const event of ['send', 'confirm', 'finalize'] as const) expect(statementMachine.next(state, event, 'TIMER')).toBeNull()
    for (const event of ['send', 'confirm', 'finalize'] as const) expect(statementMachine.next('FINAL', event, 'OPERATOR')).toBeNull()
  })

  test('is open for what was not paid of it, also where the database gives its sums as text', () => {
    expect(leftFen({ total_fen: '10000', paid_fen: '2500' })).toBe(7_500)
    expect(leftFen({ total_fen: -4_000, paid_fen: '-4000' })).toBe(0)
    expect(leftFen({ total_fen: '9007199254740991', paid_fen: 0 }), 'whole to the fen').toBe(9_007_199_254_740_991)
  })
})

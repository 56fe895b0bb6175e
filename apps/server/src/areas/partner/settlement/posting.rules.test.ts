import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finalLines, receivedLines, refundedLines } from './posting.rules.ts'

type Lines = ReturnType<typeof finalLines>
/** Debits less credits, by whose account and which. */
const sums = (lines: Lines) => {
  const by: Record<string, number> = {}
  for (const { account, side, amountFen } of lines) {
    const name = `${account.ownerType} ${account.kind}`
    by[name] = (by[name] ?? 0) + (side === 'D' ? amountFen : -amountFen)
  }
  return by
}
const total = (lines: Lines) => Object.values(sums(lines)).reduce((sum, fen) => sum + fen, 0)

describe('a partner’s month that is final', () => {
  test('is owed by the partner instead of by all partners; what the contract says otherwise is the platform’s gain or loss', () => {
    expect(sums(finalLines('7', { totalFen: 10_000, coveredFen: 9_000 }))).toEqual({
      'PARTNER PARTNER_RECEIVABLE': 10_000,
      'PLATFORM PARTNER_RECEIVABLE': -9_000,
      'PLATFORM REVENUE': -1_000,
    })
    expect(sums(finalLines('7', { totalFen: 8_000, coveredFen: 9_000 }))).toMatchObject({ 'PLATFORM REVENUE': 1_000 })
  })

  test('names no account that nothing moves on', () => {
    expect(finalLines('7', { totalFen: 0, coveredFen: 0 })).toEqual([])
    expect(finalLines('7', { totalFen: 9_000, coveredFen: 9_000 }).map(({ account }) => account.kind)).toEqual([
      'PARTNER_RECEIVABLE',
      'PARTNER_RECEIVABLE',
    ])
    expect(finalLines('7', { totalFen: 500, coveredFen: 0 })).toHaveLength(2)
  })

  test('balances whatever its sums are, a month below zero too, and is the other way round when they are', () => {
    const fen = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
    fc.assert(
      fc.property(fen, fen, (totalFen, coveredFen) => {
        const lines = finalLines('7', { totalFen, coveredFen })
        expect(total(lines)).toBe(0)
        for (const { amountFen } of lines) expect(amountFen).toBeGreaterThan(0)
        const back = [...lines, ...finalLines('7', { totalFen: -totalFen, coveredFen: -coveredFen })]
        expect(Object.values(sums(back)).every((sum) => sum === 0)).toBe(true)
      }),
    )
  })
})

test('what a partner pays takes from what they owe, and what is paid back to them does the opposite', () => {
  expect(sums(receivedLines('7', 4_000))).toEqual({ 'PLATFORM CASH_BANK': 4_000, 'PARTNER PARTNER_RECEIVABLE': -4_000 })
  expect(sums(refundedLines('7', 4_000))).toEqual({ 'PLATFORM CASH_BANK': -4_000, 'PARTNER PARTNER_RECEIVABLE': 4_000 })
  const whole = [...finalLines('7', { totalFen: 4_000, coveredFen: 4_000 }), ...receivedLines('7', 4_000)]
  expect(sums(whole), 'nothing is owed any more').toMatchObject({ 'PARTNER PARTNER_RECEIVABLE': 0 })
  expect(receivedLines('7', 1).every(({ account }) => account.ownerType === 'PLATFORM' || account.ownerId === '7')).toBe(true)
})

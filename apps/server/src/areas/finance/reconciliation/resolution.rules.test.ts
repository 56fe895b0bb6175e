import { RECON_RESULT as R, type ReconResult, reconResolution, resolutionsFor } from '@chauffeur/contract/finance/reconciliation-model'
import type { WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import { expect, test } from 'vitest'
import { entryProblem } from '../ledger/index.ts'
import { correctionLines, type Difference, endingOf, mayResolve, missingFen } from './resolution.rules.ts'

const difference = (more: Partial<Difference>): Difference => ({
  kind: 'PAYOUT',
  channel: 'WECHAT',
  result: R.channelOnly,
  ourFen: 0,
  channelFen: 9_900,
  ourCounts: false,
  ...more,
})
const shown = (of: Difference, against: 'SUSPENSE' | 'REVENUE' = 'SUSPENSE') =>
  correctionLines(of, against).map(({ account, side, amountFen }) => `${side} ${account.kind} ${(amountFen / 100).toFixed(2)}`)

test('a payment that only the channel has takes its cash and waits in suspense', () => {
  expect(shown(difference({}))).toEqual(['D SUSPENSE 99.00', 'C CASH_WX 99.00'])
  expect(shown(difference({ channel: 'BANK' }))).toEqual(['D SUSPENSE 99.00', 'C CASH_BANK 99.00'])
})

test('of another amount only the difference is posted', () => {
  const less = difference({ result: R.amount, ourFen: 9_900, channelFen: 9_800, ourCounts: true })
  expect(missingFen(less)).toBe(-100)
  expect(shown(less)).toEqual(['C SUSPENSE 1.00', 'D CASH_WX 1.00'])
})

test('what we hold to be paid and the channel has not goes back to cash, at our gain where it is written off', () => {
  expect(shown(difference({ result: R.oursOnly, ourFen: 9_900, channelFen: 0, ourCounts: true }), 'REVENUE')).toEqual([
    'C REVENUE 99.00',
    'D CASH_WX 99.00',
  ])
})

test('a payment of a customer counts the other way', () => {
  expect(shown(difference({ kind: 'COLLECTION' }))).toEqual(['C SUSPENSE 99.00', 'D CASH_WX 99.00'])
})

test('what moved on both sides posts nothing', () => {
  expect(shown(difference({ result: R.crossDay, ourFen: 9_900, ourCounts: true }))).toEqual([])
})

test('every correction is a sound entry or none', () => {
  for (const kind of ['PAYOUT', 'COLLECTION'] as const)
    for (const ourFen of [-9_900, 0, 9_900])
      for (const channelFen of [-9_800, 0, 9_900])
        for (const ourCounts of [true, false]) {
          const lines = correctionLines(difference({ kind, ourFen, channelFen, ourCounts }), 'REVENUE')
          expect(lines.length === 0 ? null : entryProblem(lines)).toBeNull()
        }
})

test('a payment under way ends by the statement, and one that failed here is paid after all', () => {
  const state = difference({ result: R.state, ourFen: 9_900 })
  const ending = (at: WithdrawalState, isLast = true, of = state) => endingOf(of, { state: at, isLast })
  expect([40, 45, 60].map((at) => ending(at as WithdrawalState))).toEqual(['SETTLE', 'SETTLE', 'ADOPT'])
  expect([10, 30, 50, 70, 80, 90].map((at) => ending(at as WithdrawalState))).toEqual(Array(6).fill(null))
  expect(ending(40, true, { ...state, result: R.amount, channelFen: 9_800 }), 'of another sum too').toBe('SETTLE')
  expect(ending(40, true, { ...state, result: R.duplicate }), 'a second line is no second payment').toBeNull()
  expect(ending(40, true, { ...state, channelFen: -9_900 }), 'what came back ends nothing').toBeNull()
})

test('money under an earlier number waits for the payment that is under way, and is the payment where that failed', () => {
  const state = difference({ result: R.state, ourFen: 9_900 })
  expect(endingOf(state, { state: 45, isLast: false })).toBe('WAIT')
  expect(endingOf(state, { state: 60, isLast: false })).toBe('ADOPT')
  expect(endingOf(state, { state: 50, isLast: false })).toBeNull()
})

test('a difference that differs in nothing needs nothing, every other can be settled', () => {
  expect(resolutionsFor[R.matched]).toEqual([])
  for (const result of [1, 2, 3, 4, 5, 6] as ReconResult[])
    expect(reconResolution.options.some((one) => mayResolve(result, one))).toBe(true)
  expect(mayResolve(R.state, 'WRITE_OFF')).toBe(false)
})

import {
  RECON_BATCH_STATE as B,
  RECON_RESULT as R,
  type ReconResult,
  reconResolution,
} from '@chauffeur/contract/finance/reconciliation-model'
import { WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deltaOf, entryProblem } from '../ledger/index.ts'
import { actionsOfBatch, againInS, isFetched, isOver, readyAt, worstOf } from './batch.rules.ts'
import { correctionLines, type Difference, endingOf, leavesMoneyOpen, mayResolve, mayReverse, missingFen } from './resolution.rules.ts'

const fen = fc.integer({ min: -5_000_000, max: 5_000_000 })
const difference: fc.Arbitrary<Difference> = fc.record({
  kind: fc.constantFrom('PAYOUT', 'COLLECTION'),
  channel: fc.constantFrom('WECHAT', 'BANK'),
  result: fc.constantFrom(...Object.values(R)),
  ourFen: fen,
  channelFen: fen,
  ourCounts: fc.boolean(),
})
const against = fc.constantFrom('SUSPENSE' as const, 'REVENUE' as const)
const state = fc.constantFrom(...Object.values(S))

describe('what settles a difference', () => {
  test('brings the channel’s cash to what its statement says, whatever was posted before, and nothing else moves', () => {
    fc.assert(
      fc.property(difference, against, (of, other) => {
        const lines = correctionLines(of, other)
        const [cash, wrong] = of.channel === 'WECHAT' ? ['CASH_WX', 'CASH_BANK'] : ['CASH_BANK', 'CASH_WX']
        const moved = (kind: string) => lines.filter(({ account }) => account.kind === kind).reduce((sum, line) => sum + deltaOf(line), 0)
        // What customers pay comes in, what drivers are paid goes out.
        const inBooks = (of.ourCounts ? of.ourFen : 0) * (of.kind === 'PAYOUT' ? -1 : 1)
        expect(inBooks + moved(cash!)).toBe(of.channelFen * (of.kind === 'PAYOUT' ? -1 : 1) || 0)
        expect(moved(wrong!)).toBe(0)
        expect(lines.length === 0 ? null : entryProblem(lines)).toBeNull()
      }),
    )
  })

  test('posts nothing exactly where nothing is missing', () => {
    fc.assert(
      fc.property(difference, against, (of, other) => {
        expect(correctionLines(of, other).length === 0).toBe(missingFen(of) === 0)
        expect(correctionLines({ ...of, ourFen: of.channelFen, ourCounts: true }, other)).toEqual([])
      }),
    )
  })

  test('settled twice it would post twice: once it is posted, what is missing is nothing', () => {
    fc.assert(
      fc.property(difference, (of) => {
        const settled = { ...of, ourFen: of.channelFen, ourCounts: true }
        expect(missingFen(settled)).toBe(0)
        expect(leavesMoneyOpen(settled)).toBe(false)
      }),
    )
  })

  test('a note by one person never closes a sum: whatever moved on one side only takes two', () => {
    fc.assert(
      fc.property(difference, (of) => {
        fc.pre(of.ourFen !== of.channelFen || (!of.ourCounts && of.channelFen !== 0))
        expect(leavesMoneyOpen(of)).toBe(true)
      }),
    )
  })
})

describe('a withdrawal and the statement', () => {
  test('is never ended by what does not pay it: another kind, a refund, a second line, or what we count already', () => {
    fc.assert(
      fc.property(difference, state, fc.boolean(), (of, at, isLast) => {
        fc.pre(of.kind === 'COLLECTION' || of.channelFen <= 0 || of.ourCounts || of.result === R.duplicate)
        expect(endingOf(of, { state: at, isLast })).toBeNull()
      }),
    )
  })

  test('is never ended once it is over, nor before it was ever sent', () => {
    const untouched: readonly WithdrawalState[] = [S.applied, S.auditing, S.approved, S.paid, S.rejected, S.refunded, S.cancelled]
    fc.assert(
      fc.property(difference, fc.constantFrom(...untouched), fc.boolean(), (of, at, isLast) => {
        expect(endingOf(of, { state: at, isLast })).toBeNull()
      }),
    )
  })

  test('ours is taken back of what we hold to be paid, and of nothing else', () => {
    expect(Object.values(S).filter(mayReverse)).toEqual([S.paid])
    expect(mayReverse(null)).toBe(false)
  })

  test('nothing can be done about what agrees, and only a payment held apart by midnight is put to the next day', () => {
    expect(reconResolution.options.filter((one) => mayResolve(R.matched, one))).toEqual([])
    const nextDay = (Object.values(R) as ReconResult[]).filter((result) => mayResolve(result, 'MERGED_NEXT_DAY'))
    expect(nextDay).toEqual([R.crossDay])
    const back = (Object.values(R) as ReconResult[]).filter((result) => mayResolve(result, 'REVERSE_OURS'))
    expect(back, 'what the channel knows of is never taken back').toEqual([R.oursOnly])
  })
})

describe('the day of a statement', () => {
  const day = fc
    .date({ min: new Date('2026-01-01'), max: new Date('2032-12-31'), noInvalidDate: true })
    .map((at) => at.toISOString().slice(0, 10))

  test('is over at midnight in China, not a millisecond before, and fetched ten hours later', () => {
    fc.assert(
      fc.property(day, (billDate) => {
        const end = Date.parse(`${billDate}T16:00:00Z`)
        expect([isOver(billDate, end - 1), isOver(billDate, end)]).toEqual([false, true])
        expect(readyAt(billDate).getTime() - end).toBe(10 * 3_600_000)
      }),
    )
  })

  test('a future day is not over at any hour of today, the last of a year neither', () => {
    const now = Date.parse('2026-12-31T15:59:59.999Z')
    expect(['2026-12-30', '2026-12-31', '2027-01-01'].map((one) => isOver(one, now))).toEqual([true, false, false])
  })

  test('is tried again ever later, and never later than six hours', () => {
    for (let tries = 0; tries < 40; tries++) {
      expect(againInS(tries)).toBeLessThanOrEqual(6 * 3_600)
      expect(againInS(tries + 1)).toBeGreaterThanOrEqual(againInS(tries))
    }
  })
})

describe('a batch', () => {
  const batchState = fc.constantFrom(...Object.values(B))
  test('that balances is left alone, and so is one under way; another can always be mended by a file', () => {
    fc.assert(
      fc.property(batchState, fc.boolean(), fc.boolean(), fc.boolean(), (at, underWay, hasFile, fetchable) => {
        const actions = actionsOfBatch({ state: at, underWay, hasFile, fetchable })
        expect(actions.includes('upload')).toBe(!underWay && at !== B.balanced)
        if (actions.includes('again')) expect(hasFile).toBe(true)
        if (actions.includes('fetch')) expect(fetchable).toBe(true)
      }),
    )
  })

  test('of a day is as bad as the worst of them, however they are listed', () => {
    fc.assert(
      fc.property(fc.array(batchState, { minLength: 1, maxLength: 8 }), (states) => {
        expect(states).toContain(worstOf(states))
        expect(worstOf(states.toReversed())).toBe(worstOf(states))
        if (worstOf(states) === B.balanced) expect(new Set(states)).toEqual(new Set([B.balanced]))
      }),
    )
  })

  test('is fetched of WeChat alone', () => {
    expect(['WECHAT', 'BANK', 'BY_HAND', ''].filter(isFetched)).toEqual(['WECHAT'])
  })
})

import { WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import { withdrawalAction } from '@chauffeur/contract/finance/withdrawal-review-model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withdrawalMachine } from '../../src/areas/finance/withdrawal/withdrawal.rules.ts'
import {
  allowedActions,
  approvalBy,
  approvesItself,
  needsSecond,
  type Reviewed,
  type RiskFacts,
  riskFlagsOf,
} from '../../src/areas/finance/withdrawal-review/review.rules.ts'

const AUTHORITIES = ['withdrawal.audit', 'withdrawal.secondAudit', 'withdrawal.pay'] as const
const person = fc.constantFrom('1', '2', '3', '4')
const who = fc.record({ userId: person, authorities: fc.subarray([...AUTHORITIES]).map((some) => new Set<string>(some)) })
const applyFen = fc.constantFrom(1, 19_999, 20_000, 199_999, 200_000, 10_000_000)
const terms = fc.record({ autoApproveBelowFen: fc.constantFrom(0, 20_000), secondReviewFromFen: fc.constantFrom(0, 20_000, 200_000) })

interface Row extends Reviewed {
  secondAuditedBy: string | null
  accountBy: string | null
  paidBy: string | null
}
type Who = { userId: string; authorities: ReadonlySet<string> }

/** A withdrawal goes on as people press what they are shown, in whatever order; who had which hand in it. */
function walked(
  of: { applyFen: number; accountBy: string | null },
  by: Parameters<typeof allowedActions>[2],
  presses: readonly [Who, number][],
): Row {
  const row: Row = { state: S.applied, auditedBy: null, secondAuditedBy: null, paidBy: null, ...of }
  const move = (event: keyof typeof withdrawalMachine.events) => {
    const to = withdrawalMachine.next(row.state, event, 'OPERATOR')
    expect(to, `${event} of ${row.state} is offered and cannot be done`).not.toBeNull()
    row.state = to!
  }
  for (const [one, at] of presses) {
    const offered = allowedActions(row, one, by)
    const action = offered[at % Math.max(1, offered.length)]
    if (action === 'OPEN') move('open')
    if (action === 'REJECT' || action === 'APPROVE') {
      if (row.state === S.applied) move('open')
      const last = action === 'REJECT' || approvalBy(row, one, by) === 'LAST'
      if (action === 'APPROVE') {
        if (row.auditedBy === null) row.auditedBy = one.userId
        else row.secondAuditedBy = one.userId
      }
      if (last) move(action === 'REJECT' ? 'reject' : 'approve')
    }
    if (action === 'GIVE_BACK') move('giveBack')
    if (action === 'PAY' || action === 'RETRY') {
      move('pay')
      row.paidBy = one.userId
      // It fails, and may be paid again.
      if (at % 2 === 0) row.state = withdrawalMachine.next(row.state, 'fail', 'TIMER')!
    }
  }
  return row
}

describe('whoever presses what, in whatever order', () => {
  test('money goes out by the hands of two people at least, three where the sum is large, none of whom gave the account', () => {
    fc.assert(
      fc.property(
        applyFen,
        fc.option(person),
        terms,
        fc.array(fc.tuple(who, fc.nat(5)), { maxLength: 30 }),
        (fen, accountBy, by, presses) => {
          const row = walked({ applyFen: fen, accountBy }, by, presses)
          if (row.paidBy === null) return
          const hands = [row.auditedBy, ...(needsSecond(fen, by) ? [row.secondAuditedBy] : []), row.paidBy]
          expect(hands).not.toContain(null)
          expect(new Set(hands).size, 'nobody has two hands in it').toBe(hands.length)
          if (accountBy !== null) expect(hands).not.toContain(accountBy)
        },
      ),
      { numRuns: 4_000 },
    )
  })

  test('nothing is offered to who may do nothing, and nothing of what is over or on its way to anybody', () => {
    const over: readonly WithdrawalState[] = [S.paying, S.unknown, S.paid, S.rejected, S.refunded, S.cancelled]
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(S)), applyFen, fc.option(person), who, terms, (state, fen, auditedBy, one, by) => {
        const row = { state, applyFen: fen, auditedBy, secondAuditedBy: null, accountBy: null }
        expect(allowedActions(row, { ...one, authorities: new Set() }, by)).toEqual([])
        if (over.includes(state)) expect(allowedActions(row, one, by)).toEqual([])
        for (const action of allowedActions(row, one, by)) expect(withdrawalAction.options).toContain(action)
      }),
    )
  })

  test('an authority more never takes an action away', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(S)), applyFen, fc.option(person), who, terms, (state, fen, auditedBy, one, by) => {
        const row = { state, applyFen: fen, auditedBy, secondAuditedBy: null, accountBy: null }
        const few = allowedActions(row, one, by)
        expect(allowedActions(row, { ...one, authorities: new Set(AUTHORITIES) }, by)).toEqual(expect.arrayContaining(few))
      }),
    )
  })
})

describe('what the system approves by itself', () => {
  const facts: fc.Arbitrary<RiskFacts> = fc.record({
    applyFen,
    createdAt: fc.constant(Date.parse('2026-11-24T02:00:00Z')),
    accountChangedAt: fc.option(fc.integer({ min: Date.parse('2026-11-01T00:00:00Z'), max: Date.parse('2026-11-24T02:00:00Z') })),
    accountDiffers: fc.boolean(),
    openReviews: fc.nat(1),
    availableFen: fc.integer({ min: -1, max: 1 }),
    walletFrozen: fc.boolean(),
    accountBy: fc.option(person),
    holderDiffers: fc.boolean(),
    paidThere: fc.boolean(),
    paidFen: fc.array(fc.integer({ min: 1, max: 100_000 }), { maxLength: 10 }),
  })

  test('has no risk at all, and is of a sum that no second person need see', () => {
    fc.assert(
      fc.property(facts, terms, (given, by) => {
        if (!approvesItself(given.applyFen, riskFlagsOf(given), by)) return
        expect(given.applyFen).toBeLessThan(by.autoApproveBelowFen)
        expect(needsSecond(given.applyFen, by)).toBe(false)
        expect([given.walletFrozen, given.accountDiffers, given.holderDiffers, given.paidThere, given.accountBy !== null]).not.toContain(
          true,
        )
        expect(given.paidFen.length, 'the first one of a driver is seen by a person').toBeGreaterThan(0)
      }),
      { numRuns: 3_000 },
    )
  })

  test('a risk more never takes another away', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const flags = riskFlagsOf(given)
        const worse = riskFlagsOf({ ...given, walletFrozen: true, openReviews: 3, availableFen: -1, paidThere: true })
        expect(worse).toEqual(expect.arrayContaining(flags))
      }),
    )
  })

  test('what is usual is not moved by one large sum of the past', () => {
    const usual = { paidFen: [9_000, 9_500, 10_000, 900_000], applyFen: 60_000 }
    const base = { createdAt: 0, accountChangedAt: null, accountDiffers: false, openReviews: 0, availableFen: 1 }
    const none = { walletFrozen: false, accountBy: null, holderDiffers: false, paidThere: false }
    expect(riskFlagsOf({ ...base, ...none, ...usual })).toEqual(['UNUSUAL_SUM'])
    expect(riskFlagsOf({ ...base, ...none, ...usual, paidFen: [9_000, 900_000] }), 'two say nothing of what is usual').toEqual([])
  })
})

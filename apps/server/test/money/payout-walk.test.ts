import { givenBackWithdrawalStates, WITHDRAWAL_STATE as S, type WithdrawalState } from '@chauffeur/contract/finance/withdrawal'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deltaOf, entryProblem, floorOf, type Line } from '#areas/finance/ledger'
import { holdLines, releaseLines, withdrawalMachine } from '../../src/areas/finance/withdrawal/withdrawal.rules.ts'
import {
  ACCEPT_LAG_MS,
  adoptedLines,
  asksForPackage,
  type AttemptFacts,
  type AttemptState,
  believed,
  eventOf,
  failedLines,
  mayBePaidAgain,
  netOf,
  outNoOf,
  paidLines,
  returnedLines,
  sentLines,
  stateAfter,
  type Sums,
  waitS,
  whenNotFound,
} from '../../src/areas/finance/payout/payout.rules.ts'
import { type PayoutChannelName, payoutChannelNames, type PayoutOutcome } from '../../src/areas/finance/payout/payout.ts'

/** A sum, and a fee and a tax that leave something of it. */
const sums = fc.tuple(fc.integer({ min: 3, max: 50_000_000 }), fc.nat(10_000), fc.nat(10_000)).map(([applyFen, feeBp, taxBp]): Sums => {
  const feeFen = Math.floor(((applyFen - 1) * feeBp) / 10_000)
  return { driverId: '7', applyFen, feeFen, taxFen: Math.floor(((applyFen - 1 - feeFen) * taxBp) / 10_000) }
})
const channel = fc.constantFrom(...payoutChannelNames)
const CASH = { WECHAT: 'CASH_WX', BANK: 'CASH_BANK', BY_HAND: 'CASH_BANK' } as const

const outcome: fc.Arbitrary<PayoutOutcome> = fc.oneof(
  fc.record({ state: fc.constantFrom('ACCEPTED', 'PROCESSING', 'WAIT_CONFIRM'), channelNo: fc.option(fc.constant('42')) }),
  fc.constant({ state: 'PAID', channelNo: '42', paidAt: new Date(0) } as const),
  fc.constant({ state: 'FAILED', code: 'ACCOUNT_FROZEN', final: true } as const),
  fc.record({ state: fc.constant('UNKNOWN' as const) }),
  fc.record({ state: fc.constant('UNKNOWN' as const), refusal: fc.constantFrom('NOT_ENOUGH', 'PARAM_ERROR', 'AMOUNT_DIFFERS') }),
)

/** A withdrawal and its books, to which happens what is said. */
function booksOf(of: Sums, by: PayoutChannelName) {
  const balance: Record<string, number> = { DRIVER_AVAILABLE: of.applyFen }
  const books = { state: S.applied as WithdrawalState, attempt: 'CHOSEN' as AttemptState, balance, paid: 0 }
  const post = (lines: readonly Line[]) => {
    expect(entryProblem(lines)).toBeNull()
    for (const line of lines) balance[line.account.kind] = (balance[line.account.kind] ?? 0) + deltaOf(line)
    for (const kind of ['DRIVER_FROZEN', 'PAYOUT_IN_TRANSIT'] as const) expect(balance[kind] ?? 0).toBeGreaterThanOrEqual(floorOf(kind)!)
  }
  const LINES = {
    pay: () => sentLines(of),
    settle: () => paidLines(of, by),
    fail: () => failedLines(of),
    adopt: () => adoptedLines(of, by),
    giveBack: () => releaseLines(of.driverId, of.applyFen),
    reject: () => releaseLines(of.driverId, of.applyFen),
    cancel: () => releaseLines(of.driverId, of.applyFen),
    bankReturn: () => returnedLines(of, by),
  } satisfies Partial<Record<keyof typeof withdrawalMachine.events, () => readonly Line[]>>
  const send = (event: keyof typeof withdrawalMachine.events, actor: 'DRIVER' | 'OPERATOR' | 'TIMER') => {
    const to = withdrawalMachine.next(books.state, event, actor)
    if (to === null) return
    books.state = to
    if (event === 'pay') books.attempt = 'CHOSEN'
    if (event === 'settle' || event === 'adopt') books.paid++
    if (event in LINES) post(LINES[event as keyof typeof LINES]())
  }
  post(holdLines(of.driverId, of.applyFen))
  return { books, send }
}
type Step = { say: PayoutOutcome } | { event: keyof typeof withdrawalMachine.events; actor: 'DRIVER' | 'OPERATOR' | 'TIMER' }
const events = Object.keys(withdrawalMachine.events).filter((event) => !['settle', 'fail', 'noAnswer', 'underWay'].includes(event))
const step: fc.Arbitrary<Step> = fc.oneof(
  outcome.map((say) => ({ say })),
  fc.record({
    event: fc.constantFrom(...(events as (keyof typeof withdrawalMachine.events)[])),
    actor: fc.constantFrom('DRIVER', 'OPERATOR', 'TIMER'),
  }),
)

/** Most walks begin on the way that most withdrawals go, so that what happens late is met as well. */
const begun: fc.Arbitrary<Step[]> = fc
  .constantFrom(0, 3, 4)
  .map((many) =>
    [
      { event: 'open' as const, actor: 'OPERATOR' as const },
      { event: 'approve' as const, actor: 'OPERATOR' as const },
      { event: 'pay' as const, actor: 'OPERATOR' as const },
      { say: { state: 'PAID', channelNo: '42', paidAt: new Date(0) } as const },
    ].slice(0, many),
  )

describe('whatever people press and channels say, in whatever order', () => {
  test('every posting is sound, nothing held goes below nothing, and money leaves at most once', () => {
    fc.assert(
      fc.property(sums, channel, begun, fc.array(step, { maxLength: 25 }), (of, by, first, then) => {
        const { books, send } = booksOf(of, by)
        for (const one of [...first, ...then]) {
          if ('event' in one) {
            send(one.event, one.actor)
            continue
          }
          if (books.state !== S.paying && books.state !== S.unknown) continue
          books.attempt = stateAfter(books.attempt, one.say)
          const event = eventOf(books.state, one.say)
          if (event) send(event, 'TIMER')
        }
        const { balance, state, paid } = books
        const left = Object.values({ ...balance, [CASH[by]]: 0 }).reduce((sum, fen) => sum + fen, 0)
        expect(left, 'whatever is owed is what there was, but for what left').toBe(of.applyFen + (balance[CASH[by]] ?? 0))
        expect(paid).toBeLessThanOrEqual(1)
        expect(balance[CASH[by]] ?? 0).toBe(state === S.paid ? -netOf(of) : 0)
        if (givenBackWithdrawalStates.includes(state)) {
          expect(balance.DRIVER_FROZEN).toBe(0)
          // Of what the bank sent back the fee stays with us; who was never paid has all of it.
          expect(balance.DRIVER_AVAILABLE).toBe(paid ? of.applyFen - of.feeFen : of.applyFen)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('paid after all comes to the same as sent and paid, through every channel', () => {
    fc.assert(
      fc.property(sums, channel, (of, by) => {
        const total = (lines: readonly Line[]) => {
          const all: Record<string, number> = {}
          for (const line of lines) all[line.account.kind] = (all[line.account.kind] ?? 0) + deltaOf(line)
          return Object.fromEntries(Object.entries(all).filter(([, fen]) => fen !== 0))
        }
        expect(entryProblem(adoptedLines(of, by))).toBeNull()
        expect(total(adoptedLines(of, by))).toEqual(total([...sentLines(of), ...paidLines(of, by)]))
      }),
    )
  })
})

const attempt: fc.Arbitrary<AttemptFacts> = fc.record({
  state: fc.constantFrom('CHOSEN', 'ACCEPTED', 'PROCESSING', 'WAIT_CONFIRM', 'UNKNOWN', 'FAILED', 'PAID'),
  sends: fc.nat(3),
  requestedAt: fc.option(fc.nat(10 * ACCEPT_LAG_MS)),
  chosenAt: fc.nat(10 * ACCEPT_LAG_MS),
  channelNo: fc.option(fc.constant('42')),
  confirmable: fc.boolean(),
  code: fc.constantFrom('', 'NOT_ENOUGH', 'PARAM_ERROR', 'FREQUENCY_LIMITED', 'AMOUNT_DIFFERS', 'OTHER_MERCHANT'),
})

describe('money does not go out a second time', () => {
  test('under its number, once the channel has told of it: however long it is silent, it is waited for', () => {
    fc.assert(
      fc.property(attempt, fc.nat(1_000 * ACCEPT_LAG_MS), (of, now) => {
        const told = of.channelNo !== null || ['ACCEPTED', 'PROCESSING', 'WAIT_CONFIRM'].includes(of.state) || of.code === 'AMOUNT_DIFFERS'
        fc.pre(told)
        expect(whenNotFound(of, now)).toBe('WAIT')
      }),
    )
  })

  test('under another number, unless the channel says now that it failed or never had it', () => {
    fc.assert(
      fc.property(attempt, fc.oneof(outcome, fc.constant('NOT_FOUND' as const)), (of, said) => {
        const neverHad = of.channelNo === null && of.state === 'FAILED'
        const failed = said === 'NOT_FOUND' ? neverHad && mayBePaidAgain(of, said) : said.state === 'FAILED'
        expect(mayBePaidAgain(of, said)).toBe(failed)
      }),
    )
  })

  test('by an answer that speaks of another sum: it settles nothing, whichever it is', () => {
    fc.assert(
      fc.property(outcome, fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 1, max: 1_000_000 }), (said, own, other) => {
        const taken = believed(own, { ...said, amountFen: other })
        if (own === other) {
          expect(taken.state).toBe(said.state)
          return
        }
        expect(eventOf(S.paying, taken)).toBe('noAnswer')
        expect(eventOf(S.unknown, taken)).toBeNull()
      }),
    )
  })
})

test('a driver’s package is asked for where it was lost, and never where they have it or nothing is to be confirmed', () => {
  const lost = { state: 'UNKNOWN', sends: 1, requestedAt: 0, chosenAt: 0, channelNo: null, confirmable: false, code: '' } as const
  const waits = { state: 'WAIT_CONFIRM', channelNo: '42' } as const
  expect(asksForPackage(lost, waits)).toBe(true)
  expect(asksForPackage({ ...lost, confirmable: true }, waits)).toBe(false)
  expect(asksForPackage(lost, { ...waits, confirmPackage: 'abc' })).toBe(false)
  expect(asksForPackage(lost, { ...waits, state: 'PROCESSING' })).toBe(false)
})

test('it is asked about for ever, within a quarter of an hour, and every minute while a driver confirms', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), outcome, (queries, said) => {
      const seconds = waitS(queries, said)
      expect(seconds).toBeGreaterThanOrEqual(10)
      expect(seconds).toBeLessThanOrEqual(said.state === 'WAIT_CONFIRM' ? 60 : 900)
      expect(waitS(queries + 1, said)).toBeGreaterThanOrEqual(seconds)
    }),
  )
})

test('no two attempts of a withdrawal have one number, and every number is one that channels take', () => {
  const chance = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 40 }), chance, chance, (first, second, one, other) => {
      const [a, b] = [outNoOf('W2611240001001', first, one), outNoOf('W2611240001001', second, other)]
      for (const outNo of [a, b]) expect(outNo).toMatch(/^W[A-Za-z0-9]{7,31}$/)
      if (one !== other) expect(a).not.toBe(b)
    }),
  )
})

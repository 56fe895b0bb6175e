import { SERVICE_STATUS as S } from '@chauffeur/contract/order/model'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bySpecificity,
  type CancelFacts,
  type CancelRow,
  decidingRow,
  defaultCancelRows,
  hideSecondsBy,
  judgeCancel,
  keptConsequence,
  rowProblems,
} from './cancel.rules.ts'

const [plain] = defaultCancelRows.filter(({ code }) => code === 'R9') as [CancelRow]
const wrong = (of: Partial<CancelRow>) => rowProblems({ ...plain, by: 'CUSTOMER', stage: 'ACCEPTED', ...of }).map(({ path }) => path)

describe('a row that could never decide, or would decide nothing, is refused at its field', () => {
  test('those that every tenant begins with are sound', () => {
    expect(defaultCancelRows.flatMap(rowProblems)).toEqual([])
  })

  test.each<[string, Partial<CancelRow>, string[]]>([
    ['a time that ends before it begins', { atLeastS: 600, upToS: 599 }, ['upToS']],
    ['a time of a single second', { atLeastS: 600, upToS: 600 }, []],
    ['a rating from and below the same', { ratingFromX100: 450, ratingBelowX100: 450 }, ['ratingBelowX100']],
    ['a band of a hundredth', { ratingFromX100: 450, ratingBelowX100: 451 }, []],
    ['a window without an end', { fromMinute: 1_320 }, ['to']],
    ['a window without a beginning', { toMinute: 0 }, ['from']],
    ['a window that is one minute, which says the whole day', { fromMinute: 60, toMinute: 60 }, ['to']],
    ['a window over midnight', { fromMinute: 1_320, toMinute: 360 }, []],
    ['a driver who cancels what nobody has', { by: 'DRIVER', stage: 'SEARCHING' }, ['stage']],
    ['a penalty where there is no driver', { stage: 'SEARCHING', driverPenaltyFen: 500 }, ['driverPenaltyFen']],
    ['penalties let go where there are none', { waivers: 2 }, ['waivers']],
    ['both of a driver before acceptance', { by: 'DRIVER', stage: 'SEARCHING', driverPenaltyFen: 1 }, ['stage', 'driverPenaltyFen']],
  ])('%s', (_, of, paths) => expect(wrong(of)).toEqual(paths))

  test('each says so in both languages', () => {
    const said = rowProblems({ ...plain, stage: 'SEARCHING', by: 'DRIVER', driverPenaltyFen: 1, atLeastS: 2, upToS: 1, fromMinute: 1 })
    expect(said).toHaveLength(4)
    for (const { zh, en } of said) expect([/[\u4e00-\u9fff]/.test(zh), /^[a-z ]+$/.test(en)]).toEqual([true, true])
  })
})

/** Mostly none, so that several rows of a table fit. */
const maybe = <T>(of: fc.Arbitrary<T>) => fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: of })
const row: fc.Arbitrary<CancelRow> = fc
  .record({
    by: fc.constantFrom('CUSTOMER', 'DRIVER', 'OPERATOR'),
    stage: maybe(fc.constantFrom('SEARCHING', 'ACCEPTED', 'ARRIVED')),
    cityId: maybe(fc.constantFrom('330100', '310000')),
    channelId: maybe(fc.constantFrom('7', '8')),
    serviceType: maybe(fc.constant('HOURLY')),
    atLeastS: maybe(fc.nat(900)),
    upToS: maybe(fc.nat(1_800)),
    paidBy: maybe(fc.constantFrom('CUSTOMER', 'ENTERPRISE')),
    callsAtLeast: maybe(fc.integer({ min: 1, max: 2 })),
    feeFen: fc.nat(3_000),
    driverPenaltyFen: fc.nat(2_000),
    waivers: fc.nat(3),
    hideDriverS: fc.nat(7_200),
    verdict: fc.constantFrom('NO_FAULT', 'CUSTOMER_AT_FAULT', 'DRIVER_AT_FAULT', 'SHARED'),
  })
  .map((given) => ({ ...plain, ...given }) as CancelRow)
// No two rows of a table have one rank.
const table = fc.array(row, { maxLength: 12 }).map((rows) => rows.map((one, n) => ({ ...one, rank: n, code: `T${n}` })))
const now = new Date('2026-11-30T16:00:00Z')
const facts: fc.Arbitrary<CancelFacts> = fc
  .record({
    status: fc.constantFrom(S.dispatching, S.accepted, S.arrived),
    by: fc.constantFrom('CUSTOMER', 'DRIVER', 'OPERATOR') as fc.Arbitrary<CancelFacts['by']>,
    agoS: fc.nat(2_000),
    cityId: fc.constantFrom('330100', '310000'),
    channelId: fc.constantFrom(null, '7', '8'),
    serviceType: fc.constantFrom('SINGLE', 'HOURLY'),
    calls: fc.nat(3),
    paidBy: fc.constantFrom('CUSTOMER', 'ENTERPRISE') as fc.Arbitrary<NonNullable<CancelFacts['paidBy']>>,
    driverWaived: fc.nat(4),
  })
  .map(({ agoS, ...given }) => {
    const at = new Date(now.getTime() - agoS * 1_000)
    return { ...given, acceptedAt: at, arrivedAt: given.status === S.arrived ? at : null, bookTime: null, promisedAt: at, now }
  })

describe('the row that decides', () => {
  test('is the same in whatever order a table is read', () => {
    fc.assert(
      fc.property(table, facts, (rows, given) => {
        expect(decidingRow(given, rows.toReversed())?.code).toBe(decidingRow(given, rows)?.code)
        expect(decidingRow(given, rows.toSorted(bySpecificity))?.code).toBe(decidingRow(given, rows)?.code)
      }),
    )
  })

  test('speaks of this case: its sender, city, channel, service and payer, or of any', () => {
    fc.assert(
      fc.property(table, facts, (rows, given) => {
        const found = decidingRow(given, rows)
        if (!found) return
        expect(found.by).toBe(given.by)
        for (const field of ['cityId', 'channelId', 'serviceType', 'paidBy'] as const)
          if (found[field] !== null) expect(found[field]).toBe(given[field])
        if (found.stage === 'SEARCHING') expect(given.status).toBe(S.dispatching)
      }),
    )
  })

  test('is not another for a row that speaks of another city, another channel or another sender', () => {
    fc.assert(
      fc.property(table, row, facts, (rows, added, given) => {
        const elsewhere = [
          { ...added, cityId: '999999' },
          { ...added, channelId: '99' },
          { ...added, by: given.by === 'DRIVER' ? ('CUSTOMER' as const) : ('DRIVER' as const) },
        ].map((one, n) => ({ ...one, rank: 100 + n, code: 'ELSEWHERE' }))
        expect(decidingRow(given, [...rows, ...elsewhere])).toEqual(decidingRow(given, rows))
      }),
    )
  })

  test('charges a driver only who has the order, and lets go no more penalties than it says', () => {
    fc.assert(
      fc.property(table, facts, (rows, given) => {
        const judged = judgeCancel(given, rows)!
        const found = decidingRow(given, rows)
        expect(judged.feeFen).toBe(found?.feeFen ?? 0)
        if (given.status === S.dispatching || !found) {
          expect(judged.consequence).toBeNull()
          return
        }
        const { driverPenaltyFen, waived } = judged.consequence!
        expect([driverPenaltyFen, waived]).toEqual(
          found.driverPenaltyFen > 0 && given.driverWaived! < found.waivers ? [0, true] : [found.driverPenaltyFen, false],
        )
      }),
    )
  })
})

test('a driver is kept from a customer only for a verdict that the table knows, and for as long as one of its rows says', () => {
  const verdict = fc.constantFrom('CUSTOMER_AT_FAULT', 'DRIVER_AT_FAULT', 'SHARED') as fc.Arbitrary<CancelRow['verdict']>
  fc.assert(
    fc.property(table, verdict, fc.boolean(), (rows, of, came) => {
      const cancelled = {
        status: S.customerCancelled,
        arrivedAt: came ? now : null,
        cityId: '330100',
        channelId: null,
        serviceType: 'SINGLE',
      }
      const seconds = hideSecondsBy(of, cancelled, rows)
      const speaking = rows.filter(({ verdict: own, by }) => own === of && by !== 'OPERATOR')
      expect(seconds === 0 || speaking.some(({ hideDriverS }) => hideDriverS === seconds)).toBe(true)
      expect(hideSecondsBy(of, cancelled, rows.toReversed())).toBe(seconds)
    }),
  )
})

test('what an order kept of its cancellation is read as nothing where there was no penalty', () => {
  expect(keptConsequence({ cancel_penalty_fen: null, cancel_waived: true, cancel_counts: true, cancel_hide_s: 60 })).toEqual({
    driverPenaltyFen: 0,
    waived: true,
    countsToRate: true,
    hideDriverS: 60,
  })
})

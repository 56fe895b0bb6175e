import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  claimClosedLines,
  deltaOf,
  entryProblem,
  filedLines,
  inLockOrder,
  type Line,
  paidInCashLines,
  mirrored,
  paidOnlineLines,
  partOf,
  restOf,
  takenBack,
  takenBackLines,
} from './posting.rules.ts'

const payers = { driverId: '7', enterpriseFen: 0, enterpriseId: '0' }
const shown = (lines: readonly Line[]) =>
  lines.map(({ account, side, amountFen }) => `${side} ${account.kind} ${(amountFen / 100).toFixed(2)}`)
const marketing = (amountFen: number) => [{ account: 'MARKETING_EXPENSE' as const, amountFen }]

test('C08 paid online: 72.50 and 20.00 of marketing become 75.60 for the driver and 16.90 of revenue', () => {
  const division = { payableFen: 7_250, commissionFen: 1_690, driverFen: 7_560, funded: marketing(2_000) }
  expect(shown(paidOnlineLines(division, payers))).toEqual([
    'D CASH_WX 72.50',
    'D MARKETING_EXPENSE 20.00',
    'C DRIVER_AVAILABLE 75.60',
    'C REVENUE 16.90',
  ])
})

test('C11, a partner’s right used: 15.00 and 50.00 owed by the partner become 52.00 and 13.00', () => {
  const division = {
    payableFen: 1_500,
    commissionFen: 1_300,
    driverFen: 5_200,
    funded: [{ account: 'PARTNER_RECEIVABLE' as const, amountFen: 5_000 }],
  }
  expect(shown(paidOnlineLines(division, payers))).toEqual([
    'D CASH_WX 15.00',
    'D PARTNER_RECEIVABLE 50.00',
    'C DRIVER_AVAILABLE 52.00',
    'C REVENUE 13.00',
  ])
})

test('a fare of 50.00 paid in cash: the driver owes the 10.00 of commission', () => {
  const lines = paidInCashLines({ payableFen: 5_000, commissionFen: 1_000, driverFen: 4_000, funded: [] }, payers)
  expect(shown(lines)).toEqual(['D DRIVER_AVAILABLE 10.00', 'C REVENUE 10.00'])
  expect(deltaOf(lines[0]!)).toBe(-1_000)
})

test('C08 paid in cash: the platform owes the driver what the coupon took from the cash', () => {
  const division = { payableFen: 7_250, commissionFen: 1_690, driverFen: 7_560, funded: marketing(2_000) }
  expect(shown(paidInCashLines(division, payers))).toEqual(['C DRIVER_AVAILABLE 3.10', 'D MARKETING_EXPENSE 20.00', 'C REVENUE 16.90'])
})

test('C10, the enterprise pays 80.00 of its balance and the traveller the rest', () => {
  const division = { payableFen: 8_350, commissionFen: 1_670, driverFen: 6_680, funded: [] }
  expect(shown(paidOnlineLines(division, { driverId: '7', enterpriseFen: 8_000, enterpriseId: '3' }))).toEqual([
    'D CASH_WX 3.50',
    'D ENTERPRISE_PREPAID 80.00',
    'C DRIVER_AVAILABLE 66.80',
    'C REVENUE 16.70',
  ])
  // In cash the driver has 3.50 in hand and gets the rest of the 66.80.
  expect(shown(paidInCashLines(division, { driverId: '7', enterpriseFen: 8_000, enterpriseId: '3' }))).toEqual([
    'D ENTERPRISE_PREPAID 80.00',
    'C DRIVER_AVAILABLE 63.30',
    'C REVENUE 16.70',
  ])
})

test('a free trip is still the driver’s income; a bill of nothing is no entry', () => {
  const division = { payableFen: 0, commissionFen: 700, driverFen: 2_800, funded: marketing(3_500) }
  expect(shown(paidOnlineLines(division, payers))).toEqual(['D MARKETING_EXPENSE 35.00', 'C DRIVER_AVAILABLE 28.00', 'C REVENUE 7.00'])
  expect(filedLines(0)).toEqual([])
})

test('whatever a bill comes to, each posting is balanced and the two ways to pay leave the driver with the same', () => {
  const fen = fc.integer({ min: 0, max: 10_000_000 })
  fc.assert(
    fc.property(fen, fen, fc.nat(10_000), fc.nat(10_000), (fareFen, discountFen, rateBp, enterpriseBp) => {
      const fundedFen = Math.min(fareFen, discountFen)
      const commissionFen = Math.round((fareFen * rateBp) / 10_000)
      const division = { payableFen: fareFen - fundedFen, commissionFen, driverFen: fareFen - commissionFen, funded: marketing(fundedFen) }
      const enterpriseFen = Math.floor((division.payableFen * enterpriseBp) / 10_000)
      const online = paidOnlineLines(division, { driverId: '7', enterpriseFen, enterpriseId: '3' })
      const cash = paidInCashLines(division, { driverId: '7', enterpriseFen, enterpriseId: '3' })
      const all = [online, cash, filedLines(division.payableFen), claimClosedLines(division.payableFen)]
      for (const lines of all) if (lines.length) expect(entryProblem(lines)).toBeNull()
      const gain = (lines: readonly Line[]) =>
        lines.filter(({ account }) => account.kind === 'DRIVER_AVAILABLE').reduce((sum, line) => sum + deltaOf(line), 0)
      expect(gain(cash) + division.payableFen - enterpriseFen).toBe(gain(online))
    }),
  )
})

test('of a bill of 60.00 with a coupon of 20.00 that only 45.00 were paid of, driver and platform have three quarters of their parts', () => {
  const division = { payableFen: 6_000, commissionFen: 1_601, driverFen: 6_399, funded: marketing(2_000) }
  expect(shown(paidOnlineLines(partOf(division, 4_500), { ...payers, prepaidFen: 4_500 }))).toEqual([
    'D CUSTOMER_PREPAID 45.00',
    'D MARKETING_EXPENSE 15.00',
    'C DRIVER_AVAILABLE 47.99',
    'C REVENUE 12.01',
  ])
})

test('a bill that was divided for the part paid ahead, and for the rest when somebody paid after all, left everybody with what is theirs', () => {
  const fen = fc.integer({ min: 2, max: 10_000_000 })
  fc.assert(
    fc.property(fen, fen, fc.nat(10_000), fc.nat(10_000), (fareFen, discountFen, rateBp, paidBp) => {
      const fundedFen = Math.min(fareFen - 2, discountFen)
      const commissionFen = Math.round((fareFen * rateBp) / 10_000)
      const payableFen = fareFen - fundedFen
      const division = { payableFen, commissionFen, driverFen: fareFen - commissionFen, funded: marketing(fundedFen) }
      const prepaidFen = Math.min(payableFen - 1, Math.max(1, Math.floor((payableFen * paidBp) / 10_000)))
      const part = partOf(division, prepaidFen)
      const rest = restOf(division, part)
      const lines = [paidOnlineLines(part, { ...payers, prepaidFen }), paidOnlineLines(rest, payers)]
      for (const entry of lines) expect(entryProblem(entry)).toBeNull()
      for (const one of [part, rest]) expect(Math.min(one.driverFen, one.commissionFen, one.funded[0]!.amountFen)).toBeGreaterThanOrEqual(0)
      const sums = (all: readonly Line[]) =>
        Object.fromEntries(
          ['DRIVER_AVAILABLE', 'REVENUE', 'MARKETING_EXPENSE', 'CUSTOMER_PREPAID', 'CASH_WX'].map((kind) => [
            kind,
            all.filter(({ account }) => account.kind === kind).reduce((sum, line) => sum + deltaOf(line), 0),
          ]),
        )
      expect(sums(lines.flat())).toEqual(sums(paidOnlineLines(division, { ...payers, prepaidFen })))
    }),
  )
})

test('accounts are locked in one order by everybody, the platform’s own last', () => {
  const lines = paidOnlineLines({ payableFen: 5_000, commissionFen: 1_000, driverFen: 4_000, funded: [] }, payers)
  expect(inLockOrder(lines.toReversed())).toEqual(inLockOrder(lines))
  expect(inLockOrder(lines)[0]!.account.ownerType).toBe('DRIVER')
})

test('unbalanced, single and negative lines are no entry', () => {
  const [first, second] = filedLines(100)
  expect(entryProblem([first!])).toContain('two lines')
  expect(entryProblem([first!, { ...second!, amountFen: 99 }])).toContain('debit 100')
  expect(entryProblem([first!, { ...second!, amountFen: -100 }])).toContain('-100')
})

const partnerPaid = {
  payableFen: 1_500,
  commissionFen: 1_300,
  driverFen: 5_200,
  funded: [{ account: 'PARTNER_RECEIVABLE' as const, amountFen: 5_000 }],
}
test('C11, the right’s use failed in audit: of the 50.00 the driver gives back 40.00 and the platform 10.00; the 15.00 stay divided', () => {
  const back = takenBack(partnerPaid, 100_000)
  expect(back).toEqual({ partnerFen: 5_000, driverFen: 4_000, platformFen: 1_000, shortFen: 0 })
  expect(shown(takenBackLines(back, '7'))).toEqual(['D DRIVER_AVAILABLE 40.00', 'D REVENUE 10.00', 'C PARTNER_RECEIVABLE 50.00'])
})
test('what the driver’s account does not reach is borne by the platform', () => {
  const back = takenBack(partnerPaid, 1_500)
  expect(back).toEqual({ partnerFen: 5_000, driverFen: 1_500, platformFen: 1_000, shortFen: 2_500 })
  expect(entryProblem(takenBackLines(back, '7'))).toBeNull()
})
test('what is taken back is whole, balanced, never more than the partner’s part, and given back to the fen', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.nat(100_000),
      fc.nat(100_000),
      fc.nat(100_000),
      fc.integer({ min: -5_000, max: 200_000 }),
      (payableFen, partnerFen, platformsFen, cut, reachFen) => {
        const billFen = payableFen + partnerFen + platformsFen
        const commissionFen = Math.min(cut, billFen)
        const funded = [
          { account: 'PARTNER_RECEIVABLE' as const, amountFen: partnerFen },
          { account: 'MARKETING_EXPENSE' as const, amountFen: platformsFen },
        ]
        const back = takenBack({ payableFen, commissionFen, driverFen: billFen - commissionFen, funded }, reachFen)
        expect(back.partnerFen).toBe(partnerFen)
        expect(back.driverFen + back.platformFen + back.shortFen).toBe(partnerFen)
        expect(Math.min(back.driverFen, back.platformFen, back.shortFen)).toBeGreaterThanOrEqual(0)
        expect(back.driverFen).toBeLessThanOrEqual(Math.max(0, reachFen))
        const lines = takenBackLines(back, '7')
        if (partnerFen > 0) expect(entryProblem(lines)).toBeNull()
        const sum = [...lines, ...mirrored(lines)].reduce((total, line) => total + deltaOf(line), 0)
        expect(sum).toBe(0)
      },
    ),
  )
})

import { expect, test } from 'vitest'
import { bandsInOrder, earnedIn, standardTax, taxIn, taxOfApplication, taxOfEarnings } from './tax.rules.ts'

const on = { ...standardTax, withhold: true }
const applied = (amountFen: number, soFar: object = {}, terms = on, mostFen = amountFen) =>
  taxIn(taxOfApplication(amountFen, { year: 2026, appliedFen: 0, withheldFen: 0, months: 1, ...soFar }, terms, mostFen))
/** What is withheld of one application after the other, each in a month of its own. */
function year(...amountsFen: number[]): number[] {
  let appliedFen = 0
  let withheldFen = 0
  return amountsFen.map((amountFen, index) => {
    const tax = taxIn(taxOfApplication(amountFen, { year: 2026, appliedFen, withheldFen, months: index + 1 }, on, amountFen))
    appliedFen += amountFen
    withheldFen += tax
    return tax
  })
}

test('twelve thousand yuan a month are taxed alike every month, small incomes not at all, and a lean month counts for the next', () => {
  expect(year(1_200_000, 1_200_000, 1_200_000)).toEqual([13_800, 13_800, 13_800])
  expect(year(300_000, 900_000)).toEqual([0, 0])
})

test('the rate rises with the year', () => {
  // 90 000 × 80 % − 5 000 = 67 000, of the second band: 6 700 − 2 520.
  expect(year(9_000_000)).toEqual([418_000])
  // At the limit of a band both formulas give the same.
  const at = (taxableFen: number) => applied(taxableFen, { months: 0 }, { ...on, expenseBp: 0 })
  for (const { uptoFen } of standardTax.bands) if (uptoFen !== null) expect(at(uptoFen + 100) - at(uptoFen)).toBeLessThan(100)
})

test('too much that was withheld is not given back by hand, too little never takes all of an application', () => {
  expect(applied(100_000, { withheldFen: 50_000 })).toBe(0)
  expect(applied(10_000, { appliedFen: 90_000_000 }, on, 9_500)).toBe(9_499)
})

const present = { year: 2026, month: 11 }
const month = (year: number, of: number, fen: number) => ({ year, month: of, fen })
const autumn = [month(2026, 9, 1_200_000), month(2026, 10, 1_200_000), month(2026, 11, 1_200_000)]
const earned = (amountFen: number, of: object = {}) =>
  taxOfEarnings(amountFen, { months: autumn, takenFen: 0, withheldFen: 0, present, ...of }, on, amountFen)

test('36 000 yuan earned over three months and taken out at once: 714.00 by the application, 414.00 by the months they were earned in', () => {
  expect(applied(3_600_000)).toBe(71_400)
  expect(earned(3_600_000)).toEqual({ on: 'EARNING', years: [{ year: 2026, incomeFen: 3_600_000, months: 3, taxFen: 41_400 }] })
})

test('by earning, what was earned first is taken out first, and three withdrawals come to the same as one', () => {
  const first = taxIn(earned(1_200_000))
  const second = taxIn(earned(1_200_000, { takenFen: 1_200_000, withheldFen: first }))
  const third = taxIn(earned(1_200_000, { takenFen: 2_400_000, withheldFen: first + second }))
  expect([first, second, third]).toEqual([13_800, 13_800, 13_800])
})

test('income of a year that is over is that year’s, whatever is taken out in the new one', () => {
  const months = [month(2025, 12, 1_200_000), month(2026, 1, 1_200_000)]
  expect(earned(2_400_000, { months, present: { year: 2026, month: 1 } }).years).toEqual([
    { year: 2025, incomeFen: 1_200_000, months: 1, taxFen: 13_800 },
    { year: 2026, incomeFen: 1_200_000, months: 1, taxFen: 13_800 },
  ])
  // Half of it was taken out while it was that year: this half bears what it adds.
  const half = { months, takenFen: 600_000, present: { year: 2026, month: 1 } }
  expect(earned(600_000, half).years).toEqual([{ year: 2025, incomeFen: 1_200_000, months: 1, taxFen: 13_800 }])
})

test('a month in which a driver lost money leaves less of the next one', () => {
  const months = [month(2026, 9, 10_000), month(2026, 10, -4_000), month(2026, 11, 9_000)]
  expect(earnedIn(months, 10_000, 15_000, present)).toEqual([month(2026, 11, 5_000)])
  expect(earnedIn(months, 8_000, 12_000, present)).toEqual([month(2026, 9, 2_000), month(2026, 11, 2_000)])
  expect(earnedIn([], 0, 500, present)).toEqual([month(2026, 11, 500)])
})

test('a table of rates rises and is open at the end', () => {
  expect(bandsInOrder(standardTax.bands)).toBe(true)
  expect(bandsInOrder(standardTax.bands.slice(0, 2))).toBe(false)
  expect(bandsInOrder(standardTax.bands.toReversed())).toBe(false)
})

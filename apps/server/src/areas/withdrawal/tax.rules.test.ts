import { expect, test } from 'vitest'
import { bandsInOrder, standardTax, taxOf } from './tax.rules.ts'

const on = { ...standardTax, withhold: true }
/** What is withheld of one application after the other, each in a month of its own. */
function year(...amountsFen: number[]): number[] {
  let appliedFen = 0
  let withheldFen = 0
  return amountsFen.map((amountFen, index) => {
    const tax = taxOf(amountFen, { appliedFen, withheldFen, months: index + 1 }, on, amountFen)
    appliedFen += amountFen
    withheldFen += tax
    return tax
  })
}

test('nothing is withheld where it is switched off', () => {
  expect(taxOf(10_000_000, { appliedFen: 0, withheldFen: 0, months: 1 }, standardTax, 10_000_000)).toBe(0)
})

test('twelve thousand yuan a month are taxed alike every month, small incomes not at all, and a lean month counts for the next', () => {
  expect(year(1_200_000, 1_200_000, 1_200_000)).toEqual([13_800, 13_800, 13_800])
  expect(year(300_000, 900_000)).toEqual([0, 0])
})

test('the rate rises with the year', () => {
  // 90 000 × 80 % − 5 000 = 67 000, of the second band: 6 700 − 2 520.
  expect(year(9_000_000)).toEqual([418_000])
  // At the limit of a band both formulas give the same.
  const at = (taxableFen: number) => taxOf(taxableFen, { appliedFen: 0, withheldFen: 0, months: 0 }, { ...on, expenseBp: 0 }, taxableFen)
  for (const { uptoFen } of standardTax.bands) if (uptoFen !== null) expect(at(uptoFen + 100) - at(uptoFen)).toBeLessThan(100)
})

test('too much that was withheld is not given back by hand, too little never takes all of an application', () => {
  expect(taxOf(100_000, { appliedFen: 0, withheldFen: 50_000, months: 1 }, on, 100_000)).toBe(0)
  expect(taxOf(10_000, { appliedFen: 90_000_000, withheldFen: 0, months: 1 }, on, 9_500)).toBe(9_499)
})

test('a table of rates rises and is open at the end', () => {
  expect(bandsInOrder(standardTax.bands)).toBe(true)
  expect(bandsInOrder(standardTax.bands.slice(0, 2))).toBe(false)
  expect(bandsInOrder(standardTax.bands.toReversed())).toBe(false)
})

import type { TaxBand } from '@chauffeur/contract/withdrawal-terms'

export interface TaxTerms {
  withhold: boolean
  /** The part of income that counts as expense. */
  expenseBp: number
  monthlyExemptFen: number
  bands: readonly TaxBand[]
}
/** The method and table of the law as of October 2025; what a tenant begins with, nothing withheld until somebody switches it on. */
export const standardTax: TaxTerms = {
  withhold: false,
  expenseBp: 2_000,
  monthlyExemptFen: 500_000,
  bands: [
    { uptoFen: 3_600_000, rateBp: 300, quickFen: 0 },
    { uptoFen: 14_400_000, rateBp: 1_000, quickFen: 252_000 },
    { uptoFen: 30_000_000, rateBp: 2_000, quickFen: 1_692_000 },
    { uptoFen: 42_000_000, rateBp: 2_500, quickFen: 3_192_000 },
    { uptoFen: 66_000_000, rateBp: 3_000, quickFen: 5_292_000 },
    { uptoFen: 96_000_000, rateBp: 3_500, quickFen: 8_592_000 },
    { uptoFen: null, rateBp: 4_500, quickFen: 18_192_000 },
  ],
}

/** Rising, and without a limit at the end. */
export const bandsInOrder = (bands: readonly TaxBand[]): boolean =>
  bands.every(({ uptoFen }, index) => {
    if (index === bands.length - 1) return uptoFen === null
    const below = index === 0 ? 0 : bands[index - 1]!.uptoFen!
    return uptoFen !== null && uptoFen > below
  })

/** What was applied for this year, this application left out, that was not given back. */
export interface YearSoFar {
  appliedFen: number
  withheldFen: number
  /** Months of the year with an application, the present one among them. */
  months: number
}

/**
 * Tax of one application by the cumulative method: the tax on the year so far with it, less what was withheld before. Never negative, and
 * never so much that nothing is left of `mostFen`; what was withheld too little or too much is made up for at the next application.
 */
export function taxOf(amountFen: number, year: YearSoFar, terms: TaxTerms, mostFen: number): number {
  if (!terms.withhold) return 0
  const incomeFen = year.appliedFen + amountFen
  const expenseFen = Math.floor((incomeFen * terms.expenseBp + 5_000) / 10_000)
  const taxableFen = Math.max(0, incomeFen - expenseFen - terms.monthlyExemptFen * year.months)
  const band = terms.bands.find(({ uptoFen }) => uptoFen === null || taxableFen <= uptoFen)
  if (!band) return 0
  const dueFen = Math.floor((taxableFen * band.rateBp + 5_000) / 10_000) - band.quickFen
  return Math.max(0, Math.min(dueFen - year.withheldFen, mostFen - 1))
}

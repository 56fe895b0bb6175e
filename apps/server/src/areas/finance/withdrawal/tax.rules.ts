import type { TaxableOn, TaxBand } from '@chauffeur/contract/finance/withdrawal-terms'

export interface TaxTerms {
  withhold: boolean
  taxableOn: TaxableOn
  /** The part of income that counts as expense. */
  expenseBp: number
  monthlyExemptFen: number
  bands: readonly TaxBand[]
}
/** The method and table of the law as of October 2025; what a tenant begins with, nothing withheld until somebody switches it on. */
export const standardTax: TaxTerms = {
  withhold: false,
  taxableOn: 'APPLICATION',
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

/** The tax on a year's income. */
function dueFen(incomeFen: number, months: number, terms: TaxTerms): number {
  const expenseFen = Math.floor((incomeFen * terms.expenseBp + 5_000) / 10_000)
  const taxableFen = Math.max(0, incomeFen - expenseFen - terms.monthlyExemptFen * months)
  const band = terms.bands.find(({ uptoFen }) => uptoFen === null || taxableFen <= uptoFen)
  return band ? Math.floor((taxableFen * band.rateBp + 5_000) / 10_000) - band.quickFen : 0
}

/** How the tax of an application came about: of each year the income so far, this application's among it, and what of the tax is for it. */
export interface TaxBasis {
  on: TaxableOn
  years: { year: number; incomeFen: number; months: number; taxFen: number }[]
}
export const taxIn = ({ years }: TaxBasis): number => years.reduce((sum, { taxFen }) => sum + taxFen, 0)

/** What was applied for this year, this application left out, that was not given back. */
export interface YearSoFar {
  year: number
  appliedFen: number
  withheldFen: number
  /** Months of the year with an application, the present one among them. */
  months: number
}

/**
 * Tax of one application by the cumulative method: the tax on the year so far with it, less what was withheld before. Never negative, and
 * never so much that nothing is left of `mostFen`; what was withheld too little or too much is made up for at the next application.
 */
export function taxOfApplication(amountFen: number, soFar: YearSoFar, terms: TaxTerms, mostFen: number): TaxBasis {
  const { year, months, withheldFen } = soFar
  const incomeFen = soFar.appliedFen + amountFen
  const taxFen = Math.max(0, Math.min(dueFen(incomeFen, months, terms) - withheldFen, mostFen - 1))
  return { on: 'APPLICATION', years: [{ year, incomeFen, months, taxFen }] }
}

/** What a driver earned in a month of their city, less what was taken from them in it. */
export interface EarnedMonth {
  year: number
  month: number
  fen: number
}
/**
 * In which months a part of all that was ever earned was earned; what was earned first is taken out first. A month in which more was taken
 * from a driver than they earned leaves less of those that follow. What no month holds is the present one's.
 */
export function earnedIn(earned: readonly EarnedMonth[], fromFen: number, toFen: number, present: Omit<EarnedMonth, 'fen'>): EarnedMonth[] {
  const parts: EarnedMonth[] = []
  let atFen = 0
  let owedFen = 0
  for (const { year, month, fen } of earned) {
    const ownFen = Math.max(0, fen - owedFen)
    owedFen = Math.max(0, owedFen - fen)
    const partFen = Math.min(toFen, atFen + ownFen) - Math.max(fromFen, atFen)
    if (partFen > 0) parts.push({ year, month, fen: partFen })
    atFen += ownFen
  }
  const restFen = toFen - Math.max(fromFen, atFen)
  return restFen > 0 ? [...parts, { ...present, fen: restFen }] : parts
}

/** All that a driver earned by the month, and what of it was applied for before and not given back. */
export interface Earnings {
  months: readonly EarnedMonth[]
  takenFen: number
  present: Omit<EarnedMonth, 'fen'>
  /** Of the present year's income. */
  withheldFen: number
}
/**
 * Tax of one application on income of the months in which it was earned, year by year. The present year's is made up for like that of an
 * application; of a year that is over this application bears what its own part adds.
 */
export function taxOfEarnings(amountFen: number, earnings: Earnings, terms: TaxTerms, mostFen: number): TaxBasis {
  const { months, takenFen, present, withheldFen } = earnings
  const sums = (parts: readonly EarnedMonth[], of: number) => {
    const own = parts.filter(({ year }) => year === of)
    return { incomeFen: own.reduce((sum, { fen }) => sum + fen, 0), months: new Set(own.map(({ month }) => month)).size }
  }
  const before = earnedIn(months, 0, takenFen, present)
  const own = earnedIn(months, takenFen, takenFen + amountFen, present)
  let mostLeftFen = mostFen - 1
  const years = [...new Set(own.map(({ year }) => year))].map((year) => {
    const was = sums(before, year)
    const is = sums([...before, ...own], year)
    const borneFen = year === present.year ? withheldFen : dueFen(was.incomeFen, was.months, terms)
    const taxFen = Math.max(0, Math.min(dueFen(is.incomeFen, is.months, terms) - borneFen, mostLeftFen))
    mostLeftFen -= taxFen
    return { year, ...is, taxFen }
  })
  return { on: 'EARNING', years }
}

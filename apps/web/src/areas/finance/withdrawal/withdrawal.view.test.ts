import { expect, test } from 'vitest'
import { factChanges } from '#kit/config/config.view.ts'
import { factsOfTax, factsOfTerms } from './withdrawal.view.ts'

const terms = {
  ways: ['BANK' as const],
  minFen: 1_000,
  maxFen: 500_000,
  maxPerDay: 3,
  reserveFen: 0,
  feeBp: 0,
  feeFlatFen: 0,
  freePerWeek: 3,
  weekMask: 127,
  accountCoolingHours: 24,
  autoApproveBelowFen: 0,
  secondReviewFromFen: 200_000,
  overdueHours: 24,
}
const tax = {
  version: 1,
  reason: '',
  changedBy: '',
  changedAt: '2026-11-22T01:30:00.000Z',
  withhold: false,
  taxableOn: 'APPLICATION' as const,
  payerName: '',
  payerTaxNo: '',
  expenseBp: 2_000,
  monthlyExemptFen: 500_000,
  bands: [
    { uptoFen: 3_600_000, rateBp: 300, quickFen: 0 },
    { uptoFen: null, rateBp: 1_000, quickFen: 252_000 },
  ],
}

test('what two versions of terms differ in is said in words', () => {
  expect(
    factChanges(factsOfTerms(terms), factsOfTerms({ ...terms, ways: ['WX_SINGLE', 'BANK'], feeBp: 60, secondReviewFromFen: 0 })),
  ).toEqual([
    { label: '提现方式', was: '银行卡', is: '微信单笔、银行卡' },
    { label: '手续费率', was: '0%', is: '0.6%' },
    { label: '双人审核', was: '¥2,000.00 起', is: '一人审核' },
  ])
})

test('a band of the tax table that changed is the only difference', () => {
  const bands = [tax.bands[0]!, { ...tax.bands[1]!, rateBp: 1_200 }]
  expect(factChanges(factsOfTax(tax), factsOfTax({ ...tax, bands }))).toEqual([
    { label: '第 2 级税率', was: '不设上限 10%', is: '不设上限 12%' },
  ])
})

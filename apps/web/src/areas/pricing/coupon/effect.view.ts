import { type CouponEffect, funderText } from '@chauffeur/contract/pricing/coupon-template'
import { t, tr } from '#platform/text/text.ts'
import type { Figures } from '#ui/chart/figures.view.ts'
import { moneyText } from '#ui/show/money.view.ts'

export type Totals = Omit<CouponEffect, 'couponTemplateId' | 'name' | 'funder' | 'funderName'>
const counted = [
  'granted',
  'customers',
  'held',
  'used',
  'expired',
  'revoked',
  'beforeFen',
  'costFen',
  'revenueFen',
  'otherOrders',
  'otherRevenueFen',
] as const satisfies readonly (keyof Totals)[]

/** All coupons together; who got two kinds of them counts for each. */
export const totalsOf = (rows: readonly Totals[]): Totals =>
  Object.fromEntries(counted.map((key) => [key, rows.reduce((sum, row) => sum + row[key], 0)])) as Totals

/** A partner by its name, the others by what they are. */
export const funderOf = ({ funder, funderName }: Pick<CouponEffect, 'funder' | 'funderName'>): string =>
  funderName || tr(funderText[funder])

/** What each trip paid on the average; null without a trip. */
export const eachFen = (fen: number, trips: number): number | null => (trips === 0 ? null : Math.round(fen / trips))

/** What was taken off and what was left to pay, by who bears it. */
export function byFunder({ rows }: { rows: readonly CouponEffect[] }): Figures {
  const funders = [...Map.groupBy(rows, funderOf)]
    .map(([name, own]) => ({ name, ...totalsOf(own) }))
    .toSorted((a, b) => b.costFen - a.costFen)
  return {
    by: t('承担方'),
    keys: funders.map(({ name }) => name),
    series: [
      { name: t('优惠金额'), shape: 'bar', values: funders.map(({ costFen }) => costFen), text: moneyText },
      { name: t('优惠后收入'), shape: 'bar', values: funders.map(({ revenueFen }) => revenueFen), text: moneyText },
    ],
  }
}

const MOST_SHOWN = 12
/** Granted and used, of those that cost most. */
export function byTemplate({ rows }: { rows: readonly CouponEffect[] }): Figures {
  const shown = rows.slice(0, MOST_SHOWN)
  return {
    by: t('优惠券'),
    keys: shown.map(({ name }) => name),
    named: true,
    series: [
      { name: t('发放张数'), shape: 'bar', values: shown.map(({ granted }) => granted) },
      { name: t('使用张数'), shape: 'bar', values: shown.map(({ used }) => used) },
    ],
  }
}

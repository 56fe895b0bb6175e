import type { FeeLine, PriceTemplateRules, RightCover } from '@chauffeur/contract/pricing/model'
import { passThroughType } from '@chauffeur/contract/pricing/model'
import { chargeLines, sumOf } from './charge.rules.ts'
import { type Discounted, discountOf } from './discount.rules.ts'
import { requireWhole } from './integer.rules.ts'
import type { CouponTerms, PricedTrip, TripToPrice } from './pricing.model.ts'

/**
 * Prices a trip: the same for a quote, a bill and the calculator. Amounts are fen; only the dynamic rate, a weather rate and a rate coupon round, half-up.
 *
 * @throws RangeError on negative or broken numbers and on a template whose bands miss the departure time.
 */
export function priceTrip(template: PriceTemplateRules, trip: TripToPrice): PricedTrip {
  requireSound(trip)
  const charges = chargeLines(template, trip)
  const subtotalFen = sumOf(charges)
  const { line, ...discounted } = discountFor(template, trip, charges, subtotalFen)
  const lines = [...charges, ...(line ? [line] : []), ...passThroughLines(trip), ...tipLines(trip)]
  const totalFen = sumOf(lines)
  const enterpriseFen = Math.min(totalFen, trip.enterpriseLimitFen ?? 0)
  return {
    lines,
    subtotalFen,
    discountFen: line ? -line.amountFen : 0,
    totalFen,
    enterpriseFen,
    personalFen: totalFen - enterpriseFen,
    ...discounted,
  }
}

function discountFor(template: PriceTemplateRules, trip: TripToPrice, charges: readonly FeeLine[], subtotalFen: number): Discounted {
  if (!trip.discount) return { couponLostFen: 0 }
  return discountOf(trip.discount, {
    subtotalFen,
    startFen: sumOf(charges.filter(({ type }) => type === 'START')),
    distanceM: trip.distanceM,
    subtotalWithinM: (distanceM) => sumOf(chargeLines(template, { ...trip, distanceM })),
  })
}

/** A bill has one line per type, however many receipts there are. */
function passThroughLines({ passThrough = [] }: TripToPrice): FeeLine[] {
  return passThroughType.options.flatMap((type): FeeLine[] => {
    const receipts = passThrough.filter((item) => item.type === type)
    const amountFen = sumOf(receipts)
    return amountFen > 0 ? [{ type, amountFen, rule: { kind: 'PASS_THROUGH', receipts: receipts.length } }] : []
  })
}

function tipLines({ tipFen = 0 }: TripToPrice): FeeLine[] {
  return tipFen > 0 ? [{ type: 'TIP', amountFen: tipFen, rule: { kind: 'TIP' } }] : []
}

function requireSound(trip: TripToPrice): void {
  if (!Number.isSafeInteger(trip.departAt)) throw new RangeError(`departAt must be whole milliseconds: ${trip.departAt}`)
  const { waiting, discount } = trip
  const numbers: Record<string, number | undefined> = {
    distanceM: trip.distanceM,
    durationS: trip.durationS,
    dynamicRateBp: trip.dynamicRateBp,
    dynamicMaxFen: trip.dynamicMaxFen,
    weatherFen: trip.weatherFen,
    weatherRateBp: trip.weatherRateBp,
    tipFen: trip.tipFen,
    enterpriseLimitFen: trip.enterpriseLimitFen,
    ...('waitS' in waiting ? { waitS: waiting.waitS } : { arrivedAt: waiting.arrivedAt, bookTime: waiting.bookTime }),
    ...(discount?.kind === 'coupon' ? couponNumbers(discount.coupon) : {}),
    ...(discount?.kind === 'right' ? { ...coverNumbers(discount.cover), limitFen: discount.limitFen, limitM: discount.limitM } : {}),
  }
  for (const [name, value] of Object.entries(numbers)) if (value !== undefined) requireWhole(name, value)
  for (const { type, amountFen } of trip.passThrough ?? []) requireWhole(type, amountFen)
}

function couponNumbers(coupon: CouponTerms): Record<string, number | undefined> {
  return {
    minSubtotalFen: coupon.minSubtotalFen,
    maxFen: coupon.maxFen,
    faceFen: 'faceFen' in coupon ? coupon.faceFen : undefined,
    rateBp: 'rateBp' in coupon ? coupon.rateBp : undefined,
  }
}

function coverNumbers(cover: RightCover): Record<string, number | undefined> {
  return {
    capFen: cover.kind === 'CAP' ? cover.capFen : undefined,
    includedM: cover.kind === 'DISTANCE' ? cover.includedM : undefined,
  }
}

import { couponCalls } from '@chauffeur/contract/pricing/coupon'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { type DiscountChoice, discountInput, type EstimateInput } from '../draft/desk-draft.ts'
import { useEstimate } from './use-estimate.ts'

export type Recommended = AnswerOf<typeof couponCalls.recommendCoupons>
export type OfferedDiscount = Recommended['rows'][number]
/** A coupon or right, as the price was made with it. */
export interface AppliedDiscount {
  kind: 'COUPON' | 'RIGHT'
  id: string
  name: string
}

export const appliedDiscount = (offered: OfferedDiscount): AppliedDiscount => ({
  kind: offered.kind,
  id: offered.kind === 'COUPON' ? offered.couponId : offered.rightGrantId,
  name: offered.name,
})

/** Which discount a choice comes to, given what fits the trip; undefined while that is not known. */
export function discountOf(choice: DiscountChoice, offers: Recommended | undefined, none: boolean): AppliedDiscount | null | undefined {
  if (choice.kind === 'COUPON' || choice.kind === 'RIGHT') return { kind: choice.kind, id: choice.id, name: choice.name }
  if (choice.kind === 'NONE' || none) return null
  if (!offers) return undefined
  return offers.best ? appliedDiscount(offers.best) : null
}

/**
 * The price of the trip with what the customer may use: first without, then, once it is known what fits that price, with the best of it or
 * with what the operator chose. `none` says that the customer has nothing to use.
 */
export function usePrice(trip: EstimateInput | null, choice: DiscountChoice, none: boolean, enabled: boolean) {
  const base = useEstimate(trip, enabled)
  const asked = trip?.phone && base.current && base.quote && !none ? { phone: trip.phone, quoteId: base.quote.quoteId } : null
  const offers = useCall(couponCalls.recommendCoupons, asked ?? { phone: '', quoteId: '' }, {
    enabled: enabled && asked !== null,
    silent: true,
  })
  const known = asked ? offers.data : undefined
  const chosen = useMemo(
    () => discountOf(choice, known, none || !trip?.phone || offers.isError),
    [choice, known, none, trip?.phone, offers.isError],
  )
  const withIt = useMemo(() => (trip && chosen ? { ...trip, ...discountInput(chosen) } : null), [trip, chosen])
  const reduced = useEstimate(withIt, enabled, 0)
  const shown = chosen ? reduced : base
  return {
    ...shown,
    /** While it is not known which discount fits, the price may still fall. */
    pending: shown.pending || (enabled && base.current && base.quote !== null && chosen === undefined),
    offers: known,
    discount: chosen ?? null,
    /** The quote to order by, with the discount it was made with. */
    quoted: shown.current && shown.quote ? { quoteId: shown.quote.quoteId, discount: chosen ?? null } : undefined,
  }
}

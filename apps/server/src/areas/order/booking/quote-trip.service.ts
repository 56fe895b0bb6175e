import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import type { OutputOf, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import { findCustomerByPhone, refusedWords, userOf } from '#areas/customer/card'
import { payerOf } from '#areas/customer/enterprise'
import { discountFor } from '#areas/pricing/discount'
import { estimateTrip, insertQuote, linesView } from '#areas/pricing/quote'
import type { TenantTx } from '#platform/database/db'
import type { Fail, Platform } from '#platform/http/implement'
import { type Orderer, userIdOf } from '#platform/identity/session'
import { paidTrip, tripOf } from './place-order.service.ts'

type Estimate = typeof callCentreCalls.estimate

/** Prices a trip for whoever asks, and keeps the price: an order of the same trip has it while it is good. */
export async function quoteTrip(
  tx: TenantTx,
  input: ParsedInputOf<Estimate>,
  who: Orderer,
  {
    platform,
    english,
    now,
    fail,
  }: { platform: Pick<Platform, 'settings' | 'roads'>; english: boolean; now: Date; fail: Fail<Estimate['failures'][number]> },
): Promise<OutputOf<Estimate>> {
  const { trip, on } = await tripOf(tx, input, who, now, fail)
  const customer = input.phone && (input.couponId || input.rightGrantId) ? await findCustomerByPhone(tx, input.phone) : undefined
  const chosen = await discountFor(tx, input, userOf(trip, customer, now), fail)
  const { enterpriseId } = trip
  const payer = enterpriseId ? await payerOf(tx, enterpriseId, input.phone ?? '', paidTrip(trip), fail) : null
  const estimate = await estimateTrip(
    tx,
    trip,
    { roads: platform.roads, tenantId: who.tenantId, withinMs: platform.settings.roadWaitMs.quote, on },
    { ...chosen, enterpriseLimitFen: payer?.limitFen },
  )
  if (!estimate) return fail('callCentre.cityClosed')
  const { priced, measured, distanceM, durationS, templateId, templateVersion } = estimate
  const { dynamicRateBp, dynamicMaxFen, weatherFen, weatherRateBp, fenceId } = estimate
  const validUntil = new Date(now.getTime() + platform.settings.quoteValidS * 1000)
  const { couponId, rightGrantId } = input
  const quoteId = await insertQuote(tx, {
    tenantId: who.tenantId,
    cityId: input.cityId,
    templateId,
    templateVersion,
    trip: { ...trip, dynamicRateBp, dynamicMaxFen, weatherFen, weatherRateBp, fenceId, couponId, rightGrantId },
    priced,
    distanceM,
    durationS,
    measured,
    validUntil,
    createdBy: userIdOf(who),
  })
  const { subtotalFen, discountFen, totalFen, enterpriseFen, personalFen } = priced
  return {
    quoteId,
    validUntil: validUntil.toISOString(),
    distanceM,
    durationS,
    measured,
    templateId,
    templateVersion,
    lines: linesView(priced.lines, english),
    subtotalFen,
    discountFen,
    totalFen,
    enterpriseFen,
    personalFen,
    discountRefused: refusedWords(priced, english),
  }
}

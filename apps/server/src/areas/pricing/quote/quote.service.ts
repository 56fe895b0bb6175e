import { labelOf } from '@chauffeur/contract/pricing/model'
import type { feeLineType } from '@chauffeur/contract/pricing/fee-line'
import type * as z from 'zod'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Measured } from '@chauffeur/contract/kernel/road'
import type { Roads } from '#platform/geo/roads/roads'
import type { Discount, PricedTrip, TripToPrice } from '../price/index.ts'
import { fencesNear } from '../rate/index.ts'
import { fencesOfTrip } from '../rate/index.ts'
import { findQuote, templatesFor, templateVersion } from './pricing.queries.ts'
import { priceTrip } from '../price/index.ts'
import { surchargesIn } from '../rate/index.ts'
import type { Surcharges } from '../rate/index.ts'
import { chooseTemplate } from '../template/index.ts'

/** A trip as it is asked for: places in WGS84. */
export interface AskedTrip {
  cityId: string
  channelId: string | null
  /** Whose template may price it; null where the customer pays alone. */
  enterpriseId: string | null
  /** The customer's groups that set a price, the one that counts first. */
  groupIds: readonly string[]
  serviceType: string
  /** Null where only the address is known. */
  pickup: { lat: number; lng: number } | null
  dropoff: { lat: number; lng: number } | null
  departAt: Date
  utcOffsetMinutes: number
}
export interface Estimate extends Surcharges {
  templateId: string
  templateVersion: number
  /** The fence whose template it is. */
  fenceId: string | null
  distanceM: number
  durationS: number
  /** How they came about; null without a destination, and where it was not kept yet. */
  measured: Measured | null
  priced: PricedTrip
}

/**
 * Prices a trip that has not been driven; while one of its ends is not known it is the start price. The surcharges are those of the departure, and are
 * kept with the quote and the order, so that the bill charges the same. `withinMs`: so long the streets are waited for, which must be
 * nothing where rows are locked. `on`: the city's switches of surcharges. Null where no template is in force.
 */
export async function estimateTrip(
  db: TenantTx,
  trip: AskedTrip,
  {
    roads,
    tenantId,
    withinMs,
    on,
  }: { roads: Roads; tenantId: string; withinMs: number; on: Record<'weatherPrice' | 'peakPrice', boolean> },
  { discount, enterpriseLimitFen }: Paying = {},
): Promise<Estimate | null> {
  const { cityId, pickup, dropoff } = trip
  const [chosen, surcharges, way] = await Promise.all([
    templateOf(db, trip),
    surchargesIn(db, cityId, trip, on),
    pickup && dropoff && roads.measure({ tenantId, cityId }, pickup, dropoff, withinMs),
  ])
  if (!chosen) return null
  const { template, fenceId } = chosen
  const { distanceM, durationS } = way ?? { distanceM: 0, durationS: 0 }
  const measured = way && { by: way.by, provider: way.provider }
  const priced = priceTrip(template.rules, tripToPrice({ ...trip, ...surcharges, distanceM, durationS }, { discount, enterpriseLimitFen }))
  return { templateId: template.id, templateVersion: template.version, fenceId, distanceM, durationS, measured, priced, ...surcharges }
}

interface Estimated extends Surcharges {
  departAt: Date | string
  utcOffsetMinutes: number
  distanceM: number
  durationS: number
}
interface Paying {
  discount?: Discount | undefined
  /** The most the enterprise pays of it. */
  enterpriseLimitFen?: number | undefined
}
const tripToPrice = (trip: Estimated, { discount, enterpriseLimitFen }: Paying): TripToPrice => ({
  departAt: new Date(trip.departAt).getTime(),
  utcOffsetMinutes: trip.utcOffsetMinutes,
  distanceM: trip.distanceM,
  durationS: trip.durationS,
  waiting: { waitS: 0 },
  ...surchargesToPrice(trip),
  ...(discount && { discount }),
  ...(enterpriseLimitFen !== undefined && { enterpriseLimitFen }),
})

/** A quote's trip, and its price with a discount, for as long as the quote is kept; null for a quote nobody knows. */
export async function tripOfQuote(db: TenantDb, quoteId: string) {
  const quote = await findQuote(db, quoteId)
  const rules = quote && (await templateVersion(db, quote.template_id, quote.template_version))
  if (!rules) return null
  const kept = quote.trip as unknown as AskedTrip & Surcharges
  // Quotes made before there were groups name none.
  const asked = { ...kept, groupIds: kept.groupIds ?? [], departAt: new Date(kept.departAt) }
  const trip = { ...asked, distanceM: quote.distance_m, durationS: quote.duration_s }
  return { trip: asked, priced: (discount: Discount) => priceTrip(rules, tripToPrice(trip, { discount })) }
}

/** Surcharges kept with a quote or an order, as the price rules take them. */
export const surchargesToPrice = ({ dynamicRateBp, dynamicMaxFen, weatherFen, weatherRateBp }: Surcharges) => ({
  dynamicRateBp,
  weatherFen,
  weatherRateBp,
  ...(dynamicMaxFen !== null && { dynamicMaxFen }),
})

/** The first fence of the trip whose template is in force decides; without one, the highest rank of the others. */
async function templateOf(db: TenantDb, trip: AskedTrip) {
  const at = trip.departAt.getTime()
  const places = [trip.pickup, trip.dropoff].filter((place) => place !== null)
  const [templates, near] = await Promise.all([templatesFor(db, trip), fencesNear(db, trip.cityId, trip.departAt, places)])
  for (const fence of fencesOfTrip(near, { ...trip, departAt: at })) {
    const template = chooseTemplate(
      templates.filter(({ id, ownerType }) => ownerType === 'FENCE' && id === fence.templateId),
      at,
    )
    if (template) return { template, fenceId: fence.id }
  }
  const inForce = (groupId: string) => templates.filter(({ ownerType, ownerId }) => ownerType === 'GROUP' && ownerId === groupId)
  const ofGroup = trip.groupIds.map(inForce).find((some) => some.length > 0) ?? []
  const template = chooseTemplate([...ofGroup, ...templates.filter(({ ownerType }) => ownerType !== 'FENCE' && ownerType !== 'GROUP')], at)
  return template && { template, fenceId: null }
}

/** A priced trip's lines as callers see them. */
export const linesView = (
  lines: PricedTrip['lines'],
  english = false,
): { type: z.infer<typeof feeLineType>; label: string; amountFen: number }[] =>
  lines.map((line) => ({ type: line.type, label: labelOf(line)[english ? 'en' : 'zh'], amountFen: line.amountFen }))

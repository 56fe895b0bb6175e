import { labelOf } from '@chauffeur/contract/pricing-model'
import type { feeLineType } from '@chauffeur/contract/pricing'
import type * as z from 'zod'
import type { TenantDb } from '#platform/db'
import { metresBetween } from '#platform/positions'
import type { Settings } from '#platform/settings'
import type { PricedTrip } from './pricing.model.ts'
import { templatesFor } from './pricing.queries.ts'
import { priceTrip } from './pricing.rules.ts'
import { chooseTemplate } from './template-choice.rules.ts'

/** A trip as it is asked for: places in WGS84. */
export interface AskedTrip {
  cityId: string
  channelId: string | null
  serviceType: string
  pickup: { lat: number; lng: number }
  dropoff: { lat: number; lng: number } | null
  departAt: Date
  utcOffsetMinutes: number
}
export interface Estimate {
  templateId: string
  templateVersion: number
  distanceM: number
  durationS: number
  priced: PricedTrip
}

/** Prices a trip that has not been driven; without a destination it is the start price. Null where no template is in force. */
export async function estimateTrip(db: TenantDb, trip: AskedTrip, settings: Settings): Promise<Estimate | null> {
  const template = chooseTemplate(await templatesFor(db, trip), trip.departAt.getTime())
  if (!template) return null
  const distanceM = trip.dropoff
    ? Math.round((metresBetween(trip.pickup.lat, trip.pickup.lng, trip.dropoff.lat, trip.dropoff.lng) * settings.detourX100) / 100)
    : 0
  const durationS = Math.ceil(distanceM / settings.tripMps)
  const priced = priceTrip(template.rules, {
    departAt: trip.departAt.getTime(),
    utcOffsetMinutes: trip.utcOffsetMinutes,
    distanceM,
    durationS,
    waiting: { waitS: 0 },
  })
  return { templateId: template.id, templateVersion: template.version, distanceM, durationS, priced }
}

/** A priced trip's lines as callers see them. */
export const linesView = (
  lines: PricedTrip['lines'],
  english = false,
): { type: z.infer<typeof feeLineType>; label: string; amountFen: number }[] =>
  lines.map((line) => ({ type: line.type, label: labelOf(line)[english ? 'en' : 'zh'], amountFen: line.amountFen }))

import * as z from 'zod'
import { id, lat, lng, requiredText, text } from '../../kernel/fields.ts'

/** Where a place comes from: the tenant's own, learned from trips, an address that the caller used, a map service. */
export const placeSource = z.enum(['OWN', 'LEARNED', 'USED', 'SERVICE'])

/** A door of a place, WGS84; `note` says where to wait there. */
export const entrance = z.object({ name: requiredText(40), lat, lng, note: text(60) })
export type Entrance = z.infer<typeof entrance>

/** Where drivers met customers on trips that are over, WGS84. */
export const learnedPickup = z.object({
  /** What it is called; empty where nothing that may be told names it. */
  name: z.string(),
  lat: z.number(),
  lng: z.number(),
  trips: z.number().int(),
  distanceM: z.number().int(),
})

/** What is known of a place besides its name and point, wherever places are answered. */
export const placeFacts = z.object({
  /** Of an own place. */
  placeId: id.nullable(),
  source: placeSource,
  entrances: z.array(z.object({ name: z.string(), lat: z.number(), lng: z.number(), note: z.string() })),
  /** Where to wait, as the driver is told: `3 号门，指示牌下`. */
  pickupNote: z.string(),
  /** Offered as pick-up points, the most used first. */
  pickups: z.array(learnedPickup),
})

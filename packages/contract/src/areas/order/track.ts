import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { id, instant, metres, seconds } from '../../kernel/fields.ts'
import { roadProvider } from '../../kernel/road.ts'
import { trackQuality } from './model.ts'

/** What the driver was doing: on the way to the customer, waiting there, or driving the customer's car. */
export const trackPhase = z.enum(['TO_PICKUP', 'WAITING', 'TRIP'])
export type TrackPhase = z.infer<typeof trackPhase>

export const trackPoint = z.object({
  /** By the device's own clock put right with the server's: see `takenAt`. */
  at: instant,
  lat: z.number(),
  lng: z.number(),
  accuracyM: metres.nullable(),
  phase: trackPhase,
})
export type TrackPoint = z.infer<typeof trackPoint>

/** A stretch of the trip without a fix. Nothing is known of it but its two ends, unless a service found the streets between them (`filledM`). */
export const trackGap = z.object({ from: instant, to: instant, seconds, straightM: metres, filledM: metres.nullable() })
export type TrackGap = z.infer<typeof trackGap>

/** By whom gaps of a track were filled, how many, and the metres that count for them. */
export const filledGaps = z.object({ provider: roadProvider, gaps: z.number().int(), metres })
export type FilledGaps = z.infer<typeof filledGaps>

export const orderTrack = z.object({
  orderId: id,
  datum: z.literal('WGS84'),
  /** In the order they were taken, from acceptance to the end of the trip. */
  points: z.array(trackPoint),
  /** Of the trip only: stretches over a minute without a fix, the two ends included. */
  gaps: z.array(trackGap),
  departAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Of the trip. As billed once it has ended (`final`), before that what the points give so far; null before it began. */
  distanceM: metres.nullable(),
  quality: trackQuality.nullable(),
  final: z.boolean(),
  /** Seconds of the trip without a fix, and the straight metres counted for them. */
  gapS: seconds,
  gapM: metres,
  filled: filledGaps.nullable(),
})
export type OrderTrack = z.infer<typeof orderTrack>

export const orderTrackCalls = {
  get: call({
    method: 'GET',
    path: '/djweb/order/order_track',
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '订单轨迹',
    input: z.object({ orderId: id }),
    output: orderTrack,
    failures: ['order.notFound'],
  }),
} satisfies Area

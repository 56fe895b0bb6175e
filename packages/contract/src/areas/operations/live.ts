import * as z from 'zod'
import { id, instant, seconds } from '../../kernel/fields.ts'
import { serviceStatus, workStatus } from '../order/model.ts'
import { noticeKind } from './notice.ts'
import { jobState } from './job.ts'

/**
 * `GET /api/live/stream?topics=orders,drivers` is a `text/event-stream` read with fetch, token in the header.
 * Every event has an id; `Last-Event-ID` misses nothing of the last five minutes, and a `gap` event says when it has.
 * Topics obey the tenant, city, organisation and channel scope of the lists.
 */
export const LIVE_PATH = '/api/live/stream'
export const liveTopic = z.enum([
  'orders',
  'drivers',
  'withdrawals',
  'reconciliation',
  'webhooks',
  'notices',
  'jobs',
  'session',
  'driverMessages',
])
export type LiveTopic = z.infer<typeof liveTopic>

/** An order changed: fetch it again if it is on the screen. */
export const liveOrder = z.object({
  orderId: id,
  orderNo: z.string(),
  bookingId: id,
  cityId: id,
  serviceStatus,
  event: z.string(),
  version: z.number().int(),
  at: instant,
})
/** Drivers of one part of a frame: so few that reading a part keeps nobody waiting. */
export const LIVE_PART = 500
/**
 * All drivers of the scope that moved or changed since the last frame, at most one frame a second; the first frame has all. A frame of
 * more than `LIVE_PART` drivers comes in parts, one event each, right after each other.
 */
export const liveDrivers = z.object({
  at: instant,
  /** The first frame of a connection holds every driver: who is in none of its parts is forgotten. */
  full: z.boolean(),
  /** From 0. */
  part: z.number().int(),
  parts: z.number().int(),
  drivers: z.array(
    z.object({
      driverId: id,
      driverNo: z.string(),
      name: z.string(),
      cityId: id,
      orgId: id.nullable(),
      level: z.number().int(),
      workStatus,
      lat: z.number(),
      lng: z.number(),
      headingDeg: z.number().int().nullable(),
      ageS: seconds,
    }),
  ),
  /** With the last part. */
  gone: z.array(id),
})
export const liveNotice = z.object({ noticeId: id, kind: noticeKind, subject: z.string(), orderId: id.nullable(), at: instant })
/** A driver's app has something to fetch. */
export const liveDriverMessage = z.object({ driverId: id })
/** A withdrawal is in another state, or its channel said something new. */
export const liveWithdrawal = z.object({
  withdrawalId: id,
  driverId: id,
  state: z.number().int(),
  event: z.string(),
  version: z.number().int(),
})
/** A day's statement of a channel came further, or a difference of it was settled. */
export const liveReconciliation = z.object({ batchId: id, state: z.number().int() })
/** A message to a partner was tried or is to be sent again; without an id, several of the channel. */
export const liveWebhook = z.object({ channelId: id, deliveryId: id.nullable() })
/** One of one's own jobs began, came on, at most once a second, or ended. */
export const liveJob = z.object({
  jobId: id,
  kind: z.string(),
  state: jobState,
  done: z.number().int(),
  total: z.number().int().nullable(),
})
/** The session's authorities changed or the tenant's menu did (fetch menu and authorities again), its cities did, or the session ended. */
export const liveSession = z.object({ what: z.enum(['authorities', 'menu', 'cities', 'ended']) })
export type LiveOrder = z.infer<typeof liveOrder>
export type LiveDriverMessage = z.infer<typeof liveDriverMessage>
export type LiveWithdrawal = z.infer<typeof liveWithdrawal>
export type LiveReconciliation = z.infer<typeof liveReconciliation>
export type LiveWebhook = z.infer<typeof liveWebhook>
export type LiveDrivers = z.infer<typeof liveDrivers>
export type LiveNotice = z.infer<typeof liveNotice>
export type LiveJob = z.infer<typeof liveJob>
export type LiveSession = z.infer<typeof liveSession>

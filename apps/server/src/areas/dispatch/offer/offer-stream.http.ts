import { dispatchCalls, type driverOffer, OFFER_STREAM_PATH } from '@chauffeur/contract/driver/app'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { notSignedIn, refusalOf, tokenOf } from '#platform/http/bind'
import type { CallLimiter } from '#platform/process/call-limits'
import { type EventStreams, eventStreams } from '#platform/live/event-stream'
import { APP_CHECK_MS, appClientOf, type DriverApps } from '#platform/identity/driver-apps'
import type { DriverSession, Sessions } from '#platform/identity/session'

/** Where the offers of drivers come from. */
export interface OfferSource {
  open(driver: DriverSession): Promise<z.input<typeof driverOffer>[]>
  /** Hears of a driver's offers from now on. */
  listen(driver: DriverSession): {
    /** Fulfils when an offer may have come, or after `ms`; with false when there is no point in waiting on. */
    woken(ms: number): Promise<boolean>
    stop(): void
  }
}

/** Tells of a driver's withdrawals from now on, which of them is to be read again; returns how to stop. */
export type WithdrawalNews = (driver: DriverSession, heard: (withdrawalId: string) => void) => () => void

/** Tells that there is a message for a driver to fetch, from now on; returns how to stop. */
export type MessageNews = (driver: DriverSession, heard: () => void) => () => void

/** With nobody telling of a change: an offer that lapsed or was taken back goes from the screen after so long. */
const LOOK_MS = 3_000
/** Whoever is not being asked is told when that changes; a look now and then is for what nobody told. Not all who came together at the same moment. */
const idleMs = () => (4 + 2 * Math.random()) * 60_000
/** A driver has a telephone, and perhaps a second one; the oldest stream gives way to one more. */
const STREAMS = 3

/** `GET /driver/v1/offers/stream`: the driver's open offers as server-sent events. See the contract. */
export function offerStreamRoute(
  app: FastifyInstance,
  {
    sessions,
    limits,
    apps,
    source,
    withdrawals,
    messages,
    finishesTrip,
  }: {
    sessions: Sessions
    limits: CallLimiter
    apps: DriverApps
    source: OfferSource
    withdrawals: WithdrawalNews
    messages: MessageNews
    finishesTrip: (driver: DriverSession) => Promise<boolean>
  },
): EventStreams {
  const streams = eventStreams(app)

  app.get(OFFER_STREAM_PATH, async (request, reply) => {
    const token = tokenOf(request)
    const session = token ? await sessions.find(token, false) : null
    if (session?.kind !== 'DRIVER' || !token) return notSignedIn(request)
    // Opened again and again it is a way to ask for offers like the other.
    const retryAfterS = await limits.waitS(dispatchCalls.offers, session)
    if (retryAfterS > 0) return refusalOf('driver.tooOften', request, { retryAfterS })

    const client = appClientOf(request.headers)
    const against = await apps.refusal(session.tenantId, client)
    if (against) return refusalOf(against.failure, request, against.detail)

    if (session.mustAgree && !(await finishesTrip(session))) return refusalOf('driver.mustAgree', request)

    const listening = source.listen(session)
    const stream = streams.begin(request, reply, {
      owner: `${session.tenantId}/${session.driverId}`,
      most: STREAMS,
      // As a request would: the session stays awake, and a stream does not outlive it.
      beat: () =>
        void sessions.find(token, false).then(
          (now) => now ?? stream.close(),
          () => {},
        ),
      close: () => {
        clearInterval(check)
        listening.stop()
        deaf()
        deafToMessages()
      },
    })
    // An app that is switched off meanwhile: the stream ends, and is told why when it is opened again.
    const check = setInterval(
      () =>
        void apps.refusal(session.tenantId, client).then(
          (now) => now && stream.close(),
          () => {},
        ),
      APP_CHECK_MS,
    )
    const deaf = withdrawals(session, (withdrawalId) => void (stream.isOpen() && stream.send('withdrawal', { withdrawalId })))
    const deafToMessages = messages(session, () => void (stream.isOpen() && stream.send('message', {})))

    void (async () => {
      let told: string | null = null
      while (stream.isOpen()) {
        const offers = await source.open(session).catch(() => null)
        const ids: string | null = offers?.map(({ offerId }) => offerId).join() ?? told
        if (offers && ids !== told) stream.send('offers', { offers })
        told = ids
        // Who is being asked looks again soon; who is not will be told.
        if (stream.isOpen() && !(await listening.woken(told === '' && offers ? idleMs() : LOOK_MS))) stream.close()
      }
    })()
    return reply
  })
  return streams
}

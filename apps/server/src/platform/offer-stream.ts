import { type driverOffer, OFFER_STREAM_PATH } from '@chauffeur/contract/dispatch'
import { CODE } from '@chauffeur/contract/kernel/envelope'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod'
import { tokenOf } from './bind.ts'
import type { DriverSession, Sessions } from './session.ts'

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

/** So often a telephone hears that the line still stands, and the session is looked at. */
const BEAT_MS = 15_000
/** With nobody telling of a change: an offer that lapsed or was taken back goes from the screen after so long. */
const LOOK_MS = 3_000
/** Whoever is not being asked is told when that changes; a look now and then is for what nobody told. Not all who came together at the same moment. */
const idleMs = () => (4 + 2 * Math.random()) * 60_000

/** `GET /driver/v1/offers/stream`: the driver's open offers as server-sent events. See the contract. */
export function offerStreamRoute(app: FastifyInstance, sessions: Sessions, source: OfferSource): void {
  const closers = new Set<() => void>()
  app.addHook('preClose', async () => closers.forEach((close) => close()))

  app.get(OFFER_STREAM_PATH, async (request, reply) => {
    const token = tokenOf(request)
    const session = token ? await sessions.find(token, false) : null
    if (session?.kind !== 'DRIVER' || !token)
      return { code: CODE.notSignedIn, message: '登录信息失效,请重新登录', msg: '登录信息失效,请重新登录', data: null }

    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': request.id,
    })
    const listening = source.listen(session)
    let open = true
    const close = () => {
      if (!open) return
      open = false
      listening.stop()
      closers.delete(close)
      clearInterval(beat)
      out.end()
    }
    const beat = setInterval(() => {
      out.write(': beat\n\n')
      // As a request would: the session stays awake, and a stream does not outlive it.
      sessions.find(token, false).then(
        (now) => now ?? close(),
        () => {},
      )
    }, BEAT_MS)
    closers.add(close)
    out.on('close', close)

    void (async () => {
      let told: string | null = null
      while (open) {
        const offers = await source.open(session).catch(() => null)
        const ids: string | null = offers?.map(({ offerId }) => offerId).join() ?? told
        if (open && offers && ids !== told) out.write(`event: offers\ndata: ${JSON.stringify({ offers })}\n\n`)
        told = ids
        // Who is being asked looks again soon; who is not will be told.
        if (open && !(await listening.woken(told === '' && offers ? idleMs() : LOOK_MS))) close()
      }
    })()
    return reply
  })
}

import type { dispatchView } from '@chauffeur/contract/order/model'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { TenantDb } from '#platform/database/db'
import { nextStep } from './dispatch-view.rules.ts'

export type DispatchView = z.input<typeof dispatchView>
type Offer = DispatchView['offers'][number]
type Round = DispatchView['rounds'][number]

interface Row {
  open: boolean
  mode: string | null
  round: number
  rounds_in_all: number | null
  round_s: number | null
  radius_m: number
  candidates: number
  started_at: Date
  ends_at: Date
  next_round_at: Date
  rounds: Round[] | null
  offers: Offer[] | null
}
const utc = (at: string) => new Date(at).toISOString()

interface SearchedFor {
  booking_id: string
  order_id: string
  pickup_lat: number | null
  /** What was searched for afterwards was the next attempt. */
  cancelled_at?: Date | null
}

/** How the search for an order's driver stands or ended: the newest search of its booking with all its rounds, and the order's offers, newest first; a partner is not told whom it was offered to. */
export async function dispatchViewOf(db: TenantDb, order: SearchedFor): Promise<DispatchView> {
  const over = order.cancelled_at ?? null
  const { rows } = await sql<Row>`
    select s.state = 'OPEN' as open, s.params ->> 'mode' as mode, s.round, (s.params ->> 'rounds')::int as rounds_in_all, (s.params ->> 'roundS')::int as round_s,
      s.radius_m, s.candidates, s.started_at, s.ends_at, s.next_round_at,
      (select json_agg(json_build_object('round', r.round, 'startedAt', r.started_at, 'radiusM', r.radius_m, 'candidates', r.candidates, 'offers', r.offers,
          'filteredOut', r.filtered_out) order by r.round desc)
        from dispatch_rounds r where r.tenant_id = s.tenant_id and r.search_id = s.search_id) as rounds,
      (select json_agg(json_build_object('driverId', o.driver_id::text, 'driverNo', coalesce(d.driver_no, ''), 'name', coalesce(d.name, ''), 'sentAt', o.sent_at,
          'expiresAt', o.expires_at, 'result', o.result, 'distanceM', o.distance_m, 'etaS', o.eta_s) order by o.offer_id desc)
        from offers o left join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
        where o.tenant_id = s.tenant_id and o.order_id = ${order.order_id} and current_setting('app.channel') = '*') as offers
    from dispatch_searches s where s.booking_id = ${order.booking_id} and (${over}::timestamptz is null or s.started_at <= ${over}::timestamptz)
    order by s.search_id desc limit 1`.execute(db)
  const row = rows[0]
  if (!row)
    return { round: 0, radiusM: 0, candidates: 0, filteredOut: {}, offers: [], searchEndsAt: null, roundsInAll: 0, next: null, rounds: [] }
  const offers = (row.offers ?? []).map((offer) => ({ ...offer, sentAt: utc(offer.sentAt), expiresAt: utc(offer.expiresAt) }))
  const rounds = (row.rounds ?? []).map((round) => ({ ...round, startedAt: utc(round.startedAt) }))
  const open = row.open && over === null
  const next = nextStep({
    open,
    mode: row.mode ?? '',
    pickupKnown: order.pickup_lat !== null,
    round: row.round,
    rounds: row.rounds_in_all ?? 0,
    roundS: row.round_s ?? 0,
    startedAt: row.started_at.getTime(),
    endsAt: row.ends_at.getTime(),
    nextLookAt: row.next_round_at.getTime(),
    answersBy: offers.filter(({ result }) => result === 'SENT').map(({ expiresAt }) => Date.parse(expiresAt)),
  })
  return {
    round: row.round,
    radiusM: row.radius_m,
    candidates: row.candidates,
    filteredOut: rounds[0]?.filteredOut ?? {},
    offers,
    searchEndsAt: open ? row.ends_at.toISOString() : null,
    roundsInAll: row.rounds_in_all ?? 0,
    next: next && { step: next.step, at: new Date(next.at).toISOString() },
    rounds,
  }
}

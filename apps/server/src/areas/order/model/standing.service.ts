import { SERVICE_STATUS as S, type ServiceStatus } from '@chauffeur/contract/order/model'
import type { Platform } from '#platform/http/implement'
import { ageSOf, metresBetween } from '#platform/live/positions'
import type { StandingFacts } from './standing.queries.ts'
import { dropoffPoint, pickupPoint } from './order.rules.ts'
import type { Standing } from './standing.rules.ts'

/** An order with where its driver is, as the rules want it. */
export function standingOf(row: StandingFacts, { positions, settings }: Pick<Platform, 'positions' | 'settings'>, now: Date): Standing {
  const status = row.service_status as ServiceStatus
  const fix = row.driver_id ? positions.get(row.driver_id) : undefined
  const goal = status === S.accepted ? pickupPoint(row) : status === S.driving ? dropoffPoint(row) : null
  return {
    status,
    since: row.status_since,
    pickupKnown: row.pickup_lat !== null,
    bookTime: row.book_time,
    dispatchAt: row.dispatch_at,
    searchEndsAt: row.search_ends_at,
    round: row.round ?? 0,
    radiusM: row.radius_m ?? 0,
    candidates: row.candidates ?? 0,
    filteredOut: row.filtered_out ?? {},
    acceptedAt: row.accepted_at,
    promisedAt: row.promised_at,
    offerAwayM: row.offer_away_m,
    arrivedAt: row.arrived_at,
    departAt: row.depart_at,
    endedAt: row.ended_at,
    estimateDurationS: row.estimate_duration_s,
    fixAgeS: fix ? ageSOf(fix.receivedAt, now.getTime()) : null,
    awayM: fix && goal ? metresBetween(fix.lat, fix.lng, goal.lat, goal.lng) : null,
    autoFileAfterS: settings.autoFileAfterS,
  }
}

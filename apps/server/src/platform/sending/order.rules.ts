import type { SmsLane, SmsPlace } from '@chauffeur/contract/message/sending'

/** What became of what a provider was given lately in a lane. */
export interface Recent {
  serviceId: string | null
  /** Attempts that ended within `ATTEMPTS_S`, and those of them that it did not take for a reason of its own. */
  attempts: number
  notTaken: number
  /** Reports within `REPORTS_S`, and those that say a message arrived. */
  reports: number
  delivered: number
}
export const ATTEMPTS_S = 900
export const REPORTS_S = 3_600
/** Fewer say nothing. */
const ENOUGH_ATTEMPTS = 4
const ENOUGH_REPORTS = 20
/** Half of what it was given, and a delivery so many hundredths worse than another one's. */
const WORSE_BP = 1_500

export interface SmsOrder {
  /** Whoever fails, or delivers worse than another, goes behind it for a while. */
  adaptive: boolean
  /** The provider that goes first whatever happened, by lane. */
  pinned: Partial<Record<SmsLane, string | null>>
}
export const standardOrder: SmsOrder = { adaptive: true, pinned: {} }

interface Ranked {
  serviceId: string | null
  rank: number
  enabled: boolean
  /** It failed again and again in this process, and is left alone for a moment. */
  shut: boolean
}
export interface Placed<S> {
  service: S
  place: SmsPlace
  recent: Recent | null
}

const deliveredBp = ({ reports, delivered }: Recent) => Math.round((delivered * 10_000) / reports)
const isFailing = (recent: Recent | null) => recent !== null && recent.attempts >= ENOUGH_ATTEMPTS && recent.notTaken * 2 > recent.attempts
const tells = (recent: Recent | null): recent is Recent => recent !== null && recent.reports >= ENOUGH_REPORTS

/**
 * In which order the providers of a lane are tried now, and why each stands where it does: the pinned one, then by rank, behind them by rank who
 * delivers much worse than the best, who fails, and who is left alone. What is off is not among them.
 */
export function orderOf<S extends Ranked>(
  services: readonly S[],
  recents: readonly Recent[],
  { adaptive, pinned }: SmsOrder,
  lane: SmsLane,
): Placed<S>[] {
  const on = services.filter(({ enabled }) => enabled)
  const recentOf = (service: S) => recents.find(({ serviceId }) => serviceId === service.serviceId) ?? null
  const bestBp = Math.max(0, ...on.map(recentOf).filter(tells).map(deliveredBp))
  const placeOf = (service: S): SmsPlace => {
    const recent = recentOf(service)
    if (service.serviceId !== null && service.serviceId === pinned[lane]) return 'PINNED'
    if (service.shut) return 'SHUT'
    if (adaptive && isFailing(recent)) return 'FAILING'
    if (adaptive && tells(recent) && bestBp - deliveredBp(recent) >= WORSE_BP) return 'WORSE'
    return 'RANK'
  }
  const AFTER: readonly SmsPlace[] = ['PINNED', 'RANK', 'WORSE', 'FAILING', 'SHUT']
  return on
    .map((service) => ({ service, place: placeOf(service), recent: recentOf(service) }))
    .toSorted((a, b) => AFTER.indexOf(a.place) - AFTER.indexOf(b.place) || a.service.rank - b.service.rank)
}

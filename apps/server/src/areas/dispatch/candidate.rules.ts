import type { DispatchFilter } from '@chauffeur/contract/order-model'

/** A driver near a pick-up, as the last fix and the database have them. */
export interface Seen {
  driverId: string
  distanceM: number
  ageS: number
  workStatus: string
  qualification: number
  serviceTypes: readonly string[]
  listenRadiusM: number
}
/** What the database has of a driver. */
export interface DriverState {
  work_status: string
  qualification: number
  service_types: readonly string[]
  listen_radius_m: number
}
/** A fix and its driver as one; nothing for a driver the database does not have. */
export const seenOf = (
  fix: { driverId: string; receivedAt: number },
  distanceM: number,
  state: DriverState | undefined,
  now: number,
): Seen[] =>
  state
    ? [
        {
          driverId: fix.driverId,
          distanceM,
          ageS: Math.max(0, (now - fix.receivedAt) / 1000),
          workStatus: state.work_status,
          qualification: state.qualification,
          serviceTypes: state.service_types,
          listenRadiusM: state.listen_radius_m,
        },
      ]
    : []

export interface Ask {
  radiusM: number
  positionMaxAgeS: number
  serviceType: string
  /** Drivers who rejected or cancelled this booking: never asked again. */
  refused: ReadonlySet<string>
  /** Offers of this booking that each driver let lapse. */
  lapsed: ReadonlyMap<string, number>
  offersPerDriver: number
}
export interface Candidate {
  driverId: string
  distanceM: number
}
export type FilterCounts = Partial<Record<DispatchFilter, number>>

/** Only this grade of qualification takes orders. */
export const QUALIFIED = 50

/** The filters in the order of the domain; a driver counts under the first that removes them. */
const FILTERS: readonly (readonly [DispatchFilter, (driver: Seen, ask: Ask) => boolean])[] = [
  ['offline', ({ workStatus }) => workStatus === 'OFFLINE' || workStatus === 'PAUSED'],
  ['busy', ({ workStatus }) => workStatus !== 'ONLINE_IDLE'],
  ['stale', ({ ageS }, { positionMaxAgeS }) => ageS > positionMaxAgeS],
  ['listenRange', ({ distanceM, listenRadiusM }) => distanceM > listenRadiusM],
  [
    'qualification',
    ({ qualification, serviceTypes }, { serviceType }) => qualification !== QUALIFIED || !serviceTypes.includes(serviceType),
  ],
  [
    'refusedBooking',
    ({ driverId }, { refused, lapsed, offersPerDriver }) => refused.has(driverId) || (lapsed.get(driverId) ?? 0) >= offersPerDriver,
  ],
  ['outOfRadius', ({ distanceM }, { radiusM }) => distanceM > radiusM],
]

/** Who may be asked, best first, and how many each filter removed. Those who let an offer lapse come after everybody else. */
export function filterCandidates(seen: readonly Seen[], ask: Ask): { candidates: Candidate[]; filteredOut: FilterCounts } {
  const filteredOut: FilterCounts = {}
  const candidates: Candidate[] = []
  for (const driver of seen) {
    const removedBy = FILTERS.find(([, removes]) => removes(driver, ask))?.[0]
    if (removedBy) filteredOut[removedBy] = (filteredOut[removedBy] ?? 0) + 1
    else candidates.push({ driverId: driver.driverId, distanceM: driver.distanceM })
  }
  const lapses = ({ driverId }: Candidate) => ask.lapsed.get(driverId) ?? 0
  candidates.sort((a, b) => lapses(a) - lapses(b) || a.distanceM - b.distanceM || (BigInt(a.driverId) < BigInt(b.driverId) ? -1 : 1))
  return { candidates, filteredOut }
}

/** An operator's chosen driver is asked first wherever they are, but only while free, qualified and not asked before. */
export const mayAskChosen = (driver: Seen, ask: Ask): boolean =>
  driver.workStatus === 'ONLINE_IDLE' &&
  driver.qualification === QUALIFIED &&
  !ask.refused.has(driver.driverId) &&
  !ask.lapsed.has(driver.driverId)

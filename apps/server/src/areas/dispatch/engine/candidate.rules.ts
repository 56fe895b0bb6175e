import { type DeskDoubt, deskDoubt } from '@chauffeur/contract/dispatch/desk'
import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'
import type { DispatchFilter } from '@chauffeur/contract/order/model'
import { countBy, type TurnsOf } from '../search/search.rules.ts'
import { QUALIFIED } from '@chauffeur/contract/driver/file'

/** A driver near a pick-up, as the last fix and the database have them. */
export interface CandidateDriver {
  driverId: string
  distanceM: number
  ageS: number
  workStatus: string
  qualification: number
  serviceTypes: readonly string[]
  listenRadiusM: number
  /** Of a hundred: a driver of 125 comes before others as if they were so much nearer. */
  dispatchWeight: number
  /** What the platform owes the driver; less than nothing where the driver owes. */
  walletFen: number
}
/** What the database has of a driver. */
export interface DriverState {
  work_status: string
  qualification: number
  service_types: readonly string[]
  listen_radius_m: number
  dispatch_weight: number
  wallet_fen: number
}
/** A fix and its driver as one; nothing for a driver the database does not have. */
export const seenOf = (
  fix: { driverId: string; receivedAt: number },
  distanceM: number,
  state: DriverState | undefined,
  now: number,
): CandidateDriver[] =>
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
          dispatchWeight: state.dispatch_weight,
          walletFen: state.wallet_fen,
        },
      ]
    : []

export interface Ask extends TurnsOf {
  radiusM: number
  positionMaxAgeS: number
  serviceType: string
  /** Drivers who rejected or cancelled this booking: never asked again. */
  refused: ReadonlySet<string>
  /** Offers of this booking that each driver let lapse. */
  lapsed: ReadonlyMap<string, number>
  offersPerDriver: number
  /** Drivers whom the customer does not want. */
  blocked: ReadonlySet<string>
  walletFloorFen: number
}

/** The parameters of a search and what is known of its booking, as the filters want them. */
export const askFor = ({
  params,
  refused,
  lapsed,
  blocked,
  ...rest
}: {
  params: DispatchParams
  radiusM: number
  serviceType: string
  refused: readonly string[]
  /** Once for each offer. */
  lapsed: readonly string[]
  blocked: readonly string[]
} & TurnsOf): Ask => ({
  ...rest,
  positionMaxAgeS: params.positionMaxAgeS,
  offersPerDriver: params.offersPerDriver,
  walletFloorFen: params.walletFloorFen,
  refused: new Set(refused),
  lapsed: countBy(lapsed),
  blocked: new Set(blocked),
})
export interface Candidate {
  driverId: string
  distanceM: number
  dispatchWeight: number
}
export type FilterCounts = Partial<Record<DispatchFilter, number>>

/** The filters in the order of the domain; a driver counts under the first that removes them. */
const FILTERS: readonly (readonly [DispatchFilter, (driver: CandidateDriver, ask: Ask) => boolean])[] = [
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
  ['blacklisted', ({ driverId }, { blocked }) => blocked.has(driverId)],
  ['walletFloor', ({ walletFen }, { walletFloorFen }) => walletFen < walletFloorFen],
  ['team', ({ driverId }, { team }) => team !== null && !team.has(driverId)],
  ['outOfRadius', ({ distanceM }, { radiusM, inQueue }) => !inQueue && distanceM > radiusM],
]

/** Whether some of a team come before others: then they are asked in their turn, however near somebody else is. */
export const goesInTurn = ({ team, inQueue }: Ask): boolean => team !== null && (inQueue || new Set(team.values()).size > 1)

/**
 * Who may be asked, best first, and how many each filter removed. Those who let an offer lapse come after everybody else; for the rest a
 * team's turns come before how near they are, which the weight of their level lengthens or shortens.
 */
export function filterCandidates(seen: readonly CandidateDriver[], ask: Ask): { candidates: Candidate[]; filteredOut: FilterCounts } {
  const filteredOut: FilterCounts = {}
  const candidates: Candidate[] = []
  for (const driver of seen) {
    const removedBy = FILTERS.find(([, removes]) => removes(driver, ask))?.[0]
    if (removedBy) filteredOut[removedBy] = (filteredOut[removedBy] ?? 0) + 1
    else candidates.push({ driverId: driver.driverId, distanceM: driver.distanceM, dispatchWeight: driver.dispatchWeight })
  }
  const lapses = ({ driverId }: Candidate) => ask.lapsed.get(driverId) ?? 0
  const turn = ({ driverId }: Candidate) => ask.team?.get(driverId) ?? 0
  candidates.sort(
    (a, b) =>
      lapses(a) - lapses(b) ||
      turn(a) - turn(b) ||
      weighed(a.distanceM, a) - weighed(b.distanceM, b) ||
      (BigInt(a.driverId) < BigInt(b.driverId) ? -1 : 1),
  )
  return { candidates, filteredOut }
}

/** A distance or time as it counts against a driver of this weight. */
const weighed = (value: number, { dispatchWeight }: { dispatchWeight: number }): number => (value * 100) / dispatchWeight

/** Everything that speaks against a driver, in the order of the filters. */
export const hindrancesOf = (driver: CandidateDriver, ask: Ask): DispatchFilter[] =>
  FILTERS.filter(([, removes]) => removes(driver, ask)).map(([name]) => name)

/** What an operator may overrule; the rest no one may. */
const DOUBTS: readonly DispatchFilter[] = deskDoubt.options
export const isDoubt = (filter: DispatchFilter): filter is DeskDoubt => DOUBTS.includes(filter)

/** An operator's chosen driver is asked first wherever they are, but only where no more than doubts speaks against them, and once. */
export const mayAskChosen = (driver: CandidateDriver, ask: Ask): boolean =>
  hindrancesOf(driver, ask).every(isDoubt) && !ask.lapsed.has(driver.driverId)

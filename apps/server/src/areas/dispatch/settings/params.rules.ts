import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'

/** How a search looks for drivers where no setting says otherwise; stored on the search when it begins, so that a change reaches new searches only. */
export const dispatchDefaults: DispatchParams = {
  mode: 'NEAREST',
  minRadiusM: 1_000,
  radiusStepM: 1_000,
  maxRadiusM: 5_000,
  roundS: 15,
  rounds: 8,
  totalS: 120,
  offerS: 15,
  positionMaxAgeS: 60,
  offersPerDriver: 2,
  walletFloorFen: -100_000,
  grabDrivers: 5,
  batchS: 3,
  batchCandidates: 20,
  batchWorseS: 120,
  fairnessSPerHour: 30,
}

/** Seconds after which a search ends without a driver. */
export const timeoutOf = (params: DispatchParams): number => Math.min(params.totalS, params.rounds * params.roundS)

/** Metres around the pick-up in round `round`, the first being 1. */
export const radiusOf = (params: DispatchParams, round: number): number =>
  Math.min(params.minRadiusM + params.radiusStepM * (round - 1), params.maxRadiusM)

import { ProviderFailed } from '../../provider/request.ts'
import type { LatLng } from '../../values/geo.ts'

/** From one place to another along streets, in a car. */
export interface Leg {
  distanceM: number
  durationS: number
}
/** Where a telephone was, ms. */
export interface Fix extends LatLng {
  at: number
}

/** A service that knows the streets. It fails with `ProviderFailed`; null says that no street leads there. */
export interface RoadService {
  route(from: LatLng, to: LatLng): Promise<Leg | null>
  /** From many places, of which it takes so many at once, to one. */
  matrix?: { sources: number; ask(sources: readonly LatLng[], target: LatLng): Promise<(Leg | null)[]> }
  /** Metres driven between each fix and the next, on the streets that the fixes lie along; null where it cannot tie the two together. */
  match?(track: readonly Fix[]): Promise<(number | null)[]>
}

export const wholeLeg = (distanceM: number, durationS: number): Leg => ({
  distanceM: Math.round(distanceM),
  durationS: Math.round(durationS),
})

/** That there is no way is an answer, which services give as a refusal under a code of theirs. */
export const unlessNoWay = <T>(asking: Promise<T>, codes: ReadonlySet<string>): Promise<T | null> =>
  asking.catch((error: unknown) => {
    if (error instanceof ProviderFailed && codes.has(error.code ?? '')) return null
    throw error
  })

import * as codec from '@googlemaps/polyline-codec'
import type { Traced } from '#areas/driver/state'

// NOTE: the package is CommonJS and minified: Node finds its exports under `default` alone, and its types do not know.
const { decode, encode } = (codec as unknown as { default: typeof codec }).default

/** A track as it is kept once nothing more is added: see the table `order_tracks`. */
export interface SealedTrack {
  points: number
  firstAt: number
  path: string
  times: string
}
const UNKNOWN = -1
/** Six decimals: a tenth of a metre, finer than any telephone knows where it is. */
const DECIMALS = 6

/** Points in the order they were taken; there has to be one. */
export function sealTrack(points: readonly Traced[]): SealedTrack {
  const firstAt = points[0]!.at
  return {
    points: points.length,
    firstAt,
    path: encode(
      points.map(({ lat, lng }) => [lat, lng]),
      DECIMALS,
    ),
    times: encode(
      points.map(({ at, accuracyM }) => [at - firstAt, accuracyM ?? UNKNOWN]),
      0,
    ),
  }
}

/**
 * The points that `sealTrack` put away.
 * @throws where places and moments do not pair up.
 */
export function openTrack({ firstAt, path, times }: Pick<SealedTrack, 'firstAt' | 'path' | 'times'>): Traced[] {
  const places = decode(path, DECIMALS)
  const moments = decode(times, 0)
  if (places.length !== moments.length) throw new Error(`A sealed track has ${places.length} places and ${moments.length} moments.`)
  return places.map(([lat, lng], i) => {
    const [afterMs, accuracyM] = moments[i]!
    return { lat, lng, at: firstAt + afterMs, accuracyM: accuracyM === UNKNOWN ? null : accuracyM }
  })
}

/** Two parts of one track in the order they were taken; a moment has one place. */
export function mergeTracks(a: readonly Traced[], b: readonly Traced[]): Traced[] {
  const byMoment = new Map([...a, ...b].map((point) => [point.at, point]))
  return [...byMoment.values()].sort((one, other) => one.at - other.at)
}

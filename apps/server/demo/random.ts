import { hash } from 'node:crypto'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** A stream of chance. Two streams of the same seed and name give the same values in the same order. */
export interface Chance {
  /** From 0 (included) to 1 (excluded). */
  unit: () => number
  between: (from: number, to: number) => number
  /** A whole number, both ends included. */
  int: (from: number, to: number) => number
  is: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  weighted: <T extends string | number>(weights: readonly (readonly [T, number])[]) => T
  /** Most values near `median`, a few much larger. */
  skewed: (median: number, spread: number) => number
}

/** Each part of the demo world has a stream of its own name, so that one more name in a list does not shift everything else. */
export function chance(seed: number, name: string): Chance {
  const generator = xoroshiro128plus(hash('sha1', `${seed}/${name}`, 'buffer').readInt32LE())
  const unit = () => uniformFloat64(generator)
  const int = (from: number, to: number) => uniformInt(generator, from, to)
  return {
    unit,
    int,
    between: (from, to) => from + (to - from) * unit(),
    is: (probability) => unit() < probability,
    pick: (list) => {
      const picked = list[int(0, list.length - 1)]
      if (picked === undefined) throw new RangeError('Nothing to pick from.')
      return picked
    },
    weighted: (weights) => {
      let left = unit() * weights.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [value, weight] of weights) if ((left -= weight) < 0) return value
      return weights.at(-1)![0]
    },
    skewed: (median, spread) => median * Math.exp(spread * normal(unit)),
  }
}

/** A standard normal value (Box and Muller). */
const normal = (unit: () => number) => Math.sqrt(-2 * Math.log(1 - unit())) * Math.cos(2 * Math.PI * unit())

import { hash } from 'node:crypto'
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** A stream of chance. Two streams of the same seed and name give the same values in the same order. */
export interface Stream {
  /** From 0 (included) to 1 (excluded). */
  unit: () => number
  between: (from: number, to: number) => number
  /** A whole number, both ends included. */
  int: (from: number, to: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly [T, ...T[]]) => T
  /** Waiting time to the next event of a Poisson process, in the unit of `mean`. */
  gap: (mean: number) => number
}

/**
 * The stream of one actor or one decision. Each has its own name, so that what one actor does, or how long the server takes,
 * never shifts the decisions of another.
 */
export function stream(seed: number, ...name: (string | number)[]): Stream {
  const generator = xoroshiro128plus(hash('sha1', `${seed}/${name.join('/')}`, 'buffer').readInt32LE())
  const unit = () => uniformFloat64(generator)
  const int = (from: number, to: number) => uniformInt(generator, from, to)
  return {
    unit,
    int,
    between: (from, to) => from + (to - from) * unit(),
    chance: (probability) => unit() < probability,
    pick: (list) => list[int(0, list.length - 1)] ?? list[0],
    gap: (mean) => -Math.log(1 - unit()) * mean,
  }
}

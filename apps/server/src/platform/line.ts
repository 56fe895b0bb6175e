/** Too many wait already: whoever comes now may come again in a moment. */
export class Busy extends Error {
  override name = 'Busy'
  readonly retryAfterS = 3
}

/** Runs work when its turn comes; throws `Busy` where too many stand before it. */
export type Line = <T>(work: () => Promise<T>) => Promise<T>

/** So many at a time, and so many more who wait, first come first served. */
export function lineOf({ atOnce, waiting }: { atOnce: number; waiting: number }): Line {
  let inside = 0
  const outside: (() => void)[] = []
  return async (work) => {
    if (inside < atOnce) inside++
    else if (outside.length < waiting) await new Promise<void>((enter) => outside.push(enter))
    else throw new Busy('Too many wait for their turn.')
    try {
      return await work()
    } finally {
      // Whoever is next takes this place.
      const enter = outside.shift()
      if (enter) enter()
      else inside--
    }
  }
}

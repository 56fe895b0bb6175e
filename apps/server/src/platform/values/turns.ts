/** Too many wait already: whoever comes now may come again in a moment. */
export class Busy extends Error {
  override name = 'Busy'
  readonly retryAfterS = 3
}

/** Runs work when its turn comes; throws `Busy` where too many wait before it. */
export type Turns = <T>(work: () => Promise<T>, who?: string) => Promise<T>

/** Lets so many work at once, and so many for one person; so many more wait for a turn, in the order in which they came. */
export function turns({ atOnce, forOne = atOnce, waiting = Infinity }: { atOnce: number; forOne?: number; waiting?: number }): Turns {
  const taken = new Map<string, number>()
  const line: { who: string; go: () => void }[] = []
  let inAll = 0
  const fits = (who: string) => inAll < atOnce && (taken.get(who) ?? 0) < forOne
  const take = (who: string) => {
    inAll++
    taken.set(who, (taken.get(who) ?? 0) + 1)
  }
  const leave = (who: string) => {
    inAll--
    const left = taken.get(who)! - 1
    if (left > 0) taken.set(who, left)
    else taken.delete(who)
    const next = line.findIndex((one) => fits(one.who))
    if (next < 0) return
    const [one] = line.splice(next, 1)
    take(one!.who)
    one!.go()
  }
  return async (work, who = '') => {
    if (fits(who)) take(who)
    else if (line.length < waiting) await new Promise<void>((go) => line.push({ who, go }))
    else throw new Busy('Too many wait for their turn.')
    try {
      return await work()
    } finally {
      leave(who)
    }
  }
}

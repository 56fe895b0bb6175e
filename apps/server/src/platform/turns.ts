/** Lets so many work at once, and so many for one person; the others wait for a turn in the order in which they came. */
export function turns(atOnce: number, forOne = atOnce) {
  const taken = new Map<string, number>()
  const waiting: { who: string; go: () => void }[] = []
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
    const next = waiting.findIndex((one) => fits(one.who))
    if (next < 0) return
    const [one] = waiting.splice(next, 1)
    take(one!.who)
    one!.go()
  }
  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    if (fits(who)) take(who)
    else await new Promise<void>((go) => waiting.push({ who, go }))
    try {
      return await work()
    } finally {
      leave(who)
    }
  }
}

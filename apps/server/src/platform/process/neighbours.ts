import type { Logger } from 'pino'

/** What this process knows of other server processes on its database. */
export interface Neighbours {
  /** So many were there at the last look. */
  seen(count: number): void
  count(): number
  /** Each process knows only the drivers who reported to it: offers go to some of them, and maps show some. */
  divided(): boolean
  notes(): string[]
}

export function neighboursOf({ redis, log }: { redis: boolean; log: Pick<Logger, 'warn'> }): Neighbours {
  let count = 0
  const divided = () => !redis && count > 0
  const sentence = () =>
    `${count} more server ${count === 1 ? 'process runs' : 'processes run'} on this database, and without REDIS_URL each knows only the drivers who report to it`
  return {
    seen: (now) => {
      const before = divided()
      count = now
      if (divided() && !before) log.warn(sentence())
      if (!divided() && before) log.warn('this is the only server process on its database again')
    },
    count: () => count,
    divided,
    notes: () => (divided() ? [sentence()] : []),
  }
}

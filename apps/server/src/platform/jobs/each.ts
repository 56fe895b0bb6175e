import { turns } from '../values/turns.ts'

/** One that cannot be dealt with does not hold up those behind it; it is told of when all the others are done. */
export async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>, atOnce = 1): Promise<void> {
  const inTurn = turns({ atOnce })
  const done = await Promise.allSettled(all.map((one) => inTurn(() => work(one))))
  for (const one of done) if (one.status === 'rejected') throw one.reason
}

/** Of these a round reads at most so many times, that it ends. */
const READS = 20

interface Due<T> {
  /** The next of what is due, at most `limit`, without those that were read before. */
  read: (except: string[], limit: number) => Promise<readonly T[]>
  idOf: (one: T) => string
  limit: number
  /** So many are dealt with side by side; one after the other where nothing is said. */
  atOnce?: number
}

/**
 * `each` of all that is due, some at a time; returns how many there were. What cannot be dealt with stays due and comes first again in every
 * round: it must not fill the round.
 */
export async function eachDue<T>({ read, idOf, limit, atOnce }: Due<T>, work: (one: T) => Promise<unknown>): Promise<number> {
  const seen: string[] = []
  const faults: unknown[] = []
  for (let reads = 0; reads < READS; reads++) {
    const due = await read(seen, limit)
    await each(due, work, atOnce).catch((error: unknown) => faults.push(error))
    seen.push(...due.map(idOf))
    if (due.length < limit) break
  }
  if (faults.length) throw faults[0]
  return seen.length
}

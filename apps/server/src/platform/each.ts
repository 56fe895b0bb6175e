/** One that cannot be dealt with does not hold up those behind it; it is told of when all the others are done. */
export async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const faults: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => faults.push(error))
  if (faults.length) throw faults[0]
}

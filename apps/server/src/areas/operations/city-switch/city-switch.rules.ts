interface Change {
  on: boolean
  /** Null: now. */
  from: Date | null
}

/**
 * What is kept so that a switch stands so from a moment on, and the other way again from `until`: what was planned for later gives way, or
 * a plan that was forgotten would undo the change one night. The name of the time that makes no sense, where one does not.
 */
export function changesOf(
  { on, from, until }: { on: boolean; from?: Date | undefined; until?: Date | undefined },
  planned: readonly Date[],
  now: Date,
): Change[] | 'from' | 'until' {
  if (from && from <= now) return 'from'
  if (until && until <= (from ?? now)) return 'until'
  const later = planned.filter((at) => at > (from ?? now) && at.getTime() !== until?.getTime())
  const changes = [
    { on, from: from ?? null },
    ...later.map((at) => ({ on: until && at > until ? !on : on, from: at })),
    ...(until ? [{ on: !on, from: until }] : []),
  ]
  return changes.toSorted((one, other) => (one.from?.getTime() ?? 0) - (other.from?.getTime() ?? 0))
}

/** What a plan really changes, in the order it comes. */
export function turnsOf<P extends { on: boolean }>(now: boolean, planned: readonly P[]): P[] {
  let standing = now
  return planned.filter(({ on }) => {
    const turns = on !== standing
    standing = on
    return turns
  })
}

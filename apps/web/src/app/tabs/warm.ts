/** Tabs kept in the page; colder ones are taken out and come back from their address, their remembered state and the query cache. */
export const WARM_TABS = 10

/** The tabs to keep, the most recently used first. Closed tabs leave, the active one leads; one with a half-typed form in it stays, however many are open. */
export function keepWarm(
  recent: readonly string[],
  active: string,
  open: readonly string[],
  holds: (key: string) => boolean = () => false,
  limit = WARM_TABS,
): string[] {
  const still = recent.filter((key) => key !== active && open.includes(key))
  const all = open.includes(active) ? [active, ...still] : still
  return all.filter((key, at) => at < limit || holds(key))
}

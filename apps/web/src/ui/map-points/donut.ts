export interface Arc {
  tone: number
  /** Radians clockwise from the top. */
  from: number
  to: number
}

/** Nobody is too few to be seen: the least share of the ring that a state gets. */
const LEAST = 0.06

/** A ring cut by how many there are of each tone, the tones in their order. */
export function donutArcs(counts: readonly number[]): Arc[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return []
  const shares = counts.map((count) => (count === 0 ? 0 : Math.max(LEAST, count / total)))
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const arcs: Arc[] = []
  let at = 0
  shares.forEach((share, tone) => {
    if (share === 0) return
    const to = at + (share / whole) * 2 * Math.PI
    arcs.push({ tone, from: at, to })
    at = to
  })
  return arcs
}

/** Radius of a ring for so many, in pixels. */
export const donutPx = (count: number): number => Math.min(26, 11 + Math.log10(Math.max(1, count)) * 4.5)

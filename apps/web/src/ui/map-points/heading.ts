const AROUND_M = 40_030_174

/** Nearer than this a position only wanders: nobody is turned by it. */
export const MOVED_M = 8
/** Who has not come that far for so long stands: an arrow would point nowhere. */
const STANDS_AFTER_MS = 20_000
/** From this far away nobody came on a straight line. */
const LEAP_M = 1_500

/** Metres between two places, in mercator, that are near each other. */
export const metresBetween = (ax: number, ay: number, bx: number, by: number): number =>
  (Math.hypot(bx - ax, by - ay) * AROUND_M) / Math.cosh(Math.PI * (1 - 2 * ay))

/** Degrees clockwise from north; mercator keeps angles. */
export const bearingDeg = (ax: number, ay: number, bx: number, by: number): number =>
  ((Math.atan2(bx - ax, ay - by) * 180) / Math.PI + 360) % 360

/** Which way somebody goes who came from one place to another: as the device says, else as the two places say; null where neither tells. */
export function headingOf(ax: number, ay: number, bx: number, by: number, toldDeg: number | null | undefined): number | null {
  if (toldDeg !== null && toldDeg !== undefined) return ((toldDeg % 360) + 360) % 360
  return metresBetween(ax, ay, bx, by) > LEAP_M ? null : bearingDeg(ax, ay, bx, by)
}

export const stands = (movedAtMs: number, nowMs: number): boolean => nowMs - movedAtMs > STANDS_AFTER_MS

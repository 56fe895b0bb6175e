const DAY_MS = 86_400_000
export const dayBefore = (at: Date): Date => new Date(at.getTime() - DAY_MS)

/** Every hour from `from` up to `now`, so that an hour without orders is a zero and not a gap. */
export function hoursBetween(from: Date, now: Date): Date[] {
  const hours: Date[] = []
  for (let at = Math.floor(from.getTime() / 3_600_000) * 3_600_000; at <= now.getTime(); at += 3_600_000) hours.push(new Date(at))
  return hours
}

/** Orders that found a driver ÷ those whose search ended either way, in basis points. */
export const successBp = (found: number, failed: number): number | null =>
  found + failed === 0 ? null : Math.round((found * 10_000) / (found + failed))

/** A bill that stays unpaid for so long is asked about. */
export const UNPAID_S = 1_800
export function unpaidWords(openS: number): { zh: string; en: string } {
  const [hours, rest] = [Math.floor(openS / 3600), Math.floor((openS % 3600) / 60)]
  const since = hours > 0 ? { zh: `${hours} 小时 ${rest} 分`, en: `${hours} h ${rest} min` } : { zh: `${rest} 分钟`, en: `${rest} min` }
  return { zh: `账单已出 ${since.zh}，尚未支付`, en: `Billed ${since.en} ago and not paid` }
}

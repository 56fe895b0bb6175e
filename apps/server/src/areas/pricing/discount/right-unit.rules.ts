import type { RightCover } from '@chauffeur/contract/pricing/model'
import type { RightUnit } from '@chauffeur/contract/pricing/right'

export type { RightUnit }

/** What was granted of a right, and what of it is used or held by orders: uses, fen or metres. */
export interface Granted {
  unit: RightUnit
  times: number | null
  usedTimes: number
  amountFen: number | null
  usedFen: number
  distanceM: number | null
  usedM: number
}
/** Of money or distance, what an order may use; a grant of uses holds neither. */
export interface Reserved {
  fen: number
  m: number
}

/** Uses, fen or metres that no order has. */
export function leftOf({ unit, times, usedTimes, amountFen, usedFen, distanceM, usedM }: Granted): number {
  if (unit === 'AMOUNT') return (amountFen ?? 0) - usedFen
  return unit === 'KM' ? (distanceM ?? 0) - usedM : (times ?? 0) - usedTimes
}

/** The customer had all the uses that the right lets one customer have. */
export const usedUp = ({ perUserTimes, userTimes }: { perUserTimes: number; userTimes: number }): boolean =>
  perUserTimes > 0 && userTimes >= perUserTimes

/** What the next order holds: as much as its cover can come to, so that another order may use the rest meanwhile. */
export function reservedOf(granted: Granted & { cover: RightCover }): Reserved {
  const [left, { cover }] = [leftOf(granted), granted]
  if (granted.unit === 'AMOUNT') return { fen: cover.kind === 'CAP' ? Math.min(cover.capFen, left) : left, m: 0 }
  if (granted.unit === 'KM') return { fen: 0, m: cover.kind === 'DISTANCE' ? Math.min(cover.includedM, left) : left }
  return { fen: 0, m: 0 }
}

/** What that means for the price of the trip. */
export const limitsOf = (unit: RightUnit, { fen, m }: Reserved): { limitFen?: number; limitM?: number } =>
  unit === 'AMOUNT' ? { limitFen: fen } : unit === 'KM' ? { limitM: m } : {}

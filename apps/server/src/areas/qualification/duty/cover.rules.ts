import { COVER_AHEAD_MINUTES, type InsuranceProduct } from '@chauffeur/contract/qualification/insurance'

/** Until when policies of a product cover a driver without a gap from now on; what does not cover them now is not among them. */
export interface Cover {
  product: InsuranceProduct
  until: Date
}

/** Those of the products asked for that do not cover the driver for the whole next hour. */
export function policiesMissing(asked: readonly InsuranceProduct[], covers: readonly Cover[], now: Date): InsuranceProduct[] {
  const enough = now.getTime() + COVER_AHEAD_MINUTES * 60_000
  return asked.filter((product) => !covers.some((cover) => cover.product === product && cover.until.getTime() >= enough))
}

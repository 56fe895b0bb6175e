import type { CustomerRowDb } from './customer.queries.ts'
import type { AskedTrip } from '#areas/pricing/quote'
import { couponRefusalWords, type PricedTrip, rightRefusalWords } from '#areas/pricing/price'

/** Who would use a coupon or right, and where. */
export const userOf = (
  trip: Pick<AskedTrip, 'cityId' | 'channelId' | 'serviceType' | 'pickup' | 'departAt' | 'utcOffsetMinutes'>,
  customer: Pick<CustomerRowDb, 'customer_id' | 'order_count'> | undefined,
  at: Date,
) => ({
  customerId: customer?.customer_id ?? null,
  newCustomer: (customer?.order_count ?? 0) === 0,
  cityId: trip.cityId,
  channelId: trip.channelId,
  serviceType: trip.serviceType,
  pickup: trip.pickup,
  departAt: trip.departAt,
  utcOffsetMinutes: trip.utcOffsetMinutes,
  at,
})

export function refusedWords({ couponRefused, rightRefused }: PricedTrip, english: boolean): string | null {
  const words = couponRefused ? couponRefusalWords[couponRefused] : rightRefused ? rightRefusalWords[rightRefused] : null
  return words && words[english ? 'en' : 'zh']
}

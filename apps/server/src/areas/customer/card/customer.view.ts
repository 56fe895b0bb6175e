import { coverWords } from '#areas/pricing/price'
import type { ChannelRight, RecentPhone } from './desk-customer.queries.ts'

export function recentPhoneView(row: RecentPhone, phone: string) {
  const usedAt = row.created_at.toISOString()
  const place = (use: 'PICKUP' | 'DROPOFF', address: string, lat: number | null, lng: number | null) =>
    lat === null || lng === null ? null : { address, lat, lng, datum: 'WGS84' as const, cityId: row.city_id, usedAt, use }
  return {
    phone,
    customerId: row.customer_id,
    name: row.customer_name,
    lastOrderId: row.order_id,
    lastOrderNo: row.order_no,
    serviceStatus: row.service_status,
    lastOrderAt: usedAt,
    pickup: place('PICKUP', row.pickup_address, row.pickup_lat, row.pickup_lng),
    dropoff: place('DROPOFF', row.dropoff_address, row.dropoff_lat, row.dropoff_lng),
  }
}

export const channelRightView = (row: ChannelRight, language: 'zh' | 'en') => ({
  rightId: row.rightId,
  rightNo: row.rightNo,
  name: row.name,
  cover: row.cover,
  coverText: coverWords(row.cover)[language],
  excess: row.excess,
  validFrom: row.validFrom.toISOString(),
  validTo: row.validTo.toISOString(),
  cityNames: row.cityNames,
  leftToday: row.leftToday,
  grant:
    row.grantId !== null
      ? {
          rightGrantId: row.grantId,
          timesLeft: row.timesLeft,
          amountLeftFen: row.amountLeftFen,
          distanceLeftM: row.distanceLeftM,
          expiresAt: row.validTo.toISOString(),
        }
      : null,
})

import type { openCity } from '@chauffeur/contract/operations/city'
import type * as z from 'zod'
import type { TenantCity } from './city.queries.ts'

export const cityView = (row: TenantCity): z.input<typeof openCity> => ({
  cityId: row.city_id,
  name: row.name,
  pinyin: row.pinyin,
  centre: { lat: row.lat, lng: row.lng, datum: 'WGS84' },
  open: row.open,
  serviceRadiusM: row.service_radius_m,
  serviceArea: row.area,
  utcOffsetMinutes: row.utc_offset_minutes,
})

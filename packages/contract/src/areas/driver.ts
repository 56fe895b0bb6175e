import * as z from 'zod'
import { call, type Area } from '../kernel/call.ts'
import { id, instant, nothing, optional, page, pageOf, seconds, text } from '../kernel/fields.ts'
import { openCity } from './city.ts'
import { freshness, workStatus } from './order-model.ts'

export const driverRow = z.object({
  driverId: id,
  driverNo: z.string(),
  name: z.string(),
  /** Masked unless the operator may see it whole. */
  phone: z.string(),
  cityId: id,
  cityName: z.string(),
  orgId: id.nullable(),
  orgName: z.string(),
  level: z.number().int(),
  workStatus,
  qualification: z.number().int(),
  orderCount: z.number().int(),
  ratingX100: z.number().int(),
  onlineSince: instant.nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  ageS: seconds.nullable(),
  freshness: freshness.nullable(),
  currentOrderId: id.nullable(),
})

export const driverCalls = {
  openCities: call({
    method: 'GET',
    path: '/djweb/driver/open_city_list',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'driver.view' },
    summary: '司机城市',
    input: nothing,
    output: z.object({ rows: z.array(openCity) }),
  }),
  list: call({
    method: 'GET',
    path: '/djweb/driver/driver_list',
    anyVerb: true,
    effect: 'read',
    access: { authority: 'driver.view' },
    summary: '司机列表',
    input: page.extend({ keyword: optional(text(40)), cityId: optional(id), workStatus: optional(workStatus) }),
    output: pageOf(driverRow),
  }),
} satisfies Area

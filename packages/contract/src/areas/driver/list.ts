import * as z from 'zod'
import { call, type Area } from '../../kernel/call.ts'
import { flag, id, instant, intBetween, nothing, optional, page, pageOf, seconds, text } from '../../kernel/fields.ts'
import { openCity } from '../operations/city.ts'
import { liveDrivers } from '../operations/live.ts'
import { freshness, serviceStatus, workStatus } from '../order/model.ts'
import { driverFindCalls } from './find.ts'

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
  /** Empty: not disabled. Whoever has an order in hand finishes it first. */
  disabledReason: z.string(),
  orderCount: z.number().int(),
  ratingX100: z.number().int(),
  onlineSince: instant.nullable(),
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  ageS: seconds.nullable(),
  freshness: freshness.nullable(),
  currentOrderId: id.nullable(),
})
export type DriverRow = z.infer<typeof driverRow>

const listInput = page.extend({
  /** The beginning of a number or name, or a whole telephone number. */
  keyword: optional(text(40)),
  cityId: optional(id),
  /** With the organisations below it. */
  orgId: optional(id),
  /** `ON_DUTY`: any state but off duty. `SILENT`: on duty, and not heard of for two minutes. */
  workStatus: optional(z.enum([...workStatus.options, 'ON_DUTY', 'SILENT'])),
  level: optional(intBetween(1, 99)),
  disabled: optional(flag),
})

const org = z.object({ orgId: id, name: z.string(), parentId: id.nullable() })
const view = { authority: 'driver.view' } as const

export const driverCalls = {
  openCities: call({
    method: 'GET',
    path: '/djweb/driver/open_city_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '司机城市',
    input: nothing,
    output: z.object({ rows: z.array(openCity) }),
  }),
  list: call({
    method: 'GET',
    path: '/djweb/driver/driver_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '司机列表',
    input: listInput,
    output: pageOf(driverRow),
  }),
  ...driverFindCalls,
  /** Organisations of a city, or of all cities of the operator's scope. */
  orgs: call({
    method: 'GET',
    path: '/djweb/driver/getOrgListByCity',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '城市的司机机构',
    input: z.object({ cityId: optional(id) }),
    output: z.object({ rows: z.array(org) }),
  }),
  /** Where a driver is, in words; `place` is null for somebody off duty or never heard of. */
  street: call({
    method: 'GET',
    path: '/djweb/driver/gps_street',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '司机所在街道',
    input: z.object({ driverId: id }),
    output: z.object({
      place: z
        .object({ lat: z.number(), lng: z.number(), datum: z.literal('WGS84'), ageS: seconds, freshness, address: z.string() })
        .nullable(),
    }),
    failures: ['driver.notFound'],
  }),
  /** Cities in which organisations have drivers. */
  orgOpenCities: call({
    method: 'GET',
    path: '/djweb/orgDriver/open_city_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '机构司机城市',
    input: nothing,
    output: z.object({ rows: z.array(openCity) }),
  }),
  /** Drivers of organisations only: whoever belongs to none is in no answer. */
  orgList: call({
    method: 'GET',
    path: '/djweb/orgDriver/driver_list',
    anyVerb: true,
    effect: 'read',
    access: view,
    summary: '机构司机列表',
    input: listInput,
    output: pageOf(driverRow),
  }),
  /** Where the live stream does not come through, the map asks for all that its first frame would hold. */
  onDuty: call({
    method: 'GET',
    path: '/djweb/driver/on_duty',
    effect: 'read',
    access: view,
    summary: '地图上的司机',
    input: nothing,
    output: z.object({ drivers: liveDrivers.shape.drivers }),
  }),
  /** Orders that look for a driver now, for the map: the longest waiting first, at most 2000. */
  waiting: call({
    method: 'GET',
    path: '/djweb/driver/waiting_orders',
    effect: 'read',
    access: { authority: 'order.view' },
    summary: '地图上等待接单的订单',
    input: z.object({ cityId: optional(id) }),
    output: z.object({
      rows: z.array(
        z.object({
          orderId: id,
          orderNo: z.string(),
          cityId: id,
          orgId: id.nullable(),
          serviceStatus,
          /** WGS84; null where only the address is known. */
          lat: z.number().nullable(),
          lng: z.number().nullable(),
          pickupAddress: z.string(),
          waitingSince: instant,
          /** When the search for a driver gives up; null where nothing searches. */
          searchEndsAt: instant.nullable(),
        }),
      ),
    }),
  }),
} satisfies Area

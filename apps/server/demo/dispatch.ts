import type { DispatchParams } from '@chauffeur/contract/dispatch/settings'
import { dispatchDefaults } from '#areas/dispatch/settings'
import { CHENGDU, HANGZHOU, SHANGHAI } from './cities.ts'
import type { Row } from './load.ts'
import type { DemoDriver } from './people/people.ts'
import type { DemoTenant } from './tenants.ts'

const HOUR_MINUTES = 60
const TEAM_SIZE = 12

interface Outline {
  cityId: number
  /** Code of a channel. */
  channel?: string
  from?: number
  to?: number
  remark: string
  params: Partial<DispatchParams>
}
const outlines: readonly Outline[] = [
  {
    cityId: HANGZHOU,
    from: 22 * HOUR_MINUTES,
    to: 6 * HOUR_MINUTES,
    remark: '夜间司机少，放宽半径',
    params: { minRadiusM: 2_000, radiusStepM: 2_000, maxRadiusM: 9_000, totalS: 180, rounds: 12 },
  },
  {
    cityId: SHANGHAI,
    channel: 'YUECHENG',
    remark: '机场接送，提前从远处派',
    params: { minRadiusM: 3_000, radiusStepM: 3_000, maxRadiusM: 15_000, offerS: 20, totalS: 240, rounds: 16 },
  },
  { cityId: CHENGDU, remark: '全城一起匹配，总接驾时间最短', params: { mode: 'BATCH', batchS: 3 } },
]

/** Where a city, a channel or an hour looks for drivers in its own way; in the rest of the world the defaults hold. */
export const dispatchSettingRows = ([tenant]: readonly DemoTenant[], at: Date): Row<'dispatch_settings'>[] =>
  outlines.map(({ cityId, channel, from, to, remark, params }, index) => ({
    tenant_id: tenant!.tenantId,
    setting_id: index + 1,
    version: 1,
    city_id: cityId,
    channel_id: tenant!.channels.find(({ code }) => code === channel)?.channelId ?? null,
    service_type: null,
    from_minute: from ?? null,
    to_minute: to ?? null,
    params: JSON.stringify({ ...dispatchDefaults, ...params }),
    enabled: true,
    remark,
    created_at: at,
    created_by_name: '沈磊',
  }))

/** Around the airport of Hangzhou, about 1.5 km to each side of its terminals. */
const [AIRPORT_LAT, AIRPORT_LNG, LAT_SPAN, LNG_SPAN] = [30.2365, 120.432, 0.0135, 0.0156]
const corner = (east: number, up: number) => [AIRPORT_LNG + east * LNG_SPAN, AIRPORT_LAT + up * LAT_SPAN]
const airport = { type: 'Polygon', coordinates: [[corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1), corner(-1, -1)]] }

/** The insurer's customers in Hangzhou are served by the best rated first; at its airport drivers wait in a queue. */
export const teamRows = ([tenant]: readonly DemoTenant[], at: Date): Row<'order_teams'>[] => [
  {
    tenant_id: tenant!.tenantId,
    team_id: 1,
    city_id: HANGZHOU,
    name: '车险金牌车队',
    type: 'TEAM',
    channel_ids: [tenant!.channels.find(({ code }) => code === 'ANTU')!.channelId],
    fence: null,
    exclusive_s: 15,
    fallback: 'OPEN',
    created_at: at,
    updated_at: at,
  },
  {
    tenant_id: tenant!.tenantId,
    team_id: 2,
    city_id: HANGZHOU,
    name: '萧山机场排队',
    type: 'POI_QUEUE',
    channel_ids: [],
    fence: JSON.stringify(airport),
    exclusive_s: 30,
    fallback: 'OPEN',
    created_at: at,
    updated_at: at,
  },
]
export const teamMemberRows = ([tenant]: readonly DemoTenant[], drivers: readonly DemoDriver[], at: Date): Row<'order_team_members'>[] =>
  drivers
    .filter((driver) => driver.tenant === tenant && driver.city.cityId === HANGZHOU)
    .toSorted((a, b) => b.ratingX100 - a.ratingX100 || a.driverId - b.driverId)
    .slice(0, TEAM_SIZE)
    .map(({ driverId }, index) => ({
      tenant_id: tenant!.tenantId,
      team_id: 1,
      driver_id: driverId,
      // The three best of them before the others.
      priority: index < 3 ? 1 : 0,
      joined_at: at,
    }))

/** When drivers are needed most, and how long each is to be there. */
export const peakTimeRows = (tenants: readonly DemoTenant[], at: Date): Row<'setting_versions'>[] =>
  tenants.map(({ tenantId }, index) => ({
    tenant_id: tenantId,
    kind: 'peakTimes',
    setting_id: index + 1,
    content: JSON.stringify({
      windows: [
        { name: '晚高峰', weekMask: 127, from: '20:00:00', to: '24:00:00' },
        { name: '周末凌晨', weekMask: 0b1100000, from: '00:00:00', to: '01:30:00' },
      ],
      targetOnlineS: 2 * 3_600,
      targetPeakS: 3_600,
    }),
    effective_from: at,
    created_at: at,
  }))

/** Who drove on an operating day was on duty from some time before their first order to some time after the last: of a month. */
export const DUTY_BEFORE = `
  insert into driver_duty_sessions (tenant_id, driver_id, city_id, began_at, seen_at, ended_at, end_reason)
  select tenant_id, driver_id, city_id, began, ended, ended, 'OFF_DUTY' from (
    select o.tenant_id, o.driver_id, d.city_id, min(o.accepted_at) - make_interval(mins => 10 + (o.driver_id % 50)::integer) as began,
      max(coalesce(o.ended_at, o.accepted_at)) + make_interval(mins => 5 + (o.driver_id * 7 % 60)::integer) as ended
    from orders o join drivers d on d.tenant_id = o.tenant_id and d.driver_id = o.driver_id
    where o.accepted_at > $1::timestamptz - interval '30 days' and o.accepted_at < $1::timestamptz - interval '8 hours'
    group by o.tenant_id, o.driver_id, d.city_id, ((o.accepted_at at time zone 'Asia/Shanghai') - interval '6 hours')::date) worked
  where ended < $1::timestamptz - interval '1 hour'`

const HOUR_MS = 3_600_000
/** Of three drivers of Hangzhou: one that holds, one to come, one that is over. */
export const listenRangeRows = (
  [tenant]: readonly DemoTenant[],
  drivers: readonly DemoDriver[],
  now: number,
): Row<'driver_listen_ranges'>[] =>
  drivers
    .filter((driver) => driver.tenant === tenant && driver.city.cityId === HANGZHOU)
    .slice(0, 3)
    .map(({ driverId }, index) => ({
      tenant_id: tenant!.tenantId,
      range_id: index + 1,
      driver_id: driverId,
      radius_m: [8_000, 10_000, 2_000][index]!,
      valid_from: new Date(now + [-24, 24, -96][index]! * HOUR_MS),
      valid_until: new Date(now + [240, 96, -24][index]! * HOUR_MS),
      reason: ['远郊夜间运力不足', '音乐节散场支援', '临时只接近单'][index]!,
      created_at: new Date(now - 96 * HOUR_MS),
      updated_at: new Date(now - 96 * HOUR_MS),
    }))

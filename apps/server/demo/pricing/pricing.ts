import type { DemoCustomer } from '../people/people.ts'
import { demoCity, SHENZHEN } from '../cities.ts'
import type { Row } from '../load.ts'
import { templateF } from './price-templates.ts'
import type { DemoTenant } from '../tenants.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Of each tenant's city, in one order: every table of the world numbers them alike. */
const placesOf = (tenants: readonly DemoTenant[]) =>
  tenants
    .flatMap((tenant) => tenant.cities.map(({ cityId }) => ({ tenant, city: demoCity(cityId) })))
    .map((entry, index) => ({ ...entry, index }))
/** City templates come before those of fences. */
const fenceTemplateId = (tenants: readonly DemoTenant[], index: number) => placesOf(tenants).length + index + 1

/** One price all day at the airport or the station. */
export const fenceTemplateRows = (tenants: readonly DemoTenant[], at: Date): Row<'price_templates'>[] =>
  placesOf(tenants).map(({ tenant, city, index }) => ({
    tenant_id: tenant.tenantId,
    template_id: fenceTemplateId(tenants, index),
    version: 1,
    code: `FENCE-${city.cityId}`,
    name: `${city.name}枢纽一口价`,
    owner_type: 'FENCE',
    owner_id: null,
    city_ids: [city.cityId],
    channel_ids: [],
    service_type: 'TRIP',
    rank: 30,
    rules: JSON.stringify(templateF),
    effective_from: at,
    effective_to: null,
    created_at: at,
  }))

const FENCE_M = 700
const CORNERS = 8

export function fenceRows(tenants: readonly DemoTenant[], at: Date): Row<'price_fences'>[] {
  return placesOf(tenants).map(({ tenant, city, index }) => {
    const hub = city.places.find(([, name]) => name.includes('机场')) ?? city.places[0]!
    const [, name, , lat, lng] = hub
    const corner = (n: number): [number, number] => {
      const angle = ((n % CORNERS) / CORNERS) * 2 * Math.PI
      const [east, north] = [Math.cos(angle) * FENCE_M, Math.sin(angle) * FENCE_M]
      return [round(lng + east / (111_195 * Math.cos((lat * Math.PI) / 180))), round(lat + north / 111_195)]
    }
    const ring = Array.from({ length: CORNERS + 1 }, (_, n) => corner(n))
    const [lngs, lats] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
    return {
      tenant_id: tenant.tenantId,
      fence_id: index + 1,
      city_id: city.cityId,
      name,
      side: 'PICKUP',
      template_id: fenceTemplateId(tenants, index),
      priority: 10,
      week_mask: 127,
      polygon: JSON.stringify({ type: 'Polygon', coordinates: [ring] }),
      min_lat: Math.min(...lats),
      max_lat: Math.max(...lats),
      min_lng: Math.min(...lngs),
      max_lng: Math.max(...lngs),
      effective_from: at,
      enabled: true,
      created_at: at,
      updated_at: at,
    }
  })
}
const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/** A storm in Shenzhen now; elsewhere, by turns, one that was charged by the order and is over, and one by a rate that was switched off early. */
export const weatherRows = (
  tenants: readonly DemoTenant[],
  nowMs: number,
  closerOf: (tenant: DemoTenant) => number | null,
): Row<'weather_rules'>[] =>
  placesOf(tenants).map(({ tenant, city, index }) => {
    const stormy = city.cityId === SHENZHEN
    const begins = stormy ? nowMs - HOUR : nowMs - 9 * DAY
    const byRate = !stormy && index % 2 === 1
    return {
      tenant_id: tenant.tenantId,
      rule_id: index + 1,
      city_id: city.cityId,
      name: byRate ? '台风蓝色预警' : '暴雨红色预警',
      flat_fen: byRate ? null : 800,
      rate_bp: byRate ? 12_000 : null,
      active_from: new Date(begins),
      active_to: new Date(begins + 7 * HOUR),
      enabled: !byRate,
      closed_by: byRate ? closerOf(tenant) : null,
      closed_at: byRate ? new Date(begins + 5 * HOUR) : null,
      created_at: new Date(begins),
      updated_at: new Date(begins),
    }
  })

/** Bit 4 Friday, bit 5 Saturday. */
const FRIDAY_AND_SATURDAY = 0b0110000
export const dynamicRows = (tenants: readonly DemoTenant[], at: Date): Row<'dynamic_rates'>[] =>
  placesOf(tenants).map(({ tenant, city, index }) => ({
    tenant_id: tenant.tenantId,
    rate_id: index + 1,
    city_id: city.cityId,
    name: '周末夜高峰',
    week_mask: FRIDAY_AND_SATURDAY,
    from_s: 21 * 3600,
    to_s: 24 * 3600,
    rate_bp: 12_000,
    max_fen: 2000,
    enabled: true,
    created_at: at,
    updated_at: at,
  }))

const kinds = [
  { name: '满 60 减 20', type: 'CASH', face_fen: 2000, rate_bp: null, max_fen: null, min_subtotal_fen: 6000, bands: [], at_hub: false },
  { name: '八五折，最多减 30', type: 'RATE', face_fen: null, rate_bp: 8500, max_fen: 3000, min_subtotal_fen: 0, bands: [], at_hub: false },
  { name: '老客回馈 10 元', type: 'CASH', face_fen: 1000, rate_bp: null, max_fen: null, min_subtotal_fen: 0, bands: [], at_hub: false },
  {
    name: '深夜平安到家减 15',
    type: 'CASH',
    face_fen: 1500,
    rate_bp: null,
    max_fen: null,
    min_subtotal_fen: 0,
    bands: [
      { from: '22:00:00', to: '24:00:00' },
      { from: '00:00:00', to: '06:00:00' },
    ],
    at_hub: false,
  },
  { name: '枢纽接站减 12', type: 'CASH', face_fen: 1200, rate_bp: null, max_fen: null, min_subtotal_fen: 0, bands: [], at_hub: true },
] as const
/** The kinds that everybody may get; the other two are for the night and for the fences of airports and stations. */
const COMMON_KINDS = 3
const [NIGHT, HUB] = [3, 4]
export const couponTemplateId = (tenant: DemoTenant, kind: number) => (tenant.index - 1) * kinds.length + kind + 1

/** Every fourth customer has a coupon, every twelfth two; every eighth one for the night and one for the hubs. */
const grantsOf = (customers: readonly DemoCustomer[]) =>
  customers.flatMap((customer, index) => {
    const kind = index % COMMON_KINDS
    const limited = index % 8 === 0 ? [NIGHT, HUB] : []
    const common = index % 12 === 0 ? [kind, (kind + 1) % COMMON_KINDS] : index % 4 === 0 ? [kind] : []
    return [...common, ...limited].map((each) => ({ customer, kind: each }))
  })

export const couponTemplateRows = (
  tenants: readonly DemoTenant[],
  customers: readonly DemoCustomer[],
  nowMs: number,
): Row<'coupon_templates'>[] =>
  tenants.flatMap((tenant) =>
    kinds.map(({ bands, at_hub: atHub, ...kind }, index) => ({
      tenant_id: tenant.tenantId,
      coupon_template_id: couponTemplateId(tenant, index),
      ...kind,
      bands: JSON.stringify(bands),
      fence_ids: atHub ? placesOf(tenants).flatMap((place) => (place.tenant === tenant ? [`${place.index + 1}`] : [])) : [],
      days_after_grant: 30,
      per_user_limit: 1,
      price_points: index === 0 ? 300 : null,
      funder: 'TENANT',
      status: 1,
      issued_count: grantsOf(customers).filter((grant) => grant.customer.tenant === tenant && grant.kind === index).length,
      created_at: new Date(nowMs - 60 * DAY),
      updated_at: new Date(nowMs - 60 * DAY),
    })),
  )

export const couponRows = (customers: readonly DemoCustomer[], nowMs: number): Row<'coupons'>[] =>
  grantsOf(customers).map(({ customer, kind }, index) => {
    const granted = nowMs - ((index % 25) + 1) * DAY
    return {
      tenant_id: customer.tenant.tenantId,
      coupon_id: index + 1,
      coupon_template_id: couponTemplateId(customer.tenant, kind),
      customer_id: customer.customerId,
      state: 10,
      valid_from: new Date(granted),
      valid_to: new Date(granted + 30 * DAY),
      granted_at: new Date(granted),
      way: 'HAND',
      granted_by_name: '城市运营',
    }
  })

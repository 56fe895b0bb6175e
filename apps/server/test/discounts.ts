import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { dispatchCalls } from '@chauffeur/contract/driver/app'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { type Chosen, holdDiscount } from '#areas/pricing/discount'
import { wholeTenant } from '#platform/database/scope'
import { refuse, whenRefused } from '#platform/http/implement'
import { as, driverAt } from './drivers.ts'
import { addOrder, HANGZHOU, makeWorld, type World } from './world.ts'

export let world: World
/** The customer of a test: nobody's coupons and rights but their own. */
export let phone = ''
export let customerId = ''
let made = 0

/** Gives the tests of this file a database, and each of them a customer. */
export function withCustomers(options: Parameters<typeof makeWorld>[0] = {}): void {
  beforeAll(async () => {
    world = await makeWorld(options)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    phone = `1385555${String(++made).padStart(4, '0')}`
    customerId = (await addOrder(world, { phone })).customerId
  })
}

export const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
/** Null, or why it was refused. */
export const hold = (chosen: Chosen, orderId: string) =>
  world.app.platform.db
    .write(wholeTenant(world.tenantA), (tx) => holdDiscount(tx, chosen, user(), orderId, refuse))
    .then(
      () => null,
      whenRefused((refused) => refused),
    )

interface CouponOf {
  faceFen?: number
  minFen?: number
  days?: number
  cities?: string[]
  bands?: object[]
  fences?: string[]
}
export async function coupon(of: CouponOf = {}): Promise<string> {
  const { coupon_template_id: templateId } = await one(
    `insert into coupon_templates (tenant_id, name, type, face_fen, min_subtotal_fen, city_ids, bands, fence_ids, days_after_grant, funder, status)
     values ($1, $2, 'CASH', $3, $4, $5, $6, $7, 30, 'TENANT', 1) returning coupon_template_id`,
    [world.tenantA, `券${++made}`, of.faceFen ?? 1000, of.minFen ?? 0, of.cities ?? [], JSON.stringify(of.bands ?? []), of.fences ?? []],
  )
  const row = await one(
    `insert into coupons (tenant_id, coupon_template_id, customer_id, valid_from, valid_to)
     values ($1, $2, $3, now() - interval '40 days', now() + make_interval(days => $4)) returning coupon_id`,
    [world.tenantA, templateId, customerId, of.days ?? 10],
  )
  return row.coupon_id as string
}
interface RightOf {
  times?: number
  cover?: object
  excess?: string
  dailyStock?: number
  perUser?: number
  bands?: object[]
}
export async function right(of: RightOf = {}): Promise<string> {
  const { right_id: rightId } = await one(
    `insert into right_configs (tenant_id, right_no, name, cover, excess, valid_from, valid_to, daily_stock, per_user_times, bands, state)
     values ($1, $2, '银行权益', $3, $4, now() - interval '1 day', now() + interval '30 days', $5, $6, $7, 'ON') returning right_id`,
    [
      world.tenantA,
      `R${++made}`,
      JSON.stringify(of.cover ?? { kind: 'CAP', capFen: 3000 }),
      of.excess ?? 'CUSTOMER_PAYS',
      of.dailyStock ?? null,
      of.perUser ?? 0,
      JSON.stringify(of.bands ?? []),
    ],
  )
  const row = await one(
    `insert into right_grants (tenant_id, right_id, customer_id, times) values ($1, $2, $3, $4) returning right_grant_id`,
    [world.tenantA, rightId, customerId, of.times ?? 1],
  )
  return row.right_grant_id as string
}
export const couponRow = (id: string) => one('select state, order_id, discount_fen from coupons where coupon_id = $1', [id])
export const grantRow = (id: string) => one('select used_times, state from right_grants where right_grant_id = $1', [id])

/** Who holds something for a trip that leaves now from the place of `trip`. */
const user = () => ({
  customerId,
  newCustomer: false,
  cityId: HANGZHOU,
  channelId: null,
  serviceType: 'TRIP',
  at: new Date(),
  departAt: new Date(),
  utcOffsetMinutes: 480,
  pickup: { lat: trip.pickupLat, lng: trip.pickupLng },
})
const trip = { cityId: HANGZHOU, pickupLat: 30.25, pickupLng: 120.16, dropoffLat: 30.3, dropoffLng: 120.2 }
export const estimate = (more: object = {}) => world.send(callCentreCalls.estimate, { ...trip, phone, ...more })
export const quote = async (more: object = {}) =>
  (await estimate(more)).data as {
    quoteId: string
    totalFen: number
    discountFen: number
    discountRefused: string | null
    lines: { type: string; amountFen: number }[]
  }
export const place = (more: object = {}) =>
  world.send(callCentreCalls.place, { ...trip, phone, pickupAddress: '武林门', dropoffAddress: '城西', ...more })
export async function placed(more: object = {}): Promise<string> {
  const answer = await place(more)
  expect(answer.code, answer.message).toBe(0)
  return (answer.data as { orders: { orderId: string }[] }).orders[0]!.orderId
}
export async function cancel(orderId: string) {
  const { quoteId } = (await world.send(callCentreCalls.cancel, { orderId })).data as { quoteId: string }
  expect(await world.send(callCentreCalls.cancel, { orderId, quoteId })).toMatchObject({ code: 0, data: { cancelled: true } })
}
/** Drives the order just as it was estimated and files its bill. */
export async function bill(orderId: string, change = '') {
  const driver = await driverAt(world, 0, 'FILING')
  await world.owner.query(
    `update orders set driver_id = $2, service_status = ${SERVICE_STATUS.tripEnded}, accepted_at = now(), arrived_at = now(), depart_at = now(), ended_at = now(), distance_m = estimate_distance_m${change} where order_id = $1`,
    [orderId, driver.driverId],
  )
  const filed = await as(world, driver)(dispatchCalls.file, { id: orderId, extras: [] })
  expect(filed.code, filed.message).toBe(0)
  return one('select total_fen, discount_fen, subtotal_fen, pay_status from orders where order_id = $1', [orderId])
}

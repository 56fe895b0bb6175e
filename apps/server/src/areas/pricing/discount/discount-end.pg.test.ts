import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TenantTx } from '#platform/database/db'
import { refuse, whenRefused } from '#platform/http/implement'
import { wholeTenant } from '#platform/database/scope'
import { addOrder, HANGZHOU, makeWorld, type World } from '#test/world'
import { type Chosen, holdDiscount, releaseDiscount } from './discount.service.ts'

let world: World
let customerId: string
let made = 0
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  customerId = (await addOrder(world, { phone: `1385566${String(++made).padStart(4, '0')}` })).customerId
})

const one = async (text: string, values: unknown[] = []) => (await world.owner.query<Record<string, unknown>>(text, values)).rows[0]!
const write = <T>(work: (tx: TenantTx) => Promise<T>) => world.app.platform.db.write(wholeTenant(world.tenantA), work)
/** An order holds it, in a city of this offset; why not, or how the order gives it back. */
async function held(chosen: Chosen, utcOffsetMinutes = 480) {
  const { orderId } = await addOrder(world, { status: 101 })
  const pickup = { lat: 30.27, lng: 120.15 }
  const now = new Date()
  const user = { customerId, newCustomer: false, cityId: HANGZHOU, channelId: null, serviceType: 'TRIP', at: now, departAt: now, pickup }
  const reason = await write((tx) => holdDiscount(tx, chosen, { ...user, utcOffsetMinutes }, orderId, refuse)).then(
    () => undefined,
    whenRefused(({ detail }) => (detail as { reason: string }).reason),
  )
  const order = { order_id: orderId, coupon_id: chosen.couponId ?? null, right_grant_id: chosen.rightGrantId ?? null }
  return { reason, giveBack: () => write((tx) => releaseDiscount(tx, order)) }
}
async function right(dailyStock: number | null, times: number): Promise<string> {
  const { right_id: rightId } = await one(
    `insert into right_configs (tenant_id, right_no, name, cover, valid_from, valid_to, daily_stock, per_user_times, state)
     values ($1, $2, '银行权益', '{"kind": "CAP", "capFen": 3000}', now() - interval '1 day', now() + interval '30 days', $3, 0, 'ON') returning right_id`,
    [world.tenantA, `E${++made}`, dailyStock],
  )
  const grant = await one(
    'insert into right_grants (tenant_id, right_id, customer_id, times) values ($1, $2, $3, $4) returning right_grant_id',
    [world.tenantA, rightId, customerId, times],
  )
  return grant.right_grant_id as string
}

test('a coupon that expires while an order has it is given one more day, once', async () => {
  const template = await one(
    `insert into coupon_templates (tenant_id, name, type, face_fen, days_after_grant, funder, status) values ($1, '券', 'CASH', 1000, 30, 'TENANT', 1) returning coupon_template_id`,
    [world.tenantA],
  )
  const { coupon_id } = await one(
    `insert into coupons (tenant_id, coupon_template_id, customer_id, valid_from, valid_to) values ($1, $2, $3, now() - interval '9 days', now() + interval '1 day') returning coupon_id`,
    [world.tenantA, template.coupon_template_id, customerId],
  )
  const couponId = coupon_id as string
  for (const hours of [24, 0]) {
    const { giveBack } = await held({ couponId })
    await world.owner.query(`update coupons set valid_to = now() - interval '1 minute' where coupon_id = $1`, [couponId])
    await giveBack()
    const left = 'select state, round(extract(epoch from valid_to - now()) / 3600)::int as hours from coupons where coupon_id = $1'
    expect(await one(left, [couponId])).toEqual({ state: 10, hours })
  }
  expect((await held({ couponId })).reason).toBe('EXPIRED')
})

test('a right that ended while an order had it comes back ended', async () => {
  const rightGrantId = await right(null, 1)
  const { giveBack } = await held({ rightGrantId })
  const ended = `update right_configs set valid_to = now() - interval '1 minute' where right_id = (select right_id from right_grants where right_grant_id = $1)`
  await world.owner.query(ended, [rightGrantId])
  await giveBack()
  expect(await one('select used_times, state from right_grants where right_grant_id = $1', [rightGrantId])).toEqual({
    used_times: 0,
    state: 'EXPIRED',
  })
})

test('a right has its stock again when the day of the city begins, wherever that lies', async () => {
  const rightGrantId = await right(1, 3)
  const minuteUtc = Math.floor(Date.now() / 60_000) % 1_440
  /** A city where it is so many minutes after midnight now. */
  const cityAt = (minute: number) => ((((minute - minuteUtc + 720) % 1_440) + 1_440) % 1_440) - 720
  expect((await held({ rightGrantId })).reason).toBeUndefined()
  await world.owner.query(`update right_uses set reserved_at = now() - interval '2 hours' where right_grant_id = $1`, [rightGrantId])
  expect((await held({ rightGrantId }, cityAt(180))).reason).toBe('TAKEN')
  expect((await held({ rightGrantId }, cityAt(60))).reason).toBeUndefined()
})

import { COUPON_STATE, COUPON_TEMPLATE_STATUS } from '@chauffeur/contract/pricing/coupon'
import type { Hours, RightCover } from '@chauffeur/contract/pricing/model'
import { type Selectable, sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { RightGrants } from '#platform/database/tables.generated'
import type { Reserved, RightUnit } from './right-unit.rules.ts'

type GrantState = Selectable<RightGrants>['state']

const coupons = (db: TenantDb) =>
  db
    .selectFrom('coupons as c')
    .innerJoin('coupon_templates as t', (join) =>
      join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.coupon_template_id', '=', 'c.coupon_template_id'),
    )
    .select([
      'c.coupon_id as couponId',
      'c.coupon_template_id as templateId',
      'c.customer_id as customerId',
      'c.state',
      'c.order_id as orderId',
      'c.valid_from as validFrom',
      'c.valid_to as validTo',
      't.name',
      't.type',
      't.face_fen as faceFen',
      't.rate_bp as rateBp',
      't.max_fen as maxFen',
      't.min_subtotal_fen as minSubtotalFen',
      't.city_ids as cityIds',
      't.channel_ids as channelIds',
      't.service_types as serviceTypes',
      sql<Hours[]>`t.bands`.as('bands'),
      't.fence_ids as fenceIds',
      't.new_customer_only as newCustomerOnly',
      't.funder',
    ])
    .where('t.status', '<>', COUPON_TEMPLATE_STATUS.deleted)
export type CouponDb = Awaited<ReturnType<ReturnType<typeof coupons>['executeTakeFirstOrThrow']>>

export const findCoupon = (db: TenantDb, couponId: string): Promise<CouponDb | undefined> =>
  coupons(db).where('c.coupon_id', '=', couponId).executeTakeFirst()
/** Two orders that want one coupon wait for each other here. */
export const lockCoupon = (tx: TenantTx, couponId: string): Promise<CouponDb | undefined> =>
  coupons(tx).where('c.coupon_id', '=', couponId).forUpdate('c').executeTakeFirst()
export const grantedCoupons = (db: TenantDb, customerId: string): Promise<CouponDb[]> =>
  coupons(db)
    .where('c.customer_id', '=', customerId)
    .where('c.state', '=', COUPON_STATE.granted)
    .where('c.valid_to', '>', sql<Date>`now()`)
    .orderBy('c.valid_to')
    .limit(200)
    .execute()
export const couponOfOrder = (db: TenantDb, orderId: string): Promise<CouponDb | undefined> =>
  coupons(db).where('c.order_id', '=', orderId).where('c.state', '=', COUPON_STATE.held).executeTakeFirst()

export const holdCoupon = (tx: TenantTx, couponId: string, orderId: string) =>
  tx
    .updateTable('coupons')
    .set({ state: COUPON_STATE.held, order_id: orderId, held_at: sql<Date>`now()`, version: sql<number>`version + 1` })
    .where('coupon_id', '=', couponId)
    .where('state', '=', COUPON_STATE.granted)
    .execute()
/** Held coupons of an order are the customer's again; one that expired meanwhile is good for another day, the first time. */
export const releaseCoupon = (tx: TenantTx, orderId: string) =>
  tx
    .updateTable('coupons')
    .set({
      state: COUPON_STATE.granted,
      order_id: null,
      held_at: null,
      valid_to: sql<Date>`case when valid_to <= now() and graced_at is null then now() + interval '1 day' else valid_to end`,
      graced_at: sql<Date | null>`case when valid_to <= now() then coalesce(graced_at, now()) else graced_at end`,
      version: sql<number>`version + 1`,
    })
    .where('order_id', '=', orderId)
    .where('state', '=', COUPON_STATE.held)
    .execute()
export async function spendCoupon(tx: TenantTx, coupon: CouponDb, discountFen: number): Promise<void> {
  await tx
    .updateTable('coupons')
    .set({ state: COUPON_STATE.used, used_at: sql<Date>`now()`, discount_fen: discountFen, version: sql<number>`version + 1` })
    .where('coupon_id', '=', coupon.couponId)
    .where('state', '=', COUPON_STATE.held)
    .execute()
  await tx
    .updateTable('coupon_templates')
    .set({ used_count: sql<number>`used_count + 1` })
    .where('coupon_template_id', '=', coupon.templateId)
    .execute()
}

const grants = (db: TenantDb) =>
  db
    .selectFrom('right_grants as g')
    .innerJoin('right_configs as r', (join) => join.onRef('r.tenant_id', '=', 'g.tenant_id').onRef('r.right_id', '=', 'g.right_id'))
    .select([
      'g.right_grant_id as rightGrantId',
      'g.tenant_id as tenantId',
      'g.right_id as rightId',
      'g.customer_id as customerId',
      'g.times',
      'g.used_times as usedTimes',
      'g.amount_fen as amountFen',
      'g.used_fen as usedFen',
      'g.distance_m as distanceM',
      'g.used_m as usedM',
      'g.state',
      'r.unit',
      'r.name',
      'r.state as rightState',
      'r.cover',
      'r.excess',
      'r.valid_from as validFrom',
      'r.valid_to as validTo',
      'r.city_ids as cityIds',
      sql<Hours[]>`r.bands`.as('bands'),
      'r.per_user_times as perUserTimes',
      // Of this right, by all grants of the customer, reserved ones included.
      sql<number>`(select sum(x.used_times) from right_grants x where x.tenant_id = g.tenant_id and x.right_id = g.right_id and x.customer_id = g.customer_id)::int`.as(
        'userTimes',
      ),
      'r.daily_stock as dailyStock',
    ])
const somethingLeft = sql<boolean>`(g.used_times < coalesce(g.times, g.used_times + 1) and g.used_fen < coalesce(g.amount_fen, 1) and g.used_m < coalesce(g.distance_m, 1))`
type GrantRow = Awaited<ReturnType<ReturnType<typeof grants>['executeTakeFirstOrThrow']>>
export type GrantDb = Omit<GrantRow, 'cover' | 'excess' | 'unit'> & {
  cover: RightCover
  excess: 'CUSTOMER_PAYS' | 'REFUSE'
  unit: RightUnit
}

export const findGrant = async (db: TenantDb, grantId: string) =>
  (await grants(db).where('g.right_grant_id', '=', grantId).executeTakeFirst()) as unknown as GrantDb | undefined
/** The right's row too: its stock of the day is counted under the same lock. */
export const lockGrant = async (tx: TenantTx, grantId: string) =>
  (await grants(tx).where('g.right_grant_id', '=', grantId).forUpdate().executeTakeFirst()) as unknown as GrantDb | undefined
export const activeGrants = async (db: TenantDb, customerId: string) =>
  (await grants(db)
    .where('g.customer_id', '=', customerId)
    .where('g.state', '=', 'ACTIVE')
    .where('r.state', '=', 'ON')
    .where('r.valid_to', '>', sql<Date>`now()`)
    .where(somethingLeft)
    .orderBy('r.valid_to')
    .limit(100)
    .execute()) as unknown as GrantDb[]

/** Uses of a right on the present day of the city where it is to be used. */
export const usesToday = async (tx: TenantTx, rightId: string, utcOffsetMinutes: number): Promise<number> =>
  (
    await tx
      .selectFrom('right_uses as u')
      .innerJoin('right_grants as g', (join) =>
        join.onRef('g.tenant_id', '=', 'u.tenant_id').onRef('g.right_grant_id', '=', 'u.right_grant_id'),
      )
      .select(sql<number>`count(*)::int`.as('n'))
      .where('g.right_id', '=', rightId)
      .where('u.state', '<>', 'RELEASED')
      .where(
        'u.reserved_at',
        '>=',
        sql<Date>`date_trunc('day', now() + make_interval(mins => ${utcOffsetMinutes}), 'UTC') - make_interval(mins => ${utcOffsetMinutes})`,
      )
      .executeTakeFirstOrThrow()
  ).n

/** The next order of a booking keeps the day of the one that gave its use back in this transaction: its stock was counted there. */
const DAY_KEPT = (grantId: string) =>
  sql<Date>`coalesce((select min(u.reserved_at) from right_uses u where u.right_grant_id = ${grantId} and u.state = 'RELEASED' and u.settled_at = now()), now())`

export async function reserveRight(tx: TenantTx, grant: GrantDb, orderId: string, { fen, m }: Reserved): Promise<void> {
  await tx
    .updateTable('right_grants')
    .set({
      used_times: sql<number>`used_times + 1`,
      used_fen: sql<number>`used_fen + ${fen}`,
      used_m: sql<number>`used_m + ${m}`,
      state: sql<GrantState>`case when used_times + 1 >= times or used_fen + ${fen} >= amount_fen or used_m + ${m} >= distance_m then 'EXHAUSTED' else state end`,
      version: sql<number>`version + 1`,
    })
    .where('right_grant_id', '=', grant.rightGrantId)
    .execute()
  await tx
    .insertInto('right_uses')
    .values({
      tenant_id: grant.tenantId,
      order_id: orderId,
      right_grant_id: grant.rightGrantId,
      reserved_fen: fen,
      reserved_m: m,
      reserved_at: DAY_KEPT(grant.rightGrantId),
    })
    .execute()
}
/** What an order holds of a grant. */
export const reservedGrant = async (db: TenantDb, orderId: string) =>
  (await grants(db)
    .innerJoin('right_uses as u', (join) =>
      join.onRef('u.tenant_id', '=', 'g.tenant_id').onRef('u.right_grant_id', '=', 'g.right_grant_id'),
    )
    .select(['u.reserved_fen as fen', 'u.reserved_m as m'])
    .where('u.order_id', '=', orderId)
    .where('u.state', '=', 'RESERVED')
    .executeTakeFirst()) as unknown as (GrantDb & Reserved) | undefined

/** A grant that was all used and has something again. */
const RESTORED = sql<GrantState>`case when g.state <> 'EXHAUSTED' then g.state when exists (
  select from right_configs r where r.tenant_id = g.tenant_id and r.right_id = g.right_id and r.valid_to <= now()) then 'EXPIRED' else 'ACTIVE' end`
/** What was reserved is the customer's again. */
export async function releaseRight(tx: TenantTx, orderId: string): Promise<void> {
  const [released] = await tx
    .updateTable('right_uses')
    .set({ state: 'RELEASED', settled_at: sql<Date>`now()` })
    .where('order_id', '=', orderId)
    .where('state', '=', 'RESERVED')
    .returning(['right_grant_id', 'reserved_fen', 'reserved_m'])
    .execute()
  if (!released) return
  await tx
    .updateTable('right_grants as g')
    .set({
      used_times: sql<number>`used_times - 1`,
      used_fen: sql<number>`used_fen - ${released.reserved_fen}`,
      used_m: sql<number>`used_m - ${released.reserved_m}`,
      state: RESTORED,
      version: sql<number>`version + 1`,
    })
    .where('right_grant_id', '=', released.right_grant_id)
    .execute()
}
/** What the partner pays for a use: the price of its contract, or what the right covered. */
const priceOfUse = (coveredFen: number) =>
  sql<number>`(select case when r.unit = 'TIMES' and r.price_to_partner_fen > 0 then r.price_to_partner_fen else ${coveredFen}::int end
    from right_grants g join right_configs r on r.tenant_id = g.tenant_id and r.right_id = g.right_id
    where g.tenant_id = right_uses.tenant_id and g.right_grant_id = right_uses.right_grant_id)`
/** What the trip did not use of the money or distance that was reserved for it is the customer's again. */
export async function spendRight(tx: TenantTx, orderId: string, used: Reserved): Promise<void> {
  const [spent] = await tx
    .updateTable('right_uses')
    .set({ state: 'USED', covered_fen: used.fen, used_m: used.m, settled_at: sql<Date>`now()`, partner_fen: priceOfUse(used.fen) })
    .where('order_id', '=', orderId)
    .where('state', '=', 'RESERVED')
    .returning(['right_grant_id', 'reserved_fen', 'reserved_m'])
    .execute()
  if (!spent || (spent.reserved_fen === 0 && spent.reserved_m === 0)) return
  const [backFen, backM] = [spent.reserved_fen === 0 ? 0 : spent.reserved_fen - used.fen, spent.reserved_m - used.m]
  if (backFen === 0 && backM === 0) return
  await tx
    .updateTable('right_grants as g')
    .set({
      used_fen: sql<number>`used_fen - ${backFen}`,
      used_m: sql<number>`used_m - ${backM}`,
      state: RESTORED,
      version: sql<number>`version + 1`,
    })
    .where('right_grant_id', '=', spent.right_grant_id)
    .execute()
}

import { COUPON_STATE } from '@chauffeur/contract/pricing/coupon'
import type { Hours } from '@chauffeur/contract/pricing/model'
import { sql } from 'kysely'
import type { Database, TenantDb } from '#platform/database/db'

const owned = (db: TenantDb, phone: string) =>
  db
    .selectFrom('coupons as c')
    .innerJoin('customers as p', (join) => join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.customer_id', '=', 'c.customer_id'))
    .innerJoin('coupon_templates as t', (join) =>
      join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.coupon_template_id', '=', 'c.coupon_template_id'),
    )
    .leftJoin('orders as o', (join) => join.onRef('o.tenant_id', '=', 'c.tenant_id').onRef('o.order_id', '=', 'c.order_id'))
    .select([
      'c.coupon_id',
      'c.state',
      'c.valid_from',
      'c.valid_to',
      'c.granted_at',
      'c.order_id',
      'c.used_at',
      'c.discount_fen',
      'o.order_no',
      't.name',
      't.type',
      't.face_fen',
      't.rate_bp',
      't.max_fen',
      't.min_subtotal_fen',
    ])
    .where('p.phone', '=', phone)
export type OwnedCoupon = Awaited<ReturnType<ReturnType<typeof owned>['executeTakeFirstOrThrow']>>

/** The timer comes by once a minute: until then a coupon past its time is still stored as granted. */
const stateNow = sql<number>`case when c.state = ${COUPON_STATE.granted} and c.valid_to <= now() then ${COUPON_STATE.expired} else c.state end`

export const couponsOfPhone = (db: TenantDb, phone: string, state: number | undefined): Promise<OwnedCoupon[]> => {
  let rows = owned(db, phone).select(stateNow.as('state'))
  if (state !== undefined) rows = rows.where(stateNow, '=', state)
  return rows
    .orderBy(sql`${stateNow} in (${COUPON_STATE.granted}, ${COUPON_STATE.held})`, 'desc')
    .orderBy(sql`case when c.state = ${COUPON_STATE.granted} then c.valid_to end`)
    .orderBy('c.granted_at', 'desc')
    .limit(200)
    .execute()
}
export const couponOfPhone = (db: TenantDb, phone: string, couponId: string): Promise<OwnedCoupon | undefined> =>
  owned(db, phone).select(stateNow.as('state')).where('c.coupon_id', '=', couponId).executeTakeFirst()

export const couponScope = (db: TenantDb, couponId: string) =>
  db
    .selectFrom('coupons as c')
    .innerJoin('coupon_templates as t', (join) =>
      join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.coupon_template_id', '=', 'c.coupon_template_id'),
    )
    .leftJoin('redeem_codes as r', (join) => join.onRef('r.tenant_id', '=', 'c.tenant_id').onRef('r.coupon_id', '=', 'c.coupon_id'))
    .select([
      't.service_types',
      't.new_customer_only',
      't.funder',
      sql<Hours[]>`t.bands`.as('bands'),
      sql<
        string[]
      >`array(select f.name from price_fences f where f.tenant_id = t.tenant_id and f.fence_id = any (t.fence_ids) order by f.name)`.as(
        'fence_names',
      ),
      'r.code',
      sql<string[]>`array(select name from cities where city_id = any (t.city_ids) order by pinyin)`.as('city_names'),
      sql<
        string[]
      >`array(select h.name from channels h where h.tenant_id = t.tenant_id and h.channel_id = any (t.channel_ids) order by h.name)`.as(
        'channel_names',
      ),
    ])
    .where('c.coupon_id', '=', couponId)
    .executeTakeFirstOrThrow()

export const redeemedBy = (db: TenantDb, phone: string) =>
  db
    .selectFrom('redeem_codes as r')
    .innerJoin('customers as p', (join) => join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.customer_id', '=', 'r.used_by'))
    .innerJoin('coupons as c', (join) => join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.coupon_id', '=', 'r.coupon_id'))
    .innerJoin('coupon_templates as t', (join) =>
      join.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.coupon_template_id', '=', 'c.coupon_template_id'),
    )
    .select(['r.code', 'r.used_at', 'r.redeemed_name', 'c.coupon_id', 'c.valid_to', 't.name', stateNow.as('state')])
    .where('p.phone', '=', phone)
    .orderBy('r.used_at', 'desc')
    .limit(100)
    .execute()

const BATCH = 1_000
/** Coupons past their time, rights past theirs and old guesses, across tenants; those that somebody has in hand wait for the next round. */
export async function expireDue(db: Database): Promise<{ coupons: number; grants: number }> {
  const coupons = await db.platform.query({
    name: 'expire-coupons',
    text: `update coupons set state = ${COUPON_STATE.expired}, version = version + 1 where (tenant_id, coupon_id) in
      (select tenant_id, coupon_id from coupons where state = ${COUPON_STATE.granted} and valid_to <= now() order by valid_to limit $1 for update skip locked)`,
    values: [BATCH],
  })
  const grants = await db.platform.query({
    name: 'expire-grants',
    text: `update right_grants set state = 'EXPIRED', version = version + 1 where (tenant_id, right_grant_id) in
      (select g.tenant_id, g.right_grant_id from right_grants g join right_configs r on r.tenant_id = g.tenant_id and r.right_id = g.right_id
        where g.state = 'ACTIVE' and r.valid_to <= now() limit $1 for update of g skip locked)`,
    values: [BATCH],
  })
  await db.platform.query({ name: 'forget-guesses', text: `delete from redeem_guesses where at < now() - interval '1 day'` })
  return { coupons: coupons.rowCount ?? 0, grants: grants.rowCount ?? 0 }
}

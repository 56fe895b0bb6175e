import { COUPON_STATE } from '@chauffeur/contract/pricing/coupon'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

/** A coupon past its time is still stored as granted until the timer comes by. */
const stateNow = sql<number>`case when c.state = ${sql.lit(COUPON_STATE.granted)} and c.valid_to <= now() then ${sql.lit(COUPON_STATE.expired)} else c.state end`
export const inState = (state: string) => sql<boolean>`${stateNow} = ${Number(state)}`

/** Coupons of customers in sight. */
export const coupons = (db: TenantDb) =>
  db
    .selectFrom('coupons as c')
    .innerJoin('customers as p', (on) => on.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.customer_id', '=', 'c.customer_id'))
    .innerJoin('coupon_templates as t', (on) =>
      on.onRef('t.tenant_id', '=', 'c.tenant_id').onRef('t.coupon_template_id', '=', 'c.coupon_template_id'),
    )
export const listed = (rows: ReturnType<typeof coupons>) =>
  rows
    .leftJoin('orders as o', (on) => on.onRef('o.tenant_id', '=', 'c.tenant_id').onRef('o.order_id', '=', 'c.order_id'))
    .leftJoin('users as u', 'u.user_id', 'c.granted_by')
    .selectAll('c')
    .select(['p.name as customer_name', 'p.phone', 't.name as template_name', 't.city_ids', 'o.order_no', stateNow.as('state_now')])
    .select(sql<string>`coalesce(nullif(c.granted_by_name, ''), u.real_name, '')`.as('granted_by_whom'))
export const findCoupon = (db: TenantDb, couponId: string) => listed(coupons(db)).where('c.coupon_id', '=', couponId).executeTakeFirst()
export type GrantedCouponDb = NonNullable<Awaited<ReturnType<typeof findCoupon>>>

/** Takes a coupon back that nobody has in hand; false where an order holds or used it, or its time is over. */
export const revokeCoupon = async (
  tx: TenantTx,
  couponId: string,
  { by, reason }: { by: { userId: string; realName: string }; reason: string },
): Promise<boolean> =>
  (await tx
    .updateTable('coupons')
    .set({
      state: COUPON_STATE.revoked,
      revoked_at: sql<Date>`now()`,
      revoked_by: by.userId,
      revoked_by_name: by.realName,
      revoke_reason: reason,
      version: sql<number>`version + 1`,
    })
    .where('coupon_id', '=', couponId)
    .where('state', '=', COUPON_STATE.granted)
    .where('valid_to', '>', sql<Date>`now()`)
    .returning('coupon_id')
    .executeTakeFirst()) !== undefined

/** The same for all of a file's that are as it brought them; gives which. */
export const revokeBrought = async (
  tx: TenantTx,
  couponIds: readonly string[],
  { by, reason }: { by: { userId: string; realName: string }; reason: string },
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ coupon_id: string }>`
    update coupons set state = ${COUPON_STATE.revoked}, revoked_at = now(), revoked_by = ${by.userId}::bigint, revoked_by_name = ${by.realName},
      revoke_reason = ${reason}, version = version + 1
    where coupon_id = any (${couponIds}::bigint[]) and state = ${COUPON_STATE.granted} returning coupon_id`.execute(tx)
  return new Set(rows.map(({ coupon_id }) => coupon_id))
}

export const customersByPhone = async (db: TenantDb, phones: readonly string[]): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('customers')
    .select(['phone', sql<string>`coalesce(merged_into, customer_id)`.as('customerId')])
    .where('phone', '=', sql<string>`any (${phones}::text[])`)
    .execute()
  return new Map(rows.map(({ phone, customerId }) => [phone, customerId]))
}
export const turnedAwayAmong = async (db: TenantDb, customerIds: readonly string[]): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('customers')
    .select('customer_id')
    .where('customer_id', '=', sql<string>`any (${customerIds}::bigint[])`)
    .where('blacklisted_until', '>', sql<Date>`now()`)
    .execute()
  return new Set(rows.map(({ customer_id }) => customer_id))
}

export const insertGrant = async (
  tx: TenantTx,
  of: {
    tenantId: string
    couponTemplateId: string
    groupId: string
    groupName: string
    reason: string
    by: { userId: string; realName: string }
  },
): Promise<string> =>
  (
    await tx
      .insertInto('coupon_grants')
      .values({
        tenant_id: of.tenantId,
        coupon_template_id: of.couponTemplateId,
        group_id: of.groupId,
        group_name: of.groupName,
        reason: of.reason,
        created_by: of.by.userId,
        created_by_name: of.by.realName,
      })
      .returning('coupon_grant_id')
      .executeTakeFirstOrThrow()
  ).coupon_grant_id
export const lockGrant = (tx: TenantTx, grantId: string) =>
  tx.selectFrom('coupon_grants').selectAll().where('coupon_grant_id', '=', grantId).forUpdate().executeTakeFirst()
export const noteGrant = (tx: TenantTx, grantId: string, of: { asked: number; granted: number; after: string | null }) =>
  tx
    .updateTable('coupon_grants')
    .set({
      asked: sql<number>`asked + ${of.asked}`,
      granted: sql<number>`granted + ${of.granted}`,
      ...(of.after === null ? { ended_at: sql<Date>`now()` } : { after_customer_id: of.after }),
    })
    .where('coupon_grant_id', '=', grantId)
    .execute()

import { COUPON_STATE } from '@chauffeur/contract/pricing/coupon'
import type { Hours } from '@chauffeur/contract/pricing/model'
import { sql } from 'kysely'
import type { Database, TenantDb, TenantTx, WholeTx } from '#platform/database/db'

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

/** The code with its template, both locked: of two who redeem it at once one gets it, and the last coupon of a kind is granted once. */
export const lockRedeemCode = (tx: TenantTx, code: string) =>
  tx
    .selectFrom('redeem_codes as r')
    .innerJoin('coupon_templates as t', (join) =>
      join.onRef('t.tenant_id', '=', 'r.tenant_id').onRef('t.coupon_template_id', '=', 'r.coupon_template_id'),
    )
    .select([
      'r.redeem_code_id',
      'r.tenant_id',
      'r.customer_id',
      'r.valid_from',
      'r.valid_to',
      'r.used_at',
      't.coupon_template_id',
      't.status',
      't.valid_from as template_from',
      't.valid_to as template_to',
      't.days_after_grant',
      't.total_issue',
      't.issued_count',
      't.per_user_limit',
    ])
    .where('r.code', '=', code)
    .forUpdate()
    .executeTakeFirst()
export type CodeDb = NonNullable<Awaited<ReturnType<typeof lockRedeemCode>>>

export const ownsOf = async (tx: TenantTx, customerId: string, templateId: string): Promise<number> =>
  (
    await tx
      .selectFrom('coupons')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('customer_id', '=', customerId)
      .where('coupon_template_id', '=', templateId)
      .where('state', '<>', COUPON_STATE.revoked)
      .executeTakeFirstOrThrow()
  ).n

/** Grants a coupon for a code, both in the caller's transaction. */
export async function grantForCode(
  tx: TenantTx,
  code: CodeDb,
  of: { customerId: string; validFrom: Date; validTo: Date; by: { userId: string; realName: string } },
): Promise<string> {
  const { coupon_id: couponId } = await tx
    .insertInto('coupons')
    .values({
      tenant_id: code.tenant_id,
      coupon_template_id: code.coupon_template_id,
      customer_id: of.customerId,
      valid_from: of.validFrom,
      valid_to: of.validTo,
      granted_by: of.by.userId,
    })
    .returning('coupon_id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('coupon_templates')
    .set({ issued_count: sql<number>`issued_count + 1` })
    .where('coupon_template_id', '=', code.coupon_template_id)
    .execute()
  await tx
    .updateTable('redeem_codes')
    .set({
      coupon_id: couponId,
      used_by: of.customerId,
      used_at: sql<Date>`now()`,
      redeemed_by: of.by.userId,
      redeemed_name: of.by.realName,
    })
    .where('redeem_code_id', '=', code.redeem_code_id)
    .execute()
  return couponId
}

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

/** Wrong codes of the last hour beside this one: for this telephone, and by this operator for whomever. */
export async function guessesOf(
  db: TenantDb,
  { phone, userId, guessId }: { phone: string; userId: string; guessId: string },
): Promise<{ phone: number; operator: number; oldest: Date | null }> {
  return db
    .selectFrom('redeem_guesses')
    .select([
      sql<number>`(count(*) filter (where phone = ${phone}))::int`.as('phone'),
      sql<number>`(count(*) filter (where user_id = ${userId}))::int`.as('operator'),
      sql<Date | null>`min(at)`.as('oldest'),
    ])
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .where((eb) => eb.or([eb('phone', '=', phone), eb('user_id', '=', userId)]))
    .where('guess_id', '<>', guessId)
    .executeTakeFirstOrThrow()
}
export const insertGuess = async (tx: TenantTx, guess: { tenantId: string; phone: string; userId: string }): Promise<string> =>
  (
    await tx
      .insertInto('redeem_guesses')
      .values({ tenant_id: guess.tenantId, phone: guess.phone, user_id: guess.userId })
      .returning('guess_id')
      .executeTakeFirstOrThrow()
  ).guess_id
export const forgetGuess = (tx: WholeTx, guessId: string) => tx.deleteFrom('redeem_guesses').where('guess_id', '=', guessId).execute()

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

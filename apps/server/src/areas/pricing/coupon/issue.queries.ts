import type { CouponWay } from '@chauffeur/contract/pricing/coupon-grant'
import { COUPON_STATE } from '@chauffeur/contract/pricing/coupon'
import { sql } from 'kysely'
import { inAnyGroup } from '#areas/customer/standing'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Issuing, Receiver } from './issue.rules.ts'

/**
 * Whoever issues a coupon of a template waits here: its stock and what a customer has of it are counted under this lock. Not so whoever
 * makes codes of it, whose foreign key takes no more than the row's key: they would wait for each other.
 */
export const lockIssuing = (tx: TenantTx, couponTemplateId: string): Promise<(Issuing & { tenantId: string }) | undefined> =>
  tx
    .selectFrom('coupon_templates')
    .select([
      'tenant_id as tenantId',
      'status',
      'valid_from as from',
      'valid_to as to',
      'days_after_grant as daysAfterGrant',
      'total_issue as totalIssue',
      'issued_count as issued',
      'per_user_limit as perUserLimit',
      'group_ids as groupIds',
    ])
    .where('coupon_template_id', '=', couponTemplateId)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Customers as they stand to a template, in the order they are given; who is not in sight, was merged away or erased is not among them. */
export async function receivers(
  tx: TenantDb,
  couponTemplateId: string,
  { customerIds, groupIds, occasion }: { customerIds: readonly string[]; groupIds: readonly string[]; occasion: string | null },
): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select p.customer_id as "customerId", coalesce(p.blacklisted_until > now(), false) as "turnedAway",
      ${groupIds.length === 0 ? sql`false` : sql`not ${inAnyGroup({ tenantId: 'p.tenant_id', customerId: 'p.customer_id' }, groupIds)}`} as outside,
      coalesce(c.owns, 0) as owns, coalesce(c.had, false) as had
    from unnest(${customerIds}::bigint[]) with ordinality as w (customer_id, place)
      join customers p on p.customer_id = w.customer_id and p.merged_into is null and p.erased_at is null
      left join lateral (select count(*) filter (where c.state <> ${COUPON_STATE.revoked})::int as owns, bool_or(c.occasion = ${occasion}::text) as had
        from coupons c where c.tenant_id = p.tenant_id and c.coupon_template_id = ${couponTemplateId} and c.customer_id = p.customer_id) c on true
    order by w.place`.execute(tx)
  return rows
}

interface Grantor {
  /** Null for what comes by itself. */
  userId: string | null
  realName: string
}
export interface Issue {
  way: CouponWay
  /** A customer gets one coupon of a template for one occasion; null: as many as the template allows. */
  occasion?: string
  grantId?: string
  by: Grantor
}

/** Writes coupons and counts them; gives their ids by customer. */
export async function insertCoupons(
  tx: TenantTx,
  couponTemplateId: string,
  customerIds: readonly string[],
  of: Issue & { tenantId: string; validFrom: Date; validTo: Date },
): Promise<Map<string, string>> {
  if (customerIds.length === 0) return new Map()
  const { rows } = await sql<{ coupon_id: string; customer_id: string }>`
    with made as (
      insert into coupons (tenant_id, coupon_template_id, customer_id, valid_from, valid_to, granted_by, granted_by_name, way, occasion, coupon_grant_id)
      select ${of.tenantId}::bigint, ${couponTemplateId}::bigint, w, ${of.validFrom}::timestamptz, ${of.validTo}::timestamptz, ${of.by.userId}::bigint,
        ${of.by.realName}, ${of.way}, ${of.occasion ?? null}::text, ${of.grantId ?? null}::bigint
      from unnest(${customerIds}::bigint[]) as w
      returning coupon_id, customer_id),
    counted as (update coupon_templates set issued_count = issued_count + (select count(*) from made) where coupon_template_id = ${couponTemplateId} returning 1)
    select coupon_id, customer_id from made, counted`.execute(tx)
  return new Map(rows.map(({ customer_id, coupon_id }) => [customer_id, coupon_id]))
}

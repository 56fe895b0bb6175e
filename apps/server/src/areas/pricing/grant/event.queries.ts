import { COUPON_STATE, COUPON_TEMPLATE_STATUS } from '@chauffeur/contract/pricing/coupon'
import type { CouponEvent } from '@chauffeur/contract/pricing/coupon-template'
import { REVIEW_STATE } from '@chauffeur/contract/order/cancel-review'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { type RawBuilder, sql } from 'kysely'
import { inAnyGroup } from '#areas/customer/standing'
import type { PlatformDb, TenantDb } from '#platform/database/db'
import { CHINA_MINUTES } from '#platform/values/local-clock'

/** Of a template that comes to customers by itself, what decides who gets one. */
export interface Campaign {
  couponTemplateId: string
  event: CouponEvent
  cityIds: string[]
  groupIds: string[]
  perUserLimit: number
}

/** Templates that come to customers by themselves and of which there are some left, of all tenants. */
export const campaigns = async (db: PlatformDb) =>
  (
    await sql<Campaign & { tenantId: string }>`
      select tenant_id as "tenantId", coupon_template_id as "couponTemplateId", granted_on as event, city_ids as "cityIds", group_ids as "groupIds",
        per_user_limit as "perUserLimit"
      from coupon_templates
      where granted_on is not null and status = ${COUPON_TEMPLATE_STATUS.on} and (valid_to is null or valid_to > now())
        and (total_issue = 0 or issued_count < total_issue)`.execute(db)
  ).rows

/** Who gets a coupon for what happened; the occasion names what happened, once for each customer. */
export interface Due {
  customerId: string
  occasion: string
}

/** What happened is of the last two days: a template that is turned on is not for the past. */
const recent = sql`now() - interval '2 days'`
/** When a driver took the order, which has the index: a trip may be booked a week ahead, and be billed after that. */
const BEFORE_TRIP = sql`now() - interval '10 days'`
const inCities = (cityIds: readonly string[], cityId: string) =>
  cityIds.length === 0 ? sql`true` : sql`${sql.ref(cityId)} = any (${cityIds}::bigint[])`

/** Customers `p` and the occasion of each. */
const happened: Record<CouponEvent, (campaign: Campaign, days: Days) => RawBuilder<unknown>> = {
  FIRST_ORDER: ({ cityIds }) => sql`
    select p.tenant_id, p.customer_id, 'FIRST_ORDER' as occasion from customers p
      cross join lateral (select o.city_id, o.filed_at from orders o where o.tenant_id = p.tenant_id and o.customer_id = p.customer_id
        and o.service_status = ${sql.lit(SERVICE_STATUS.billFiled)} order by o.filed_at, o.order_id limit 1) f
    where p.last_order_at > ${BEFORE_TRIP} and f.filed_at > ${recent} and ${inCities(cityIds, 'f.city_id')}`,
  BIRTHDAY: ({ cityIds }, days) => sql`
    select p.tenant_id, p.customer_id, 'BIRTHDAY:' || to_char(d.today, 'YYYY') as occasion from customers p
      left join cities t on t.city_id = p.city_id
      cross join lateral (select (now() at time zone 'UTC' + make_interval(mins => coalesce(t.utc_offset_minutes, ${CHINA_MINUTES})))::date as today) d
    where p.birthday = any (${days}::text[]) and ${inCities(cityIds, 'p.city_id')}
      and (p.birthday = to_char(d.today, 'MM-DD') or (p.birthday = '02-29' and to_char(d.today, 'MM-DD') = '02-28' and to_char(d.today + 1, 'MM-DD') = '03-01'))`,
  COMPLAINT_SETTLED: ({ cityIds }) => sql`
    select p.tenant_id, p.customer_id, 'COMPLAINT_SETTLED:' || r.review_id as occasion from cancel_reviews r
      join orders o on o.tenant_id = r.tenant_id and o.order_id = r.order_id
      join customers p on p.tenant_id = o.tenant_id and p.customer_id = o.customer_id
    where r.kind = 'DISPUTE' and r.applicant = 'CUSTOMER' and r.state = ${sql.lit(REVIEW_STATE.approved)} and r.decided_at > ${recent}
      and ${inCities(cityIds, 'o.city_id')}`,
  RECHARGE: ({ cityIds }) => sql`
    select p.tenant_id, coalesce(p.merged_into, p.customer_id) as customer_id, 'RECHARGE:' || u.top_up_id as occasion from enterprise_top_ups u
      join enterprise_employees e on e.tenant_id = u.tenant_id and e.enterprise_id = u.enterprise_id and e.state = 'ACTIVE'
      join customers p on p.tenant_id = e.tenant_id and p.phone = e.phone
    where u.reversed_at is null and u.created_at > ${recent} and ${inCities(cityIds, 'p.city_id')}`,
}

/** Months and days that are today somewhere, for the index; a day in February that this year may lack comes with the one before it. */
type Days = readonly string[]
const HOUR_MS = 3_600_000
const daysNow = (now: Date): string[] => {
  const days = [-12, 0, 14].map((hours) => new Date(now.getTime() + hours * HOUR_MS).toISOString().slice(5, 10))
  return [...new Set([...days, ...(days.includes('02-28') ? ['02-29'] : [])])]
}

/** Who has a coupon of a campaign coming to them and may have it. */
export async function dueOf(db: TenantDb, campaign: Campaign, limit: number): Promise<Due[]> {
  const { couponTemplateId, groupIds, perUserLimit, event } = campaign
  const theirs = sql`from coupons c where c.tenant_id = h.tenant_id and c.coupon_template_id = ${couponTemplateId}::bigint and c.customer_id = h.customer_id`
  const { rows } = await sql<Due>`
    select x.customer_id as "customerId", h.occasion from (${happened[event](campaign, daysNow(new Date()))}) h
      join customers x on x.tenant_id = h.tenant_id and x.customer_id = h.customer_id
    where x.merged_into is null and x.erased_at is null and coalesce(x.blacklisted_until <= now(), true)
      and not exists (select ${theirs} and c.occasion = h.occasion)
      and (${perUserLimit}::int = 0 or (select count(*) ${theirs} and c.state <> ${sql.lit(COUPON_STATE.revoked)}) < ${perUserLimit}::int)
      and ${groupIds.length === 0 ? sql`true` : inAnyGroup({ tenantId: 'x.tenant_id', customerId: 'x.customer_id' }, groupIds)}
    limit ${limit}`.execute(db)
  return rows
}

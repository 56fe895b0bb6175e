import { COUPON_STATE, COUPON_TEMPLATE_STATUS } from '@chauffeur/contract/pricing/coupon'
import { type CouponEffect, type CouponEvent, MOST_EFFECTS, MOST_FENCES } from '@chauffeur/contract/pricing/coupon-template'
import type { Hours } from '@chauffeur/contract/pricing/model'
import { FOUND_AT_MOST } from '@chauffeur/contract/kernel/find'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { type Expression, type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'
import { holds } from '#platform/list/conditions'
import type { Terms } from './template.rules.ts'

/** A coupon is good in a city that is in sight: in any, or in the one asked for. */
export const goodInSight = (cityId: string | null): Expression<SqlBool> =>
  sql<boolean>`exists (select from tenant_cities c where c.tenant_id = t.tenant_id and (t.city_ids = '{}' or c.city_id = any (t.city_ids))${
    cityId === null ? sql`` : sql` and c.city_id = ${cityId}`
  })`

/** Those in sight; partners see none. */
export const couponTemplates = (db: TenantDb) =>
  db
    .selectFrom('coupon_templates as t')
    .where('t.status', '<>', COUPON_TEMPLATE_STATUS.deleted)
    .where(sql<boolean>`(select app_all_channels())`)
    .where(goodInSight(null))
export const listed = (rows: ReturnType<typeof couponTemplates>) =>
  rows
    .leftJoin('channels as h', (on) => on.onRef('h.tenant_id', '=', 't.tenant_id').onRef('h.channel_id', '=', 't.funder_channel_id'))
    .selectAll('t')
    .select(['h.name as funder_name', sql<Hours[]>`t.bands`.as('bands'), sql<CouponEvent | null>`t.granted_on`.as('granted_on')])
    .select(
      sql<
        string[]
      >`array(select g.name from customer_groups g where g.tenant_id = t.tenant_id and g.group_id = any (t.group_ids) order by g.name)`.as(
        'group_names',
      ),
    )
export const findTemplate = (db: TenantDb, couponTemplateId: string) =>
  listed(couponTemplates(db)).where('t.coupon_template_id', '=', couponTemplateId).executeTakeFirst()
export type CouponTemplateDb = NonNullable<Awaited<ReturnType<typeof findTemplate>>>
export const lockTemplate = (tx: TenantTx, couponTemplateId: string) =>
  listed(couponTemplates(tx)).where('t.coupon_template_id', '=', couponTemplateId).forNoKeyUpdate('t').executeTakeFirst()

/** What customers may have for points now, the cheapest first. */
export const templatesForPoints = (db: TenantDb) =>
  listed(couponTemplates(db))
    .where('t.status', '=', COUPON_TEMPLATE_STATUS.on)
    .where('t.price_points', 'is not', null)
    .orderBy('t.price_points')
    .orderBy('t.coupon_template_id')
    .limit(MOST_FOR_POINTS)
    .execute()
const MOST_FOR_POINTS = 100

/** Templates to pick one from, or those of the ids. */
export const findTemplates = (db: TenantDb, { keyword, ids }: { keyword?: string | undefined; ids?: readonly string[] | undefined }) =>
  couponTemplates(db)
    .select([
      't.coupon_template_id as id',
      't.name',
      sql<string>`''`.as('fact'),
      sql<string>`''`.as('place'),
      sql<boolean>`t.status <> ${sql.lit(COUPON_TEMPLATE_STATUS.on)}`.as('off'),
    ])
    .$if(ids !== undefined, (q) => q.where('t.coupon_template_id', 'in', ids!.length ? [...ids!] : ['0']))
    .$if(keyword !== undefined, (q) => q.where(holds('t.name')(keyword!)))
    .orderBy('t.name')
    .limit(ids?.length || FOUND_AT_MOST)
    .execute()

export const insertTemplate = async (tx: TenantTx, values: Insertable<DB['coupon_templates']>): Promise<string> =>
  (await tx.insertInto('coupon_templates').values(values).returning('coupon_template_id').executeTakeFirstOrThrow()).coupon_template_id
export const updateTemplate = (tx: TenantTx, couponTemplateId: string, by: string, set: Updateable<DB['coupon_templates']>) =>
  tx
    .updateTable('coupon_templates')
    .set((eb) => ({ ...set, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }))
    .where('coupon_template_id', '=', couponTemplateId)
    .execute()

/** Whether a customer has a coupon of it that can still be used. */
export const stillHeld = async (tx: TenantTx, couponTemplateId: string): Promise<boolean> =>
  (await tx
    .selectFrom('coupons')
    .select('coupon_id')
    .where('coupon_template_id', '=', couponTemplateId)
    .where((eb) =>
      eb.or([eb('state', '=', COUPON_STATE.held), eb.and([eb('state', '=', COUPON_STATE.granted), eb('valid_to', '>', sql<Date>`now()`)])]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined

/** What became of coupons granted in a period, by template: of customers in sight, and of their trips in sight. */
export async function effects(
  db: TenantDb,
  { couponTemplateId, from, to }: { couponTemplateId?: string | undefined; from?: string | undefined; to?: string | undefined },
): Promise<CouponEffect[]> {
  const one = couponTemplateId ?? null
  const state = (of: number) => sql`c.state = ${sql.lit(of)}`
  const { rows } = await sql<CouponEffect>`
    select t.coupon_template_id::text as "couponTemplateId", t.name, t.funder, coalesce(h.name, '') as "funderName",
      g.granted, g.customers, g.held, g.used, g.expired, g.revoked, (g.revenue + g.cost)::float8 as "beforeFen", g.cost::float8 as "costFen",
      g.revenue::float8 as "revenueFen", g.other_orders as "otherOrders", g.other_revenue::float8 as "otherRevenueFen"
    from coupon_templates t
      left join channels h on h.tenant_id = t.tenant_id and h.channel_id = t.funder_channel_id
      cross join lateral (
        select coalesce(sum(c.granted), 0)::int as granted, count(*)::int as customers, coalesce(sum(c.held), 0)::int as held,
          coalesce(sum(c.used), 0)::int as used, coalesce(sum(c.expired), 0)::int as expired, coalesce(sum(c.revoked), 0)::int as revoked,
          coalesce(sum(c.cost), 0)::bigint as cost, coalesce(sum(c.revenue), 0)::bigint as revenue,
          coalesce(sum(w.orders), 0)::int as other_orders, coalesce(sum(w.revenue), 0)::bigint as other_revenue
        from (
          select c.customer_id, min(c.granted_at) as since, count(*) as granted, count(*) filter (where ${state(COUPON_STATE.held)}) as held,
            count(*) filter (where ${state(COUPON_STATE.used)}) as used, count(*) filter (where ${state(COUPON_STATE.revoked)}) as revoked,
            count(*) filter (where ${state(COUPON_STATE.expired)} or (${state(COUPON_STATE.granted)} and c.valid_to <= now())) as expired,
            sum(c.discount_fen) filter (where o.order_id is not null) as cost, sum(o.total_fen) as revenue,
            coalesce(array_agg(c.order_id) filter (where ${state(COUPON_STATE.used)}), '{}') as order_ids
          from coupons c
            join customers p on p.tenant_id = c.tenant_id and p.customer_id = c.customer_id
            left join orders o on ${state(COUPON_STATE.used)} and o.tenant_id = c.tenant_id and o.order_id = c.order_id
          where c.tenant_id = t.tenant_id and c.coupon_template_id = t.coupon_template_id
            and c.granted_at >= coalesce(${from ?? null}::timestamptz, '-infinity') and c.granted_at < coalesce(${to ?? null}::timestamptz, 'infinity')
          group by c.customer_id) c
        cross join lateral (
          select count(*) as orders, sum(o.total_fen) as revenue from orders o
          where o.tenant_id = t.tenant_id and o.customer_id = c.customer_id and o.created_at >= c.since
            and o.service_status = ${sql.lit(SERVICE_STATUS.billFiled)} and o.order_id <> all (c.order_ids)) w) g
    where (select app_all_channels()) and ${goodInSight(null)} and (g.granted > 0 or ${one}::bigint is not null)
      and (${one}::bigint is null or t.coupon_template_id = ${one}::bigint)
    order by g.cost desc, t.coupon_template_id desc limit ${MOST_EFFECTS}`.execute(db)
  return rows
}

type Places = Pick<Terms, 'cityIds' | 'channelIds' | 'fenceIds' | 'funderChannelId'> & { groupIds: string[] }
/** Which fields name a city, channel, group or fence that is not in sight; a fence lies in one of the template's cities. */
export async function strangeFields(
  db: TenantDb,
  { cityIds, channelIds, fenceIds, groupIds, funderChannelId }: Places,
): Promise<(keyof Places)[]> {
  const all = (table: RawBuilder<unknown>, key: string, ids: readonly string[], and = sql``) =>
    sql<boolean>`not exists (select from unnest(${ids}::bigint[]) as w where not exists (select from ${table} x where x.${sql.ref(key)} = w ${and}))`
  const { rows } = await sql<Record<keyof Places, boolean>>`select
    ${all(sql`tenant_cities`, 'city_id', cityIds)} as "cityIds",
    ${all(sql`customer_groups`, 'group_id', groupIds)} as "groupIds",
    ${all(sql`channels`, 'channel_id', channelIds)} as "channelIds",
    ${all(sql`channels`, 'channel_id', funderChannelId === null ? [] : [funderChannelId])} as "funderChannelId",
    ${all(sql`price_fences`, 'fence_id', fenceIds, cityIds.length > 0 ? sql`and x.city_id = any (${cityIds}::bigint[])` : undefined)} as "fenceIds"`.execute(
    db,
  )
  return (Object.keys(rows[0]!) as (keyof Places)[]).filter((field) => !rows[0]![field])
}

/** Fences that pick-ups may have to lie in: those whose time is not over. */
export const pickUpFences = (db: TenantDb) =>
  db
    .selectFrom('price_fences as f')
    .innerJoin('cities as c', 'c.city_id', 'f.city_id')
    .select(['f.fence_id as fenceId', 'f.name', 'f.city_id as cityId', 'c.name as cityName'])
    .where(sql<boolean>`(select app_all_channels())`)
    .where((eb) => eb.or([eb('f.effective_to', 'is', null), eb('f.effective_to', '>', sql<Date>`now()`)]))
    .orderBy('c.pinyin')
    .orderBy('f.name')
    .orderBy('f.fence_id')
    .limit(MOST_FENCES)
    .execute()

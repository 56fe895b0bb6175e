import type { BroadcastAudience, BroadcastWhom } from '@chauffeur/contract/message/broadcast-model'
import { QUALIFICATION_LEFT } from '@chauffeur/contract/driver/file'
import { type RawBuilder, sql } from 'kysely'
import { inAnyGroup } from '#areas/customer/standing'
import type { TenantDb, WholeDb } from '#platform/database/db'

export interface Wanted {
  whom: BroadcastWhom
  /** Empty: every city. */
  cityIds: readonly string[]
  audience: BroadcastAudience
}
export interface Candidate {
  id: string
  phone: string
  name: string
  cityId: string | null
  cityName: string
}
/** Who gets it, as it is frozen. */
export interface Recipient extends Candidate {
  print: Buffer
  segments: number
}
/** Of many alike, what a look at their rows tells. */
export interface Alike {
  mobile: boolean
  consented?: boolean | null
  blacklisted: boolean
  n: number
}

const ago = (days: number) => sql`(now() - make_interval(days => ${days}))`
const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** What the last word of each customer on marketing was. */
const lastWords = sql`(select distinct on (customer_id) customer_id, given from customer_consents
  where tenant_id = app_tenant() and kind = 'MARKETING' order by customer_id, consent_id desc)`
const blacklisted = sql<boolean>`coalesce(x.blacklisted_until > now(), false)`

/** Customers or drivers `x` whom a broadcast is for. */
function conditions({ whom, cityIds, audience }: Wanted): RawBuilder<unknown>[] {
  const { groupIds, levels, lastWithinDays, lastBeforeDays } = audience
  const asked: RawBuilder<unknown>[] =
    whom === 'CUSTOMERS' ? [sql`x.merged_into is null`, sql`x.erased_at is null`] : [sql`x.qualification <> ${sql.lit(QUALIFICATION_LEFT)}`]
  asked.push(sql`x.tenant_id = app_tenant()`)
  if (cityIds.length > 0) asked.push(sql`x.city_id = any (${cityIds}::bigint[])`)
  if (levels?.length) asked.push(sql`x.level = any (${levels}::smallint[])`)
  if (lastWithinDays !== undefined) asked.push(sql`x.last_order_at >= ${ago(lastWithinDays)}`)
  if (lastBeforeDays !== undefined) asked.push(sql`(x.last_order_at < ${ago(lastBeforeDays)} or x.last_order_at is null)`)
  if (whom === 'CUSTOMERS' && groupIds?.length) asked.push(inAnyGroup({ tenantId: 'x.tenant_id', customerId: 'x.customer_id' }, groupIds))
  return asked
}
const MOBILE = sql<boolean>`x.phone ~ '^1[0-9]{10}$'`

/** How many it is for, by what their rows say of them: those who are left by that are looked at one by one. */
export async function alikes(db: TenantDb, wanted: Wanted): Promise<Alike[]> {
  const where = all(conditions(wanted))
  const { rows } = await (wanted.whom === 'DRIVERS'
    ? sql<Alike>`select ${MOBILE} as mobile, false as blacklisted, count(*)::int as n from drivers x where ${where} group by 1`
    : sql<Alike>`select ${MOBILE} as mobile, s.given as consented, ${blacklisted} as blacklisted, count(*)::int as n
        from customers x left join ${lastWords} s on s.customer_id = x.customer_id where ${where} group by 1, 2, 3`
  ).execute(db)
  return rows
}

/** Those whom their row alone does not leave out, by their ids. */
export async function candidatesAfter(db: TenantDb, wanted: Wanted, after: string, limit: number): Promise<Candidate[]> {
  const { whom } = wanted
  const id = sql.ref(whom === 'CUSTOMERS' ? 'x.customer_id' : 'x.driver_id')
  const good =
    whom === 'CUSTOMERS'
      ? [
          sql`not ${blacklisted}`,
          sql`(select s.given from customer_consents s where s.tenant_id = x.tenant_id and s.customer_id = x.customer_id and s.kind = 'MARKETING'
            order by s.consent_id desc limit 1)`,
        ]
      : []
  const { rows } = await sql<Candidate>`
    select ${id}::text as id, x.phone, x.name, x.city_id as "cityId", coalesce(c.name, '') as "cityName"
    from ${sql.table(whom === 'CUSTOMERS' ? 'customers' : 'drivers')} x left join cities c on c.city_id = x.city_id
    where ${all([...conditions(wanted), MOBILE, ...good])} and ${id} > ${after}::bigint order by ${id} limit ${limit}`.execute(db)
  return rows
}

/** What of a broadcast somebody has, or may have. */
export const got = (alias: string) => sql<boolean>`${sql.ref(`${alias}.state`)} in ('CLAIMED', 'SENT', 'DELIVERED', 'UNKNOWN')`
/** How many broadcasts went to each of these numbers in 30 days, by their prints in hexadecimal; those who had none are not in it. */
export async function hadAmong(db: WholeDb, prints: readonly Buffer[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ print: string; n: number }>`
    select encode(h.phone_print, 'hex') as print, count(*)::int as n from broadcast_recipients h
    where h.tenant_id = app_tenant() and h.phone_print = any (${prints}::bytea[]) and h.claimed_at > now() - interval '30 days' and ${got('h')}
    group by h.phone_print`.execute(db)
  return new Map(rows.map(({ print, n }) => [print, n]))
}

import type { RightGrantState, RightWay } from '@chauffeur/contract/pricing/right-grant'
import type { RightUnit } from '@chauffeur/contract/pricing/right'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Quantity } from './right-grant.rules.ts'

/** A grant whose right's time is over is still stored as good until the timer comes by. */
const stateNow = sql<RightGrantState>`case when g.state = 'ACTIVE' and r.valid_to <= now() then 'EXPIRED' else g.state end`
export const inState = (state: string) => sql<boolean>`${stateNow} = ${state}`

/** Grants of rights in sight to customers in sight. */
export const grants = (db: TenantDb) =>
  db
    .selectFrom('right_grants as g')
    .innerJoin('right_configs as r', (on) => on.onRef('r.tenant_id', '=', 'g.tenant_id').onRef('r.right_id', '=', 'g.right_id'))
    .innerJoin('customers as p', (on) => on.onRef('p.tenant_id', '=', 'g.tenant_id').onRef('p.customer_id', '=', 'g.customer_id'))
    .where(sql<boolean>`((select app_all_channels()) or r.channel_id = (select app_channel()))`)
export const listed = (rows: ReturnType<typeof grants>) =>
  rows
    .leftJoin('channels as h', (on) => on.onRef('h.tenant_id', '=', 'r.tenant_id').onRef('h.channel_id', '=', 'r.channel_id'))
    .leftJoin('users as u', 'u.user_id', 'g.granted_by')
    .selectAll('g')
    .select([
      'r.name as right_name',
      'r.city_ids',
      'r.valid_to',
      'h.name as channel_name',
      'p.name as customer_name',
      'p.phone',
      sql<RightUnit>`r.unit`.as('unit'),
      sql<RightWay>`g.way`.as('way'),
      sql<string>`coalesce(nullif(g.granted_by_name, ''), u.real_name, '')`.as('granted_by_whom'),
      stateNow.as('state_now'),
      sql<boolean>`exists (select from right_uses x where x.tenant_id = g.tenant_id and x.right_grant_id = g.right_grant_id and x.state = 'RESERVED')`.as(
        'held',
      ),
    ])
export const findGrant = (db: TenantDb, rightGrantId: string) =>
  listed(grants(db)).where('g.right_grant_id', '=', rightGrantId).executeTakeFirst()
export type GrantedRightDb = NonNullable<Awaited<ReturnType<typeof findGrant>>>

/** So much for each customer; gives their ids by customer. */
export async function insertGrants(
  tx: TenantTx,
  wanted: ReadonlyMap<string, Quantity>,
  of: {
    tenantId: string
    rightId: string
    way: RightWay
    /** Without an account where the partner's program did it. */
    by: { userId: string | null; realName: string }
    /** What the partner calls the customer. */
    partnerUserId?: string
  },
): Promise<Map<string, string>> {
  if (wanted.size === 0) return new Map()
  const made = await tx
    .insertInto('right_grants')
    .values(
      [...wanted].map(([customer_id, { times, amountFen, distanceM }]) => ({
        tenant_id: of.tenantId,
        right_id: of.rightId,
        customer_id,
        times,
        amount_fen: amountFen,
        distance_m: distanceM,
        way: of.way,
        granted_by: of.by.userId,
        granted_by_name: of.by.realName,
        partner_user_id: of.partnerUserId ?? '',
      })),
    )
    .returning(['customer_id', 'right_grant_id'])
    .execute()
  return new Map(made.map(({ customer_id, right_grant_id }) => [customer_id, right_grant_id]))
}

/** Those that are good and that no order holds; of a file's, that nobody has used. Whoever holds one now is waited for. */
export async function revokeGrants(
  tx: TenantTx,
  rightGrantIds: readonly string[],
  { by, reason, unused }: { by: { realName: string }; reason: string; unused: boolean },
): Promise<ReadonlySet<string>> {
  // Locked first: a hold that was before us is seen by the statement after.
  await sql`select from right_grants where right_grant_id = any (${rightGrantIds}::bigint[]) order by right_grant_id for update`.execute(tx)
  const { rows } = await sql<{ right_grant_id: string }>`
    update right_grants g set state = 'REVOKED', revoked_at = now(), revoked_by_name = ${by.realName}, revoke_reason = ${reason}, version = version + 1
    where right_grant_id = any (${rightGrantIds}::bigint[]) and state = 'ACTIVE' and (not ${unused}::boolean or used_times = 0)
      and not exists (select from right_uses x where x.tenant_id = g.tenant_id and x.right_grant_id = g.right_grant_id and x.state = 'RESERVED')
    returning right_grant_id`.execute(tx)
  return new Set(rows.map(({ right_grant_id }) => right_grant_id))
}

/** Of customers in sight, by id: whether they are turned away. */
export async function customersAmong(db: TenantDb, customerIds: readonly string[]): Promise<Map<string, boolean>> {
  const rows = await db
    .selectFrom('customers')
    .select(['customer_id', sql<boolean>`coalesce(blacklisted_until > now(), false)`.as('away')])
    .where('customer_id', '=', sql<string>`any (${customerIds}::bigint[])`)
    .where('merged_into', 'is', null)
    .where('erased_at', 'is', null)
    .execute()
  return new Map(rows.map(({ customer_id, away }) => [customer_id, away]))
}
export async function customersByPhone(db: TenantDb, phones: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('customers')
    .select(['phone', sql<string>`coalesce(merged_into, customer_id)`.as('customerId')])
    .where('phone', '=', sql<string>`any (${phones}::text[])`)
    .execute()
  return new Map(rows.map(({ phone, customerId }) => [phone, customerId]))
}

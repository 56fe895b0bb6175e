import type {
  BroadcastAudience,
  BroadcastCount,
  BroadcastState,
  BroadcastWhom,
  LeftOutWhy,
} from '@chauffeur/contract/message/broadcast-model'
import type { RefuseBy } from '@chauffeur/contract/message/broadcast-text'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { PlatformDb, TenantDb, TenantTx } from '#platform/database/db'
import type { DB } from '#platform/database/tables.generated'
import { movesOf } from '#platform/machine/moves'
import { broadcastMachine } from './broadcast.rules.ts'

export const broadcastMoves = movesOf({
  machine: broadcastMachine,
  table: 'broadcasts',
  key: 'broadcast_id',
  state: 'state',
  history: { table: 'broadcast_events', from: 'from_state', to: 'to_state' },
})

export const broadcasts = (db: TenantDb) => db.selectFrom('broadcasts as b')
export const listed = (rows: ReturnType<typeof broadcasts>) =>
  rows
    .innerJoin('tenants as t', 't.tenant_id', 'b.tenant_id')
    .selectAll('b')
    .select([
      't.brand_name',
      sql<BroadcastState>`b.state`.as('state'),
      sql<BroadcastWhom>`b.whom`.as('whom'),
      sql<RefuseBy>`b.refuse_by`.as('refuse_by'),
      sql<BroadcastAudience>`b.audience`.as('audience'),
      sql<Record<string, string>>`b.codes`.as('codes'),
      sql<BroadcastCount | null>`b.submitted`.as('submitted'),
      sql<BroadcastCount | null>`b.approved`.as('approved'),
      sql<string[]>`coalesce((select array_agg(g.name order by g.name) from customer_groups g
        where g.tenant_id = b.tenant_id and b.audience -> 'groupIds' ? g.group_id::text), '{}')`.as('group_names'),
      // Of whom it was stopped for, and of its end, no row waits.
      sql<number>`case when b.state in ('APPROVED', 'SENDING', 'STOPPED') then
        greatest(0, b.recipients - b.sent_count - b.failed_count - b.unknown_count - b.left_out_count) else 0 end`.as('waiting'),
    ])
export const goesTo = (cityId: string) => sql<boolean>`(b.city_ids = '{}' or ${cityId}::bigint = any (b.city_ids))`
export const findBroadcast = (db: TenantDb, broadcastId: string) =>
  listed(broadcasts(db)).where('b.broadcast_id', '=', broadcastId).executeTakeFirst()
export type BroadcastDb = NonNullable<Awaited<ReturnType<typeof findBroadcast>>>

export const insertBroadcast = (tx: TenantTx, row: Insertable<DB['broadcasts']>) =>
  tx.insertInto('broadcasts').values(row).returningAll().executeTakeFirstOrThrow()
/** What leaves the version as it is: nobody's change is in its way. */
export const setBroadcast = (tx: TenantTx, broadcastId: string, set: Updateable<DB['broadcasts']>) =>
  tx.updateTable('broadcasts').set(set).where('broadcast_id', '=', broadcastId).execute()

export const eventsOf = (db: TenantDb, broadcastId: string) =>
  db
    .selectFrom('broadcast_events')
    .select(['event', 'actor_name', 'reason', 'at'])
    .where('broadcast_id', '=', broadcastId)
    .orderBy('seq')
    .execute()

/** Of those left out at the moment of sending, how many for what. */
export const leftOutOf = async (db: TenantDb, broadcastId: string) =>
  (
    await sql<{ why: LeftOutWhy; n: number }>`
      select why, count(*)::int as n from broadcast_recipients
      where tenant_id = app_tenant() and broadcast_id = ${broadcastId} and state = 'LEFT_OUT' group by why order by n desc`.execute(db)
  ).rows

export const recipients = (db: TenantDb, broadcastId: string) =>
  db
    .selectFrom('broadcast_recipients as r')
    .where('r.broadcast_id', '=', broadcastId)
    .leftJoin('customers as c', (on) => on.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.customer_id', '=', 'r.customer_id'))
    .leftJoin('drivers as d', (on) => on.onRef('d.tenant_id', '=', 'r.tenant_id').onRef('d.driver_id', '=', 'r.driver_id'))
    .leftJoin('cities as ci', 'ci.city_id', 'r.city_id')
export const listedRecipients = (rows: ReturnType<typeof recipients>) =>
  rows.selectAll('r').select([sql<string>`coalesce(c.name, d.name, '')`.as('name'), sql<string>`coalesce(ci.name, '')`.as('city_name')])

/** What the business calls its providers of messages, by their ids. */
export const serviceNames = async (db: TenantDb): Promise<ReadonlyMap<string, string>> =>
  new Map((await db.selectFrom('sms_services').select(['service_id', 'name']).execute()).map(({ service_id, name }) => [service_id, name]))

/** Of these groups, those that are there. */
export const groupsAmong = async (db: TenantDb, ids: readonly string[]): Promise<number> =>
  ids.length === 0
    ? 0
    : ((await sql<{ n: number }>`select count(*)::int as n from customer_groups where group_id = any (${ids}::bigint[])`.execute(db))
        .rows[0]?.n ?? 0)
export const groupChoices = (db: TenantDb) =>
  db
    .selectFrom('customer_groups')
    .select([sql<string>`group_id::text`.as('key'), 'name as value'])
    .where('enabled', '=', true)
    .where('type', '<>', 'BLACK')
    .orderBy('name')
    .execute()
export const brandOf = async (db: TenantDb): Promise<string> =>
  (await db.selectFrom('tenants').select('brand_name').executeTakeFirst())?.brand_name ?? ''

/** What is to be begun or gone on with, of all tenants: its time has come, or the job that sent it ended without it. */
export const dueBroadcasts = async (db: PlatformDb, except: readonly string[], limit: number) =>
  (
    await sql<{ tenantId: string; broadcastId: string }>`
      select b.tenant_id as "tenantId", b.broadcast_id as "broadcastId" from broadcasts b
      where b.state in ('APPROVED', 'SENDING') and b.broadcast_id <> all (${except}::bigint[])
        and (b.next_at <= now() or b.next_at is null)
        and not exists (select from jobs j where j.tenant_id = b.tenant_id and j.job_id = b.job_id
          and (j.state in ('WAITING', 'RUNNING') or b.next_at is null and j.ended_at > now() - interval '1 minute'))
      order by b.next_at nulls last limit ${limit}`.execute(db)
  ).rows

/** Of which something was heard since it was last asked for: what is in the outbox after a stop, and what providers reported. */
export const reportedBroadcasts = async (db: PlatformDb, except: readonly string[], limit: number) =>
  (
    await sql<{ tenantId: string; broadcastId: string; settles: boolean }>`
      select b.tenant_id as "tenantId", b.broadcast_id as "broadcastId", b.state <> 'SENDING' as settles from broadcasts b
      where b.began_at > now() - interval '30 days' and b.broadcast_id <> all (${except}::bigint[])
        and (exists (select from sms_outbox o where o.tenant_id = b.tenant_id and o.broadcast_id = b.broadcast_id and o.result is not null
            and o.result_at > coalesce(b.reports_at, '-infinity'))
          or b.state <> 'SENDING' and exists (select from broadcast_recipients r
            where r.tenant_id = b.tenant_id and r.broadcast_id = b.broadcast_id and r.state = 'CLAIMED'))
      order by b.broadcast_id limit ${limit}`.execute(db)
  ).rows

import { FOUND_AT_MOST } from '@chauffeur/contract/kernel/find'
import { CHANNEL_STATE } from '@chauffeur/contract/partner/channel'
import { type Expression, type SqlBool, sql, type Updateable } from 'kysely'
import type { TenantDb, TenantTx, WholeTx } from '#platform/database/db'
import { holds } from '#platform/list/conditions'
import type { DB } from '#platform/database/tables.generated'

/** A channel takes orders in a city that is in sight: in any, or in the one asked for. */
export const servesInSight = (cityId: string | null): Expression<SqlBool> =>
  sql<boolean>`exists (select from tenant_cities c where c.tenant_id = h.tenant_id and (h.city_ids = '{}' or c.city_id = any (h.city_ids))${
    cityId === null ? sql`` : sql` and c.city_id = ${cityId}`
  })`

/** Channels within the scope, those that are off too: what is set for one stays set. */
export const channelsInScope = (db: TenantDb, cityId: string | null) =>
  db.selectFrom('channels as h').select(['h.channel_id as channelId', 'h.name']).where(servesInSight(cityId)).orderBy('h.name').execute()

/** Channels to pick one from, or those of the ids, that take orders in a city in sight. */
export const findChannels = (db: TenantDb, { keyword, ids }: { keyword?: string | undefined; ids?: readonly string[] | undefined }) =>
  db
    .selectFrom('channels as h')
    .select([
      'h.channel_id as id',
      'h.name',
      'h.code as fact',
      sql<string>`''`.as('place'),
      sql<boolean>`h.state <> ${sql.lit(CHANNEL_STATE.on)}`.as('off'),
    ])
    .where(servesInSight(null))
    .$if(ids !== undefined, (q) => q.where('h.channel_id', 'in', ids!.length ? [...ids!] : ['0']))
    .$if(keyword !== undefined, (q) => q.where(holds('h.name', 'h.code')(keyword!)))
    .orderBy('h.name')
    .limit(ids?.length || FOUND_AT_MOST)
    .execute()

export const rightsInForce = sql<boolean>`(r.state = 'ON' and r.valid_from <= now() and r.valid_to > now())`

/** Channels that take new orders in a city that is in sight. */
export const channelsOn = (db: TenantDb) =>
  db
    .selectFrom('channels as h')
    .select([
      'h.channel_id as channelId',
      'h.name',
      'h.city_ids as cityIds',
      sql<number>`(select count(*)::int from right_configs r where r.tenant_id = h.tenant_id and r.channel_id = h.channel_id and ${rightsInForce})`.as(
        'rights',
      ),
    ])
    .where('h.state', '=', CHANNEL_STATE.on)
    .where(servesInSight(null))
    .orderBy('h.name')
    .execute()

/** Every channel in sight, as an option. */
export const channelsOf = (db: TenantDb) =>
  db.selectFrom('channels').select(['channel_id', 'name', 'code', 'state']).orderBy('channel_id').execute()

export const findChannel = (db: TenantDb, channelId: string) =>
  db.selectFrom('channels').selectAll().where('channel_id', '=', channelId).executeTakeFirst()
export type ChannelDb = NonNullable<Awaited<ReturnType<typeof findChannel>>>
export const lockChannel = (tx: TenantTx, channelId: string) =>
  tx.selectFrom('channels').selectAll().where('channel_id', '=', channelId).forUpdate().executeTakeFirst()

export const channels = (db: TenantDb) => db.selectFrom('channels as h')
/** What is told of a channel beside its own fields; its prices are those in force that are its own or name it. */
const extras = [
  sql<string[]>`(select coalesce(array_agg(distinct t.name order by t.name), '{}') from price_templates t where t.tenant_id = h.tenant_id
    and (h.channel_id = any (t.channel_ids) or (t.owner_type = 'PARTNER' and t.owner_id = h.channel_id)) and t.effective_from <= now() and (t.effective_to is null or t.effective_to > now()))`.as(
    'templates',
  ),
  sql<number>`(select count(*)::int from users u where u.tenant_id = h.tenant_id and u.channel_id = h.channel_id and u.status = 'ENABLED')`.as(
    'users',
  ),
  sql<number>`(select count(*)::int from orders o where o.tenant_id = h.tenant_id and o.channel_id = h.channel_id and o.created_at > now() - interval '30 days')`.as(
    'recent_orders',
  ),
] as const
export const listed = (rows: ReturnType<typeof channels>) => rows.selectAll('h').select(extras)
export const listedChannel = (db: TenantDb, channelId: string) =>
  listed(channels(db)).where('h.channel_id', '=', channelId).executeTakeFirstOrThrow()
export type ListedChannel = Awaited<ReturnType<typeof listedChannel>>

export const nameTaken = async (tx: WholeTx, name: string, exceptId: string): Promise<boolean> =>
  (await tx.selectFrom('channels').select('channel_id').where('name', '=', name).where('channel_id', '<>', exceptId).executeTakeFirst()) !==
  undefined

/** Undefined where another has its code. */
export const insertChannel = async (
  tx: TenantTx,
  set: Pick<
    ChannelDb,
    'code' | 'name' | 'contact_name' | 'contact_phone' | 'settlement' | 'city_ids' | 'service_types' | 'orders_per_day'
  > &
    Partial<Pick<ChannelDb, 'calls_per_minute' | 'commission_bp'>>,
  by: { tenantId: string; userId: string },
): Promise<string | undefined> =>
  (
    await tx
      .insertInto('channels')
      .values({ ...set, tenant_id: by.tenantId, created_by: by.userId, updated_by: by.userId })
      .onConflict((on) => on.columns(['tenant_id', 'code']).doNothing())
      .returning('channel_id')
      .executeTakeFirst()
  )?.channel_id

export const updateChannel = (tx: TenantTx, channelId: string, by: string, set: Updateable<DB['channels']>) =>
  tx
    .updateTable('channels')
    .set((eb) => ({ ...set, version: eb('version', '+', 1), updated_at: sql<Date>`now()`, updated_by: by }))
    .where('channel_id', '=', channelId)
    .execute()

/** Of a whole tenant: a partner's people are told whatever the sight of who stops their channel. */
export const peopleOf = async (tx: WholeTx, channelId: string): Promise<string[]> =>
  (await tx.selectFrom('users').select('user_id').where('channel_id', '=', channelId).where('status', '=', 'ENABLED').execute()).map(
    (row) => row.user_id,
  )

/** From now on the channel has another commission; the first change also keeps what it had since it was made. */
export const noteCommission = (tx: TenantTx, channel: ChannelDb, commissionBp: number, userId: string) =>
  sql`
    insert into channel_commissions (tenant_id, channel_id, since, commission_bp, set_by)
    select ${channel.tenant_id}::bigint, ${channel.channel_id}::bigint, ${channel.created_at}::timestamptz, ${channel.commission_bp}::int, null
    where not exists (select from channel_commissions where channel_id = ${channel.channel_id}::bigint)
    union all select ${channel.tenant_id}::bigint, ${channel.channel_id}::bigint, clock_timestamp(), ${commissionBp}::int, ${userId}::bigint`.execute(
    tx,
  )

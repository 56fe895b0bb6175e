import type { TenantDb } from '#platform/database/db'
import { sql } from 'kysely'

/** Channels within the scope, for whoever works in a city: in any, or in the one asked for. */
export const channelsInScope = (db: TenantDb, cityId: string | null) =>
  db
    .selectFrom('channels')
    .select(['channel_id as channelId', 'name'])
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('tenant_cities')
          .select('city_id')
          .$if(cityId !== null, (q) => q.where('city_id', '=', cityId!)),
      ),
    )
    .orderBy('name')
    .execute()

/** Channels that are on, for whoever works in a city. */
export const channelsOn = (db: TenantDb) =>
  db
    .selectFrom('channels as h')
    .select([
      'h.channel_id as channelId',
      'h.name',
      sql<number>`(select count(*)::int from right_configs r where r.tenant_id = h.tenant_id and r.channel_id = h.channel_id and ${rightsInForce})`.as(
        'rights',
      ),
    ])
    .where('h.state', '=', 1)
    .where((eb) => eb.exists(eb.selectFrom('tenant_cities').select('city_id')))
    .orderBy('h.name')
    .execute()

export const rightsInForce = sql<boolean>`(r.state = 'ON' and r.valid_from <= now() and r.valid_to > now())`

export const channelOf = (db: TenantDb, channelId: string) =>
  db.selectFrom('channels').select('name').where('channel_id', '=', channelId).where('state', '=', 1).executeTakeFirst()

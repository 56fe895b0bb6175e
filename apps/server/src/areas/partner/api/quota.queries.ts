import { sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'

const TODAY = sql<Date>`(now() at time zone 'Asia/Shanghai')::date`

/** Orders that the channel's programs placed today. */
export const ordersToday = async (db: TenantDb, channelId: string): Promise<number> =>
  (await db.selectFrom('channel_days').select('orders').where('channel_id', '=', channelId).where('day', '=', TODAY).executeTakeFirst())
    ?.orders ?? 0

import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

const TODAY = sql<Date>`(now() at time zone 'Asia/Shanghai')::date`

/** Orders that the channel's programs placed today. */
export const ordersToday = async (db: TenantDb, channelId: string): Promise<number> =>
  (await db.selectFrom('channel_days').select('orders').where('channel_id', '=', channelId).where('day', '=', TODAY).executeTakeFirst())
    ?.orders ?? 0

/** Counts one more of today; false, and nothing counted, where the day's orders are used up. Others of the channel wait until it is committed. */
export const countOrder = async (tx: TenantTx, tenantId: string, channelId: string, ordersPerDay: number | null): Promise<boolean> =>
  (await tx
    .insertInto('channel_days')
    .values({ tenant_id: tenantId, channel_id: channelId, day: TODAY, orders: 1 })
    .onConflict((on) =>
      on
        .columns(['tenant_id', 'channel_id', 'day'])
        .doUpdateSet({ orders: sql<number>`channel_days.orders + 1` })
        .where(sql<boolean>`${ordersPerDay}::int is null or channel_days.orders < ${ordersPerDay}::int`),
    )
    .returning('orders')
    .executeTakeFirst()) !== undefined

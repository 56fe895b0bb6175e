import { sql } from 'kysely'
import type { TenantTx } from '#platform/database/db'
import { TODAY } from '../channel/index.ts'

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

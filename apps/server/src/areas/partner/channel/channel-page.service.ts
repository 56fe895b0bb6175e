import type { ChannelPage } from '@chauffeur/contract/partner/channel'
import type { TenantDb } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { channelView } from './channel.list.ts'
import { channels, listed, servesInSight } from './channel.queries.ts'
import { monthsOf, ordersToday } from './channel-page.queries.ts'
import { commissionFen } from './channel.rules.ts'

/** Undefined where the channel takes orders in no city in sight. */
export async function pageOf(
  db: TenantDb,
  channelId: string,
  by: { operator: OperatorSession; scope: Scope },
): Promise<ChannelPage | undefined> {
  const [row, today, months] = await Promise.all([
    listed(channels(db)).where('h.channel_id', '=', channelId).where(servesInSight(null)).executeTakeFirst(),
    ordersToday(db, channelId),
    monthsOf(db, channelId),
  ])
  if (!row) return undefined
  return {
    ...channelView(row, by),
    ordersToday: today,
    months: months.map((month) => ({ ...month, commissionFen: commissionFen(month.totalFen, row.commission_bp) })),
  }
}

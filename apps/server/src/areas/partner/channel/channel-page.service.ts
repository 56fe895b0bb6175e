import type { ChannelPage } from '@chauffeur/contract/partner/channel'
import type { TenantDb } from '#platform/database/db'
import type { Scope } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { channelView } from './channel.list.ts'
import { channels, listed, servesInSight } from './channel.queries.ts'
import { commissionsOf, monthsOf, ordersToday } from './channel-page.queries.ts'
import { monthsTogether } from './channel.rules.ts'

/** Undefined where the channel takes orders in no city in sight. */
export async function pageOf(
  db: TenantDb,
  channelId: string,
  by: { operator: OperatorSession; scope: Scope },
): Promise<ChannelPage | undefined> {
  const commissions = await commissionsOf(db, channelId)
  const [row, today, months] = await Promise.all([
    listed(channels(db)).where('h.channel_id', '=', channelId).where(servesInSight(null)).executeTakeFirst(),
    ordersToday(db, channelId),
    monthsOf(
      db,
      channelId,
      commissions.map(({ since }) => since),
    ),
  ])
  if (!row) return undefined
  return {
    ...channelView(row, by),
    ordersToday: today,
    months: monthsTogether(months, commissions.length === 0 ? [row.commission_bp] : commissions.map(({ commissionBp }) => commissionBp)),
  }
}

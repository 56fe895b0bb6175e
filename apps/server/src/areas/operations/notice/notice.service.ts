import type { LiveNotice } from '@chauffeur/contract/operations/live'
import type { NoticeKind } from '@chauffeur/contract/operations/notice'
import type { TenantTx } from '#platform/database/db'
import { emitEvent } from '#platform/database/events'
import { whole, withRowsOf } from '#platform/database/whole-tenant'
import { insertNotice, type NewNotice, whoMay } from './notice.queries.ts'

/** Tells everyone of the scope (or one user) of something that needs an eye, in the transaction that made it so. */
async function notify(tx: TenantTx, notice: NewNotice & { kind: NoticeKind }): Promise<void> {
  const { notice_id, at } = await insertNotice(tx, notice)
  const payload: LiveNotice = {
    noticeId: notice_id,
    kind: notice.kind,
    subject: notice.subject,
    orderId: notice.orderId,
    at: at.toISOString(),
  }
  await emitEvent(tx, {
    tenantId: notice.tenantId,
    topic: 'notices',
    cityId: notice.cityId,
    orgId: notice.orgId,
    channelId: notice.channelId,
    userId: notice.userId ?? null,
    payload,
  })
}

/** Tells everyone whose scope holds an order. */
export const notifyOfOrder = (
  tx: TenantTx,
  order: { tenant_id: string; city_id: string; org_id: string | null; channel_id: string | null; order_id: string },
  notice: { kind: NoticeKind; subject: string },
): Promise<void> =>
  notify(tx, {
    ...notice,
    tenantId: order.tenant_id,
    cityId: order.city_id,
    orgId: order.org_id,
    channelId: order.channel_id,
    orderId: order.order_id,
  })

/** Tells everyone whose scope holds a city. */
export const notifyOfCity = (
  tx: TenantTx,
  city: { tenantId: string; cityId: string },
  notice: { kind: NoticeKind; subject: string },
): Promise<void> => notify(tx, { ...notice, ...city, orgId: null, channelId: null, orderId: null })

/** Tells these people alone. */
export async function notifyUsers(
  tx: TenantTx,
  tenantId: string,
  userIds: readonly string[],
  notice: { kind: NoticeKind; subject: string },
): Promise<void> {
  const nowhere = { tenantId, cityId: null, orgId: null, channelId: null, orderId: null }
  for (const userId of userIds) await notify(withRowsOf(tx, userId), { ...notice, ...nowhere, userId })
}

/** Tells whoever may do something in all of these cities (none named: in every city), but for those who know. */
export async function notifyWhoMay(
  tx: TenantTx,
  who: Parameters<typeof whoMay>[1],
  notice: { kind: NoticeKind; subject: string },
): Promise<void> {
  const everything = whole(tx)
  await notifyUsers(everything, who.tenantId, await whoMay(everything, who), notice)
}

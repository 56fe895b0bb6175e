import { noticeCalls, type NoticeKind } from '@chauffeur/contract/operations/notice'
import { sql } from 'kysely'
import { defineList, desc } from '#platform/list/list'
import { ordersOfNotices, visible } from './notice.queries.ts'

export const noticeList = defineList(noticeCalls.list, {
  from: ({ db, operator }) => visible(db, operator.userId),
  filters: { unread: (unread) => (unread ? sql<boolean>`r.notice_id is null` : undefined) },
  key: 'n.notice_id',
  order: [desc('n.at')],
  select: (rows) => rows.select(['n.notice_id', 'n.kind', 'n.subject', 'n.order_id', 'n.at', 'r.at as read_at']),
  beside: async (rows, { db, operator }) =>
    operator.authorities.has('order.view')
      ? ordersOfNotices(
          db,
          rows.map((row) => row.notice_id),
        )
      : null,
  view: (row, _, orders) => {
    const order = orders?.get(row.notice_id)
    return {
      noticeId: row.notice_id,
      kind: row.kind as NoticeKind,
      subject: row.subject,
      orderId: row.order_id,
      cityName: order?.city_name ?? '',
      customerName: order?.customer_name ?? '',
      pickupAddress: order?.pickup_address ?? '',
      reason: order?.reason ?? '',
      at: row.at.toISOString(),
      read: row.read_at !== null,
    }
  },
})

import { type NoticeKind, noticeCalls } from '@chauffeur/contract/notice'
import { implement } from '#platform/implement'
import { offsetOf, pageOf } from '#platform/page'
import { countNotices, listNotices, markRead, ordersOfNotices } from './notice.queries.ts'

export const noticeRoutes = implement(
  'notice',
  noticeCalls,
)({
  list: async ({ input, db, operator }) => {
    const [rows, counts] = await Promise.all([
      listNotices(db, operator.userId, {
        limit: input.pageSize,
        offset: offsetOf(input),
        ...(input.unread !== undefined && { unread: input.unread }),
      }),
      countNotices(db, operator.userId),
    ])
    const orders = operator.authorities.has('order.view')
      ? await ordersOfNotices(
          db,
          rows.map((row) => row.notice_id),
        )
      : null
    const notices = rows.map((row) => {
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
    })
    return { ...pageOf(notices, input.unread ? counts.unread : counts.total, input), unread: counts.unread }
  },
  markRead: async ({ input, db, operator }) => {
    await markRead(db, operator.tenantId, operator.userId, input.noticeIds)
    return {}
  },
})

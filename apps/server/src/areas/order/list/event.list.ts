import { orderProgressCalls } from '@chauffeur/contract/order/progress'
import { actorTypeText, type ServiceStatus, serviceStatusText } from '@chauffeur/contract/order/model'
import { eventsInSight, findOrder, shownEvent } from '../model/index.ts'
import { instant, text, words } from '#platform/list/columns'
import { inFrom } from '#platform/list/conditions'
import { defineList, desc } from '#platform/list/list'
import { masked } from '#platform/identity/mask'

/** What happened to an order. */
export const eventList = defineList(orderProgressCalls.log, {
  refused: async ({ db, input }) => !(await findOrder(db, input.orderId)) && 'order.notFound',
  from: ({ db, input }) => eventsInSight(db, input.orderId),
  filters: { orderId: inFrom },
  key: 'seq',
  order: [desc('seq')],
  select: shownEvent,
  file: {
    module: import.meta.url,
    zh: '订单操作日志',
    en: 'Log of an order',
    columns: {
      at: instant('时间', 'Time'),
      event: text('事件', 'Event'),
      actorType: words('身份', 'Kind', actorTypeText),
      actorName: text('操作人', 'User'),
      fromStatus: words('原状态', 'From', serviceStatusText),
      toStatus: words('新状态', 'To', serviceStatusText),
      reason: text('原因', 'Reason'),
    },
  },
  view: (event) => ({
    seq: event.seq,
    at: event.at.toISOString(),
    event: event.event,
    actorType: event.actor_type,
    actorName: event.actor_name,
    fromStatus: event.from_status as ServiceStatus | null,
    toStatus: event.to_status as ServiceStatus,
    reason: event.reason,
    detail: masked(event.payload) as Record<string, unknown> | null,
    requestId: event.request_id,
  }),
})

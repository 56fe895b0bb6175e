import { actorTypeText, liveServiceStatuses, type ServiceStatus, type TimelineEntry } from '@chauffeur/contract/order/model'
import { Timeline } from '#kit/detail/timeline.tsx'
import { serviceTone } from '#kit/show/status-tag.view.ts'
import { t, tr } from '#platform/text/text.ts'
import { stepTitle } from './event.view.ts'

/** What happened to an order, the same at the desk and on its page. */
export function OrderTimeline({ order }: { order: { serviceStatus: ServiceStatus; timeline: readonly TimelineEntry[] } }) {
  return (
    <Timeline
      label={t('订单时间线')}
      goesOn={liveServiceStatuses.includes(order.serviceStatus)}
      steps={order.timeline
        .toSorted((a, b) => a.seq - b.seq)
        .map((entry) => ({
          key: entry.seq,
          at: entry.at,
          title: stepTitle(entry),
          tone: serviceTone[entry.toStatus],
          by: [tr(actorTypeText[entry.actorType]), entry.actorName].filter(Boolean).join(' · '),
          reason: tr(entry.reason),
          within: entry.fromStatus === entry.toStatus,
        }))}
    />
  )
}

import { actorTypeText, type TimelineEntry } from '@chauffeur/contract/order/model'
import { t, tr } from '#platform/text/text.ts'
import { stepTitle } from '#shared/order/event.view.ts'
import { durationText } from '#ui/show/measure.view.ts'
import { serviceTone } from '#kit/show/status-tag.view.ts'
import { Elapsed, Time } from '#ui/show/time.tsx'
import { gapPx, stepsOf } from '../order.view.ts'
import '../order.css'
import './detail.css'

/** What happened to an order, the newest on top as at the desk; the line between two steps is as long as the wait felt. */
export function OrderTimeline({ timeline, goesOn }: { timeline: readonly TimelineEntry[]; goesOn: boolean }) {
  const steps = stepsOf(timeline).toReversed()
  const [last] = steps
  return (
    <ol className="order-timeline">
      {goesOn && last ? (
        <li className="order-now">
          <span className="order-gap" style={{ height: 24 }}>
            <span>
              {t('已持续')} <Elapsed since={last.entry.at} />
            </span>
          </span>
        </li>
      ) : null}
      {steps.map(({ entry, afterS }) => (
        <li key={entry.seq} className={`ui-tag-${serviceTone[entry.toStatus]}${entry.fromStatus === entry.toStatus ? ' order-note' : ''}`}>
          <span className="order-step">
            <span className="order-step-head">
              <strong>{stepTitle(entry)}</strong>
              <Time at={entry.at} as="exact" />
            </span>
            <span className="order-step-by">
              {[tr(actorTypeText[entry.actorType]), entry.actorName].filter(Boolean).join(' · ')}
              {entry.reason ? <span className="order-step-reason">{tr(entry.reason)}</span> : null}
            </span>
          </span>
          {afterS === null ? null : (
            <span className="order-gap" style={{ height: gapPx(afterS) }}>
              <span className="ui-number">{durationText(afterS)}</span>
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}

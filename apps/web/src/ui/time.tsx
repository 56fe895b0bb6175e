import { clockText } from './measure.view.ts'
import { useNowMs } from './ticker.ts'
import { exactTimeText, relativeTimeText, shortTimeText } from './time.view.ts'
import './ui.css'

export interface TimeProps {
  /** ISO 8601 instant; null when it has not happened. */
  at: string | null
  /** `relative` (3 分钟前) ticks; `short` is month, day and minute; `exact` goes to the second. */
  as?: 'relative' | 'short' | 'exact'
}

function Relative({ at }: { at: string }) {
  const beatMs = useNowMs(30)
  // NOTE: what happened since the last beat is not in the future.
  const nowMs = Math.max(beatMs, Math.min(Date.parse(at), Date.now()))
  return (
    <time dateTime={at} title={exactTimeText(at)} className="ui-number">
      {relativeTimeText(at, nowMs)}
    </time>
  )
}

export function Time({ at, as = 'relative' }: TimeProps) {
  if (at === null) return <span className="ui-none">—</span>
  if (as === 'relative') return <Relative at={at} />
  return (
    <time dateTime={at} title={exactTimeText(at)} className="ui-number">
      {as === 'short' ? shortTimeText(at) : exactTimeText(at)}
    </time>
  )
}

/** A clock that runs from `since`, for what is still going on. */
export function Elapsed({ since }: { since: string }) {
  const nowMs = useNowMs(1)
  return (
    <time dateTime={since} title={exactTimeText(since)} className="ui-number">
      {clockText((nowMs - Date.parse(since)) / 1000)}
    </time>
  )
}

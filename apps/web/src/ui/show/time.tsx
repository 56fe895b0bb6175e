import { createContext, useContext } from 'react'
import { clockText } from './measure.view.ts'
import { t } from '#platform/text/text.ts'
import { useNowMs } from '../timing/ticker.ts'
import { latelyTimeText, relativeTimeText, secondTimeText, shortTimeText, zonedTimeText } from './time.view.ts'
import '../page/ui.css'

export interface TimeProps {
  /** ISO 8601 instant; null when it has not happened. */
  at: string | null
  /**
   * `relative` (3 分钟前) ticks, `lately` does so for an hour; `short` is time, day or date, whichever says it; `exact` goes to the second.
   * The year stands there when it is not this one; all of it is said on hover.
   */
  as?: 'relative' | 'lately' | 'short' | 'exact'
  /** Of the clock it is read from, minutes ahead of UTC: that of the city something happens in. The reader's own when absent. */
  offsetMinutes?: number
}

/** The clock of everything inside, as `offsetMinutes`; null is the reader's own. */
export const ClockOf = createContext<number | null>(null)

const wordsOf = { relative: relativeTimeText, lately: latelyTimeText, short: shortTimeText, exact: secondTimeText }

function Happened({ at, as, offset }: { at: string; as: keyof typeof wordsOf; offset: number | null }) {
  const beatMs = useNowMs(30)
  // NOTE: what happened since the last beat is not in the future.
  const nowMs = Math.max(beatMs, Math.min(Date.parse(at), Date.now()))
  return (
    <time dateTime={at} title={zonedTimeText(at, offset)} className="ui-number">
      {wordsOf[as](at, nowMs, offset)}
    </time>
  )
}

export function Time({ at, as = 'relative', offsetMinutes }: TimeProps) {
  const inherited = useContext(ClockOf)
  if (at === null) return <span className="ui-none">—</span>
  return <Happened at={at} as={as} offset={offsetMinutes ?? inherited} />
}

/** A clock that runs from `since`, for what is still going on. */
export function Elapsed({ since }: { since: string }) {
  const nowMs = useNowMs(1)
  const offset = useContext(ClockOf)
  return (
    <time dateTime={since} title={zonedTimeText(since, offset)} className="ui-number">
      {clockText((nowMs - Date.parse(since)) / 1000)}
    </time>
  )
}

/** A clock that runs down to `until`, and on below zero in another colour once it has passed. */
export function Remaining({ until }: { until: string }) {
  const nowMs = useNowMs(1)
  const offset = useContext(ClockOf)
  const leftS = (Date.parse(until) - nowMs) / 1000
  return (
    <time
      dateTime={until}
      title={zonedTimeText(until, offset)}
      className={`ui-number ui-left${leftS < 0 ? ' ui-left-over' : leftS < 120 ? ' ui-left-soon' : ''}`}
    >
      {leftS < 0 ? t('已超 {time}', { time: clockText(-leftS) }) : clockText(leftS)}
    </time>
  )
}

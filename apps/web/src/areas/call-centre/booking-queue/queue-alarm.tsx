import { queueCalls } from '@chauffeur/contract/call-centre/booking-queue'
import { useEffect, useRef } from 'react'
import { refresh, useCall } from '#platform/http/call.ts'
import { useLive, usePollS } from '#platform/live/live.ts'
import { openTab } from '#platform/tab/tab.ts'
import { t } from '#platform/text/text.ts'
import { setTitleBadge } from '#platform/browser/title-badge.ts'
import { useThrottled } from '#ui/timing/use-throttled.ts'
import { usePreference } from '#kit/filter/use-preference.ts'
import { remind } from './queue-sound.ts'
import { alarmsOf, newAlarms, QUEUE_SOUND } from './queue.view.ts'

const HIDDEN_POLL_MS = 20_000
const ask = () => void refresh([queueCalls.myOrderQueue])

/** How many of the operator's own bookings need them: in the bar, in the page's title, and as a sound when one more does. */
export default function QueueAlarm() {
  const sound = usePreference(QUEUE_SOUND)
  const queue = useCall(queueCalls.myOrderQueue, { attention: 'ANY', pageSize: 50 }, { silent: true, refetchIntervalS: usePollS(10, 15) })
  const soon = useThrottled(ask, 3_000)
  useLive('orders', soon, { onGap: soon })
  useEffect(() => {
    const timer = window.setInterval(() => {
      // NOTE: streams and polling rest in a page that nobody sees; this is for just that page.
      if (document.hidden) ask()
    }, HIDDEN_POLL_MS)
    return () => window.clearInterval(timer)
  }, [])

  const waiting = queue.data?.total ?? 0
  useEffect(() => setTitleBadge(waiting), [waiting])
  useEffect(() => () => setTitleBadge(0), [])

  const heard = useRef<ReadonlySet<string> | null>(null)
  const silent = sound.value === 'off'
  const rows = queue.data?.rows
  useEffect(() => {
    if (!rows) return
    const alarms = alarmsOf(rows)
    const news = heard.current ? newAlarms(heard.current, alarms) : []
    if (news.length > 0 && !silent) void remind(news)
    heard.current = alarms
  }, [rows, silent])

  const name = waiting > 0 ? t('我的队列，{count} 单需要处理', { count: waiting }) : t('我的队列')
  return (
    <button type="button" className="icon-button" aria-label={name} title={name} onClick={() => openTab('/CallCentre/MyQueue')}>
      <svg
        className="glyph"
        viewBox="0 0 16 16"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.3"
        strokeLinecap="round"
        aria-hidden="true"
      >
        <path d="M2 3.5h8M2 7h8M2 10.5h5M12.5 5.5v4M12.5 12v.1" />
      </svg>
      {waiting > 0 ? (
        <span className="count" aria-hidden="true">
          {waiting > 99 ? '99+' : waiting}
        </span>
      ) : null}
    </button>
  )
}

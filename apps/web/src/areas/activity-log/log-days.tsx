import { activityLogCalls } from '@chauffeur/contract/activity-log'
import dayjs from 'dayjs'
import { useSearchParams } from 'react-router-dom'
import { useCall } from '#platform/call.ts'
import { t } from '#platform/text.ts'
import { countText } from '#ui/measure.view.ts'
import { dayBars } from './log.view.ts'

/** Entries a day of the last month; a day leads to its entries. */
export function LogDays() {
  const [params, setParams] = useSearchParams()
  const query = useCall(activityLogCalls.days, { days: 31 }, { quiet: true })
  const chosen = params.get('atFrom') === params.get('atTo') ? params.get('atFrom') : null
  const pick = (day: string) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      next.delete('page')
      if (chosen === day) {
        next.delete('atFrom')
        next.delete('atTo')
      } else {
        next.set('atFrom', day)
        next.set('atTo', day)
      }
      return next
    })
  return (
    <div className="log-days" role="group" aria-label={t('近 31 天每日日志')}>
      {dayBars(query.data?.days ?? [], dayjs().format('YYYY-MM-DD')).map((bar) => {
        const words = t('{day}：成功 {done}，被拒 {refused}', { day: bar.day, done: countText(bar.done), refused: countText(bar.refused) })
        return (
          <button
            key={bar.day}
            type="button"
            title={words}
            aria-label={words}
            aria-pressed={chosen === bar.day}
            onClick={() => pick(bar.day)}
          >
            <i className="log-days-refused" style={{ height: `${bar.refusedShare * 100}%` }} />
            <i className="log-days-done" style={{ height: `${bar.doneShare * 100}%` }} />
          </button>
        )
      })}
    </div>
  )
}

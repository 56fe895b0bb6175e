import { activityLogCalls } from '@chauffeur/contract/operations/activity-log'
import { Tooltip } from 'antd'
import dayjs from 'dayjs'
import { useSearchParams } from 'react-router-dom'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { countText } from '#ui/show/measure.view.ts'
import { dayBars } from './log.view.ts'

/** Entries a day of the last month; a day leads to its entries. */
export function LogDays() {
  const [params, setParams] = useSearchParams()
  const query = useCall(activityLogCalls.days, { days: 31 }, { silent: true })
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
  const bars = dayBars(query.data?.days ?? [], dayjs().format('YYYY-MM-DD'))
  return (
    <div className="log-month">
      <span className="log-axis" aria-hidden="true">
        {bars[0]!.day.slice(5)}
        <br />
        {t('最多 {n}', { n: countText(Math.max(...bars.map(({ done, refused }) => done + refused))) })}
      </span>
      <div className="log-days" role="group" aria-label={t('近 31 天每日日志')}>
        {bars.map((bar) => {
          const words = t('{day}：成功 {done}，被拒 {refused}', {
            day: bar.day,
            done: countText(bar.done),
            refused: countText(bar.refused),
          })
          return (
            <Tooltip key={bar.day} title={words}>
              <button type="button" aria-label={words} aria-pressed={chosen === bar.day} onClick={() => pick(bar.day)}>
                <i className="log-days-refused" style={{ height: `${bar.refusedShare * 100}%` }} />
                <i className="log-days-done" style={{ height: `${bar.doneShare * 100}%` }} />
              </button>
            </Tooltip>
          )
        })}
      </div>
      <span className="log-axis" aria-hidden="true">
        {bars.at(-1)!.day.slice(5)}
      </span>
    </div>
  )
}

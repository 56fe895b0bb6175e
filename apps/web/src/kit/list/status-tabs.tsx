import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import type { CallInput, FilterValues } from '#kit/filter/filter.view.ts'
import { tabOf, tabParams, tabValues } from '#kit/filter/filter.view.ts'
import { countText } from '#ui/show/measure.view.ts'
import type { StatusTabs as Tabs } from './query-table.view.ts'

/** Counts are exact up to this; the tab says `99+` beyond what it needs. */
const SHOWN_UP_TO = 999

interface Props {
  tabs: Tabs
  values: FilterValues
  /** What the list is asked for. */
  input: CallInput
  pollS?: number | undefined
  onChoose: (values: FilterValues) => void
}

/** The states that a list is looked at by, each with how many there are now. */
export function StatusTabs({ tabs: { tabs, counts }, values, input, pollS, onChoose }: Props) {
  const own = tabParams(tabs)
  const others = Object.fromEntries(Object.entries(input).filter(([name]) => !own.includes(name) && !PAGE.includes(name)))
  const answer = useCall(counts, others as never, { keepPrevious: true, silent: true, refetchIntervalS: pollS })
  const numbers = (answer.data ?? {}) as Record<string, number>
  const chosen = tabOf(tabs, values)
  return (
    <div className="ui-tabs" role="group" aria-label={t('状态')}>
      {tabs.map((tab) => {
        const count = numbers[tab.key]
        return (
          <button
            key={tab.key}
            type="button"
            aria-pressed={tab === chosen}
            className={`ui-status-tab${tab.urgent && count ? ' ui-status-tab-urgent' : ''}`}
            onClick={() => onChoose(tabValues(tabs, tab))}
          >
            {tab.label}
            {count === undefined ? null : <span className="ui-number">{count > SHOWN_UP_TO ? `${SHOWN_UP_TO}+` : countText(count)}</span>}
          </button>
        )
      })}
    </div>
  )
}
const PAGE = ['pageNo', 'pageSize', 'sortBy', 'sortOrder']

import './heat-calendar.css'

export interface HeatDay {
  /** `2026-11-20`. */
  day: string
  value: number
  /** The value in words. */
  words: string
}
interface Props {
  /** One after the other without a gap, the first a Monday. */
  days: readonly HeatDay[]
  /** From which values on a cell is how dark, rising. */
  steps: readonly number[]
  label: string
}

/** Days as cells, a column a week: the darker, the more. */
export function HeatCalendar({ days, steps, label }: Props) {
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, at) => days.slice(at * 7, at * 7 + 7))
  return (
    <div className="heat-calendar" role="img" aria-label={label}>
      {weeks.map((week, at) => (
        <div key={week[0]!.day} className="heat-week">
          <span className="heat-month">{beginsMonth(week, weeks[at - 1]) ? week[0]!.day.slice(5, 7) : ''}</span>
          {week.map(({ day, value, words }) => (
            <span key={day} className="heat-day" data-heat={steps.filter((step) => value >= step).length} title={`${day} ${words}`} />
          ))}
        </div>
      ))}
    </div>
  )
}

const beginsMonth = (week: readonly HeatDay[], before: readonly HeatDay[] | undefined) =>
  before === undefined || week[0]!.day.slice(0, 7) !== before[0]!.day.slice(0, 7)

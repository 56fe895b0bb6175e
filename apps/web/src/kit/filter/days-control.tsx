import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { wallClockOf } from '#ui/show/time.view.ts'
import { t } from '#platform/text/text.ts'

export interface DaysControlProps {
  label: string
  /** `YYYY-MM-DD`, from a link also `YYYY-MM-DDTHH:mm`; empty when open. */
  from: string
  to: string
  width: number
  /** Of the clock by which days begin; null for the reader's own. */
  offsetMinutes: number | null
  fresh: boolean
  onChange: (from: string, to: string) => void
}

type Range = [dayjs.Dayjs, dayjs.Dayjs]

function presets(offsetMinutes: number | null): { label: string; value: Range }[] {
  const today = dayjs(wallClockOf(Date.now(), offsetMinutes)).startOf('day')
  const back = (days: number) => today.subtract(days, 'day')
  return [
    { label: t('今天'), value: [today, today] },
    { label: t('昨天'), value: [back(1), back(1)] },
    { label: t('近 7 天'), value: [back(6), today] },
    { label: t('近 30 天'), value: [back(29), today] },
  ]
}

const isMidnight = (day: dayjs.Dayjs) => day.isSame(day.startOf('day'))
/** A moment that a link brought is shown as one. */
const shown = [(day: dayjs.Dayjs) => day.format(isMidnight(day) ? 'YYYY-MM-DD' : 'YYYY-MM-DD HH:mm'), 'YYYY-MM-DD']

const textOf = (day: dayjs.Dayjs | null | undefined) => (day ? day.format(isMidnight(day) ? 'YYYY-MM-DD' : 'YYYY-MM-DDTHH:mm') : '')

export default function DaysControl({ label, from, to, width, offsetMinutes, fresh, onChange }: DaysControlProps) {
  return (
    <DatePicker.RangePicker
      aria-label={label}
      prefix={<span className="ui-chip-name">{label}</span>}
      autoFocus={fresh}
      className="ui-chip"
      format={shown}
      value={[from ? dayjs(from) : null, to ? dayjs(to) : null]}
      allowEmpty={[true, true]}
      placeholder={[t('起'), t('止')]}
      presets={presets(offsetMinutes)}
      style={{ width }}
      onChange={(range) => onChange(textOf(range?.[0]), textOf(range?.[1]))}
    />
  )
}

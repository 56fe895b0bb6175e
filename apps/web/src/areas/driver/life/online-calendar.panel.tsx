import { driverOnlineCalls } from '@chauffeur/contract/driver/online'
import { useMemo } from 'react'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { ChartFrame } from '#ui/chart/chart-frame.tsx'
import { HeatCalendar } from '#ui/chart/heat-calendar.tsx'
import { instantOf, wallClockOf } from '#ui/show/time.view.ts'
import { firstDay, onlineDays, onlineFigures } from './life.view.ts'

const WEEKS = 26
/** An hour, three, six and nine. */
const STEPS = [1, 10_800, 21_600, 32_400]

/** How long the driver was on duty on each day of half a year, by the clock of their city. */
export default function OnlineCalendar({ driverId, cityId }: { driverId: string; cityId: string }) {
  const offsetMinutes = useCities().offsetMinutes(cityId)
  const today = wallClockOf(Date.now(), offsetMinutes).slice(0, 10)
  const dayFrom = instantOf(`${firstDay(today, WEEKS)}T00:00`, offsetMinutes)!
  // Half a year is less than a page of days.
  const query = useCall(driverOnlineCalls.list, { driverId, dayFrom, pageSize: 200 })
  const daysOf = useMemo(() => (data: { rows: Parameters<typeof onlineDays>[0] }) => onlineDays(data.rows, today, WEEKS), [today])
  const figures = useMemo(() => (data: Parameters<typeof daysOf>[0]) => onlineFigures(daysOf(data)), [daysOf])
  const label = t('最近 26 周每天的在线时长')
  return (
    <ChartFrame
      title={t('在线日历')}
      label={label}
      extra={<a href={`#/YunYing/DriverOnline?driverId=${driverId}`}>{t('每日明细')}</a>}
      query={query}
      figures={figures}
      draw={(data) => <HeatCalendar days={daysOf(data)} steps={STEPS} label={label} />}
      empty={{ title: t('最近 26 周没有在线') }}
      height={200}
    />
  )
}

import { useMemo } from 'react'
import { t } from '#platform/text/text.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Panel } from '#ui/page/page.tsx'
import { byHourOption, type Overview } from './home.view.ts'

const chartHeightPx = 256

/** Orders and what was paid hour by hour of the operating day, 06:00 to 06:00. */
export function HomeHours({ byHour, dayFrom }: Pick<Overview, 'byHour' | 'dayFrom'>) {
  const [placed, finished, paid, failed] = [t('下单'), t('完成'), t('实收（元）'), t('派单失败')]
  const option = useMemo(
    () => byHourOption({ byHour, dayFrom }, { placed, finished, paid, failed }),
    [byHour, dayFrom, placed, finished, paid, failed],
  )
  const quiet = byHour.every((hour) => hour.placed + hour.finished + hour.failed === 0)
  return (
    <Panel title={t('分时订单')} extra={t('运营日 06:00 起')} className="home-hours">
      {quiet ? (
        <EmptyState title={t('今天还没有订单')} />
      ) : (
        <Chart option={option} label={t('今天各小时的下单、完成、派单失败和实收')} height={chartHeightPx} />
      )}
    </Panel>
  )
}

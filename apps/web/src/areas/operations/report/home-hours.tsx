import { t } from '#platform/text/text.ts'
import { ChartFrame } from '#ui/chart/chart-frame.tsx'
import type { QueryLike } from '#ui/page/async.tsx'
import { byHourFigures, type Overview } from './home.view.ts'

const chartHeightPx = 256

/** Orders and what was paid hour by hour of the operating day, 06:00 to 06:00. */
export const HomeHours = ({ query }: { query: QueryLike<Overview> }) => (
  <ChartFrame
    title={t('分时订单')}
    extra={t('运营日 06:00 起')}
    label={t('今天各小时的下单、完成、派单失败和实收')}
    className="home-hours"
    query={query}
    figures={byHourFigures}
    empty={{ title: t('今天还没有订单'), hint: t('电话、客户端和合作渠道下的订单会出现在这里') }}
    height={chartHeightPx}
  />
)

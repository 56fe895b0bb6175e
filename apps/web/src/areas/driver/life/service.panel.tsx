import { type DriverInfo, driverLifeCalls } from '@chauffeur/contract/driver/file'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { ChartFrame } from '#ui/chart/chart-frame.tsx'
import { Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { DriverRemarks } from '../file/driver-remarks.tsx'
import { ratingText } from '../file/driver.list.tsx'
import { serviceFigures } from './life.view.ts'

/** What was said of the driver: the rating, praise and complaints by month, and every remark. */
export default function ServicePanel({ driver }: { driver: DriverInfo }) {
  const { driverId } = driver
  const query = useCall(driverLifeCalls.service, { driverId })
  const sum = (of: 'praises' | 'complaints') => countText(query.data?.months.reduce((all, month) => all + month[of], 0) ?? 0)
  return (
    <div className="driver-stack">
      <StatTiles
        label={t('评价')}
        stats={[
          { name: t('评分'), value: ratingText(driver.ratingX100) },
          { name: t('一年内表扬'), value: query.data ? sum('praises') : '—' },
          { name: t('一年内投诉'), value: query.data ? sum('complaints') : '—' },
        ]}
      />
      <ChartFrame
        title={t('每月评价')}
        label={t('最近 12 个月的表扬、投诉和订单')}
        query={query}
        figures={serviceFigures}
        empty={{ title: t('最近 12 个月没有评价和订单') }}
        height={260}
      />
      <Panel
        title={t('备注')}
        extra={
          <a href={`#/DriverConfig/DriverRemark?driverId=${driverId}`} target="_blank" rel="noreferrer">
            {t('全部备注')}
          </a>
        }
      >
        <DriverRemarks remarks={driver.remarks.slice(0, 30)} />
      </Panel>
    </div>
  )
}

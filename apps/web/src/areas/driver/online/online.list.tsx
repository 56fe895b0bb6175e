import { driverOnlineCalls, type OnlineDay } from '@chauffeur/contract/driver/online'
import { Facts } from '#kit/detail/facts.tsx'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowDrawerProps } from '#kit/list/define.view.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { t, tr } from '#platform/text/text.ts'
import { ChartFrame } from '#ui/chart/chart-frame.tsx'
import { durationText } from '#ui/show/measure.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import '../driver.css'
import { dayFigures, hoursWords, targetWords } from './online.view.ts'

/** What is not reached yet may still be while the day goes on. */
function Attended({ attended, underWay }: Pick<OnlineDay, 'attended' | 'underWay'>) {
  if (attended === null) return <Tag tone="off">{t('不考核')}</Tag>
  if (attended) return <Tag tone="run">{t('达标')}</Tag>
  return underWay ? <Tag tone="off">{t('进行中')}</Tag> : <Tag tone="wait">{t('未达标')}</Tag>
}
const ofTarget = (s: number | null) => (s === null ? '' : t('目标 {time}', { time: targetWords(s) }))

/** A day of a driver: by hour and by window. */
function DayDrawer({ row: opened, onClose }: RowDrawerProps<OnlineDay>) {
  const cities = useCities()
  return (
    <KeptDrawer
      row={opened}
      title={(row) => t('{name} {day} 的在线时长', { name: row.driverName, day: row.day })}
      size={560}
      onClose={onClose}
    >
      {(row) => {
        const offsetMinutes = cities.offsetMinutes(row.cityId)
        return (
          <div className="driver-online">
            <Facts
              as="pairs"
              facts={[
                [t('在线时长'), durationText(row.onlineS)],
                [t('每日在线目标'), targetWords(row.targetOnlineS)],
                [t('高峰在线'), durationText(row.peakS)],
                [t('每日高峰在线目标'), targetWords(row.targetPeakS)],
                [t('出勤'), <Attended key="attended" {...row} />],
                [t('上线次数'), row.times],
                [t('最早上线'), <Time key="first" at={row.firstAt} as="exact" offsetMinutes={offsetMinutes ?? undefined} />],
                [t('最后在线'), <Time key="last" at={row.lastAt} as="exact" offsetMinutes={offsetMinutes ?? undefined} />],
              ]}
            />
            <ChartFrame
              title={t('各小时')}
              query={{ data: row, error: null, isPending: false, refetch: () => undefined }}
              figures={dayFigures}
              empty={{ title: t('没有在线') }}
              height={220}
            />
            {row.peaks.length === 0 ? null : (
              <PlainTable
                label={t('高峰时段')}
                rows={row.peaks}
                rowKey={({ name, from }) => `${name} ${from}`}
                columns={[
                  { title: t('高峰时段'), head: true, cell: ({ name }) => name },
                  { title: t('时间'), cell: hoursWords },
                  { title: t('在线时长'), end: true, cell: ({ onlineS }) => durationText(onlineS) },
                ]}
              />
            )}
          </div>
        )
      }}
    </KeptDrawer>
  )
}

/** How long drivers were on duty, a row a driver and day. */
export default defineList(driverOnlineCalls.list, ({ c, f }) => ({
  name: 'driver.online',
  title: t('司机在线时长'),
  extra: t('按城市当地日期统计；10 分钟没有定位上报的，算到最后一次上报为止'),
  rowKey: (row) => `${row.driverId} ${row.cityId} ${row.day}`,
  rowName: (row) => `${row.driverName} ${row.day}`,
  open: ['look'],
  fills: t('司机上线后，这里按天显示在线时长。'),
  filters: [f.keyword(t('工号、姓名或电话')), f.city(), f.days('day', t('日期')), f.flag('attended', t('出勤'), t('达标'), t('未达标'))],
  columns: [
    c.opener('driverNo', t('司机'), {
      like: letters(8),
      words: (row) => row.driverName,
      under: (row) => row.driverNo,
      shows: ['driverNo', 'driverName'],
    }),
    c.of('cityName', t('城市'), (row) => tr(row.cityName), letters(5)),
    c.of('day', t('日期'), (row) => <span className="ui-number">{row.day}</span>, '2026-00-00', { sortable: true }),
    c.two(
      'onlineS',
      t('在线时长'),
      (row) => durationText(row.onlineS),
      (row) => ofTarget(row.targetOnlineS),
      [durationText(86_340), ofTarget(86_340)],
      {
        align: 'right',
        sortable: true,
        shows: ['onlineS', 'targetOnlineS'],
      },
    ),
    c.two(
      'peakS',
      t('高峰在线'),
      (row) => durationText(row.peakS),
      (row) => ofTarget(row.targetPeakS),
      [durationText(86_340), ofTarget(86_340)],
      {
        align: 'right',
        sortable: true,
        shows: ['peakS', 'targetPeakS'],
      },
    ),
    c.of('attended', t('出勤'), (row) => <Attended {...row} />, [t('不考核'), t('达标'), t('未达标'), t('进行中'), letters(5)]),
    c.count('times', t('上线次数')),
    c.time('firstAt', t('最早上线')),
    c.time('lastAt', t('最后在线')),
  ],
  actions: [{ key: 'look', label: t('查看'), letter: 'V', Drawer: DayDrawer }],
}))

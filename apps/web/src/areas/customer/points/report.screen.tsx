import { pointConfigCalls } from '@chauffeur/contract/customer/points-config'
import { pointEventText } from '@chauffeur/contract/customer/points-model'
import { useSearchParams } from 'react-router-dom'
import { StatTiles } from '#kit/detail/stat-tiles.tsx'
import { useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Money } from '#ui/show/money.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { signedPoints } from './points.view.ts'
import './points.css'

/** What customers could spend at the end of each month, and what came and went in it. */
export default function PointReportScreen() {
  const [params] = useSearchParams()
  const months = Number(params.get('months') ?? 12)
  const query = useCall(pointConfigCalls.report, { months }, { saysRefusals: true, keepPrevious: true })
  return (
    <Page title={t('积分负债')} extra={t('按北京时间的自然月；折算按各城市现在的积分规则')}>
      <Async
        query={query}
        skeleton={<Skeleton lines={12} />}
        isEmpty={({ months: rows, cities }) => cities.length === 0 && rows.every(({ parts }) => parts.length === 0)}
        empty={<EmptyState title={t('还没有积分')} action={<a href="#/Marketing/PointConfig">{t('去积分规则')}</a>} />}
      >
        {({ months: rows, cities }) => (
          <div className="points-report">
            <StatTiles
              label={t('现在')}
              stats={[
                { name: t('未使用积分'), value: countText(rows[0]?.closingPoints ?? 0) },
                { name: t('折算金额'), value: <Money fen={rows[0]?.closingFen ?? null} /> },
                { name: t('30 天内到期'), value: countText(cities.reduce((sum, { endingSoon }) => sum + endingSoon, 0)) },
                { name: t('持有客户'), value: countText(cities.reduce((sum, { customers }) => sum + customers, 0)) },
              ]}
            />
            <Panel title={t('各月积分')}>
              <PlainTable
                label={t('各月积分')}
                rows={rows}
                rowKey={({ month }) => month}
                columns={[
                  { title: t('月份'), head: true, cell: ({ month }) => month },
                  { title: t('期初'), end: true, cell: ({ openingPoints }) => countText(openingPoints) },
                  { title: t('获得'), end: true, cell: ({ earned }) => signedPoints(earned) },
                  { title: t('兑换〔积分〕'), end: true, cell: ({ spent }) => signedPoints(spent) },
                  { title: t('到期〔积分〕'), end: true, cell: ({ expired }) => signedPoints(expired) },
                  { title: t('其他变动'), end: true, cell: ({ other }) => signedPoints(other) },
                  { title: t('期末'), end: true, cell: ({ closingPoints }) => countText(closingPoints) },
                  { title: t('折算金额'), end: true, cell: ({ closingFen }) => <Money fen={closingFen} /> },
                  {
                    title: t('构成'),
                    cell: ({ parts }) => (
                      <span className="points-soft">
                        {joined(parts.map(({ event, points }) => `${tr(pointEventText[event])} ${signedPoints(points)}`))}
                      </span>
                    ),
                  },
                ]}
              />
            </Panel>
            <Panel title={t('按城市')}>
              <PlainTable
                label={t('按城市')}
                rows={cities}
                rowKey={({ cityId }) => cityId ?? ''}
                columns={[
                  { title: t('城市'), head: true, cell: ({ cityName }) => tr(cityName) || t('没有城市') },
                  { title: t('持有客户'), end: true, cell: ({ customers }) => countText(customers) },
                  { title: t('未使用积分'), end: true, cell: ({ points }) => countText(points) },
                  { title: t('30 天内到期'), end: true, cell: ({ endingSoon }) => countText(endingSoon) },
                  { title: t('折算金额'), end: true, cell: ({ valueFen }) => <Money fen={valueFen} /> },
                ]}
              />
            </Panel>
          </div>
        )}
      </Async>
    </Page>
  )
}

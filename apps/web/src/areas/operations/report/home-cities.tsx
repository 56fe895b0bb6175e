import { t, tr } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Panel } from '#ui/page/page.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { driverShares, roundMoneyText, type Overview } from './home.view.ts'

export function HomeCities({ byCity }: { byCity: Overview['byCity'] }) {
  return (
    <Panel title={t('各城市')} className="home-cities">
      {byCity.length === 0 ? (
        <EmptyState title={t('没有可看的城市')} />
      ) : (
        <PlainTable
          className="home-table"
          rows={byCity}
          rowKey={({ cityId }) => cityId}
          columns={[
            {
              title: t('城市'),
              head: true,
              cell: ({ cityId, name }) => (
                <a className="ui-link" href={`#/Order/List?cityId=${cityId}`}>
                  {tr(name)}
                </a>
              ),
            },
            { title: t('下单'), end: true, cell: ({ placed }) => countText(placed) },
            { title: t('实收'), end: true, cell: ({ paidFen }) => roundMoneyText(paidFen) },
            {
              title: t('等待司机'),
              end: true,
              cell: ({ waiting, idle }) => <span className={waiting > idle ? 'home-warn' : undefined}>{countText(waiting)}</span>,
            },
            { title: t('在线司机'), end: true, cell: ({ online }) => countText(online) },
            { title: t('空闲司机'), end: true, cell: ({ idle }) => countText(idle) },
          ]}
        />
      )}
    </Panel>
  )
}

export function HomeDrivers({ drivers }: { drivers: Overview['drivers'] }) {
  const shares = driverShares(drivers.byStatus)
  const most = Math.max(1, ...shares.map(({ count }) => count))
  return (
    <Panel title={t('司机状态')} className="home-drivers">
      <ul className="home-shares">
        {shares.map(({ status, words, tone, count }) => (
          <li key={status}>
            <Tag tone={tone}>{words}</Tag>
            <span className={`home-share ui-tag-${tone}`} aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="ui-number">{countText(count)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

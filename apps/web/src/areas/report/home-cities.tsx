import { t, tr } from '#platform/text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { countText } from '#ui/measure.view.ts'
import { Panel } from '#ui/page.tsx'
import { Tag } from '#ui/status-tag.tsx'
import { driverShares, type Overview } from './home.view.ts'

export function HomeCities({ byCity }: { byCity: Overview['byCity'] }) {
  return (
    <Panel title={t('各城市')} className="home-cities">
      {byCity.length === 0 ? (
        <EmptyState title={t('没有可看的城市')} />
      ) : (
        <table className="home-table">
          <thead>
            <tr>
              <th scope="col">{t('城市')}</th>
              <th scope="col">{t('下单')}</th>
              <th scope="col">{t('等待司机')}</th>
              <th scope="col">{t('在线司机')}</th>
              <th scope="col">{t('空闲司机')}</th>
            </tr>
          </thead>
          <tbody>
            {byCity.map((city) => (
              <tr key={city.cityId}>
                <th scope="row">
                  <a className="ui-link" href={`#/Order/List?cityId=${city.cityId}`}>
                    {tr(city.name)}
                  </a>
                </th>
                <td>{countText(city.placed)}</td>
                <td className={city.waiting > city.idle ? 'home-warn' : undefined}>{countText(city.waiting)}</td>
                <td>{countText(city.online)}</td>
                <td>{countText(city.idle)}</td>
              </tr>
            ))}
          </tbody>
        </table>
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

import { driverCalls } from '@chauffeur/contract/driver'
import { Button } from 'antd'
import { useCall } from '#platform/call.ts'
import { openTab } from '#platform/tab.ts'
import { useCan } from '#platform/session.ts'
import { t, tr } from '#platform/text.ts'
import { FreshnessWord, WorkWord } from '#shared/driver-legend.tsx'
import { Phone } from '#ui/phone.tsx'
import { Time } from '#ui/time.tsx'
import { freshnessAt, type Fleet } from './fleet.ts'
import { useFleetVersion } from './use-fleet.ts'

export interface DriverCardProps {
  fleet: Fleet
  driverId: string
  following: boolean
  onFollow: (on: boolean) => void
  onFly: () => void
  onClose: () => void
}

/** Who a point is, and what can be done about them. */
export function DriverCard({ fleet, driverId, following, onFollow, onFly, onClose }: DriverCardProps) {
  useFleetVersion(fleet)
  const driver = fleet.get(driverId)
  const keyword = driver?.driverNo ?? ''
  const { data } = useCall(
    driverCalls.list,
    { keyword, pageSize: 5 },
    { enabled: keyword !== '', refetchIntervalS: 15, keepPrevious: true },
  )
  const mayOpen = useCan('order.view')
  const row = data?.rows.find((one) => one.driverId === driverId)
  if (!driver) {
    return (
      <section className="fleet-card" aria-label={t('司机')}>
        <p className="fleet-quiet">{t('该司机已离线')}</p>
        <Button size="small" onClick={onClose}>
          {t('关闭')}
        </Button>
      </section>
    )
  }
  const orderId = row?.currentOrderId
  return (
    <section className="fleet-card" aria-label={t('司机')}>
      <header className="fleet-card-head">
        <strong>{driver.name}</strong>
        <span className="fleet-more">{driver.driverNo}</span>
        {row ? <Phone value={row.phone} /> : null}
      </header>
      <p className="fleet-card-line">
        <WorkWord status={driver.workStatus} /> <FreshnessWord freshness={freshnessAt(driver, Date.now())} />
      </p>
      <p className="fleet-card-line fleet-more">
        {row ? (
          <>
            {tr(row.cityName)} {row.orgName} · {t('等级 {level}', { level: row.level })} · {t('{count} 单', { count: row.orderCount })}
            {row.onlineSince ? (
              <>
                {' · '}
                {t('上线')} <Time at={row.onlineSince} />
              </>
            ) : null}
          </>
        ) : (
          '\u00a0'
        )}
      </p>
      <div className="fleet-actions">
        <Button size="small" type={following ? 'primary' : 'default'} aria-pressed={following} onClick={() => onFollow(!following)}>
          {following ? t('停止跟随') : t('跟随')}
        </Button>
        <Button size="small" onClick={onFly}>
          {t('定位')}
        </Button>
        {orderId && mayOpen ? (
          <Button size="small" onClick={() => openTab(`/Order/Detail?orderId=${orderId}`)}>
            {t('查看订单')}
          </Button>
        ) : null}
        <Button size="small" onClick={onClose}>
          {t('关闭')}
        </Button>
      </div>
    </section>
  )
}

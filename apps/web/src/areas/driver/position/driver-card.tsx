import { driverCalls } from '@chauffeur/contract/driver/list'
import { LevelName } from '../level/level-name.tsx'
import { driverFileCalls } from '@chauffeur/contract/driver/file'
import { Button } from 'antd'
import { useCall } from '#platform/http/call.ts'
import { openTab } from '#platform/tab/tab.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr } from '#platform/text/text.ts'
import { FreshnessWord, WorkWord } from '#shared/driver/driver-legend.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import type { DriverChange } from '../file/driver-actions.tsx'
import { freshnessAt, type Fleet } from './fleet.view.ts'
import { useFleetVersion } from './use-fleet.ts'
import './position.css'

export interface DriverCardProps {
  fleet: Fleet
  driverId: string
  following: boolean
  onFollow: (on: boolean) => void
  onFly: () => void
  onAsk: (asked: DriverChange) => void
  onClose: () => void
}

/** Who a point is, and what can be done about them. */
export function DriverCard({ fleet, driverId, following, onFollow, onFly, onAsk, onClose }: DriverCardProps) {
  useFleetVersion(fleet)
  const driver = fleet.get(driverId)
  const { data: row } = useCall(driverFileCalls.info, { driverId }, { refetchIntervalS: 15, silent: true })
  const { data: street } = useCall(driverCalls.street, { driverId }, { refetchIntervalS: 15, keepPrevious: true, silent: true })
  const mayOpen = useCan('order.view')
  const name = driver?.name ?? row?.name ?? ''
  const orderId = row?.currentOrderId
  const may = (action: 'disable' | 'enable' | 'remark') => row?.allowedActions.includes(action) ?? false
  return (
    <section className="fleet-card" aria-label={t('司机')}>
      <header className="fleet-card-head">
        <strong>{name}</strong>
        <span className="fleet-more">{driver?.driverNo ?? row?.driverNo}</span>
        {row ? <Phone value={row.phone} dial={{ of: 'DRIVER', id: row.driverId }} /> : null}
      </header>
      <p className="fleet-card-line">
        {driver ? (
          <>
            <WorkWord status={driver.workStatus} /> <FreshnessWord freshness={freshnessAt(driver, Date.now())} />
          </>
        ) : (
          <span className="fleet-more">{t('该司机已离线')}</span>
        )}
        {row?.disabledReason ? (
          <span title={row.disabledReason}>
            <Tag tone="lost">{row.disablesAfterTrip ? t('行程结束后停用') : t('已停用')}</Tag>
          </span>
        ) : null}
      </p>
      {driver && street?.place ? <p className="fleet-card-line">{street.place.address}</p> : null}
      <p className="fleet-card-line fleet-more">
        {row ? (
          <>
            {tr(row.cityName)} {row.orgName} · <LevelName cityId={row.cityId} level={row.level} /> ·{' '}
            {t('今日 {count} 单', { count: row.today.served })}
            {row.onlineSince ? (
              <>
                {' · '}
                {t('上线时间')} <Time at={row.onlineSince} />
              </>
            ) : null}
          </>
        ) : (
          '\u00a0'
        )}
      </p>
      <div className="fleet-actions">
        {driver ? (
          <>
            <Button size="small" type={following ? 'primary' : 'default'} aria-pressed={following} onClick={() => onFollow(!following)}>
              {following ? t('停止跟随') : t('跟随')}
            </Button>
            <Button size="small" onClick={onFly}>
              {t('定位')}
            </Button>
          </>
        ) : null}
        {orderId && mayOpen ? (
          <Button size="small" onClick={() => openTab(`/Order/Detail?orderId=${orderId}`)}>
            {t('查看订单')}
          </Button>
        ) : null}
        <Button size="small" onClick={() => openTab(`/yunYing/driverDetail?driverId=${driverId}`)}>
          {t('司机详情')}
        </Button>
        {row && may('remark') ? (
          <Button size="small" onClick={() => onAsk({ what: 'remark', driver: row })}>
            {t('备注')}
          </Button>
        ) : null}
        {row && may('disable') ? (
          <Button size="small" danger onClick={() => onAsk({ what: 'disable', driver: row })}>
            {t('停用')}
          </Button>
        ) : null}
        {row && may('enable') ? (
          <Button size="small" onClick={() => onAsk({ what: 'enable', driver: row })}>
            {t('启用')}
          </Button>
        ) : null}
        <Button size="small" onClick={onClose}>
          {t('关闭')}
        </Button>
      </div>
    </section>
  )
}

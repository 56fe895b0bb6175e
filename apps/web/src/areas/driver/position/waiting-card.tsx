import { Button } from 'antd'
import { serviceStatusText } from '@chauffeur/contract/order/model'
import { openTab } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { Elapsed } from '#ui/show/time.tsx'
import type { WaitingOrder } from './use-waiting.ts'
import './position.css'

/** An order that waits for a driver, as chosen on the map. */
export function WaitingCard({ order, onClose }: { order: WaitingOrder | undefined; onClose: () => void }) {
  return (
    <section className="fleet-card" aria-label={t('等待接单的订单')}>
      {order ? (
        <>
          <header className="fleet-card-head">
            <strong>{order.orderNo}</strong>
            <span className="fleet-more">{tr(serviceStatusText[order.serviceStatus])}</span>
          </header>
          <p className="fleet-card-line">{order.pickupAddress}</p>
          <p className="fleet-card-line fleet-more">
            {t('已等待')} <Elapsed since={order.waitingSince} />
          </p>
        </>
      ) : (
        <p className="fleet-quiet">{t('该订单已有司机接单或已结束')}</p>
      )}
      <div className="fleet-actions">
        {order ? (
          <Button size="small" type="primary" onClick={() => openTab(`/Order/Detail?orderId=${order.orderId}`)}>
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

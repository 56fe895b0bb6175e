import { Button } from 'antd'
import { serviceStatusText } from '@chauffeur/contract/order/model'
import { openTab } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { spotFace } from '#ui/map/spot-face.ts'
import { countText } from '#ui/show/measure.view.ts'
import { Elapsed } from '#ui/show/time.tsx'
import { useNowMs } from '#ui/timing/ticker.ts'
import { byUrgency } from './fleet.view.ts'
import { standingOf, type WaitingOrder } from './use-waiting.ts'
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

/** More than these nobody reads beside a map; the queue has all. */
const LISTED = 100

interface ListProps {
  orders: readonly WaitingOrder[]
  selectedId: string | null
  onSelect: (order: WaitingOrder) => void
}

/** The orders of the map in words, the most urgent first. */
export function WaitingList({ orders, selectedId, onSelect }: ListProps) {
  const nowMs = useNowMs(1)
  return (
    <section className="fleet-waiting" aria-label={t('等待接单')}>
      <h2 className="fleet-waiting-head">
        {t('等待接单')} <span className="ui-number">{countText(orders.length)}</span>
      </h2>
      <ul>
        {byUrgency(orders, standingOf)
          .slice(0, LISTED)
          .map((order) => {
            const { tone, words } = spotFace(standingOf(order), nowMs)
            return (
              <li key={order.orderId}>
                <button
                  type="button"
                  className={order.orderId === selectedId ? 'fleet-waiting-row fleet-row-on' : 'fleet-waiting-row'}
                  aria-pressed={order.orderId === selectedId}
                  onClick={() => onSelect(order)}
                >
                  <span className="fleet-row-name">{order.pickupAddress}</span>
                  <span className={`fleet-age fleet-age-${tone}`}>{words}</span>
                  <span className="fleet-more">{order.orderNo}</span>
                </button>
              </li>
            )
          })}
      </ul>
    </section>
  )
}

import {
  actorTypeText,
  freshnessText,
  liveServiceStatuses,
  orderSourceText,
  placePinText,
  serviceTypeText,
} from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { t, tr } from '#platform/text/text.ts'
import { cancelRuleWords, driverConsequences, verdictText } from '#shared/order/cancel.view.ts'
import { BlockDriver } from '#shared/driver/block-driver.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Distance, Duration } from '#ui/show/measure.tsx'
import { filledWords, MeasuredBy } from '#kit/show/measured.tsx'
import { type Fact, Facts } from '#kit/detail/facts.tsx'
import { Money } from '#ui/show/money.tsx'
import { Panel } from '#ui/page/page.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { detailPath, type OrderDetail } from '../order.view.ts'
import '../order.css'
import './detail.css'

export function OrderCustomer({ order }: { order: OrderDetail }) {
  return (
    <Panel title={t('客户')}>
      <Facts
        facts={[
          [t('姓名'), order.customerName],
          [t('客户电话'), <Phone key="customer" value={order.customerPhone} dial={{ of: 'ORDER_CONTACT', id: order.orderId }} />],
          [t('来电号码'), <Phone key="caller" value={order.callerPhone} dial={{ of: 'ORDER_CALLER', id: order.orderId }} />],
          [t('联系电话'), <Phone key="contact" value={order.contactPhone} dial={{ of: 'ORDER_CONTACT', id: order.orderId }} />],
          [t('车牌'), order.carPlate],
          [t('备注'), order.remark],
          ...order.remarks.map(
            (remark): Fact => [
              t('客服备注'),
              <span key={remark.at}>
                {remark.text} <span className="order-step-by">{remark.byName}</span>
              </span>,
            ],
          ),
        ]}
      />
    </Panel>
  )
}

export function OrderDriver({ order }: { order: OrderDetail }) {
  const { driver } = order
  // Where they are now and what they do is of another trip.
  const underWay = liveServiceStatuses.includes(order.serviceStatus)
  return (
    <Panel title={t('司机')} extra={driver && underWay ? <StatusTag work={driver.workStatus} /> : undefined}>
      {driver ? (
        <>
          <Facts
            facts={[
              [t('姓名'), driver.name],
              [t('工号'), driver.driverNo],
              [t('电话'), <Phone key="phone" value={driver.phone} dial={{ of: 'ORDER_DRIVER', id: order.orderId }} />],
              [t('等级'), t('{n} 级', { n: driver.level })],
              underWay && [t('位置'), driver.freshness ? tr(freshnessText[driver.freshness]) : t('没有位置')],
              underWay && [
                t('预计到达'),
                <span key="eta">
                  <Duration s={driver.etaS} /> <MeasuredBy measured={driver.etaMeasured} />
                </span>,
              ],
            ]}
          />
          <BlockDriver orderId={order.orderId} driverId={driver.driverId} driverName={driver.name} />
        </>
      ) : (
        <EmptyState title={order.acceptedAt ? t('司机资料不在您的可见范围') : t('还没有司机')} />
      )}
    </Panel>
  )
}

export function OrderCancellation({ order }: { order: OrderDetail }) {
  if (!order.cancelActor) return null
  return (
    <Panel title={t('取消信息')}>
      <Facts
        facts={[
          [t('取消方'), tr(actorTypeText[order.cancelActor])],
          [t('取消时间'), <Time key="at" at={order.cancelledAt} as="short" />],
          [t('取消原因'), order.cancelReason],
          [t('判责'), order.cancelVerdict ? tr(verdictText[order.cancelVerdict]) : ''],
          [t('依据'), order.cancelRule ? cancelRuleWords(order.cancelRule, order.cancelCase) : ''],
          [t('取消费'), <Money key="fee" fen={order.cancelFeeFen} />],
          order.cancelConsequence && [t('对司机'), driverConsequences(order.cancelConsequence).join(t('，'))],
        ]}
      />
    </Panel>
  )
}

/** An address, and where it is where that was not chosen from what was offered. */
const withPin = ({ address, pin }: NonNullable<OrderDetail['dropoff']>) =>
  pin === 'PICKED' ? address : t('{address}（{pin}）', { address, pin: tr(placePinText[pin]) })

export function OrderTrip({ order, onPartner }: { order: OrderDetail; onPartner?: (() => void) | undefined }) {
  return (
    <Panel title={t('行程')}>
      <Facts
        facts={[
          [t('上车点'), withPin(order.pickup)],
          order.pickup.note !== '' && [t('上车提示'), order.pickup.note],
          [t('目的地'), order.dropoff ? withPin(order.dropoff) : ''],
          [t('城市'), tr(order.cityName)],
          [t('服务类型'), tr(serviceTypeText[order.serviceType])],
          [t('来源'), tr(orderSourceText[order.source])],
          [t('下单客服'), order.agentName],
          [t('预约时间'), <Time key="book" at={order.bookTime} as="short" />],
          [
            t('预估里程'),
            <span key="estimate">
              <Distance m={order.estimateDistanceM} /> <MeasuredBy measured={order.estimateMeasured} />
            </span>,
          ],
          [
            t('实际里程'),
            <span key="distance">
              <Distance m={order.endedAt ? order.distanceM : null} />
              {order.filled ? <span className="ui-none"> {filledWords(order.filled)}</span> : null}
            </span>,
          ],
          order.channelId !== null && [
            t('合作方单号'),
            order.partnerBookingId ||
              (onPartner ? (
                <Button key="map" size="small" onClick={onPartner}>
                  {t('登记单号')}
                </Button>
              ) : null),
          ],
          [
            t('预约单号'),
            <span key="booking" className="ui-number">
              {order.bookingNo}
            </span>,
          ],
        ]}
      />
      {order.siblings.length > 0 ? (
        <>
          <h3>{t('同一预约的其他订单')}</h3>
          <ul className="order-siblings">
            {order.siblings.map((sibling) => (
              <li key={sibling.orderId}>
                <a className="ui-link ui-number" href={`#${detailPath(sibling.orderId)}`}>
                  {sibling.orderNo}
                </a>
                <StatusTag service={sibling.serviceStatus} prepayUntil={sibling.prepayUntil} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Panel>
  )
}

import { searchStepText } from '@chauffeur/contract/order/model'
import { Button } from 'antd'
import { Suspense, useContext, useEffect, useMemo } from 'react'
import { useCan } from '#platform/session/session.ts'
import { TabContext } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { excludedDrivers, excludedText, offerResultText } from '#shared/order/search.view.ts'
import { FreshnessWord } from '#shared/driver/driver-legend.tsx'
import { actionFormAtHand, fetchActionForms } from '#shared/order-actions/action-forms.tsx'
import { actionLetters, actionName, type DeskAction, isDangerous } from '#shared/order-actions/actions.view.ts'
import { OrderTimeline } from '#shared/order/order-timeline.tsx'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { clockText } from '#ui/show/measure.view.ts'
import { Distance, Eta } from '#ui/show/measure.tsx'
import { measuredWords } from '#kit/show/measured.tsx'
import { Money } from '#ui/show/money.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { useNowMs } from '#ui/timing/ticker.ts'
import { ClockOf } from '#ui/show/time.tsx'
import type { PlacedOrders } from '../draft/desk-draft.ts'
import { deskActionsOn, headline, isLive, isSearching, type OrderStatus, readAloud } from './progress.view.ts'
import '../call-centre.css'
import './progress.css'

export interface ProgressPanelProps {
  placed: PlacedOrders
  /** From where to where, in words; empty while it is not known. */
  route: string
  orderId: string
  order: OrderStatus
  /** Of the order's city. */
  utcOffsetMinutes: number
  /** The action whose panel is open. */
  acting: DeskAction | null
  onOrder: (orderId: string) => void
  onAct: (action: DeskAction | null) => void
  /** The order goes on as another attempt of its booking. */
  onMoved: (orderId: string, orderNo: string) => void
  onNew: () => void
  /** Back to the order being typed, when this one was only looked at. */
  onBack?: () => void
}

/** What became of the order: the search, the driver, each step, the bill. */
export function ProgressPanel(props: ProgressPanelProps) {
  const { placed, route, orderId, order, utcOffsetMinutes, acting, onOrder, onAct, onMoved, onNew, onBack } = props
  const allowed = deskActionsOn(order)
  useEffect(fetchActionForms, [])
  const mayOpen = useCan('order.view')
  const bare = useContext(TabContext).key.startsWith('bare:')
  const said = readAloud(order, utcOffsetMinutes)
  const close = () => onAct(null)
  const doing = acting && allowed.includes(acting) ? acting : null
  const Form = useMemo(() => doing && actionFormAtHand(doing), [doing])
  const moved = (nextId: string, nextNo: string) => {
    close()
    onMoved(nextId, nextNo)
  }
  return (
    <div className="desk-progress">
      {placed.orders.length > 1 ? (
        <div className="desk-tabs" role="tablist" aria-label={t('同一预约的订单')}>
          {placed.orders.map((one) => (
            <button
              key={one.orderId}
              type="button"
              role="tab"
              aria-selected={one.orderId === orderId}
              className="desk-tab"
              onClick={() => onOrder(one.orderId)}
            >
              {one.orderNo}
            </button>
          ))}
        </div>
      ) : null}
      <header className="desk-progress-head">
        <span className="desk-progress-no">
          {mayOpen ? (
            <a className="ui-link" href={`#/Order/Detail?orderId=${orderId}`} target={bare ? '_blank' : undefined} rel="noreferrer">
              {order.orderNo}
            </a>
          ) : (
            order.orderNo
          )}
        </span>
        <StatusTag service={order.serviceStatus} prepayUntil={order.prepayUntil} />
      </header>
      <p className="desk-row-more desk-route">{route}</p>
      <p className="desk-headline" role="status">
        {headline(order, utcOffsetMinutes)}
      </p>
      {said === '' ? null : (
        <p className="desk-say">
          <span className="desk-row-more">{t('告诉客户')}</span> {said}
        </p>
      )}
      {isSearching(order.serviceStatus) && order.prepayUntil === null ? <Search order={order} /> : null}
      {order.driver ? <Driver driver={order.driver} /> : null}
      {order.bill ? (
        <FeeLines name={t('账单')} total={t('账单合计')} {...order.bill} />
      ) : order.estimate && isLive(order.serviceStatus) ? (
        <FeeLines name={t('费用预估')} total={t('预估合计')} {...order.estimate} />
      ) : null}
      {Form ? (
        <Suspense fallback={null}>
          <Form as="panel" key={`${acting} ${orderId}`} order={order} open onClose={close} onMoved={moved} />
        </Suspense>
      ) : (
        <div className="desk-actions">
          {onBack ? (
            <Button onClick={onBack}>
              {t('返回下单')} <KeyHint keys="Esc" />
            </Button>
          ) : null}
          <Button data-desk="new" type={allowed.length > 0 ? 'default' : 'primary'} onClick={onNew}>
            {t('接下一单')} <KeyHint keys="Alt+N" />
          </Button>
          {allowed.map((action) => (
            <Button
              key={action}
              danger={isDangerous(action)}
              className={isDangerous(action) ? 'desk-danger' : undefined}
              onClick={() => onAct(action)}
            >
              {actionName(action)} <KeyHint keys={`Alt+${actionLetters[action]}`} />
            </Button>
          ))}
        </div>
      )}
      <ClockOf value={utcOffsetMinutes}>
        <OrderTimeline order={order} />
      </ClockOf>
    </div>
  )
}

function Search({ order }: { order: OrderStatus }) {
  const nowMs = useNowMs(1)
  const { round, roundsInAll, radiusM, candidates, filteredOut, offers, searchEndsAt, next } = order.dispatch
  const excluded = excludedText(excludedDrivers(filteredOut))
  const nobody = round > 0 && candidates === 0 && excluded === ''
  const leftS = searchEndsAt ? Math.max(0, (Date.parse(searchEndsAt) - nowMs) / 1000) : null
  return (
    <section className="desk-search-state" aria-label={t('派单过程')}>
      <Facts
        as="line"
        facts={[
          [t('轮次'), round === 0 ? null : `${round}/${roundsInAll}`],
          [t('半径'), <Distance key="radius" m={round === 0 ? null : radiusM} />],
          [t('候选司机'), round === 0 ? null : candidates],
          next !== null &&
            next.step !== 'GIVE_UP' && [tr(searchStepText[next.step]), clockText(Math.max(0, (Date.parse(next.at) - nowMs) / 1000))],
          [t('剩余时间'), leftS === null ? null : clockText(leftS)],
        ]}
      />
      {nobody ? <p className="desk-row-more">{t('最大派单半径内没有司机')}</p> : null}
      {excluded === '' ? null : (
        <p className="desk-row-more">
          {t('未询问的司机')}
          {t('：')}
          {excluded}
        </p>
      )}
      {offers.length > 0 ? (
        <ul className="desk-list">
          {[...offers]
            .reverse()
            .slice(0, 5)
            .map((offer) => (
              <li key={`${offer.driverId} ${offer.sentAt}`} className="desk-offered">
                <span>
                  {offer.name} <span className="desk-row-more">{offer.driverNo}</span>
                </span>
                <Distance m={offer.distanceM} />
                <span>
                  {offer.result === 'SENT'
                    ? t('等待应答 {s} 秒', { s: Math.max(0, Math.ceil((Date.parse(offer.expiresAt) - nowMs) / 1000)) })
                    : tr(offerResultText[offer.result])}
                </span>
              </li>
            ))}
        </ul>
      ) : null}
    </section>
  )
}

function Driver({ driver }: { driver: NonNullable<OrderStatus['driver']> }) {
  return (
    <section className="desk-card" aria-label={t('服务司机')}>
      <div className="desk-card-head">
        <strong>{driver.name}</strong>
        <span className="desk-row-more">{driver.driverNo}</span>
        <Phone value={driver.phone} dial={{ of: 'DRIVER', id: driver.driverId }} />
      </div>
      <span className="desk-driver-state">
        <StatusTag work={driver.workStatus} />
        {driver.freshness ? <FreshnessWord freshness={driver.freshness} /> : null}
        {driver.etaS !== null ? (
          <span title={driver.etaMeasured ? measuredWords(driver.etaMeasured) : undefined}>
            <Eta s={driver.etaS} />
          </span>
        ) : null}
      </span>
    </section>
  )
}

interface FeeLinesProps extends NonNullable<OrderStatus['estimate']> {
  name: string
  total: string
}
/** What the trip costs, or will; a coupon is one of the lines. */
function FeeLines({ name, total, lines, totalFen }: FeeLinesProps) {
  return (
    <section className="desk-lines" aria-label={name}>
      {lines.map((line, index) => (
        <div key={`${line.type} ${index}`} className="desk-line">
          <span>{tr(line.label)}</span>
          <Money fen={line.amountFen} />
        </div>
      ))}
      <div className="desk-line desk-total">
        <span>{total}</span>
        <Money fen={totalFen} />
      </div>
    </section>
  )
}

import type { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { deskCustomerCalls } from '@chauffeur/contract/customer/card'
import { queueTimerText } from '@chauffeur/contract/call-centre/booking-queue'
import { customerGroupTypeText, memberSourceText } from '@chauffeur/contract/customer/group'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { OrderRow } from '@chauffeur/contract/order/list'
import { PAY_STATUS } from '@chauffeur/contract/order/model'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useCan } from '#platform/session/session.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import type { OpenBill } from '#shared/order/payment.dialog.tsx'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { KeyHint } from '#ui/show/key-hint.tsx'
import { Distance, Eta } from '#ui/show/measure.tsx'
import { Money } from '#ui/show/money.tsx'
import { Phone } from '#kit/show/phone.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { Elapsed, Time } from '#ui/show/time.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { repeatDigits } from '../draft/desk-steps.ts'
import { Problem } from '../draft/field.tsx'
import { placesOf, distinctAddresses, type UsedAddress } from '../trip/place-offers.ts'
import '../call-centre.css'
import './customer.css'

const PaymentDialog = lazyPiece(async () => ({ default: (await import('#shared/order/payment.dialog.tsx')).PaymentDialog }))

export type CustomerInfo = AnswerOf<typeof callCentreCalls.customerInfo>

export interface CustomerPanelProps {
  phone: string
  info: CustomerInfo | undefined
  error: unknown
  retry: () => unknown
  /** A number was taken, so something is to be shown. */
  asked: boolean
  problem?: string
  /** Orders that the desk shows anyway. */
  shownOrderIds: readonly string[]
  onReuse: (index: number) => void
  /** Fills in the trip of a past order; they are numbered as they are listed. */
  onRepeat: (index: number) => void
  /** Opens the customer's data; undefined for who may not change it. */
  onEdit?: () => void
  onOpenOrder: (order: { orderId: string; orderNo: string }) => void
}

/** Orders that are over, as the card lists them. */
export const pastOrders = (info: CustomerInfo): OrderRow[] =>
  info.lastOrders.filter((order) => !info.liveOrders.some((live) => live.orderId === order.orderId))

/** Who is calling: the card, what is going on, what is owed, where they usually go. */
export function CustomerPanel({
  phone,
  info,
  error,
  retry,
  asked,
  problem,
  shownOrderIds,
  onReuse,
  onRepeat,
  onEdit,
  onOpenOrder,
}: CustomerPanelProps) {
  if (!asked) return <p className="desk-quiet">{t('输入来电号码后按 Enter，查看客户资料')}</p>
  if (!info) return error ? <Fault error={error} retry={retry} /> : <Skeleton lines={6} />
  return (
    <div className="desk-customer">
      {problem ? <Problem text={problem} /> : null}
      <Card info={info} onEdit={onEdit} />
      <LiveOrders rows={info.liveOrders.filter((order) => !shownOrderIds.includes(order.orderId))} phone={phone} onOpen={onOpenOrder} />
      <Unpaid unpaid={info.unpaid} onOpen={onOpenOrder} />
      <Addresses rows={info.lastAddresses} onReuse={onReuse} />
      <Orders rows={pastOrders(info)} addresses={info.lastAddresses} onRepeat={onRepeat} />
      <Groups rows={info.groups} />
      <Notes rows={info.notes} />
    </div>
  )
}

interface LiveOrdersProps {
  rows: readonly OrderRow[]
  phone: string
  onOpen: CustomerPanelProps['onOpenOrder']
}

/** What is under way for the caller, first of all: who drives, how far away, what runs out next. */
function LiveOrders({ rows, phone, onOpen }: LiveOrdersProps) {
  const { data } = useCall(deskCustomerCalls.dynamicInfo, { phone }, { enabled: rows.length > 0, refetchIntervalS: 5, silent: true })
  return rows.map((order) => {
    const now = data?.orders.find((one) => one.orderId === order.orderId)
    return (
      <button type="button" key={order.orderId} className="desk-live" onClick={() => onOpen(order)}>
        <span className="desk-live-head">
          {t('有进行中的订单')} <StatusTag service={(now ?? order).serviceStatus} prepayUntil={(now ?? order).prepayUntil} />{' '}
          <Elapsed since={now?.statusSince ?? order.statusSince} />
        </span>
        {now?.driver ? (
          <span>
            {now.driver.name} {now.driver.driverNo}
            {now.driverAwayM === null ? null : (
              <>
                {' · '}
                <Distance m={now.driverAwayM} />
              </>
            )}
            {now.driver.etaS === null ? null : (
              <>
                {' · '}
                <Eta s={now.driver.etaS} />
              </>
            )}
          </span>
        ) : null}
        {now?.timer ? (
          <span className={now.timer.breached ? 'desk-problem' : 'desk-row-more'}>
            {tr(queueTimerText[now.timer.kind])} <Time at={now.timer.dueAt} />
          </span>
        ) : null}
        <span className="desk-row-more">
          {order.orderNo} · {order.pickupAddress}
        </span>
      </button>
    )
  })
}

function Card({ info, onEdit }: { info: CustomerInfo; onEdit: (() => void) | undefined }) {
  const edit = onEdit ? (
    <button type="button" className="desk-edit" onClick={onEdit}>
      {info.customer ? t('修改') : t('建档')} <KeyHint keys="Alt+U" />
    </button>
  ) : null
  const { customer } = info
  if (!customer) {
    return (
      <div className="desk-card">
        <div className="desk-card-head">
          <strong>{t('新客户')}</strong>
          {edit}
        </div>
        <span className="desk-row-more">{info.attribution || t('归属地未知')}</span>
      </div>
    )
  }
  return (
    <div className="desk-card">
      <div className="desk-card-head">
        <strong>{customer.name || t('未登记姓名')}</strong>
        <Phone value={customer.phone} />
        {edit}
      </div>
      <span className="desk-row-more">
        {[
          info.attribution || t('归属地未知'),
          tr(info.levelName),
          t('共 {count} 单', { count: customer.orderCount }),
          customer.cancelCount24h > 0 ? t('24 小时内取消 {count} 次', { count: customer.cancelCount24h }) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {customer.blacklisted ? (
        <p className="desk-problem">
          {t('黑名单客户')}
          {customer.blacklistReason ? `：${customer.blacklistReason}` : ''}
        </p>
      ) : null}
      {customer.plateNos.length > 0 || customer.tags.length > 0 ? (
        <span className="desk-chips">
          {[...customer.plateNos, ...customer.tags].map((word) => (
            <span key={word} className="desk-chip">
              {word}
            </span>
          ))}
        </span>
      ) : null}
      {customer.remark ? <p className="desk-row-more">{customer.remark}</p> : null}
    </div>
  )
}

function Addresses({ rows, onReuse }: { rows: readonly UsedAddress[]; onReuse: (index: number) => void }) {
  const own = distinctAddresses(rows)
  if (own.length === 0) return null
  return (
    <section>
      <h2 className="desk-head">{t('常用地址')}</h2>
      <ol className="desk-list">
        {own.map((used, index) => (
          <li key={used.address}>
            <button type="button" className="desk-pick" onClick={() => onReuse(index)}>
              <KeyHint keys={`Alt+${index + 1}`} />
              <span className="desk-pick-text" title={used.address}>
                {used.address}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What the caller owes, order by order: a press shows its bill, and whoever may records that it was paid. */
function Unpaid({ unpaid, onOpen }: { unpaid: CustomerInfo['unpaid']; onOpen: CustomerPanelProps['onOpenOrder'] }) {
  const mayRecord = useCan('order.recordPayment')
  const [bill, setBill] = useState<OpenBill | null>(null)
  const [open, setOpen] = useState(false)
  const record = ({ orderId, orderNo, totalFen, utcOffsetMinutes }: CustomerInfo['unpaid']['orders'][number]) => {
    setBill({ orderId, orderNo, dueFen: totalFen, utcOffsetMinutes })
    setOpen(true)
  }
  return (
    <>
      {unpaid.count === 0 ? null : (
        <section className="desk-unpaid">
          <span>
            {t('未支付 {count} 单，合计', { count: unpaid.count })} <Money fen={unpaid.totalFen} />
          </span>
          <ul className="desk-list">
            {unpaid.orders.slice(0, UNPAID_SHOWN).map((order) => (
              <li key={order.orderId}>
                <button type="button" className="desk-past-line desk-unpaid-order" onClick={() => onOpen(order)}>
                  <span>{order.orderNo}</span>
                  {order.payStatus === PAY_STATUS.badDebt ? (
                    <StatusTag pay={order.payStatus} />
                  ) : (
                    <Time at={order.filedAt} offsetMinutes={order.utcOffsetMinutes} />
                  )}
                  <Money fen={order.totalFen} />
                </button>
                {mayRecord ? (
                  <button
                    type="button"
                    className="desk-edit"
                    aria-label={t('登记收款 {no}', { no: order.orderNo })}
                    onClick={() => record(order)}
                  >
                    {t('收款')}
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      )}
      {/* Outside of the list, which is gone once the last is paid. */}
      <WhenOpened open={open}>{bill ? <PaymentDialog bill={bill} open={open} onClose={() => setOpen(false)} /> : null}</WhenOpened>
    </>
  )
}
const UNPAID_SHOWN = 5

interface OrdersProps {
  rows: readonly OrderRow[]
  addresses: readonly UsedAddress[]
  onRepeat: (index: number) => void
}

function Orders({ rows, addresses, onRepeat }: OrdersProps) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="desk-head">{t('最近订单')}</h2>
      <ul className="desk-list">
        {rows.map((order, index) => {
          const digit = placesOf(order, addresses) ? repeatDigits[index] : undefined
          const route = `${order.pickupAddress} → ${order.dropoffAddress || t('未填目的地')}`
          return (
            <li key={order.orderId}>
              <button type="button" className="desk-past desk-repeat" disabled={digit === undefined} onClick={() => onRepeat(index)}>
                <span className="desk-past-line">
                  {digit === undefined ? null : <KeyHint keys={`Alt+${digit}`} />}
                  <StatusTag service={order.serviceStatus} prepayUntil={order.prepayUntil} />
                  <Time at={order.createdAt} />
                  <Money fen={order.totalFen} />
                </span>
                <span className="desk-row-more" title={route}>
                  {route}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Which groups a caller is in, what for and why. */
function Groups({ rows }: { rows: CustomerInfo['groups'] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="desk-head">{t('所在分组')}</h2>
      <ul className="desk-list">
        {rows.map(({ groupId, name, type, source, addedBy, remark }) => (
          <li key={groupId} className="desk-past">
            <span>
              {name} · {tr(customerGroupTypeText[type])}
            </span>
            <span className="desk-row-more">{joined([tr(memberSourceText[source]), addedBy, remark].filter(Boolean))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Notes({ rows }: { rows: CustomerInfo['notes'] }) {
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className="desk-head">{t('备注')}</h2>
      <ul className="desk-list">
        {rows.map((note) => (
          <li key={`${note.at} ${note.text}`} className="desk-past">
            <span>{note.text}</span>
            <span className="desk-row-more">
              {note.author} · <Time at={note.at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

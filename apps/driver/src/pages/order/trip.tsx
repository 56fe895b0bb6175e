import { dispatchCalls } from '@chauffeur/contract/driver/app'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { orderReviewCalls } from '@chauffeur/contract/order/cancel-review'
import { SERVICE_STATUS } from '@chauffeur/contract/order/model'
import { useState } from 'react'
import { clock, t } from '../../platform/text.ts'
import { useAct } from '../../platform/use-act.ts'
import { ask } from '../../platform/wire.ts'
import { Bill } from './bill.tsx'
import { Pictures } from './pictures.tsx'
import { Problem, Where } from '../parts.tsx'

type Order = AnswerOf<typeof dispatchCalls.accept>['order']

interface Props {
  token: string
  order: Order
  /** Of the business; empty where it has none. */
  servicePhone: string
  /** Something was done: how it stands is looked up. */
  onChanged: () => Promise<unknown>
  onBillShown: (shown: boolean) => void
}

/** The order in hand, and the one thing to do next about it. */
export function Trip({ token, order, servicePhone, onChanged, onBillShown }: Props) {
  const { serviceStatus: status } = order
  const act = useAct()
  const [asked, setAsksWhy] = useState<'end' | 'cancel' | null>(null)
  const [reason, setReason] = useState('')
  const [asksToLeave, setAsksToLeave] = useState(false)
  const of = { id: order.orderId }
  // Where the city hides the customer's, or none lies between them yet, the business is called in its place: that counts as trying to reach them.
  const number = order.contactPhone || servicePhone
  const step = (work: () => Promise<unknown>) =>
    act.run(
      () => work().finally(onChanged),
      ({ error }) => {
        if (error !== 'driver.tooFarFromDropoff') return false
        setAsksWhy('end')
        return true
      },
    )
  const askToLeave = async () => {
    await ask(orderReviewCalls.driverApply, { ...of, reason: 'OTHER', note: reason.trim() }, token)
    setAsksToLeave(true)
    setAsksWhy(null)
  }
  const before = status === SERVICE_STATUS.accepted || status === SERVICE_STATUS.arrived
  // A step further nobody asks any more.
  const asksWhy = asked === (before ? 'cancel' : status === SERVICE_STATUS.driving ? 'end' : null) ? asked : null
  return (
    <section className="card" aria-label={t('订单 {no}', { no: order.orderNo })}>
      <h2>
        {stageOf(status)} <span>{order.orderNo}</span>
      </h2>
      {order.bookTime ? <p className="hint">{t('预约 {time} 出发', { time: clock(order.bookTime) })}</p> : null}
      <Where mark="pickup" place={order.pickup} />
      <Where mark="dropoff" place={order.dropoff} />
      {order.customerName ? <p className="hint">{t('客户 {name}', { name: order.customerName })}</p> : null}
      {order.contactPhone ? null : <p className="hint">{t('本城市不向司机显示客户电话，请由客服联系客户')}</p>}
      {number ? (
        <p className="call">
          <a className="button" href={`tel:${number}`} onClick={() => void ask(dispatchCalls.logCall, of, token).catch(() => undefined)}>
            {order.contactPhone ? t('致电客户') : t('致电客服')} {number}
          </a>
        </p>
      ) : null}
      {order.privacyNumber ? (
        <p className="hint">{order.privacyNumber.recorded ? t('隐私号，请用本机号码拨打；通话会录音') : t('隐私号，请用本机号码拨打')}</p>
      ) : null}
      {status === SERVICE_STATUS.arrived ? <Pictures token={token} orderId={order.orderId} kind="VEHICLE_BEFORE" /> : null}
      {status === SERVICE_STATUS.tripEnded ? <Pictures token={token} orderId={order.orderId} kind="VEHICLE_AFTER" /> : null}
      {asksWhy ? (
        <label>
          {asksWhy === 'end' ? t('离目的地还远，请说明为什么在这里结束') : t('为什么不能继续这一单')}
          <textarea rows={2} maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />
        </label>
      ) : null}
      <Problem of={act} />
      {asksWhy === 'cancel' ? (
        <div className="two">
          <button type="button" className="plain" onClick={() => setAsksWhy(null)}>
            {t('继续这一单')}
          </button>
          <button
            type="button"
            className="danger"
            disabled={act.busy || reason.trim() === ''}
            onClick={() => step(() => ask(dispatchCalls.cancel, { ...of, reason }, token))}
          >
            {t('确认取消')}
          </button>
        </div>
      ) : null}
      {asksWhy === 'cancel' ? (
        <>
          <button type="button" className="plain" disabled={act.busy || reason.trim() === ''} onClick={() => act.run(askToLeave)}>
            {t('申请免责取消')}
          </button>
          <p className="hint">{t('由公司审核，一般 2 分钟内有结果；审核前请继续这一单。')}</p>
        </>
      ) : null}
      {asksToLeave && before ? (
        <p className="hint" role="status">
          {t('已申请免责取消，结果会有消息通知')}
        </p>
      ) : null}
      {asksWhy === 'cancel' ? null : status === SERVICE_STATUS.accepted ? (
        <button type="button" className="primary" disabled={act.busy} onClick={() => step(() => ask(dispatchCalls.arrive, of, token))}>
          {t('我已到达')}
        </button>
      ) : status === SERVICE_STATUS.arrived ? (
        <button type="button" className="primary" disabled={act.busy} onClick={() => step(() => ask(dispatchCalls.depart, of, token))}>
          {t('客户已上车，开始代驾')}
        </button>
      ) : status === SERVICE_STATUS.driving ? (
        <button
          type="button"
          className="primary"
          disabled={act.busy || (asksWhy === 'end' && reason.trim() === '')}
          onClick={() => step(() => ask(dispatchCalls.end, { ...of, ...(reason && { reason }) }, token))}
        >
          {t('到达目的地，结束行程')}
        </button>
      ) : status === SERVICE_STATUS.tripEnded ? (
        <Bill token={token} orderId={order.orderId} cash={order.takes.cash} prepaidFen={order.prepaidFen} onShown={onBillShown} />
      ) : null}
      {before && asksWhy === null ? (
        <button type="button" className="quiet" onClick={() => setAsksWhy('cancel')}>
          {t('无法继续，取消订单')}
        </button>
      ) : null}
    </section>
  )
}

function stageOf(status: Order['serviceStatus']): string {
  if (status === SERVICE_STATUS.accepted) return t('去接客户')
  if (status === SERVICE_STATUS.arrived) return t('等待客户')
  if (status === SERVICE_STATUS.driving) return t('代驾中')
  return t('报单')
}

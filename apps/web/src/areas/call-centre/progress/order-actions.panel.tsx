import { normalPhone } from '@chauffeur/contract/kernel/telephone-number'
import { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import { dispatchDeskCalls } from '@chauffeur/contract/dispatch/desk'
import {
  orderEditCalls,
  type OrderMessageKind,
  orderMessageKindText,
  orderMessageWay,
  orderMessageWayText,
} from '@chauffeur/contract/order/edit'
import { useState } from 'react'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { useMessageKinds } from '#shared/order/order-messages.ts'
import { type TerminateBilling, terminateBillingText } from '#shared/order/terminate.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { ActionPanel } from './action.panel.tsx'
import { Field } from '../draft/field.tsx'
import { isLive, type OrderStatus } from './progress.view.ts'
import { useAction } from './use-action.ts'
import '../call-centre.css'
import './progress.css'

interface PanelProps {
  order: OrderStatus
  onClose: () => void
}

const RADII_KM = [5, 10, 15, 20, 30, 50]

/** Searches again, wider; the order may go on as the next attempt of its booking. */
export function RedispatchPanel({ order, onClose, onMoved }: PanelProps & { onMoved: (orderId: string, orderNo: string) => void }) {
  const [radiusKm, setRadiusKm] = useState(0)
  const [reason, setReason] = useState('')
  // The order of a driver who has not begun the trip is taken from them.
  const loses = order.driver && isLive(order.serviceStatus) ? order.driver.name : undefined
  const action = useAction(dispatchDeskCalls.redispatch, (answer) => onMoved(answer.orderId, answer.orderNo))
  return (
    <ActionPanel
      title={t('扩大范围重新派单')}
      confirm={t('重新派单')}
      danger={loses !== undefined}
      busy={action.busy}
      ready
      problem={action.problem}
      onConfirm={() =>
        void action.run({
          orderId: order.orderId,
          version: order.version,
          radiusM: radiusKm === 0 ? undefined : radiusKm * 1000,
          reason: reason.trim() || t('扩大范围寻找司机'),
        })
      }
      onClose={onClose}
    >
      {loses ? (
        <p className="desk-warn" role="alert">
          {t('{name} 会失去这一单，并且不会再被派到', { name: loses })}
        </p>
      ) : null}
      <Field label={t('最大半径')}>
        {(field) => (
          <select {...field} className="desk-input" value={radiusKm} onChange={(event) => setRadiusKm(Number(event.target.value))}>
            <option value={0}>{t('上次半径的两倍')}</option>
            {RADII_KM.map((km) => (
              <option key={km} value={km}>
                {t('{km} 公里', { km })}
              </option>
            ))}
          </select>
        )}
      </Field>
      <ReasonField value={reason} onChange={setReason} placeholder={t('扩大范围寻找司机')} />
    </ActionPanel>
  )
}

/** For a driver whose telephone cannot say that they are at the pick-up. */
export function ArrivalPanel({ order, onClose }: PanelProps) {
  const [reason, setReason] = useState('')
  const action = useAction(dispatchDeskCalls.confirmArrival, () => {
    toast.success(t('已确认司机就位'))
    onClose()
  })
  return (
    <ActionPanel
      title={t('代司机确认就位')}
      confirm={t('确认就位')}
      busy={action.busy}
      ready={reason.trim() !== ''}
      problem={action.problem}
      onConfirm={() => void action.run({ orderId: order.orderId, version: order.version, reason: reason.trim() })}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} placeholder={t('例如：地下车库没有信号，客户确认司机已到')} />
      <p className="desk-row-more desk-said">{t('等候计时从现在开始，原因和司机最近的位置会记入订单')}</p>
    </ActionPanel>
  )
}

/** The number under which the customer is reached from now on. */
export function ContactPanel({ order, onClose }: PanelProps) {
  const [phone, setPhone] = useState('')
  const action = useAction(orderEditCalls.changeContact, onClose)
  const good = normalPhone(phone)
  return (
    <ActionPanel
      title={t('修改联系电话')}
      confirm={t('保存')}
      busy={action.busy}
      ready={good !== null}
      problem={action.problem}
      onConfirm={() => good && void action.run({ orderId: order.orderId, contactPhone: good, version: order.version })}
      onClose={onClose}
    >
      <Field label={t('新的联系电话')} problem={phone.trim() !== '' && good === null ? t('请输入正确的电话号码') : undefined}>
        {(field) => (
          <input
            {...field}
            className="desk-input"
            type="tel"
            autoComplete="off"
            maxLength={20}
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        )}
      </Field>
    </ActionPanel>
  )
}

/** Adds a remark that driver and colleagues see. */
export function RemarkPanel({ order, onClose }: PanelProps) {
  const [remark, setRemark] = useState('')
  const action = useAction(orderEditCalls.remark, onClose)
  return (
    <ActionPanel
      title={t('添加订单备注')}
      confirm={t('添加')}
      busy={action.busy}
      ready={remark.trim() !== ''}
      problem={action.problem}
      onConfirm={() => void action.run({ orderId: order.orderId, remark: remark.trim() })}
      onClose={onClose}
    >
      <ReasonField label={t('备注内容')} value={remark} onChange={setRemark} placeholder="" />
    </ActionPanel>
  )
}

/** A message to the customer, worded from the order as it is now or typed. */
export function MessagePanel({ order, onClose }: PanelProps) {
  const { query, kinds, wordsOf } = useMessageKinds(order.orderId)
  const [picked, setPicked] = useState<OrderMessageKind | null>(null)
  const [way, setWay] = useState<keyof typeof orderMessageWayText>('TEXT')
  const [body, setBody] = useState('')
  const kind = picked !== null && kinds.includes(picked) ? picked : kinds[0]!
  const own = kind === 'CUSTOM'
  const action = useAction(orderEditCalls.sendMessage, () => {
    toast.success(t('消息已发出'))
    onClose()
  })
  return (
    <ActionPanel
      title={t('给客户发消息')}
      confirm={t('发送')}
      busy={action.busy}
      ready={query.data !== undefined && (!own || body.trim() !== '')}
      problem={action.problem || (query.error?.message ?? '')}
      onConfirm={() => void action.run({ orderId: order.orderId, kind, way, body: own ? body.trim() : undefined })}
      onClose={onClose}
    >
      <div className="desk-options">
        <Field label={t('内容')}>
          {(field) => (
            <select
              {...field}
              data-first
              className="desk-input"
              value={kind}
              onChange={(event) => setPicked(event.target.value as OrderMessageKind)}
            >
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {tr(orderMessageKindText[one])}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t('方式')}>
          {(field) => (
            <select {...field} className="desk-input" value={way} onChange={(event) => setWay(event.target.value as typeof way)}>
              {orderMessageWay.options.map((one) => (
                <option key={one} value={one}>
                  {tr(orderMessageWayText[one])}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {own && query.data ? (
        <ReasonField label={t('消息内容')} value={body} onChange={setBody} placeholder="" />
      ) : (
        <p className="desk-row-more desk-said">{query.isPending ? t('加载中') : wordsOf(kind)}</p>
      )}
    </ActionPanel>
  )
}

/** Ends a trip in its middle: an accident, a danger. What is billed is chosen here and told when it is done. */
export function TerminatePanel({ order, onClose }: PanelProps) {
  const [reason, setReason] = useState('')
  const [evidence, setEvidence] = useState('')
  const [billing, setBilling] = useState<TerminateBilling>('TRAVELLED')
  const action = useAction(deskTripCalls.terminate, ({ totalFen }) => {
    toast.success(t('行程已终止，应付 {sum}', { sum: moneyText(totalFen) }))
    onClose()
  })
  return (
    <ActionPanel
      title={t('终止行程')}
      confirm={t('确认终止')}
      danger
      busy={action.busy}
      ready={reason.trim() !== ''}
      problem={action.problem}
      onConfirm={() =>
        void action.run({
          orderId: order.orderId,
          version: order.version,
          reason: reason.trim(),
          evidence: evidence.trim() || undefined,
          billing,
        })
      }
      onClose={onClose}
    >
      <ReasonField label={t('终止原因')} value={reason} onChange={setReason} placeholder={t('例如：车辆事故')} />
      <ReasonField label={t('依据（工单号、核实人，可不填）')} value={evidence} onChange={setEvidence} placeholder="" />
      <Field label={t('计费')}>
        {(field) => (
          <select
            {...field}
            className="desk-input"
            value={billing}
            onChange={(event) => setBilling(event.target.value as TerminateBilling)}
          >
            {Object.entries(terminateBillingText).map(([value, label]) => (
              <option key={value} value={value}>
                {tr(label)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </ActionPanel>
  )
}

interface ReasonFieldProps {
  label?: string
  value: string
  placeholder: string
  onChange: (value: string) => void
}

export function ReasonField({ label, value, placeholder, onChange }: ReasonFieldProps) {
  return (
    <Field label={label ?? t('原因')}>
      {(field) => (
        <input
          {...field}
          className="desk-input"
          maxLength={200}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

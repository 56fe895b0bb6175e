import { type BillStand, orderBillCalls } from '@chauffeur/contract/order/bill'
import { Checkbox, Form, Input, InputNumber } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Distance, Duration } from '#ui/show/measure.tsx'
import { Money } from '#ui/show/money.tsx'
import { fenOf } from '#ui/show/money.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { useDebounced } from '#ui/timing/use-debounced.ts'
import type { OrderFormProps } from '#shared/order-actions/order.form.tsx'
import type { OrderDetail } from '../order.view.ts'
import { extraKinds, extraText } from '../order.view.ts'
import { useSeen } from '#shared/order-actions/seen-order.tsx'
import { useOrderSend } from '#shared/order-actions/use-order-send.ts'
import '../order.css'
import './bill.css'

interface BillValues {
  distanceKm: number | null
  waitMin: number | null
  extras: Partial<Record<(typeof extraKinds)[number], number | null>>
  cash: boolean
  reason: string
}
const nothing: BillValues = { distanceKm: null, waitMin: null, extras: {}, cash: false, reason: '' }

const filingOf = (orderId: string, typed: Omit<BillValues, 'reason'>) => ({
  orderId,
  ...(typed.distanceKm !== null && { distanceM: Math.round(typed.distanceKm * 1000) }),
  ...(typed.waitMin !== null && { waitS: Math.round(typed.waitMin * 60) }),
  extras: extraKinds.flatMap((type) => (typed.extras[type] ? [{ type, amountFen: fenOf(typed.extras[type]) }] : [])),
  cashCollected: typed.cash,
})

/** The bill of a driver who cannot file it: as it stands and as it would be side by side, and only what is shown can be filed. */
export function ForceSubmitDialog({ order, open, onClose }: OrderFormProps<OrderDetail>) {
  const submit = useOrderSend(orderBillCalls.forceSubmit)
  const { version, warning } = useSeen(order, open)
  const [typed, setTyped] = useState(nothing)
  useEffect(() => {
    if (open) setTyped(nothing)
  }, [open, order.orderId])
  const { distanceKm, waitMin, extras, cash } = typed
  const filing = useMemo(
    () => filingOf(order.orderId, { distanceKm, waitMin, extras, cash }),
    [order.orderId, distanceKm, waitMin, extras, cash],
  )
  const asked = useDebounced(filing, 250)
  const preview = useCall(orderBillCalls.forceSubmitPreview, asked, { enabled: open, keepPrevious: true })
  const { refetch } = preview
  useEffect(() => {
    if (open) void refetch()
  }, [open, refetch, order.version])
  /** Of what stands in the fields now, and not of what stood there a moment ago. */
  const shown = asked === filing && !preview.isPlaceholderData ? preview.data : undefined

  const set = (part: Partial<BillValues>) => setTyped((before) => ({ ...before, ...part }))
  const confirm = async () => {
    if (!shown) return
    await submit({ ...filing, version, totalFen: shown.after.totalFen ?? 0, reason: typed.reason })
    toast.success(t('订单 {no} 已报单', { no: order.orderNo }))
  }
  return (
    <ConfirmDialog
      open={open}
      width={640}
      title={t('强制报单 {no}', { no: order.orderNo })}
      okText={t('确认报单')}
      danger
      disabled={!shown || typed.reason.trim() === '' || warning !== null}
      onConfirm={confirm}
      onClose={onClose}
    >
      {warning}
      <Form layout="vertical" className="order-filing">
        <Form.Item label={t('更正里程（公里）')} htmlFor="filing-km">
          <InputNumber
            id="filing-km"
            min={0}
            max={2000}
            step={0.1}
            value={typed.distanceKm}
            onChange={(distanceKm) => set({ distanceKm })}
          />
        </Form.Item>
        <Form.Item label={t('更正等候（分钟）')} htmlFor="filing-wait">
          <InputNumber id="filing-wait" min={0} max={1440} value={typed.waitMin} onChange={(waitMin) => set({ waitMin })} />
        </Form.Item>
        {extraKinds.map((kind) => (
          <Form.Item key={kind} label={t('{name}（元）', { name: tr(extraText[kind]) })} htmlFor={`filing-${kind}`}>
            <InputNumber
              id={`filing-${kind}`}
              min={0}
              max={1000}
              precision={2}
              value={typed.extras[kind] ?? null}
              onChange={(amount) => set({ extras: { ...typed.extras, [kind]: amount } })}
            />
          </Form.Item>
        ))}
      </Form>
      <Async query={preview} skeleton={<Skeleton lines={5} height={28} />}>
        {({ before, after }) => <Stands before={before} after={after} />}
      </Async>
      <Form layout="vertical">
        <Form.Item>
          <Checkbox checked={typed.cash} onChange={(event) => set({ cash: event.target.checked })}>
            {t('司机已收现金')}
          </Checkbox>
        </Form.Item>
        <Form.Item label={t('原因')} htmlFor="filing-reason" required>
          <Input
            id="filing-reason"
            maxLength={200}
            value={typed.reason}
            placeholder={t('例如：司机手机没电，电话核实里程')}
            onChange={(event) => set({ reason: event.target.value })}
          />
        </Form.Item>
      </Form>
    </ConfirmDialog>
  )
}

/** Before and after, line by line. */
function Stands({ before, after }: { before: BillStand; after: BillStand }) {
  const none = <span className="ui-none">—</span>
  const row = (name: string, of: (stand: BillStand) => ReactNode) => ({ key: name, name, before: of(before), after: of(after) })
  return (
    <div aria-live="polite">
      <PlainTable
        className="order-table"
        rows={[
          row(t('服务状态'), ({ serviceStatus }) => <StatusTag service={serviceStatus} />),
          row(t('支付状态'), ({ payStatus }) => <StatusTag pay={payStatus} />),
          row(t('里程'), ({ distanceM }) => <Distance m={distanceM} />),
          row(t('等候'), ({ waitS }) => <Duration s={waitS} />),
          ...after.lines.map(({ type, label, amountFen }) => ({
            key: `${type} ${label}`,
            name: tr(label),
            before: none,
            after: <Money fen={amountFen} />,
          })),
        ]}
        foot={row(t('合计'), ({ totalFen }) => <Money fen={totalFen} />)}
        rowKey={({ key }) => key}
        columns={[
          { title: t('项目'), head: true, cell: ({ name }) => name },
          { title: t('报单前'), end: true, cell: (line) => line.before },
          { title: t('报单后'), end: true, cell: (line) => line.after },
        ]}
      />
    </div>
  )
}

import { type BillStand, orderBillCalls } from '@chauffeur/contract/order/bill'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { Form } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { FieldRow, KilometresField, MinutesField, MoneyField, SwitchField, TextField } from '#kit/fields/fields.ts'
import { StatusTag } from '#kit/show/status-tag.tsx'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { OrderForm, type OrderFormProps } from '#shared/order-actions/order.form.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Distance, Duration } from '#ui/show/measure.tsx'
import { Money } from '#ui/show/money.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { useDebounced } from '#ui/timing/use-debounced.ts'
import { extraKinds, extraText, type OrderDetail } from '../order.view.ts'
import '../order.css'

type Filing = InputOf<typeof orderBillCalls.forceSubmitPreview>
/** What is typed, in the wire's units. */
interface Typed {
  distanceM?: number | null
  waitS?: number | null
  paid?: Partial<Record<(typeof extraKinds)[number], number | null>>
  cashCollected?: boolean
}
/** What stands in the fields with the total that it comes to. */
interface Shown {
  filing: Filing
  totalFen: number
}

const filingOf = (orderId: string, { distanceM, waitS, paid, cashCollected = false }: Typed): Filing => ({
  orderId,
  distanceM: distanceM ?? undefined,
  waitS: waitS ?? undefined,
  extras: extraKinds.flatMap((type) => (paid?.[type] ? [{ type, amountFen: paid[type] }] : [])),
  cashCollected,
})

/** The bill of a driver who cannot file it: as it stands and as it would be side by side, and only what is shown can be filed. */
export function ForceSubmitForm(props: OrderFormProps<OrderDetail>) {
  const { orderId, orderNo, version } = props.order
  const [shown, setShown] = useState<Shown | null>(null)
  return (
    <OrderForm
      {...props}
      call={orderBillCalls.forceSubmit}
      input={({ reason }, seen) => ({ orderId, ...shown?.filing, version: seen, totalFen: shown?.totalFen ?? 0, reason })}
      ready={shown !== null}
      title={t('强制报单 {no}', { no: orderNo })}
      okText={t('确认报单')}
      danger
      width={640}
      saved={t('订单 {no} 已报单', { no: orderNo })}
    >
      <FieldRow>
        <KilometresField name="distanceM" label={t('更正里程')} min={0} max={2_000_000} step={100} />
        <MinutesField name="waitS" label={t('更正等候')} min={0} max={86_400} step={60} />
        {extraKinds.map((kind) => (
          <MoneyField key={kind} name={['paid', kind]} label={tr(extraText[kind])} min={0} max={100_000} step={100} />
        ))}
      </FieldRow>
      <Preview orderId={orderId} version={version} onShown={setShown} />
      <SwitchField name="cashCollected" label={t('司机已收现金')} />
      <TextField name="reason" label={t('原因')} required placeholder={t('例如：司机手机没电，电话核实里程')} maxLength={200} />
    </OrderForm>
  )
}

interface PreviewProps {
  orderId: string
  version: number
  /** Null while the answer is to what stood in the fields a moment ago. */
  onShown: (shown: Shown | null) => void
}

function Preview({ orderId, version, onShown }: PreviewProps) {
  const typed = Form.useWatch<Typed>([], Form.useFormInstance()) ?? {}
  const now = JSON.stringify(filingOf(orderId, typed))
  const asked = useDebounced(now, 250)
  const filing = useMemo(() => JSON.parse(asked) as Filing, [asked])
  const preview = useCall(orderBillCalls.forceSubmitPreview, filing, { keepPrevious: true })
  const { refetch } = preview
  useEffect(() => void refetch(), [refetch, version])
  const totalFen = asked === now && !preview.isPlaceholderData ? preview.data?.after.totalFen : undefined
  useEffect(() => onShown(totalFen === undefined ? null : { filing, totalFen: totalFen ?? 0 }), [filing, totalFen, onShown])
  return (
    <Async query={preview} skeleton={<Skeleton lines={5} height={28} />}>
      {({ before, after }) => <Stands before={before} after={after} />}
    </Async>
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

import type { InputOf } from '@chauffeur/contract/kernel/call'
import { prepayCalls } from '@chauffeur/contract/finance/prepayment'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { OrderForm, type OrderFormProps } from '#shared/order-actions/order.form.tsx'
import { useOrderSend } from '#shared/order-actions/use-order-send.ts'
import { PaymentFields } from '#shared/order/payment-fields.tsx'
import { paymentRefusal } from '#shared/order/payment.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { OrderDetail } from '../order.view.ts'

/** Money that an order waits for arrived: the whole sum, typed as it stands on the statement. */
export function RecordPrepaymentDialog({ order, open, onClose }: OrderFormProps<OrderDetail>) {
  const send = useOrderSend(prepayCalls.record, paymentRefusal)
  const dueFen = order.prepay?.amountFen ?? 0
  return (
    <EditForm<Omit<InputOf<typeof prepayCalls.record>, 'orderId'>>
      open={open}
      title={t('登记预付款 {no}', { no: order.orderNo })}
      okText={t('确认收款')}
      initial={{ way: 'WECHAT' }}
      save={(values) => send({ orderId: order.orderId, ...values })}
      saved={t('订单 {no} 已预付', { no: order.orderNo })}
      onClose={onClose}
    >
      <PaymentFields
        dueFen={dueFen}
        hint={t('应预付 {due}，须全额到账；登记后开始派单，预约单到时派单', { due: moneyText(dueFen) })}
        utcOffsetMinutes={order.utcOffsetMinutes}
      />
    </EditForm>
  )
}

/** An order goes on without what it waits for. */
export function WaivePrepaymentDialog(props: OrderFormProps<OrderDetail>) {
  const { orderId, orderNo, prepay } = props.order
  return (
    <OrderForm
      {...props}
      call={prepayCalls.waive}
      input={({ reason }) => ({ orderId, reason })}
      unseen
      title={t('免预付 {no}', { no: orderNo })}
      okText={t('免预付')}
      saved={t('订单 {no} 已免预付', { no: orderNo })}
    >
      <p>
        {t('应预付')} <span className="ui-number">{moneyText(prepay?.amountFen ?? 0)}</span>
      </p>
      <TextField name="reason" label={t('原因')} required hint={t('免除后开始派单，预约单到时派单；费用在行程后收取')} maxLength={200} />
    </OrderForm>
  )
}

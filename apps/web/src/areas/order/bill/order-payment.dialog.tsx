import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { OrderForm, type OrderFormProps } from '#shared/order-actions/order.form.tsx'
import { PaymentDialog } from '#shared/order/payment.dialog.tsx'
import { paymentRefusal } from '#shared/order/payment.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { OrderDetail } from '../order.view.ts'

export function RecordPaymentDialog({ order, open, onClose }: OrderFormProps<OrderDetail>) {
  const bill = { orderId: order.orderId, orderNo: order.orderNo, dueFen: order.dueFen ?? 0, utcOffsetMinutes: order.utcOffsetMinutes }
  return <PaymentDialog bill={bill} open={open} onClose={onClose} />
}

/** An open bill is given up. */
export function WriteOffDialog(props: OrderFormProps<OrderDetail>) {
  const { orderId, orderNo, dueFen } = props.order
  return (
    <OrderForm
      {...props}
      call={orderBillCalls.writeOff}
      input={({ reason }) => ({ orderId, reason })}
      refused={paymentRefusal}
      unseen
      title={t('列为坏账 {no}', { no: orderNo })}
      okText={t('列为坏账')}
      danger
      saved={t('订单 {no} 已列为坏账', { no: orderNo })}
    >
      <p>
        {t('客户应付')} <span className="ui-number">{moneyText(dueFen ?? 0)}</span>
      </p>
      <TextField
        name="reason"
        label={t('原因')}
        required
        hint={t('客户仍不能下单；以后收到款项仍可登记收款')}
        placeholder={t('例如：多次联系未果')}
        maxLength={200}
      />
    </OrderForm>
  )
}

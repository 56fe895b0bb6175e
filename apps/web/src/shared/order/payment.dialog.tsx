import type { InputOf } from '@chauffeur/contract/kernel/call'
import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { t } from '#platform/text/text.ts'
import { useOrderSend } from '#shared/order-actions/use-order-send.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { PaymentFields } from './payment-fields.tsx'
import { paymentRefusal } from './payment.view.ts'

export interface OpenBill {
  orderId: string
  orderNo: string
  /** What the customer has to pay. */
  dueFen: number
  /** Of the order's city, by whose clock the time is typed. */
  utcOffsetMinutes: number
}
/** Money of the customer that arrived settles the bill: the whole sum, typed as it stands on the statement. */
export function PaymentDialog({ bill, open, onClose }: { bill: OpenBill; open: boolean; onClose: () => void }) {
  const send = useOrderSend(orderBillCalls.recordPayment, paymentRefusal)
  return (
    <EditForm<Omit<InputOf<typeof orderBillCalls.recordPayment>, 'orderId'>>
      open={open}
      title={t('登记收款 {no}', { no: bill.orderNo })}
      okText={t('确认收款')}
      initial={{ way: 'WECHAT' }}
      save={(values) => send({ orderId: bill.orderId, ...values })}
      saved={t('订单 {no} 已收款', { no: bill.orderNo })}
      onClose={onClose}
    >
      <PaymentFields
        dueFen={bill.dueFen}
        hint={t('客户应付 {due}，须全额到账', { due: moneyText(bill.dueFen) })}
        utcOffsetMinutes={bill.utcOffsetMinutes}
      />
    </EditForm>
  )
}

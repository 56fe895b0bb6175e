import type { InputOf } from '@chauffeur/contract/kernel/call'
import { orderBillCalls, paymentWay } from '@chauffeur/contract/order/bill'
import { paidByText } from '@chauffeur/contract/order/model'
import { choicesOf, InstantField, MoneyField, RadioField, TextField } from '#kit/fields/fields.ts'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { exactly } from '#kit/fields/rules.ts'
import { t } from '#platform/text/text.ts'
import { useOrderSend } from '#shared/order-actions/use-order-send.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { clockWords } from '#ui/show/time.view.ts'
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
  const due = moneyText(bill.dueFen)
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
      <MoneyField
        name="amountFen"
        label={t('到账金额')}
        required
        hint={t('客户应付 {due}，须全额到账', { due })}
        rules={[exactly(bill.dueFen, t('与应付 {due} 不一致', { due }))]}
      />
      <RadioField name="way" label={t('到账方式')} required choices={choicesOf(paymentWay.options, paidByText)} />
      <TextField
        name="reference"
        label={t('流水号')}
        required
        hint={t('银行或支付渠道的交易号，同一笔只能入账一次')}
        maxLength={64}
        inputMode="text"
      />
      <InstantField
        name="paidAt"
        label={t('到账时间')}
        hint={`${t('不填则为现在')} · ${clockWords(bill.utcOffsetMinutes)}`}
        offsetMinutes={bill.utcOffsetMinutes}
      />
      <TextField name="note" label={t('备注')} maxLength={200} />
    </EditForm>
  )
}

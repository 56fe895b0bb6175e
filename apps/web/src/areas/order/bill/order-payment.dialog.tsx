import { orderBillCalls } from '@chauffeur/contract/order/bill'
import { Form, Input } from 'antd'
import { toast } from '#platform/browser/events.ts'
import { t } from '#platform/text/text.ts'
import { PaymentDialog, usePaymentSend } from '#shared/order/payment.dialog.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import type { OrderDialogProps } from '../edit/edit-order.dialog.tsx'

export function RecordPaymentDialog({ order, open, onClose }: OrderDialogProps) {
  const bill = { orderId: order.orderId, orderNo: order.orderNo, dueFen: order.dueFen ?? 0, utcOffsetMinutes: order.utcOffsetMinutes }
  return <PaymentDialog bill={bill} open={open} onClose={onClose} />
}

/** An open bill is given up. */
export function WriteOffDialog({ order, open, onClose }: OrderDialogProps) {
  const send = usePaymentSend(orderBillCalls.writeOff)
  const submit = async ({ reason }: { reason: string }) => {
    await send({ orderId: order.orderId, reason })
    toast.success(t('订单 {no} 已列为坏账', { no: order.orderNo }))
  }
  return (
    <FormDialog<{ reason: string }>
      open={open}
      title={t('列为坏账 {no}', { no: order.orderNo })}
      okText={t('列为坏账')}
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item label={t('客户应付')} required>
        <span className="ui-number">{moneyText(order.dueFen ?? 0)}</span>
      </Form.Item>
      <Form.Item
        name="reason"
        label={t('原因')}
        rules={[{ required: true, whitespace: true, message: t('请填写') }]}
        extra={t('客户仍不能下单；以后收到款项仍可登记收款')}
      >
        <Input maxLength={200} placeholder={t('例如：多次联系未果')} />
      </Form.Item>
    </FormDialog>
  )
}

import { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import { Form, Input, Radio } from 'antd'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { type TerminateBilling, terminateBillingText } from '#shared/order/terminate.view.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import type { OrderDialogProps } from '../edit/edit-order.dialog.tsx'
import { useSeen } from '../model/seen-order.tsx'
import { useOrderSend } from '../model/use-order-send.ts'

interface Values {
  reason: string
  evidence?: string
  billing: TerminateBilling
}

/** Ends a trip in its middle: an accident, a danger. The driver is free, and the customer pays what was driven or nothing. */
export function TerminateDialog({ order, open, onClose }: OrderDialogProps) {
  const send = useOrderSend(deskTripCalls.terminate)
  const { version, warning } = useSeen(order, open)
  const submit = async ({ reason, evidence, billing }: Values) => {
    const done = await send({ orderId: order.orderId, version, reason, evidence: evidence?.trim() || undefined, billing })
    toast.success(t('行程已终止，应付 {sum}', { sum: moneyText(done.totalFen) }))
  }
  return (
    <FormDialog<Values>
      open={open}
      title={t('终止行程')}
      okText={t('确认终止')}
      danger
      initial={{ billing: 'TRAVELLED' }}
      onSubmit={submit}
      onClose={onClose}
    >
      {warning}
      <Form.Item name="reason" label={t('终止原因')} rules={[{ required: true, whitespace: true, message: t('请填写') }]}>
        <Input maxLength={200} placeholder={t('例如：车辆事故')} />
      </Form.Item>
      <Form.Item name="evidence" label={t('工单号或核实人')}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
      </Form.Item>
      <Form.Item name="billing" label={t('计费')} required>
        <Radio.Group options={Object.entries(terminateBillingText).map(([value, label]) => ({ value, label: tr(label) }))} />
      </Form.Item>
    </FormDialog>
  )
}

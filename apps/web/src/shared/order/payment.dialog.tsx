import { callCentreCalls } from '@chauffeur/contract/call-centre'
import type { Call, InputOf } from '@chauffeur/contract/kernel/call'
import { orderCalls } from '@chauffeur/contract/order'
import { orderActionCalls, paymentWay, type PaymentWay } from '@chauffeur/contract/order-action'
import { paidByText } from '@chauffeur/contract/order-model'
import { Form, Input, InputNumber, Radio } from 'antd'
import { refresh, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { fenOf, moneyText } from '#ui/show/money.view.ts'
import { clockWords, instantOf } from '#ui/show/time.view.ts'
import { paymentRefusal } from './payment.view.ts'

/** What shows whether an order is paid. */
const reads: readonly Call[] = [
  orderCalls.info,
  orderCalls.list,
  orderActionCalls.log,
  orderActionCalls.messages,
  callCentreCalls.customerInfo,
  callCentreCalls.orderStatus,
]

/** Sends a change of whether an order is paid; where it is refused, what is shown is asked for again. */
export function usePaymentSend<C extends Call>(call: C): (input: InputOf<C>) => Promise<unknown> {
  const { send } = useSend(call, { refreshes: reads })
  return async (input) => {
    try {
      return await send(input)
    } catch (error) {
      void refresh(reads)
      throw paymentRefusal(error)
    }
  }
}

export interface OpenBill {
  orderId: string
  orderNo: string
  /** What the customer has to pay. */
  dueFen: number
  /** Of the order's city, by whose clock the time is typed. */
  utcOffsetMinutes: number
}
interface Values {
  yuan: number
  way: PaymentWay
  reference: string
  paidAt?: string
  note?: string
}

/** Money of the customer that arrived settles the bill: the whole sum, typed as it stands on the statement. */
export function PaymentDialog({ bill, open, onClose }: { bill: OpenBill; open: boolean; onClose: () => void }) {
  const send = usePaymentSend(orderActionCalls.recordPayment)
  const due = moneyText(bill.dueFen)
  return (
    <FormDialog<Values>
      open={open}
      title={t('登记收款 {no}', { no: bill.orderNo })}
      okText={t('确认收款')}
      initial={{ way: 'WECHAT' }}
      onSubmit={async ({ yuan, paidAt, ...values }) => {
        const at = instantOf(paidAt, bill.utcOffsetMinutes)
        await send({ orderId: bill.orderId, amountFen: fenOf(yuan), paidAt: at, ...values })
        toast.success(t('订单 {no} 已收款', { no: bill.orderNo }))
      }}
      onClose={onClose}
    >
      <Form.Item
        name="yuan"
        label={t('到账金额（元）')}
        extra={t('客户应付 {due}，须全额到账', { due })}
        rules={[
          { required: true, message: t('请填写金额') },
          {
            validator: (_, yuan?: number) =>
              yuan === undefined || yuan === null || fenOf(yuan) === bill.dueFen
                ? Promise.resolve()
                : Promise.reject(new Error(t('与应付 {due} 不一致', { due }))),
          },
        ]}
      >
        <InputNumber min={0.01} max={1_000_000} precision={2} style={{ width: '100%' }} />
      </Form.Item>
      <Form.Item name="way" label={t('到账方式')} required>
        <Radio.Group options={paymentWay.options.map((value) => ({ value, label: tr(paidByText[value]) }))} />
      </Form.Item>
      <Form.Item
        name="reference"
        label={t('流水号')}
        extra={t('银行或支付渠道的交易号，同一笔只能入账一次')}
        rules={[{ required: true, whitespace: true, message: t('请填写流水号') }]}
      >
        <Input maxLength={64} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="paidAt" label={t('到账时间')} extra={`${t('不填则为现在')} · ${clockWords(bill.utcOffsetMinutes)}`}>
        <Input type="datetime-local" />
      </Form.Item>
      <Form.Item name="note" label={t('备注')}>
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  )
}

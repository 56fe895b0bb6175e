import { deskTripCalls } from '@chauffeur/contract/call-centre/trip'
import { choicesOf, LongTextField, RadioField, TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { OrderForm, type OrderFormProps } from './order.form.tsx'
import { type TerminateBilling, terminateBillingText } from './terminate.view.ts'

const billings = Object.keys(terminateBillingText) as TerminateBilling[]

/** Ends a trip in its middle: an accident, a danger. The driver is free, and the customer pays what was driven or nothing. */
export function TerminateForm(props: OrderFormProps) {
  const Evidence = props.as === 'panel' ? TextField : LongTextField
  return (
    <OrderForm
      {...props}
      call={deskTripCalls.terminate}
      input={(values, version) => ({ ...values, orderId: props.order.orderId, version, evidence: values.evidence?.trim() || undefined })}
      title={t('终止行程')}
      okText={t('确认终止')}
      danger
      initial={{ billing: 'TRAVELLED' }}
      saved={({ totalFen }) => t('行程已终止，应付 {sum}', { sum: moneyText(totalFen) })}
    >
      <TextField name="reason" label={t('终止原因')} required placeholder={t('例如：车辆事故')} maxLength={200} />
      <Evidence name="evidence" label={t('工单号或核实人')} maxLength={500} />
      <RadioField name="billing" label={t('计费')} required choices={choicesOf(billings, terminateBillingText)} />
    </OrderForm>
  )
}

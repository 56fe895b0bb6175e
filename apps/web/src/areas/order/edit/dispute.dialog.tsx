import { orderReviewCalls, reviewReason, reviewReasonText } from '@chauffeur/contract/order/cancel-review'
import { choicesOf, LongTextField, RadioField, SelectField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { OrderForm, type OrderFormProps } from '#shared/order-actions/order.form.tsx'

/** What a driver or a customer asks for on the telephone is put down for somebody else to decide. */
export function DisputeDialog(props: OrderFormProps) {
  const { orderId, serviceStatus } = props.order
  const live = serviceStatus === 301 || serviceStatus === 302
  return (
    <OrderForm
      {...props}
      call={orderReviewCalls.apply}
      input={(values) => ({ ...values, orderId })}
      unseen
      title={live ? t('登记司机取消申请') : t('登记判责申诉')}
      okText={t('提交复核')}
      initial={{ applicant: live ? 'DRIVER' : 'CUSTOMER', reason: live ? 'NO_CONTACT' : 'WRONG_FAULT' }}
      saved={t('申请已提交复核')}
    >
      <RadioField
        name="applicant"
        label={t('申请人')}
        required
        choices={[
          { value: 'DRIVER', label: t('司机') },
          { value: 'CUSTOMER', label: t('客户'), disabled: live },
        ]}
      />
      <SelectField name="reason" label={t('原因')} required choices={choicesOf(reviewReason.options, reviewReasonText)} />
      <LongTextField
        name="note"
        label={t('情况说明')}
        required
        hint={live ? t('须在 2 分钟内处理，超时按规则自动处理') : t('须在 24 小时内处理，超时维持原判')}
        maxLength={500}
        rows={3}
      />
    </OrderForm>
  )
}

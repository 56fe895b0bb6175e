import { orderEditCalls } from '@chauffeur/contract/order/edit'
import { TextField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { OrderForm, type OrderFormProps } from '#shared/order-actions/order.form.tsx'
import type { OrderDetail } from '../order.view.ts'

/** The number under which a partner knows the booking. */
export function PartnerDialog(props: OrderFormProps<OrderDetail>) {
  return (
    <OrderForm
      {...props}
      call={orderEditCalls.mapBooking}
      input={({ partnerBookingId }) => ({ bookingId: props.order.bookingId, partnerBookingId })}
      unseen
      title={t('登记合作方单号')}
      saved={t('合作方单号已登记')}
    >
      <TextField
        name="partnerBookingId"
        label={t('合作方单号')}
        required
        hint={t('同一渠道内唯一，登记后不能改为其他单号')}
        maxLength={64}
        inputMode="text"
      />
    </OrderForm>
  )
}

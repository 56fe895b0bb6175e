import { couponGrantCalls, type GrantedCoupon } from '@chauffeur/contract/pricing/coupon-grant'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField } from '#kit/fields/text-fields.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { t } from '#platform/text/text.ts'

/** Takes a coupon back that nobody has used. */
export default function RevokeDialog({ row: { couponId, templateName }, open, onClose }: Omit<RowDialogProps<GrantedCoupon>, 'fixed'>) {
  return (
    <CallForm
      call={couponGrantCalls.revoke}
      refreshes={[couponGrantCalls.coupons]}
      open={open}
      title={t('收回 {name}', { name: templateName })}
      beside={() => ({ couponId })}
      onClose={onClose}
    >
      <LongTextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}

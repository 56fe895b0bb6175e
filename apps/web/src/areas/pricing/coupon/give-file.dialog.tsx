import { couponGrantCalls } from '@chauffeur/contract/pricing/coupon-grant'
import { couponTemplateCalls, type CouponTemplateRow } from '@chauffeur/contract/pricing/coupon-template'
import ImportDialog from '#kit/import/import.dialog.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { t } from '#platform/text/text.ts'

/** One coupon each, to customers out of a sheet of telephones. */
export default function GiveFileDialog({ row: { couponTemplateId, name }, open, onClose }: RowDialogProps<CouponTemplateRow>) {
  return (
    <ImportDialog
      kind={{
        kind: 'pricing.couponGrant',
        title: t('按名单发放 {name}', { name }),
        may: couponGrantCalls.give,
        hint: t('每行一位客户的电话，每位一张；没有建档的电话不发放。'),
        example: '13800001111',
        refreshes: [couponTemplateCalls.list, couponGrantCalls.coupons],
      }}
      into={{ couponTemplateId }}
      open={open}
      onClose={onClose}
    />
  )
}

import { couponGrantCalls, GRANTED_AT_ONCE } from '@chauffeur/contract/pricing/coupon-grant'
import { couponTemplateCalls, type CouponTemplateRow } from '@chauffeur/contract/pricing/coupon-template'
import { MOST_CODES, redeemBatchCalls } from '@chauffeur/contract/pricing/redeem-batch'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { CountField, CustomerField, FieldRow, GroupField, InstantField, LongTextField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { t } from '#platform/text/text.ts'

const refreshes = [couponTemplateCalls.list, couponGrantCalls.coupons]

/** One coupon each, to customers who are picked. */
export function GiveDialog({ row: { couponTemplateId, name }, open, onClose }: RowDialogProps<CouponTemplateRow>) {
  return (
    <CallForm
      call={couponGrantCalls.give}
      refreshes={refreshes}
      open={open}
      title={t('发放 {name}', { name })}
      beside={() => ({ couponTemplateId })}
      saved={({ granted, refused }) =>
        refused.length === 0
          ? t('已发给 {n} 位客户', { n: granted })
          : t('已发给 {n} 位客户，{m} 位未能发放（黑名单、限领或已发完）', { n: granted, m: refused.length })
      }
      onClose={onClose}
    >
      <CustomerField name="customerIds" required multiple most={GRANTED_AT_ONCE} hint={t('每位客户一张')} />
    </CallForm>
  )
}

/** One coupon each, to everybody of a group. */
export function GiveGroupDialog({ row: { couponTemplateId, name }, open, onClose }: RowDialogProps<CouponTemplateRow>) {
  return (
    <CallForm
      call={couponGrantCalls.giveGroup}
      refreshes={refreshes}
      open={open}
      title={t('向分组发放 {name}', { name })}
      beside={() => ({ couponTemplateId })}
      saved={() => t('已开始发放，进度见任务')}
      onClose={onClose}
    >
      <GroupField name="groupId" required hint={t('现在的成员每位一张')} />
      <LongTextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}

/** Codes of a coupon, made together. */
export function MakeCodesDialog({ row: { couponTemplateId, name }, open, onClose }: RowDialogProps<CouponTemplateRow>) {
  const offsetMinutes = useCities().list[0]?.utcOffsetMinutes ?? null
  return (
    <CallForm
      call={redeemBatchCalls.make}
      refreshes={[redeemBatchCalls.list]}
      open={open}
      title={t('制作 {name} 的兑换码', { name })}
      beside={() => ({ couponTemplateId })}
      saved={() => t('已开始制作，完成后在任务中下载')}
      onClose={onClose}
    >
      <FieldRow>
        <CountField name="codes" label={t('数量')} required min={1} max={MOST_CODES} />
        <InstantField name="validFrom" label={t('可兑换自')} offsetMinutes={offsetMinutes} hint={t('不填为现在起')} />
        <InstantField name="validTo" label={t('可兑换至')} required offsetMinutes={offsetMinutes} />
      </FieldRow>
      <LongTextField name="remark" label={t('备注')} maxLength={200} />
    </CallForm>
  )
}

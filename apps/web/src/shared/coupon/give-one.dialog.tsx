import { couponGrantCalls, couponGrantRefusals } from '@chauffeur/contract/pricing/coupon-grant'
import { couponRefusals } from '@chauffeur/contract/pricing/coupon'
import { couponTemplateCalls } from '@chauffeur/contract/pricing/coupon-template'
import { CallForm } from '#kit/edit/call.form.tsx'
import { SelectField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { locale, t } from '#platform/text/text.ts'

const words: Record<string, { zh: string; en: string } | undefined> = { ...couponGrantRefusals, ...couponRefusals }
/** Why somebody gets no coupon, as the call would say it. */
const problemWords = (problem: string | undefined) => words[problem ?? '']?.[locale() === 'en' ? 'en' : 'zh'] ?? ''

interface Props {
  customerId: string
  name: string
  open: boolean
  onClose: () => void
}

/** One coupon to one customer, of a template that is on. */
export default function GiveOneDialog({ customerId, name, open, onClose }: Props) {
  const templates = useCall(couponTemplateCalls.list, { status: '1', pageSize: 200 }, { enabled: open })
  const choices = (templates.data?.rows ?? []).filter(({ allowedActions }) => allowedActions.includes('grant'))
  return (
    <CallForm
      call={couponGrantCalls.give}
      refreshes={[couponGrantCalls.coupons, couponTemplateCalls.list]}
      open={open}
      title={t('发优惠券给 {name}', { name })}
      beside={() => ({ customerIds: [customerId] })}
      saved={({ refused }) => (refused.length === 0 ? t('已发放') : t('未能发放：{why}', { why: problemWords(refused[0]?.problem) }))}
      onClose={onClose}
    >
      <SelectField
        name="couponTemplateId"
        label={t('优惠券')}
        required
        loading={templates.isPending}
        choices={choices.map(({ couponTemplateId, name: label, totalIssue, issued }) => ({
          value: couponTemplateId,
          label,
          why: totalIssue > 0 ? t('剩 {n} 张', { n: totalIssue - issued }) : undefined,
        }))}
        hint={templates.data && choices.length === 0 ? t('没有启用中的优惠券，请先在优惠券模板中启用') : undefined}
      />
    </CallForm>
  )
}

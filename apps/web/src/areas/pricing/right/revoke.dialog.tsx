import { rightCalls } from '@chauffeur/contract/pricing/right'
import { rightGrantCalls, type RightGrantRow } from '@chauffeur/contract/pricing/right-grant'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField } from '#kit/fields/text-fields.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { t } from '#platform/text/text.ts'

/** Takes back what no order holds; what trips used stays used. */
export default function RevokeDialog({ row: { rightGrantId, rightName }, open, onClose }: RowDialogProps<RightGrantRow>) {
  return (
    <CallForm
      call={rightGrantCalls.revoke}
      refreshes={[rightGrantCalls.list, rightCalls.list, rightCalls.view]}
      open={open}
      title={t('收回 {name}', { name: rightName })}
      beside={() => ({ rightGrantId })}
      onClose={onClose}
    >
      <LongTextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}

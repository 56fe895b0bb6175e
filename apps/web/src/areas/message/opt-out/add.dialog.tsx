import { optOutCalls } from '@chauffeur/contract/message/opt-out'
import { CallForm } from '#kit/edit/call.form.tsx'
import { PhoneField, TextField } from '#kit/fields/fields.ts'
import type { AddProps } from '#kit/list/define.view.ts'
import { t } from '#platform/text/text.ts'

/** Somebody said on the telephone, or in writing, that they want no marketing. */
export default function AddDialog({ open, onClose }: Pick<AddProps, 'open' | 'onClose'>) {
  return (
    <CallForm
      call={optOutCalls.add}
      refreshes={[optOutCalls.list]}
      open={open}
      title={t('登记退订')}
      saved={t('已登记，该号码不再收到营销短信')}
      onClose={onClose}
    >
      <PhoneField name="phone" label={t('手机号')} required />
      <TextField name="said" label={t('如何得知')} required maxLength={200} placeholder={t('电话、书面、投诉等')} />
    </CallForm>
  )
}

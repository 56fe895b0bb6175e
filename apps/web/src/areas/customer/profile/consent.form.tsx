import { consentKind, consentKindText, customerCalls, type CustomerProfile } from '@chauffeur/contract/customer/profile'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, RadioField, SelectField } from '#kit/fields/choice-fields.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { t } from '#platform/text/text.ts'

/** What a customer said they agree to, or take back. */
export default function ConsentForm({ open, row, onClose }: { open: boolean; row: CustomerProfile; onClose: () => void }) {
  return (
    <CallForm
      call={customerCalls.consent}
      refreshes={[customerCalls.profile]}
      open={open}
      title={t('登记客户授权')}
      initial={{ kind: 'MARKETING', given: true }}
      beside={() => ({ customerId: row.customerId })}
      onClose={onClose}
    >
      <SelectField name="kind" label={t('授权内容')} required choices={choicesOf(consentKind.options, consentKindText)} />
      <RadioField
        name="given"
        label={t('客户意见')}
        required
        choices={[
          { value: true, label: t('同意') },
          { value: false, label: t('不同意') },
        ]}
      />
      <TextField name="source" label={t('如何得知')} required maxLength={60} placeholder={t('电话、短信退订、书面等')} />
    </CallForm>
  )
}

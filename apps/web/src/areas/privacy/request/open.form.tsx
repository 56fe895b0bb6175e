import {
  identityCheckText,
  personKindText,
  privacyRequestCalls,
  requestChannelText,
  requestKind,
  requestKindText,
} from '@chauffeur/contract/privacy/request'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { choicesOf, FieldRow, LongTextField, PhoneField, RadioField, SelectField, TextField, WhenField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { CorrectionFields, wantedOf } from './correction-fields.tsx'

/** A request that came by telephone, at the counter or by letter. */
export default function OpenForm({ open, onClose }: RowFormProps<never>) {
  return (
    <CallForm
      call={privacyRequestCalls.open}
      refreshes={[privacyRequestCalls.list]}
      open={open}
      as="drawer"
      width={560}
      title={t('登记请求')}
      initial={{ personKind: 'CUSTOMER', kind: 'ACCESS', channel: 'PHONE' }}
      input={(values) => {
        const { wanted, rest } = wantedOf(values as Record<string, unknown>)
        return { ...rest, ...(rest.kind === 'CORRECT' && { wanted }) }
      }}
      okText={t('登记')}
      saved={t('已登记')}
      onClose={onClose}
    >
      <FieldRow>
        <RadioField name="personKind" label={t('请求人')} required choices={choicesOf(['CUSTOMER', 'DRIVER'], personKindText)} />
        <PhoneField name="phone" label={t('登记的手机号')} required />
      </FieldRow>
      <FieldRow>
        <RadioField name="kind" label={t('请求')} required choices={choicesOf(requestKind.options, requestKindText)} />
        <RadioField name="channel" label={t('来源')} required choices={choicesOf(['PHONE', 'COUNTER', 'LETTER'], requestChannelText)} />
      </FieldRow>
      <WhenField name="kind" is="CORRECT">
        <CorrectionFields />
      </WhenField>
      <LongTextField name="words" label={t('诉求')} required maxLength={500} rows={3} />
      <FieldRow>
        <SelectField
          name="identity"
          label={t('身份核实')}
          choices={choicesOf(['CALL_BACK', 'ID_DOCUMENT'], identityCheckText)}
          placeholder={t('稍后核实')}
        />
        <TextField name="identityNote" label={t('核实说明')} maxLength={200} />
      </FieldRow>
    </CallForm>
  )
}

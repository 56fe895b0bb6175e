import {
  identityCheckText,
  personKindText,
  privacyRequestCalls,
  requestChannelText,
  requestKindText,
} from '@chauffeur/contract/privacy/request'
import { Form } from 'antd'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { FieldRow, LongTextField, PhoneField, RadioField, SelectField, TextField } from '#kit/fields/fields.ts'
import { t, tr } from '#platform/text/text.ts'
import { CorrectionFields, wantedOf } from './correction-fields.tsx'

const choices = (words: Record<string, string>, without: readonly string[] = []) =>
  Object.entries(words)
    .filter(([value]) => !without.includes(value))
    .map(([value, label]) => ({ value, label: tr(label) }))

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
        <RadioField name="personKind" label={t('请求人')} required choices={choices(personKindText)} />
        <PhoneField name="phone" label={t('登记的手机号')} required />
      </FieldRow>
      <FieldRow>
        <RadioField name="kind" label={t('请求')} required choices={choices(requestKindText)} />
        <RadioField name="channel" label={t('来源')} required choices={choices(requestChannelText, ['API'])} />
      </FieldRow>
      <Form.Item noStyle shouldUpdate>
        {(form) => (form.getFieldValue('kind') === 'CORRECT' ? <CorrectionFields /> : null)}
      </Form.Item>
      <LongTextField name="words" label={t('诉求')} required maxLength={500} rows={3} />
      <FieldRow>
        <SelectField
          name="identity"
          label={t('身份核实')}
          choices={choices(identityCheckText, ['SIGNED_IN'])}
          placeholder={t('稍后核实')}
        />
        <TextField name="identityNote" label={t('核实说明')} maxLength={200} />
      </FieldRow>
    </CallForm>
  )
}

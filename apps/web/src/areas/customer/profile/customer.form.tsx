import { customerCalls, type CustomerRow } from '@chauffeur/contract/customer/profile'
import { levelCalls } from '@chauffeur/contract/customer/level'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { choicesOf, CityField, FieldRow, LongTextField, PhoneField, SelectField, TagsField, TextField } from '#kit/fields/fields.ts'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { customerReads, genders, genderText, monthDay } from './profile.view.ts'

interface Props extends RowFormProps<CustomerRow> {
  onSaved?: (saved: CustomerRow) => void
}

/** Who a customer is; the telephone of one who exists stays. */
export default function CustomerForm({ open, row: shown, onSaved, onClose }: Props) {
  const levels = useCall(levelCalls.level, {}, { enabled: open }).data?.levels ?? []
  return (
    <CallForm
      call={customerCalls.update}
      refreshes={customerReads}
      open={open}
      as="drawer"
      title={(row) => (row ? t('修改客户') : t('新建客户'))}
      row={shown}
      initial={{ level: 0, gender: 'UNKNOWN', tags: [], plateNos: [] }}
      present={({ customerId }) => sendCall(customerCalls.profile, { customerId })}
      of="customerId"
      beside={(row) => (row ? { phone: undefined } : {})}
      onSaved={onSaved}
      onClose={onClose}
    >
      {(row) => (
        <>
          <FieldRow>
            {row ? null : <PhoneField name="phone" label={t('电话')} required />}
            <TextField name="name" label={t('姓名')} maxLength={40} />
            <SelectField name="gender" label={t('性别')} filled choices={choicesOf(genders, genderText())} />
            <SelectField
              name="level"
              label={t('等级')}
              filled
              choices={levels.map(({ level, name }) => ({ value: level, label: tr(name) }))}
            />
          </FieldRow>
          <TextField
            name="birthday"
            label={t('生日')}
            maxLength={5}
            inputMode="numeric"
            placeholder="08-15"
            hint={t('月-日')}
            rules={monthDay()}
          />
          <CityField name="cityId" label={t('城市')} />
          <TagsField name="plateNos" label={t('车牌')} most={5} hint={t('最多 5 个，逗号分隔')} />
          <TagsField name="tags" label={t('标签')} most={10} hint={t('最多 10 个，逗号分隔')} />
          <LongTextField name="remark" label={t('备注')} maxLength={500} />
          {row ? <LongTextField name="note" label={t('添加记录')} maxLength={500} hint={t('加在客户记录后面，不能修改')} /> : null}
        </>
      )}
    </CallForm>
  )
}

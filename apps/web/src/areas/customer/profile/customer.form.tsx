import { messageLanguage, messageLanguageText } from '@chauffeur/contract/kernel/language'
import { customerCalls, type CustomerRow } from '@chauffeur/contract/customer/profile'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import {
  choicesOf,
  CityField,
  FieldRow,
  LongTextField,
  MonthDayField,
  PhoneField,
  SelectField,
  TagsField,
  TextField,
} from '#kit/fields/fields.ts'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { LevelField } from '../level/level-field.tsx'
import { customerReads, genders, genderText } from './profile.view.ts'

interface Props extends RowFormProps<CustomerRow> {
  onSaved?: (saved: CustomerRow) => void
}

/** Who a customer is; the telephone of one who exists stays. */
export default function CustomerForm({ open, row: shown, onSaved, onClose }: Props) {
  return (
    <CallForm
      call={customerCalls.update}
      refreshes={customerReads}
      open={open}
      as="drawer"
      title={(row) => (row ? t('修改客户') : t('新建客户'))}
      row={shown}
      initial={{ level: 0, gender: 'UNKNOWN', language: 'zh', tags: [], plateNos: [] }}
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
            <LevelField name="level" label={t('等级')} filled />
          </FieldRow>
          <FieldRow>
            <MonthDayField name="birthday" label={t('生日')} />
            <SelectField name="language" label={t('消息语言')} filled choices={choicesOf(messageLanguage.options, messageLanguageText)} />
          </FieldRow>
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

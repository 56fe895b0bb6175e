import { messageLanguage, messageLanguageText } from '@chauffeur/contract/kernel/language'
import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { customerGender, deskCustomerCalls } from '@chauffeur/contract/customer/card'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { FieldRow, LongTextField, SelectField, TagsField, TextField } from '#kit/fields/fields.ts'
import { RefusalError, refresh, sendCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import type { OpenCity } from '../trip/desk-map.tsx'
import type { CustomerInfo } from './customer.panel.tsx'

type Card = NonNullable<CustomerInfo['customer']>
type Values = Omit<InputOf<typeof deskCustomerCalls.updateCustomer>, 'phone' | 'version'>

const genderText: Record<NonNullable<Values['gender']>, string> = { UNKNOWN: '未知', MALE: '先生', FEMALE: '女士' }
const refreshes = [callCentreCalls.customerInfo]

export interface CustomerDialogProps {
  open: boolean
  phone: string
  customer: CustomerInfo['customer'] | undefined
  cities: readonly OpenCity[]
  onClose: () => void
}

/** Who the caller is: makes the customer or changes what is on file, and adds a note that stays. */
export function CustomerDialog({ open, phone, customer, cities, onClose }: CustomerDialogProps) {
  const make = useSend(deskCustomerCalls.newCustomer, { refreshes })
  const change = useSend(deskCustomerCalls.updateCustomer, { refreshes })
  const save = async ({ note, ...values }: Values, row: Card | null, changed: Partial<Values>) => {
    // Emptied is said as empty: what is left out stays as it was.
    const cityId = values.cityId ?? ''
    try {
      if (row) await change.send({ ...changed, cityId, phone, version: row.version, note: note?.trim() || undefined })
      else await make.send({ ...values, cityId, phone })
    } catch (error) {
      // Somebody else was quicker: what they wrote is shown behind the dialog, what was typed here stays.
      if (error instanceof RefusalError) void refresh(refreshes)
      throw error
    }
  }
  return (
    <EditForm<Values, Card>
      open={open}
      title={(row) => (row ? t('修改客户资料') : t('新建客户'))}
      length="short"
      row={customer ?? null}
      valuesOf={({ name, gender, language, cityId, plateNos, tags, remark }) => ({
        name,
        gender,
        language,
        cityId,
        plateNos,
        tags,
        remark,
      })}
      initial={{ name: '', gender: 'UNKNOWN', language: 'zh', plateNos: [], tags: [], remark: '' }}
      present={async () => (await sendCall(callCentreCalls.customerInfo, { phone })).customer ?? undefined}
      save={save}
      onClose={onClose}
    >
      {(row) => (
        <>
          <FieldRow>
            <TextField name="name" label={t('称呼')} maxLength={40} />
            <SelectField
              name="gender"
              label={t('性别')}
              filled
              choices={customerGender.options.map((value) => ({ value, label: tr(genderText[value]) }))}
            />
          </FieldRow>
          <FieldRow>
            <SelectField
              name="cityId"
              label={t('常用城市')}
              choices={cities.map(({ cityId, name }) => ({ value: cityId, label: tr(name) }))}
            />
            <SelectField
              name="language"
              label={t('消息语言')}
              filled
              choices={messageLanguage.options.map((value) => ({ value, label: tr(messageLanguageText[value]) }))}
            />
          </FieldRow>
          <TagsField name="plateNos" label={t('车牌号（最多 5 个）')} most={5} separators={[' ', ',', '，']} />
          <TagsField name="tags" label={t('标签')} most={10} />
          <LongTextField name="remark" label={t('客户备注')} maxLength={500} />
          {row ? <LongTextField name="note" label={t('新增沟通记录（保存后不可修改）')} maxLength={500} /> : null}
        </>
      )}
    </EditForm>
  )
}

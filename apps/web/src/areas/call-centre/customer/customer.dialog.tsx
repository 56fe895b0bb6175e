import { callCentreCalls } from '@chauffeur/contract/call-centre/desk'
import { customerGender, deskCustomerCalls } from '@chauffeur/contract/customer/card'
import { Form, Input, Select } from 'antd'
import { RefusalError, refresh, sendCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import type { CustomerInfo } from './customer.panel.tsx'
import type { OpenCity } from '../trip/desk-map.tsx'
import './customer.css'

interface Values {
  name?: string
  gender: (typeof customerGender.options)[number]
  cityId?: string
  plateNos: string[]
  tags: string[]
  remark?: string
  note?: string
}

const genderWords: Record<Values['gender'], () => string> = { UNKNOWN: () => t('未知'), MALE: () => t('先生'), FEMALE: () => t('女士') }

const valuesOf = (customer: CustomerInfo['customer'] | null): Values => ({
  name: customer?.name ?? '',
  gender: customer?.gender ?? 'UNKNOWN',
  cityId: customer?.cityId ?? undefined,
  plateNos: customer?.plateNos ?? [],
  tags: customer?.tags ?? [],
  remark: customer?.remark ?? '',
})

export interface CustomerDialogProps {
  open: boolean
  phone: string
  customer: CustomerInfo['customer'] | undefined
  cities: readonly OpenCity[]
  onClose: () => void
}

/** Who the caller is: makes the customer or changes what is on file, and adds a note that stays. */
export function CustomerDialog({ open, phone, customer: shown, cities, onClose }: CustomerDialogProps) {
  const versions = useVersioned(
    open,
    shown ?? null,
    async () => (await sendCall(callCentreCalls.customerInfo, { phone })).customer ?? undefined,
  )
  const customer = versions.base
  const refreshes = [callCentreCalls.customerInfo]
  const make = useSend(deskCustomerCalls.newCustomer, { refreshes })
  const change = useSend(deskCustomerCalls.updateCustomer, { refreshes })
  const save = async ({ note, ...values }: Values) => {
    // Emptied is said as empty: what is left out stays as it was.
    const cityId = values.cityId ?? ''
    try {
      if (customer)
        await versions.guard(() => change.send({ ...values, cityId, phone, version: customer.version, note: note?.trim() || undefined }))
      else await make.send({ ...values, cityId, phone })
    } catch (error) {
      // Somebody else was quicker: what they wrote is shown behind the dialog, what was typed here stays.
      if (error instanceof RefusalError) void refresh(refreshes)
      throw error
    }
  }
  const fields: ConflictField<Values>[] = [
    { name: 'name', label: t('称呼') },
    { name: 'gender', label: t('性别'), words: (gender: Values['gender']) => genderWords[gender]() },
    { name: 'cityId', label: t('常用城市'), words: (cityId?: string) => tr(cities.find((city) => city.cityId === cityId)?.name ?? '') },
    { name: 'plateNos', label: t('车牌号（最多 5 个）') },
    { name: 'tags', label: t('标签') },
    { name: 'remark', label: t('客户备注') },
  ]
  return (
    <FormDialog<Values>
      open={open}
      title={customer ? t('修改客户资料') : t('新建客户')}
      initial={valuesOf(customer)}
      onSubmit={save}
      onClose={onClose}
    >
      <VersionConflict<Values>
        base={valuesOf(customer)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      <div className="desk-form-pair">
        <Form.Item name="name" label={t('称呼')}>
          <Input maxLength={40} autoFocus />
        </Form.Item>
        <Form.Item name="gender" label={t('性别')}>
          <Select options={customerGender.options.map((value) => ({ value, label: genderWords[value]() }))} />
        </Form.Item>
      </div>
      <Form.Item name="cityId" label={t('常用城市')}>
        <Select
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          options={cities.map(({ cityId, name }) => ({ value: cityId, label: tr(name) }))}
        />
      </Form.Item>
      <Form.Item name="plateNos" label={t('车牌号（最多 5 个）')}>
        <Select mode="tags" maxCount={5} tokenSeparators={[' ', ',', '，']} open={false} suffixIcon={null} />
      </Form.Item>
      <Form.Item name="tags" label={t('标签')}>
        <Select mode="tags" maxCount={10} tokenSeparators={[',', '，']} open={false} suffixIcon={null} />
      </Form.Item>
      <Form.Item name="remark" label={t('客户备注')}>
        <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 4 }} />
      </Form.Item>
      {customer ? (
        <Form.Item name="note" label={t('新增沟通记录（保存后不可修改）')}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 4 }} />
        </Form.Item>
      ) : null}
    </FormDialog>
  )
}

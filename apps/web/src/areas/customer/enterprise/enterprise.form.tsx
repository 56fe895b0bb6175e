import { enterpriseCalls, enterprisePayMode, enterprisePayModeText } from '@chauffeur/contract/customer/enterprise'
import { choicesOf, RadioField, SwitchField } from '#kit/fields/choice-fields.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { FieldRow, WhenField } from '#kit/fields/field-row.tsx'
import { CountField, MoneyField } from '#kit/fields/number-fields.tsx'
import { LongTextField, PhoneField, TextField } from '#kit/fields/text-fields.tsx'
import { HoursFields } from '#kit/fields/time-fields.tsx'
import { sendCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { CityField } from '#kit/pickers/city-field.tsx'
import type { Enterprise } from './enterprise.view.ts'

/** An enterprise that pays for its employees. */
export default function EnterpriseForm({
  open,
  row: shown,
  onClose,
  onSaved,
}: RowFormProps<Enterprise> & { onSaved?: (enterpriseId: string) => void }) {
  return (
    <CallForm
      call={enterpriseCalls.saveEnterprise}
      refreshes={[enterpriseCalls.enterprises, enterpriseCalls.enterprise]}
      open={open}
      as="drawer"
      width={560}
      title={(row) => (row ? t('修改企业') : t('新建企业'))}
      row={shown}
      initial={{ payMode: 'PREPAID', state: 'ACTIVE', cityIds: [], billDay: 1 }}
      present={({ enterpriseId }) => sendCall(enterpriseCalls.enterprise, { enterpriseId })}
      of="enterpriseId"
      beside={(row) => ({ channelId: row?.channelId ?? undefined })}
      input={({ hours, ...values }, row) => ({
        ...values,
        billDay: values.billDay ?? row?.billDay ?? 1,
        creditLimitFen: values.payMode === 'POSTPAID' ? values.creditLimitFen : 0,
        hours: hours?.from && hours.to ? hours : undefined,
      })}
      onSaved={({ enterpriseId }) => onSaved?.(enterpriseId)}
      onClose={onClose}
    >
      {(row) => (
        <>
          <FieldRow>
            <TextField name="name" label={t('企业名称')} required maxLength={60} />
            <TextField name="creditCode" label={t('统一社会信用代码')} maxLength={18} inputMode="text" />
            <TextField name="contactName" label={t('联系人')} maxLength={40} />
            <PhoneField name="contactPhone" label={t('联系电话')} saved={row?.contactPhone} />
          </FieldRow>
          <CityField name="cityIds" label={t('可用城市')} multiple hint={t('不选为全部城市')} />
          <RadioField
            name="payMode"
            label={t('结算')}
            required
            hint={t('预存：先充值后使用；月结：在信用额度内先使用后结账')}
            choices={choicesOf(enterprisePayMode.options, enterprisePayModeText)}
          />
          <WhenField name="payMode" is="POSTPAID">
            <FieldRow>
              <MoneyField name="creditLimitFen" label={t('信用额度')} required min={0} max={10_000_000_000} />
              <CountField name="billDay" label={t('每月账单日')} required min={1} max={28} />
            </FieldRow>
          </WhenField>
          <FieldRow>
            <MoneyField name="perOrderLimitFen" label={t('每单最多支付')} hint={t('不填为不限')} min={1} max={1_000_000_000} />
            <MoneyField name="monthLimitFen" label={t('每月最多支付')} hint={t('不填为不限')} min={1} max={1_000_000_000} />
          </FieldRow>
          <HoursFields name="hours" labels={{ from: t('用车时间从'), to: t('到') }} />
          <LongTextField name="remark" label={t('备注')} maxLength={500} />
          <SwitchField
            name="state"
            label={t('启用')}
            values={{ on: 'ACTIVE', off: 'STOPPED' }}
            hint={t('停用后不再为员工支付，进行中的订单不受影响')}
          />
        </>
      )}
    </CallForm>
  )
}

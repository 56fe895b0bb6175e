import { channelCalls, type ChannelRow, MOST_CALLS_PER_MINUTE } from '@chauffeur/contract/partner/channel'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { SelectField } from '#kit/fields/choice-fields.tsx'
import { CountField, PercentField } from '#kit/fields/number-fields.tsx'
import { FieldRow } from '#kit/fields/field-row.tsx'
import { LongTextField, PhoneField, TextField } from '#kit/fields/text-fields.tsx'
import { CityField } from '#kit/pickers/city-field.tsx'
import { sendCall } from '#platform/http/call.ts'
import { serviceOptions } from '#shared/city/scope-fields.tsx'
import { t } from '#platform/text/text.ts'

/** A partner through whom orders come. */
export default function ChannelForm({ open, row: shown, onClose }: RowFormProps<ChannelRow>) {
  return (
    <CallForm
      call={channelCalls.save}
      refreshes={[channelCalls.list, channelCalls.view, channelCalls.find]}
      open={open}
      as="drawer"
      title={(row) => (row ? t('修改渠道') : t('新建渠道'))}
      row={shown}
      initial={{ cityIds: [], serviceTypes: [], callsPerMinute: 600, commissionBp: 0 }}
      present={async ({ channelId, code }) =>
        (await sendCall(channelCalls.list, { keyword: code, pageSize: 200 })).rows.find((one) => one.channelId === channelId)
      }
      of="channelId"
      beside={(row) => (row ? { code: undefined } : {})}
      onClose={onClose}
    >
      {(row) => (
        <>
          <FieldRow>
            <TextField name="name" label={t('渠道名称')} required maxLength={40} />
            <TextField
              name="code"
              label={t('渠道编码')}
              required
              locked={row !== null}
              maxLength={20}
              inputMode="text"
              hint={row ? undefined : t('对账用，保存后不能修改')}
              placeholder="bank-vip"
            />
            <TextField name="contactName" label={t('联系人')} maxLength={40} />
            <PhoneField name="contactPhone" label={t('联系电话')} saved={row?.contactPhone} />
          </FieldRow>
          <CityField name="cityIds" label={t('下单城市')} multiple />
          <SelectField name="serviceTypes" label={t('下单服务')} multiple choices={serviceOptions()} placeholder={t('全部服务')} />
          <FieldRow>
            <CountField name="ordersPerDay" label={t('每日订单额度')} min={1} max={1_000_000} hint={t('合作方系统下单，不填为不限')} />
            <CountField name="callsPerMinute" label={t('每分钟接口调用')} min={1} max={MOST_CALLS_PER_MINUTE} />
            <PercentField name="commissionBp" label={t('渠道佣金')} min={0} max={10_000} hint={t('按已报单金额计')} />
          </FieldRow>
          <LongTextField name="settlement" label={t('结算说明')} maxLength={500} hint={t('结算方式、账期、开票等约定')} />
        </>
      )}
    </CallForm>
  )
}

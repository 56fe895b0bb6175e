import { driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { COVERAGE_FEN, insuranceProductText } from '@chauffeur/contract/qualification/insurance'
import { Form } from 'antd'
import { CallForm } from '#kit/edit/call.form.tsx'
import { FieldRow, InstantField, LongTextField, MoneyField, SelectField, TextField } from '#kit/fields/fields.ts'
import type { AddProps } from '#kit/list/define.view.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { faultOf } from '#ui/page/fault.view.ts'

/** A loss of a driver: of the policies that held then one is chosen. */
export default function ClaimForm({ open, onClose }: AddProps) {
  const offsetMinutes = useCities().list[0]?.utcOffsetMinutes ?? null
  return (
    <CallForm
      call={driverClaimCalls.report}
      refreshes={[driverClaimCalls.claims]}
      open={open}
      title={t('登记理赔')}
      initial={{ lossAt: new Date().toISOString() }}
      saved={() => t('已登记，请上传现场照片和单据')}
      onClose={onClose}
    >
      <FieldRow>
        <TextField name="driverNo" label={t('司机工号')} required maxLength={20} />
        <TextField name="orderNo" label={t('订单号')} hint={t('不在行程中的不填')} maxLength={30} />
      </FieldRow>
      <InstantField name="lossAt" label={t('出险时间')} required offsetMinutes={offsetMinutes} />
      <PolicyField />
      <MoneyField name="amountFen" label={t('索赔金额')} required min={COVERAGE_FEN.min} max={COVERAGE_FEN.max} />
      <LongTextField name="what" label={t('出险经过')} required maxLength={500} />
    </CallForm>
  )
}

/** Those that covered the driver at the time of the loss. */
function PolicyField() {
  const driverNo = Form.useWatch<string | undefined>('driverNo')?.trim() ?? ''
  const orderNo = Form.useWatch<string | undefined>('orderNo')?.trim() ?? ''
  const lossAt = Form.useWatch<string | undefined>('lossAt') ?? ''
  const asked = driverNo !== '' && lossAt !== ''
  const query = useCall(driverClaimCalls.covering, { driverNo, lossAt, ...(orderNo && { orderNo }) }, { enabled: asked, silent: true })
  const policies = asked ? (query.data?.policies ?? []) : []
  const hint = !asked
    ? t('填写工号和出险时间后列出当时保障中的保单')
    : query.isError
      ? faultOf(query.error).hint
      : query.data && policies.length === 0
        ? t('{name} 在出险时间没有保障中的保单', { name: query.data.driverName })
        : query.data?.driverName
  return (
    <SelectField
      name="insuranceId"
      label={t('保单')}
      required
      {...(hint && { hint })}
      choices={policies.map(({ insuranceId, product, policyNo, insurer }) => ({
        value: insuranceId,
        label: `${tr(insuranceProductText[product])} · ${insurer} ${policyNo}`,
      }))}
    />
  )
}

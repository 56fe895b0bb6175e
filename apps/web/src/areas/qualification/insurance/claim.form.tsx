import { driverClaimCalls } from '@chauffeur/contract/qualification/claim'
import { COVERAGE_FEN } from '@chauffeur/contract/qualification/insurance'
import { CallForm } from '#kit/edit/call.form.tsx'
import { FieldRow, InstantField, LongTextField, MoneyField, TextField } from '#kit/fields/fields.ts'
import type { AddProps } from '#kit/list/define.view.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { t } from '#platform/text/text.ts'
import { PolicyField } from './policy-field.tsx'

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

import {
  COVERAGE_FEN,
  driverInsuranceCalls,
  insurancePayer,
  insurancePayerText,
  insuranceProduct,
  insuranceProductText,
  type InsuranceRow,
  PREMIUM_FEN,
} from '@chauffeur/contract/qualification/insurance'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { choicesOf, FieldRow, InstantField, MoneyField, RadioField, TextField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { t } from '#platform/text/text.ts'

/** A policy as its paper reads. */
export default function InsuranceForm({ open, row: shown, onClose }: RowFormProps<InsuranceRow>) {
  const cities = useCities().list
  const offsetMinutes = (cities.find(({ cityId }) => cityId === shown?.cityId) ?? cities[0])?.utcOffsetMinutes ?? null
  return (
    <CallForm
      call={driverInsuranceCalls.save}
      of="insuranceId"
      present={driverInsuranceCalls.detail}
      refreshes={[driverInsuranceCalls.list]}
      open={open}
      title={(row) => (row ? t('修改 {name} 的保单', { name: row.driverName }) : t('新建保单'))}
      row={shown}
      initial={{ product: 'ACCIDENT', payer: 'PLATFORM' }}
      valuesOf={({ driverNo, product, insurer, policyNo, from, until, coverageFen, premiumFen, payer }) => ({
        ...{ driverNo, product, insurer, policyNo, from, until, coverageFen, premiumFen, payer },
      })}
      onClose={onClose}
    >
      {(row) => (
        <>
          <TextField name="driverNo" label={t('司机工号')} required locked={row !== null} maxLength={20} />
          <RadioField name="product" label={t('险种')} required choices={choicesOf(insuranceProduct.options, insuranceProductText)} />
          <FieldRow>
            <TextField name="insurer" label={t('保险公司')} required maxLength={60} />
            <TextField name="policyNo" label={t('保单号')} required maxLength={60} />
            <InstantField name="from" label={t('保险起期')} required offsetMinutes={offsetMinutes} />
            <InstantField name="until" label={t('保险止期')} required offsetMinutes={offsetMinutes} />
            <MoneyField name="coverageFen" label={t('保额')} required min={COVERAGE_FEN.min} max={COVERAGE_FEN.max} />
            <MoneyField name="premiumFen" label={t('保费')} required min={PREMIUM_FEN.min} max={PREMIUM_FEN.max} />
          </FieldRow>
          <RadioField name="payer" label={t('保费由谁承担')} required choices={choicesOf(insurancePayer.options, insurancePayerText)} />
        </>
      )}
    </CallForm>
  )
}

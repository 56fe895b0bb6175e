import { driverInsuranceCalls, insuranceProductText, type InsuranceRow } from '@chauffeur/contract/qualification/insurance'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField } from '#kit/fields/fields.ts'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { t, tr } from '#platform/text/text.ts'

/** It covers the driver no longer, from now on. */
export default function CancelInsurance({ row, open, onClose }: RowDialogProps<InsuranceRow>) {
  return (
    <CallForm
      call={driverInsuranceCalls.cancel}
      refreshes={[driverInsuranceCalls.list]}
      open={open}
      danger
      okText={t('退保')}
      title={t('{name} 的{product}退保', { name: row.driverName, product: tr(insuranceProductText[row.product]) })}
      beside={() => ({ insuranceId: row.insuranceId, version: row.version })}
      saved={() => t('已退保')}
      onClose={onClose}
    >
      <p>{t('退保后立即不再保障，城市要求此险种的，司机会在一分钟内下线；手上的订单可以完成。')}</p>
      <LongTextField name="reason" label={t('原因')} required maxLength={200} />
    </CallForm>
  )
}

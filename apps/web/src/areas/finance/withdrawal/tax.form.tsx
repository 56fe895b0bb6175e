import { taxableOn, taxableOnText, withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { ReasonField } from '#kit/config/reason-field.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, RadioField, SwitchField } from '#kit/fields/choice-fields.tsx'
import { FieldRow } from '#kit/fields/field-row.tsx'
import { MoneyField, PercentField } from '#kit/fields/number-fields.tsx'
import { withOther } from '#kit/fields/rules.ts'
import { TextField } from '#kit/fields/text-fields.tsx'
import { t } from '#platform/text/text.ts'
import { openEnded, TaxBandsField } from './tax-bands-field.tsx'
import type { TaxConfig } from './withdrawal.view.ts'

/** What is withheld of withdrawals as tax, by the year. */
export const TaxForm = ({ open, tax, onClose }: { open: boolean; tax: TaxConfig; onClose: () => void }) => (
  <CallForm
    call={withdrawalTermsCalls.saveTaxConfig}
    refreshes={[withdrawalTermsCalls.taxConfig, withdrawalTermsCalls.taxHistory]}
    open={open}
    as="drawer"
    width={680}
    title={t('修改代缴设置')}
    row={tax}
    fieldOf={{ 'withdrawalTerms.taxPayerMissing': 'payerName' }}
    input={({ bands, ...values }, row) => ({ ...values, bands: openEnded(bands), version: row?.version })}
    onClose={onClose}
  >
    <SwitchField name="withhold" label={t('提现时代缴')} hint={t('启用后，之后的提现申请按下表扣税')} />
    <RadioField
      name="taxableOn"
      label={t('计税时点')}
      required
      hint={t('申请提现时：计入申请当月的收入；收入到账时：计入各笔收入到账的月份，先到账的先提现')}
      choices={choicesOf(taxableOn.options, taxableOnText)}
    />
    <FieldRow>
      <TextField
        name="payerName"
        label={t('扣缴义务人')}
        maxLength={60}
        dependencies={['withhold']}
        rules={[withOther('withhold', t('请填写扣缴义务人'))]}
      />
      <TextField name="payerTaxNo" label={t('纳税人识别号')} maxLength={20} inputMode="text" />
      <PercentField name="expenseBp" label={t('费用扣除')} required min={0} max={10_000} />
      <MoneyField name="monthlyExemptFen" label={t('每月减除')} required min={0} max={100_000_000} />
    </FieldRow>
    <TaxBandsField />
    <ReasonField />
  </CallForm>
)

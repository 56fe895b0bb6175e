import { taxableOn, taxableOnText, type TaxBand, withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { Form } from 'antd'
import { ReasonField } from '#kit/config/reason-field.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, RadioField, SwitchField } from '#kit/fields/choice-fields.tsx'
import { FieldRow } from '#kit/fields/field-row.tsx'
import { MoneyField, PercentField } from '#kit/fields/number-fields.tsx'
import { RowsField } from '#kit/fields/rows-field.tsx'
import { withOther } from '#kit/fields/rules.ts'
import { TextField } from '#kit/fields/text-fields.tsx'
import { t } from '#platform/text/text.ts'
import { bandWords, type TaxConfig } from './withdrawal.view.ts'

/** The last band has no limit, whatever was typed while it was not the last. */
const openEnded = (bands: readonly Partial<TaxBand>[]) =>
  bands.map(({ uptoFen, rateBp, quickFen }, at) => ({ uptoFen: at === bands.length - 1 ? null : uptoFen, rateBp, quickFen })) as TaxBand[]

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
    <RowsField<TaxBand>
      name="bands"
      label={t('税率表（从低到高，最后一级不设上限）')}
      words={(bands: readonly TaxBand[]) => bandWords(openEnded(bands))}
      addText={t('增加一级')}
      added={{ uptoFen: null, rateBp: 0, quickFen: 0 }}
      most={12}
      removeText={(n) => t('删除第 {n} 级', { n })}
    >
      {(row, rows) => (
        <>
          {row === rows - 1 ? (
            <Form.Item label={t('第 {n} 级上限', { n: row + 1 })} required>
              {t('不设上限')}
            </Form.Item>
          ) : (
            <MoneyField name={[row, 'uptoFen']} label={t('第 {n} 级上限', { n: row + 1 })} required min={1} max={100_000_000_000} />
          )}
          <PercentField name={[row, 'rateBp']} label={t('第 {n} 级税率', { n: row + 1 })} required min={0} max={5_000} />
          <MoneyField name={[row, 'quickFen']} label={t('第 {n} 级速算扣除', { n: row + 1 })} required min={0} max={1_000_000_000} />
        </>
      )}
    </RowsField>
    <ReasonField />
  </CallForm>
)

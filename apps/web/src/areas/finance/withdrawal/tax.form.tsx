import { taxableOn, type TaxableOn, taxableOnText, withdrawalTermsCalls } from '@chauffeur/contract/finance/withdrawal-terms'
import { Button, Form, Input, InputNumber, Radio, Switch } from 'antd'
import { sendCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { fenOf, moneyText, yuanOf } from '#ui/show/money.view.ts'
import type { TaxConfig } from './withdrawal.view.ts'
import './withdrawal.css'

interface Band {
  upto?: number | null
  rate: number
  quick: number
}
interface Values {
  withhold: boolean
  taxableOn: TaxableOn
  payerName?: string
  payerTaxNo?: string
  expense: number
  exempt: number
  bands: Band[]
}

const valuesOf = (tax: TaxConfig): Values => ({
  withhold: tax.withhold,
  taxableOn: tax.taxableOn,
  payerName: tax.payerName,
  payerTaxNo: tax.payerTaxNo,
  expense: tax.expenseBp / 100,
  exempt: yuanOf(tax.monthlyExemptFen),
  bands: tax.bands.map(({ uptoFen, rateBp, quickFen }) => ({
    ...(uptoFen !== null && { upto: yuanOf(uptoFen) }),
    rate: rateBp / 100,
    quick: yuanOf(quickFen),
  })),
})

const bandWords = (bands: readonly Band[]) =>
  bands.map(({ upto, rate }) => (upto ? t('不超过 {sum}', { sum: moneyText(fenOf(upto)) }) : t('不设上限')) + ` ${rate}%`).join(t('；'))

/** What is withheld of withdrawals as tax, by the year. */
export function TaxForm({ open, tax: shown, onClose }: { open: boolean; tax: TaxConfig; onClose: () => void }) {
  const { send } = useSend(withdrawalTermsCalls.saveTaxConfig, { refreshes: [withdrawalTermsCalls.taxConfig] })
  const versions = useVersioned(open, shown, () => sendCall(withdrawalTermsCalls.taxConfig, {}))
  const tax = versions.base
  const required = [{ required: true, message: t('请填写') }]
  const submit = async ({ expense, exempt, bands, ...values }: Values) => {
    await versions.guard(() =>
      send({
        ...values,
        version: tax.version,
        expenseBp: Math.round(expense * 100),
        monthlyExemptFen: fenOf(exempt),
        bands: bands.map(({ upto, rate, quick }, index) => ({
          uptoFen: index === bands.length - 1 || upto === null || upto === undefined ? null : fenOf(upto),
          rateBp: Math.round(rate * 100),
          quickFen: fenOf(quick),
        })),
      }),
    )
    toast.success(t('已保存'))
  }
  const fields: ConflictField<Values>[] = [
    { name: 'withhold', label: t('提现时代缴') },
    { name: 'taxableOn', label: t('计税时点'), words: (value: TaxableOn) => tr(taxableOnText[value]) },
    { name: 'payerName', label: t('扣缴义务人') },
    { name: 'payerTaxNo', label: t('纳税人识别号') },
    { name: 'expense', label: t('费用扣除（%）') },
    { name: 'exempt', label: t('每月减除（元）') },
    { name: 'bands', label: t('税率表'), words: bandWords },
  ]
  return (
    <FormDialog<Values>
      open={open}
      as="drawer"
      width={600}
      title={t('修改代缴设置')}
      initial={valuesOf(tax)}
      onSubmit={submit}
      onClose={onClose}
    >
      <VersionConflict<Values>
        base={valuesOf(tax)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      <Form.Item name="withhold" label={t('提现时代缴')} required valuePropName="checked" extra={t('启用后，之后的提现申请按下表扣税')}>
        <Switch />
      </Form.Item>
      <Form.Item
        name="taxableOn"
        label={t('计税时点')}
        required
        extra={t('申请提现时：计入申请当月的收入；收入到账时：计入各笔收入到账的月份，先到账的先提现')}
      >
        <Radio.Group options={taxableOn.options.map((value) => ({ value, label: tr(taxableOnText[value]) }))} />
      </Form.Item>
      <div className="withdrawal-fields">
        <Form.Item
          name="payerName"
          label={t('扣缴义务人')}
          dependencies={['withhold']}
          rules={[
            ({ getFieldValue }) => ({
              validator: (_, value?: string) =>
                getFieldValue('withhold') && !value?.trim() ? Promise.reject(new Error(t('请填写扣缴义务人'))) : Promise.resolve(),
            }),
          ]}
        >
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        <Form.Item name="payerTaxNo" label={t('纳税人识别号')}>
          <Input maxLength={20} autoComplete="off" spellCheck={false} />
        </Form.Item>
        <Form.Item name="expense" label={t('费用扣除（%）')} rules={required}>
          <InputNumber min={0} max={100} precision={2} />
        </Form.Item>
        <Form.Item name="exempt" label={t('每月减除（元）')} rules={required}>
          <InputNumber min={0} max={1_000_000} precision={2} />
        </Form.Item>
      </div>
      <Form.List name="bands">
        {(fields, { add, remove }) => (
          <fieldset className="ui-group">
            <legend>{t('税率表（从低到高，最后一级不设上限）')}</legend>
            <div className="withdrawal-band withdrawal-soft" aria-hidden="true">
              <span>{t('累计所得不超过（元）')}</span>
              <span>{t('税率（%）')}</span>
              <span>{t('速算扣除（元）')}</span>
            </div>
            {fields.map(({ key, name }, index) => (
              <div key={key} className="withdrawal-band">
                {index === fields.length - 1 ? (
                  <Form.Item>
                    <span className="withdrawal-soft">{t('不设上限')}</span>
                  </Form.Item>
                ) : (
                  <Form.Item name={[name, 'upto']} rules={required}>
                    <InputNumber aria-label={t('第 {n} 级上限', { n: index + 1 })} min={0.01} precision={2} />
                  </Form.Item>
                )}
                <Form.Item name={[name, 'rate']} rules={required}>
                  <InputNumber aria-label={t('第 {n} 级税率', { n: index + 1 })} min={0} max={50} precision={2} />
                </Form.Item>
                <Form.Item name={[name, 'quick']} rules={required}>
                  <InputNumber aria-label={t('第 {n} 级速算扣除', { n: index + 1 })} min={0} precision={2} />
                </Form.Item>
                <Form.Item>
                  <Button
                    type="text"
                    disabled={fields.length === 1}
                    aria-label={t('删除第 {n} 级', { n: index + 1 })}
                    onClick={() => remove(name)}
                  >
                    {t('删除')}
                  </Button>
                </Form.Item>
              </div>
            ))}
            <Button size="small" disabled={fields.length >= 12} onClick={() => add({ rate: 0, quick: 0 })}>
              {t('增加一级')}
            </Button>
          </fieldset>
        )}
      </Form.List>
    </FormDialog>
  )
}

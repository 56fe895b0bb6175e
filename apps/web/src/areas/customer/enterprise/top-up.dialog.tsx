import { enterpriseCalls, topUpWay, topUpWayText } from '@chauffeur/contract/customer/enterprise'
import { choicesOf, RadioField } from '#kit/fields/choice-fields.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { MoneyField } from '#kit/fields/number-fields.tsx'
import { TextField } from '#kit/fields/text-fields.tsx'
import { t } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import type { Enterprise } from './enterprise.view.ts'
import './enterprise.css'

export const moneyReads = [enterpriseCalls.enterprise, enterpriseCalls.enterprises, enterpriseCalls.entries]

/** Money that arrived from an enterprise is put on its balance. */
export function TopUpDialog({ open, row, onClose }: { open: boolean; row: Enterprise; onClose: () => void }) {
  return (
    <CallForm
      call={enterpriseCalls.topUp}
      refreshes={moneyReads}
      beside={() => ({ enterpriseId: row.enterpriseId })}
      open={open}
      title={t('充值：{name}', { name: row.name })}
      okText={t('确认入账')}
      initial={{ way: 'BANK' }}
      saved={({ balanceFen }) => t('已入账，余额 {balance}', { balance: moneyText(balanceFen) })}
      onClose={onClose}
    >
      <p className="enterprise-soft">{t('仅在款项到账后登记；现余额 {balance}。', { balance: moneyText(row.balanceFen) })}</p>
      <MoneyField name="amountFen" label={t('到账金额')} required min={1} max={10_000_000_000} />
      <RadioField name="way" label={t('到账方式')} required choices={choicesOf(topUpWay.options, topUpWayText)} />
      <TextField
        name="reference"
        label={t('流水号')}
        hint={t('银行或支付渠道的交易号，同一笔只能入账一次')}
        required
        maxLength={64}
        inputMode="text"
      />
      <TextField name="remark" label={t('备注')} maxLength={200} />
    </CallForm>
  )
}

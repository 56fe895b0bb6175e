import { paymentWay } from '@chauffeur/contract/order/bill'
import { orderCalls } from '@chauffeur/contract/order/list'
import { paidByText } from '@chauffeur/contract/order/model'
import { type PrepaymentRow, prepayCalls } from '@chauffeur/contract/finance/prepayment'
import { Facts } from '#kit/detail/facts.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, InstantField, MoneyField, RadioField, TextField } from '#kit/fields/fields.ts'
import { exactly } from '#kit/fields/rules.ts'
import { t, tr } from '#platform/text/text.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { clockWords } from '#ui/show/time.view.ts'

/** What is to be returned was paid back, by another person than who entered the payment. */
export default function ReturnDialog({ row, open, onClose }: { row: PrepaymentRow; open: boolean; onClose: () => void }) {
  const due = moneyText(row.returnDueFen)
  return (
    <CallForm
      call={prepayCalls.payBack}
      refreshes={[prepayCalls.list, orderCalls.info]}
      open={open}
      width={480}
      title={t('登记预付退款 {no}', { no: row.orderNo })}
      okText={t('登记退款')}
      initial={{ way: row.way }}
      beside={() => ({ prepaymentId: row.prepaymentId })}
      saved={() => t('已登记退款 {sum}', { sum: due })}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('待退金额'), <Money key="due" fen={row.returnDueFen} />],
          [t('收款方式'), `${tr(paidByText[row.way])} ${row.reference}`],
          [t('收款登记人'), row.byName],
        ]}
      />
      <MoneyField
        name="amountFen"
        label={t('退款金额')}
        required
        hint={t('须全额退还 {due}', { due })}
        rules={[exactly(row.returnDueFen, t('与待退 {due} 不一致', { due }))]}
      />
      <RadioField name="way" label={t('退款方式')} required choices={choicesOf(paymentWay.options, paidByText)} />
      <TextField name="reference" label={t('退款流水号')} required hint={t('银行或支付渠道的退款单号')} maxLength={64} inputMode="text" />
      <InstantField
        name="returnedAt"
        label={t('退款时间')}
        hint={`${t('不填则为现在')} · ${clockWords(row.utcOffsetMinutes)}`}
        offsetMinutes={row.utcOffsetMinutes}
      />
      <TextField name="note" label={t('备注')} maxLength={200} />
    </CallForm>
  )
}

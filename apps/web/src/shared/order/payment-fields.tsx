import { paymentWay } from '@chauffeur/contract/order/bill'
import { paidByText } from '@chauffeur/contract/order/model'
import { choicesOf, InstantField, MoneyField, RadioField, TextField } from '#kit/fields/fields.ts'
import { exactly } from '#kit/fields/rules.ts'
import { t } from '#platform/text/text.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { clockWords } from '#ui/show/time.view.ts'

/** A payment that arrived, in whole, as it stands on the statement. `utcOffsetMinutes`: of the city by whose clock the time is typed. */
export const PaymentFields = ({ dueFen, hint, utcOffsetMinutes }: { dueFen: number; hint: string; utcOffsetMinutes: number }) => (
  <>
    <MoneyField
      name="amountFen"
      label={t('到账金额')}
      required
      hint={hint}
      rules={[exactly(dueFen, t('与应付 {due} 不一致', { due: moneyText(dueFen) }))]}
    />
    <RadioField name="way" label={t('到账方式')} required choices={choicesOf(paymentWay.options, paidByText)} />
    <TextField
      name="reference"
      label={t('流水号')}
      required
      hint={t('银行或支付渠道的交易号，同一笔只能入账一次')}
      maxLength={64}
      inputMode="text"
    />
    <InstantField
      name="paidAt"
      label={t('到账时间')}
      hint={`${t('不填则为现在')} · ${clockWords(utcOffsetMinutes)}`}
      offsetMinutes={utcOffsetMinutes}
    />
    <TextField name="note" label={t('备注')} maxLength={200} />
  </>
)

import { partnerPaymentCalls as calls } from '@chauffeur/contract/partner/payment'
import { type PartnerStatement, partnerStatementCalls, paymentKindText } from '@chauffeur/contract/partner/statement'
import { Facts } from '#kit/detail/facts.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { DayField, LongTextField, MoneyField, SelectField, TextField } from '#kit/fields/fields.ts'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Money } from '#ui/show/money.tsx'
import { moneyText } from '#ui/show/money.view.ts'
import { statementReads } from './settlement.view.ts'

interface OfStatement {
  of: PartnerStatement
  open: boolean
  onClose: () => void
}
type Payment = PartnerStatement['payments'][number]

/** A payment by mistake: it stays in the list, and its entry is reversed. */
export function TakeBackForm({ payment, open, onClose }: { payment: Payment; open: boolean; onClose: () => void }) {
  return (
    <CallForm
      call={calls.takeBack}
      refreshes={statementReads}
      open={open}
      width={480}
      title={t('冲销付款')}
      okText={t('冲销')}
      danger
      beside={() => ({ partnerPaymentId: payment.partnerPaymentId })}
      saved={t('付款已冲销')}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('类型'), tr(paymentKindText[payment.kind])],
          [t('金额'), <Money key="fen" fen={payment.amountFen} />],
          payment.reference !== '' && [t('转账流水号'), payment.reference],
          [t('登记人'), payment.enteredByName],
        ]}
      />
      <LongTextField name="reason" label={t('原因')} required maxLength={200} />
      {payment.kind === 'RECEIVED' ? (
        <TextField
          name="toStatementNo"
          label={t('改登到结算单')}
          maxLength={40}
          inputMode="text"
          hint={t('款项属于另一张结算单时填写其单号，冲销后登记到那里')}
        />
      ) : null}
    </CallForm>
  )
}

/** A month below zero pays for one above it. */
export function OffsetForm({ of, open, onClose }: OfStatement) {
  const { data } = useCall(partnerStatementCalls.list, { channelId: of.channelId, state: 'FINAL', pageSize: 200 })
  const choices = (data?.rows ?? []).flatMap(({ statementNo, month, totalFen, paidFen }) =>
    totalFen > paidFen ? [{ value: statementNo, label: `${month} · ${statementNo} · ${moneyText(totalFen - paidFen)}` }] : [],
  )
  return (
    <CallForm
      call={calls.offset}
      refreshes={statementReads}
      open={open}
      width={480}
      title={t('抵扣 {no}', { no: of.statementNo })}
      okText={t('抵扣〔结算〕')}
      beside={() => ({ partnerStatementId: of.partnerStatementId })}
      saved={t('已抵扣')}
      onClose={onClose}
    >
      <Facts facts={[[t('待退还'), <Money key="fen" fen={of.paidFen - of.totalFen} />]]} />
      <SelectField
        name="toStatementNo"
        label={t('抵扣哪张结算单')}
        required
        choices={choices}
        hint={
          choices.length > 0 ? t('抵扣到其中一方抵完为止；不产生资金收付') : t('该渠道没有未收齐的结算单：等下期定稿后再抵扣，或退还合作方')
        }
      />
    </CallForm>
  )
}

/** A month below zero was paid back from the bank. */
export function RefundForm({ of, open, onClose }: OfStatement) {
  const left = of.paidFen - of.totalFen
  return (
    <CallForm
      call={calls.refund}
      refreshes={statementReads}
      open={open}
      width={480}
      title={t('登记退还 {no}', { no: of.statementNo })}
      okText={t('确认入账')}
      initial={{ amountFen: left }}
      beside={() => ({ partnerStatementId: of.partnerStatementId })}
      saved={t('退还已入账')}
      onClose={onClose}
    >
      <MoneyField name="amountFen" label={t('退还金额')} required min={1} max={left} />
      <DayField name="paidOn" label={t('转账日期')} required happened />
      <TextField name="reference" label={t('转账流水号')} required maxLength={64} inputMode="text" />
      <TextField name="remark" label={t('备注')} maxLength={200} />
    </CallForm>
  )
}

import {
  disputeReason,
  disputeReasonText,
  disputeStateText,
  type PartnerStatement,
  partnerStatementCalls,
  type StatementLineRow,
} from '@chauffeur/contract/partner/statement'
import { Facts } from '#kit/detail/facts.tsx'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, DayField, LongTextField, MoneyField, RadioField, TextField } from '#kit/fields/fields.ts'
import type { Fixed } from '#kit/list/define.view.ts'
import { t, tr } from '#platform/text/text.ts'
import { Money } from '#ui/show/money.tsx'
import { Time } from '#ui/show/time.tsx'
import { statementReads } from './settlement.view.ts'

interface OfStatement {
  of: PartnerStatement
  open: boolean
  onClose: () => void
}
interface OfLine {
  row: StatementLineRow
  fixed: Fixed
  open: boolean
  onClose: () => void
}

/** The partner agrees: by its own account, or as it told us. */
export function ConfirmForm({ of, byHand, open, onClose }: OfStatement & { byHand: boolean }) {
  return (
    <CallForm
      call={partnerStatementCalls.confirm}
      refreshes={statementReads}
      open={open}
      width={480}
      title={t('确认 {no}', { no: of.statementNo })}
      okText={t('确认')}
      beside={() => ({ partnerStatementId: of.partnerStatementId, version: of.version })}
      saved={t('结算单已确认')}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('合作渠道'), of.channelName],
          [t('结算月份'), of.month],
          [t('应收'), <Money key="fen" fen={of.totalFen} />],
        ]}
      />
      <LongTextField
        name="note"
        label={byHand ? t('合作方如何确认') : t('备注')}
        required={byHand}
        hint={byHand ? t('如：某日邮件、盖章回执。定稿由另一位同事完成') : undefined}
        maxLength={200}
      />
    </CallForm>
  )
}

/** What arrived at the bank. */
export function PaymentForm({ of, open, onClose }: OfStatement) {
  const left = of.totalFen - of.paidFen
  return (
    <CallForm
      call={partnerStatementCalls.pay}
      refreshes={statementReads}
      open={open}
      width={480}
      title={t('登记付款 {no}', { no: of.statementNo })}
      okText={t('确认入账')}
      initial={{ amountFen: left }}
      beside={() => ({ partnerStatementId: of.partnerStatementId })}
      saved={t('付款已入账')}
      onClose={onClose}
    >
      <MoneyField name="amountFen" label={t('到账金额')} required min={1} max={left} />
      <DayField name="paidOn" label={t('到账日期')} required happened />
      <TextField name="reference" label={t('转账流水号')} required maxLength={64} inputMode="text" />
      <TextField name="remark" label={t('备注')} maxLength={200} />
    </CallForm>
  )
}

const lineFacts = (row: StatementLineRow): [string, React.ReactNode][] => [
  [t('订单号'), row.orderNo],
  [t('权益'), row.rightName],
  [t('权益使用时间'), <Time key="at" at={row.usedAt} as="exact" />],
  [t('结算金额'), <Money key="fen" fen={row.amountFen} />],
]

/** What the partner does not agree with. */
export function DisputeForm({ row, fixed, open, onClose }: OfLine) {
  return (
    <CallForm
      call={partnerStatementCalls.dispute}
      refreshes={statementReads}
      open={open}
      width={520}
      title={t('提出异议 {no}', { no: row.orderNo })}
      beside={() => ({ partnerStatementId: String(fixed.partnerStatementId), lineNo: row.lineNo })}
      saved={t('已提出异议')}
      onClose={onClose}
    >
      <Facts facts={lineFacts(row)} />
      <RadioField name="reason" label={t('原因')} required choices={choicesOf(disputeReason.options, disputeReasonText)} />
      <LongTextField name="words" label={t('说明')} required maxLength={300} />
    </CallForm>
  )
}

/** Another person decides; what changes is a correction in the same statement. */
export function DecideForm({ row, fixed, open, onClose }: OfLine) {
  return (
    <CallForm
      call={partnerStatementCalls.decide}
      refreshes={statementReads}
      open={open}
      width={520}
      title={t('处理异议 {no}', { no: row.orderNo })}
      input={({ decision, agreedFen, words }) => ({ decision, words, ...(decision === 'ADJUSTED' && { agreedFen }) })}
      beside={() => ({ partnerStatementId: String(fixed.partnerStatementId), lineNo: row.lineNo })}
      saved={t('已处理')}
      onClose={onClose}
    >
      <Facts
        facts={[
          ...lineFacts(row),
          [t('异议原因'), row.disputeReason === null ? '' : tr(disputeReasonText[row.disputeReason])],
          [t('异议说明'), row.disputeWords],
          [t('异议提出人'), row.disputedByName],
        ]}
      />
      <RadioField
        name="decision"
        label={t('处理结果')}
        required
        choices={choicesOf(['KEPT', 'TAKEN_OUT', 'ADJUSTED'], disputeStateText)}
        hint={t('剔除或调整的差额在本单中列为一行更正')}
      />
      <MoneyField name="agreedFen" label={t('调整后金额')} min={1} max={row.amountFen - 1} hint={t('仅调整金额时填写，应小于原金额')} />
      <LongTextField name="words" label={t('说明')} required maxLength={300} />
    </CallForm>
  )
}

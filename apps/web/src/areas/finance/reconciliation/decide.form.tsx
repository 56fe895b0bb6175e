import { type ReconDetailRow, reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { t } from '#platform/text/text.ts'
import { CallForm } from '#kit/edit/call.form.tsx'
import { LongTextField, RadioField } from '#kit/fields/fields.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { Money } from '#ui/show/money.tsx'
import { atStakeFen, reconReads } from './reconciliation.view.ts'
import { TypedSumField } from '#kit/fields/typed-sum.tsx'

interface Props {
  open: boolean
  row: ReconDetailRow
  onClose: () => void
  onSaved?: () => void
}

const decidedWords = (resolution: ReconDetailRow['resolution']): string =>
  resolution === 'WRITE_OFF' ? t('已核销') : resolution === 'MANUAL_NOTE' ? t('已备注') : t('已退回')

/** A second person confirms a write-off or a note, or sends it back. */
export default function DecideForm({ open, row, onClose, onSaved }: Props) {
  const isNote = row.proposed === 'MANUAL_NOTE'
  return (
    <CallForm
      call={reconciliationCalls.decide}
      refreshes={reconReads}
      open={open}
      title={isNote ? t('复核备注 {no}', { no: row.outDetailNo }) : t('复核核销 {no}', { no: row.outDetailNo })}
      okText={t('确认复核')}
      danger
      input={({ approve, reason }) => ({ detailId: row.detailId, version: row.version, approve, reason: reason || undefined })}
      saved={({ resolution }) => decidedWords(resolution)}
      onSaved={onSaved}
      onClose={onClose}
    >
      <Facts
        facts={[
          [t('提出人'), row.proposedBy],
          [t('原因'), row.reason],
          [t('金额'), <Money key="sum" fen={atStakeFen(row)} />],
        ]}
      />
      <RadioField
        name="approve"
        label={t('复核意见')}
        required
        choices={[
          { value: true, label: isNote ? t('同意备注，不入账，差额留在账外') : t('同意核销，计入我方损益') },
          { value: false, label: t('退回，重新处理') },
        ]}
      />
      <LongTextField name="reason" label={t('说明')} maxLength={500} />
      <TypedSumField name="typedFen" label={t('输入金额确认')} wantedFen={atStakeFen(row)} />
    </CallForm>
  )
}

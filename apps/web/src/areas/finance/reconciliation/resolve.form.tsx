import { type ReconDetailRow, reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { reconResolutionText, type ReconResolution } from '@chauffeur/contract/finance/reconciliation-model'
import { t } from '#platform/text/text.ts'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, LongTextField, RadioField } from '#kit/fields/fields.ts'
import { TypedSumField } from '#kit/fields/typed-sum.tsx'
import { atStakeFen, meaningOf, reconReads } from './reconciliation.view.ts'

interface Props {
  open: boolean
  row: ReconDetailRow
  onClose: () => void
  onSaved?: () => void
}
type Settling = Exclude<ReconResolution, 'NONE' | 'RETRIED'>

/** How a difference is settled, why, and its sum typed once more: it posts. */
export default function ResolveForm({ open, row, onClose, onSaved }: Props) {
  const { detailId, version } = row
  const allowed = row.allowedResolutions as Settling[]
  return (
    <CallForm
      call={reconciliationCalls.resolve}
      refreshes={reconReads}
      open={open}
      width={560}
      title={t('处理差异 {no}', { no: row.outDetailNo })}
      okText={t('确认处理')}
      danger
      initial={allowed.length === 1 ? { resolution: allowed[0]! } : {}}
      input={({ resolution, reason }) => ({ detailId, version, resolution, reason })}
      saved={({ proposed }) => (proposed ? t('已提交，等待另一位同事复核') : t('已处理'))}
      onSaved={onSaved}
      onClose={onClose}
    >
      <RadioField
        name="resolution"
        label={t('处理方式')}
        required
        choices={choicesOf(allowed, reconResolutionText)}
        hint={allowed.map((one) => (
          <span key={one} style={{ display: 'block' }}>
            {meaningOf(one)}
          </span>
        ))}
      />
      <LongTextField name="reason" label={t('原因')} required maxLength={500} />
      <TypedSumField name="typedFen" label={t('输入金额确认')} wantedFen={atStakeFen(row)} />
    </CallForm>
  )
}

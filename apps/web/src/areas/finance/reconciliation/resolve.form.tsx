import {
  type ReconDetailRow,
  reconciliationCalls,
  reconResolutionText,
  type ReconResolution,
} from '@chauffeur/contract/finance/reconciliation'
import { t } from '#platform/text/text.ts'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { choicesOf, RadioField } from '#kit/fields/choice-fields.tsx'
import { LongTextField } from '#kit/fields/text-fields.tsx'
import { useSend } from '#platform/http/call.ts'
import { TypedSumField } from '#kit/fields/typed-sum.tsx'
import { atStakeFen, meaningOf, reconReads } from './reconciliation.view.ts'

interface Props {
  open: boolean
  row: ReconDetailRow
  onClose: () => void
  onSaved?: () => void
}
type Settling = Exclude<ReconResolution, 'NONE' | 'RETRIED'>
interface Values {
  resolution: Settling
  reason: string
  typedFen: number
}

/** How a difference is settled, why, and its sum typed once more: it posts. */
export default function ResolveForm({ open, row, onClose, onSaved }: Props) {
  const { send } = useSend(reconciliationCalls.resolve, { refreshes: reconReads })
  const { detailId, version } = row
  const allowed = row.allowedResolutions as Settling[]
  return (
    <EditForm<Values>
      open={open}
      width={560}
      title={t('处理差异 {no}', { no: row.outDetailNo })}
      okText={t('确认处理')}
      danger
      initial={allowed.length === 1 ? { resolution: allowed[0]! } : {}}
      save={({ resolution, reason }) => send({ detailId, version, resolution, reason })}
      saved={(answer) => ((answer as ReconDetailRow).proposed ? t('已提交，等待另一位同事复核') : t('已处理'))}
      onSaved={onSaved}
      onClose={onClose}
    >
      <RadioField
        name="resolution"
        label={t('处理方式')}
        required
        choices={choicesOf(allowed, reconResolutionText)}
        hint={
          <>
            {allowed.map((one) => (
              <span key={one} style={{ display: 'block' }}>
                {meaningOf(one)}
              </span>
            ))}
          </>
        }
      />
      <LongTextField name="reason" label={t('原因')} required maxLength={500} />
      <TypedSumField name="typedFen" label={t('输入金额确认')} wantedFen={atStakeFen(row)} />
    </EditForm>
  )
}

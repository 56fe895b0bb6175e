import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { type ReconDetailRow, reconciliationCalls, type SingleRow } from '@chauffeur/contract/finance/reconciliation'
import { useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { LongTextField } from '#kit/fields/fields.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { reconReads } from './reconciliation.view.ts'
import { TypedSumField } from '#kit/fields/typed-sum.tsx'

interface Opened {
  open: boolean
  onClose: () => void
  onSaved?: (() => void) | undefined
}
interface Props extends Opened {
  /** How many payments, and of what sum together. */
  count: number
  totalFen: number
  send: (asked: { reason: string; totalFen: number }) => Promise<AnswerOf<typeof reconciliationCalls.retry>>
}

/** Pays again, each only where the channel says in the same call that the last payment failed: the sum is typed, and a reason is given. */
function RetryForm({ open, count, totalFen, send, onClose, onSaved }: Props) {
  return (
    <EditForm<{ reason: string; typedFen: number }>
      open={open}
      title={t('重试付款 {n} 笔，共 {sum}', { n: count, sum: moneyText(totalFen) })}
      okText={t('确认重试')}
      danger
      save={({ reason }) => send({ reason, totalFen })}
      saved={(answer) =>
        (answer as AnswerOf<typeof reconciliationCalls.retry>).jobId === null ? t('已重新付款') : t('已转到后台，逐笔查询后重试')
      }
      onSaved={onSaved}
      onClose={onClose}
    >
      <p className="recon-soft">{t('先向渠道查询：只有渠道确认失败、账单也未显示付款的才会以新单号重付。')}</p>
      <LongTextField name="reason" label={t('原因')} required maxLength={200} />
      <TypedSumField name="typedFen" label={t('输入总额确认')} wantedFen={totalFen} />
    </EditForm>
  )
}

/** The payment of an item. */
export function RetryItemForm({ row, ...form }: Opened & { row: ReconDetailRow }) {
  const { send } = useSend(reconciliationCalls.retry, { refreshes: reconReads })
  return <RetryForm {...form} count={1} totalFen={row.ourFen} send={(asked) => send({ detailIds: [row.detailId], ...asked })} />
}

/** Single payments, one or several at once. */
export function RetrySinglesForm({ rows, ...form }: Opened & { rows: readonly SingleRow[] }) {
  const { send } = useSend(reconciliationCalls.retrySingle, { refreshes: reconReads })
  const totalFen = rows.reduce((sum, { amountFen }) => sum + amountFen, 0)
  const withdrawalIds = rows.map(({ withdrawalId }) => withdrawalId)
  return <RetryForm {...form} count={rows.length} totalFen={totalFen} send={(asked) => send({ withdrawalIds, ...asked })} />
}

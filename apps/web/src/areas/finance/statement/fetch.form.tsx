import { reconciliationCalls } from '@chauffeur/contract/finance/reconciliation'
import { reconKind, reconKindText } from '@chauffeur/contract/finance/statement'
import { useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { choicesOf, RadioField } from '#kit/fields/choice-fields.tsx'
import { DayField } from '#kit/fields/time-fields.tsx'
import { type Kind, reconReads } from '../reconciliation/reconciliation.view.ts'
import { lastDayWithStatement } from './statement.view.ts'

interface Values {
  kind: Kind
  billDate: string
}

/** Fetches the channel's statement of a day at once, also of one that has no batch yet. */
export default function FetchForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { send } = useSend(reconciliationCalls.fetchDay, { refreshes: reconReads })
  return (
    <EditForm<Values>
      open={open}
      width={480}
      title={t('拉取账单')}
      okText={t('拉取账单并对账')}
      initial={{ kind: 'PAYOUT', billDate: lastDayWithStatement(new Date()) }}
      save={(values) => send(values)}
      saved={t('已开始对账')}
      onClose={onClose}
    >
      <RadioField name="kind" label={t('类型')} required choices={choicesOf(reconKind.options, reconKindText)} />
      <DayField name="billDate" label={t('账单日')} required hint={t('渠道账单次日 10:00 后出具，只能拉取三个月内的。')} />
    </EditForm>
  )
}

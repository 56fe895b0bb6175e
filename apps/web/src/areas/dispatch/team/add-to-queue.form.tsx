import { dispatchTeamsCalls } from '@chauffeur/contract/dispatch/team'
import { useState } from 'react'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { FieldRow, TextField } from '#kit/fields/fields.ts'
import { useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { teamFault } from './team-fault.ts'

/** A driver at the end of the queue, by their number; after one comes the next. */
export function AddToQueueForm({ teamId }: { teamId: string }) {
  const { send } = useSend(dispatchTeamsCalls.putInQueue)
  const [turn, setTurn] = useState(0)
  return (
    <EditForm<{ driverNo: string; note?: string }, never, { place: number }>
      key={turn}
      as="page"
      title={t('加入队尾')}
      okText={t('加入队尾')}
      save={(values) =>
        send({ teamId, ...values }).catch((error: unknown) => {
          throw teamFault(error)
        })
      }
      saved={({ place }) => t('已排到第 {n} 位', { n: place })}
      onSaved={() => setTurn((last) => last + 1)}
    >
      <FieldRow>
        <TextField name="driverNo" label={t('工号')} required maxLength={20} inputMode="text" />
        <TextField name="note" label={t('说明（司机可见）')} maxLength={100} />
      </FieldRow>
    </EditForm>
  )
}

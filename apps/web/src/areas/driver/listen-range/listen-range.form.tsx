import { LISTEN_RANGE_M, listenRangeCalls, type ListenRangeRow } from '@chauffeur/contract/driver/listen-range'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { EditForm, type RowFormProps } from '#kit/edit/edit.form.tsx'
import { CountField } from '#kit/fields/fields.ts'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { DatedFields } from '#shared/dated/dated-fields.tsx'

type Values = InputOf<typeof listenRangeCalls.update>

export default function ListenRangeForm({ open, row: shown, onClose }: RowFormProps<ListenRangeRow>) {
  const { send } = useSend(listenRangeCalls.update, { refreshes: [listenRangeCalls.list] })
  return (
    <EditForm<Values, ListenRangeRow>
      open={open}
      title={(row) => (row ? t('修改 {name} 的听单范围', { name: row.driverName }) : t('新建听单范围'))}
      row={shown}
      valuesOf={({ driverNo, radiusM, from, until, reason }) => ({ driverNo, radiusM, from, until, reason })}
      present={({ rangeId }) => sendCall(listenRangeCalls.detail, { rangeId })}
      save={(values, row) => send({ ...values, ...(row && { rangeId: row.rangeId, version: row.version }) })}
      draft={`listen-range-${shown?.rangeId ?? 'new'}`}
      onClose={onClose}
    >
      {(row) => (
        <DatedFields row={row}>
          <CountField
            name="radiusM"
            label={t('听单半径')}
            required
            min={LISTEN_RANGE_M.min}
            max={LISTEN_RANGE_M.max}
            suffix={t('米')}
            hint={t('500 至 20000 米；实际派单半径不超过当轮半径')}
          />
        </DatedFields>
      )}
    </EditForm>
  )
}

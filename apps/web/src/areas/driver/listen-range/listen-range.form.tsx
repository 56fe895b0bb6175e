import { LISTEN_RANGE_M, listenRangeCalls, type ListenRangeRow } from '@chauffeur/contract/driver/listen-range'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { EditForm, type RowFormProps } from '#kit/edit/edit.form.tsx'
import { CountField, InstantField, TextField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'

type Values = InputOf<typeof listenRangeCalls.update>

export default function ListenRangeForm({ open, row: shown, onClose }: RowFormProps<ListenRangeRow>) {
  const { send } = useSend(listenRangeCalls.update)
  const cities = useCities().list
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
      {(row) => {
        const offsetMinutes = (cities.find(({ cityId }) => cityId === row?.cityId) ?? cities[0])?.utcOffsetMinutes ?? null
        return (
          <>
            <TextField name="driverNo" label={t('司机工号')} required locked={row !== null} maxLength={20} />
            <CountField
              name="radiusM"
              label={t('听单半径')}
              required
              min={LISTEN_RANGE_M.min}
              max={LISTEN_RANGE_M.max}
              suffix={t('米')}
              hint={t('500 至 20000 米；实际派单半径不超过当轮半径')}
            />
            <InstantField
              name="from"
              label={t('开始')}
              hint={row?.state === 'CURRENT' ? t('已生效，开始时间不能改') : t('不填则从现在起')}
              locked={row?.state === 'CURRENT'}
              offsetMinutes={offsetMinutes}
            />
            <InstantField name="until" label={t('截止')} required offsetMinutes={offsetMinutes} />
            <TextField name="reason" label={t('原因')} required maxLength={200} />
          </>
        )
      }}
    </EditForm>
  )
}

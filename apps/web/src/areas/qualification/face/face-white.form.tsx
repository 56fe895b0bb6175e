import { driverFaceCalls, type FaceWhiteRow } from '@chauffeur/contract/qualification/face'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { EditForm, type RowFormProps } from '#kit/edit/edit.form.tsx'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { DatedFields } from '#shared/dated/dated-fields.tsx'

type Values = InputOf<typeof driverFaceCalls.whiteSave>

export default function FaceWhiteForm({ open, row: shown, onClose }: RowFormProps<FaceWhiteRow>) {
  const { send } = useSend(driverFaceCalls.whiteSave, { refreshes: [driverFaceCalls.whiteList] })
  return (
    <EditForm<Values, FaceWhiteRow>
      open={open}
      title={(row) => (row ? t('修改 {name} 的免核验', { name: row.driverName }) : t('加入人脸核验白名单'))}
      row={shown}
      valuesOf={({ driverNo, from, until, reason }) => ({ driverNo, from, until, reason })}
      present={({ whiteId }) => sendCall(driverFaceCalls.whiteDetail, { whiteId })}
      save={(values, row) => send({ ...values, ...(row && { whiteId: row.whiteId, version: row.version }) })}
      draft={`face-white-${shown?.whiteId ?? 'new'}`}
      onClose={onClose}
    >
      {(row) => <DatedFields row={row} />}
    </EditForm>
  )
}

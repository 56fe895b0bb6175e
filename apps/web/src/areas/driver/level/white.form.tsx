import { driverLevelCalls } from '@chauffeur/contract/driver/level'
import { driverLevelWhiteCalls, driverStandingCalls, type WhiteRow } from '@chauffeur/contract/driver/level-driver'
import { STANDARD_DRIVER_LEVELS, whiteEffect, whiteEffectText } from '@chauffeur/contract/driver/level-model'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { Form } from 'antd'
import { EditForm, type RowFormProps } from '#kit/edit/edit.form.tsx'
import { choicesOf, RadioField, SelectField } from '#kit/fields/fields.ts'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { DatedFields } from '#shared/dated/dated-fields.tsx'

type Values = InputOf<typeof driverLevelWhiteCalls.save>

export default function WhiteForm({ open, row: shown, onClose }: RowFormProps<WhiteRow>) {
  const { send } = useSend(driverLevelWhiteCalls.save, { refreshes: [driverLevelWhiteCalls.list] })
  return (
    <EditForm<Values, WhiteRow>
      open={open}
      title={(row) => (row ? t('修改 {name} 的白名单', { name: row.driverName }) : t('加入等级白名单'))}
      row={shown}
      valuesOf={({ driverNo, effect, level, from, until, reason }) => ({
        driverNo,
        effect,
        from,
        until,
        reason,
        ...(level !== null && { level }),
      })}
      present={({ whiteId }) => sendCall(driverLevelWhiteCalls.detail, { whiteId })}
      save={(values, row) => send({ ...values, ...(row && { whiteId: row.whiteId, version: row.version }) })}
      draft={`level-white-${shown?.whiteId ?? 'new'}`}
      onClose={onClose}
    >
      {(row) => (
        <DatedFields row={row}>
          <WhoseLevel cityId={row?.cityId} />
        </DatedFields>
      )}
    </EditForm>
  )
}

/** Who it is, by the number that was typed, and the levels of their city. */
function WhoseLevel({ cityId }: { cityId: string | undefined }) {
  const driverNo = Form.useWatch<string | undefined>('driverNo') ?? ''
  const effect = Form.useWatch<Values['effect'] | undefined>('effect')
  const named = useCall(driverStandingCalls.getDriverName, { driverNo }, { enabled: driverNo.length > 2, silent: true }).data
  const settings = useCall(driverLevelCalls.basic, {}).data
  const city = cityId ?? named?.cityId
  const levels =
    (settings?.rows.find((one) => one.cityId === city) ?? settings?.rows.find((one) => one.cityId === null))?.levels ??
    STANDARD_DRIVER_LEVELS
  return (
    <>
      {named ? (
        <p className="driver-soft">
          {t('{name}，{city}，现为{level}', { name: named.driverName, city: tr(named.cityName), level: tr(named.levelName) })}
        </p>
      ) : null}
      <RadioField name="effect" label={t('效果')} required choices={choicesOf(whiteEffect.options, whiteEffectText)} />
      {effect === undefined || effect === 'NO_DOWNGRADE' ? null : (
        <SelectField
          name="level"
          label={t('等级')}
          required
          choices={levels.map(({ level, name }) => ({ value: level, label: tr(name) }))}
        />
      )}
    </>
  )
}

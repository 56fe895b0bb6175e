import { driverLevelCalls } from '@chauffeur/contract/driver/level'
import { driverLevelWhiteCalls, driverStandingCalls, type WhiteRow } from '@chauffeur/contract/driver/level-driver'
import { STANDARD_DRIVER_LEVELS, whiteEffect, whiteEffectText } from '@chauffeur/contract/driver/level-model'
import type { InputOf } from '@chauffeur/contract/kernel/call'
import { Form } from 'antd'
import { EditForm, type RowFormProps } from '#kit/edit/edit.form.tsx'
import { choicesOf, InstantField, RadioField, SelectField, TextField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { sendCall, useCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'

type Values = InputOf<typeof driverLevelWhiteCalls.save>

export default function WhiteForm({ open, row: shown, onClose }: RowFormProps<WhiteRow>) {
  const { send } = useSend(driverLevelWhiteCalls.save)
  const cities = useCities().list
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
      {(row) => {
        const offsetMinutes = (cities.find(({ cityId }) => cityId === row?.cityId) ?? cities[0])?.utcOffsetMinutes ?? null
        return (
          <>
            <TextField name="driverNo" label={t('司机工号')} required locked={row !== null} maxLength={20} />
            <WhoseLevel cityId={row?.cityId} />
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

import {
  citySwitchCalls,
  citySwitches,
  type CitySwitchStand,
  dutySwitch,
  PREPAY_WAIT_LEAST_S,
  PREPAY_WAIT_MOST_S,
} from '@chauffeur/contract/operations/city-switch'
import { CallForm } from '#kit/edit/call.form.tsx'
import { FieldRow, InstantField, MinutesField, ReasonField, SwitchField } from '#kit/fields/fields.ts'
import { sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { type OpenSwitch, showsSwitches } from './switch.view.ts'

const atOnceOnly: readonly string[] = dutySwitch.options

interface Props extends OpenSwitch {
  open: boolean
  onClose: () => void
}

/** On or off, now or from a moment on, and back again by itself. */
export function SwitchForm({ city, stand, open, onClose }: Props) {
  const { name, means } = citySwitches[stand.key]
  const waits = stand.key === 'prePay'
  const dated = !atOnceOnly.includes(stand.key)
  return (
    <CallForm<typeof citySwitchCalls.save, CitySwitchStand>
      call={citySwitchCalls.save}
      refreshes={showsSwitches}
      open={open}
      title={t('{city}：{name}', { city: tr(city.name), name: tr(name) })}
      saved={t('已修改')}
      row={stand}
      valuesOf={({ on, prepayWaitS }) => ({ on, ...(waits && { prepayWaitS }) })}
      // Of one that is on its wait may be what is to be changed.
      proposed={({ on }) => ({ on: waits || !on })}
      present={async ({ cityId, key }) =>
        (await sendCall(citySwitchCalls.view, { cityId })).rows[0]?.switches.find((one) => one.key === key)
      }
      beside={(row) => ({ cityId: row!.cityId, key: row!.key, version: row!.version })}
      onClose={onClose}
    >
      <p>{tr(means)}</p>
      <SwitchField name="on" label={t('开启')} />
      {waits ? (
        <MinutesField
          name="prepayWaitS"
          label={t('预付等待时间')}
          hint={t('不填为系统默认；预约单可等到开始派单')}
          min={PREPAY_WAIT_LEAST_S}
          max={PREPAY_WAIT_MOST_S}
          step={60}
        />
      ) : null}
      {dated ? (
        <FieldRow>
          <InstantField name="from" label={t('生效时间')} hint={t('不填为立即')} offsetMinutes={city.utcOffsetMinutes} />
          <InstantField name="until" label={t('到时恢复')} hint={t('不填则一直如此')} offsetMinutes={city.utcOffsetMinutes} />
        </FieldRow>
      ) : null}
      {stand.planned.length > 0 ? <p>{t('保存后，此后的计划作废。')}</p> : null}
      <ReasonField />
    </CallForm>
  )
}

import {
  type DispatchMode,
  type DispatchParams,
  dispatchMode,
  dispatchModeText,
  dispatchSettingsCalls,
} from '@chauffeur/contract/dispatch/settings'
import { Form } from 'antd'
import {
  choicesOf,
  CityField,
  FieldGroup,
  FieldRow,
  HoursFields,
  RadioField,
  ReasonField,
  TextField,
  UnitField,
} from '#kit/fields/fields.ts'
import { CallForm } from '#kit/edit/call.form.tsx'
import type { RowFormProps } from '#kit/edit/edit.form.tsx'
import { t } from '#platform/text/text.ts'
import { ChannelAndService } from '#shared/city/scope-fields.tsx'
import { numberText, type Parameter, parameters, type Setting } from './settings.view.ts'
import './settings.css'

export function SettingForm({ open, row, defaults, onClose }: RowFormProps<Setting> & { defaults: DispatchParams }) {
  return (
    <CallForm
      call={dispatchSettingsCalls.create}
      change={dispatchSettingsCalls.update}
      of="settingId"
      open={open}
      as="drawer"
      width={680}
      title={(row) => (row ? t('修改派单设置') : t('新建设置'))}
      row={row}
      initial={defaults}
      input={({ cityId, channelId, serviceType, ...values }, row) =>
        row
          ? { ...values, remark: values.remark ?? '', ...(!values.from && !values.to && { allDay: true }) }
          : { cityId, channelId, serviceType, ...values }
      }
      onClose={onClose}
    >
      {(row) => (
        <>
          <FieldGroup title={t('适用范围')}>
            <FieldRow>
              <CityField name="cityId" required locked={row !== null && t('不能修改，请新增一条')} />
              <ChannelAndService locked={row !== null} />
            </FieldRow>
            <HoursFields>
              <TextField name="remark" label={t('备注')} maxLength={200} />
            </HoursFields>
          </FieldGroup>
          <Parameters defaults={defaults} />
          {row ? <ReasonField /> : null}
        </>
      )}
    </CallForm>
  )
}

function Parameters({ defaults }: { defaults: DispatchParams }) {
  const mode = Form.useWatch<DispatchMode | undefined>('mode') ?? 'NEAREST'
  const { reach, time, drivers, GRAB, BATCH } = parameters()
  return (
    <>
      <FieldGroup title={t('派单方式')}>
        <RadioField
          name="mode"
          label={t('派单方式')}
          required
          hint={modeHint(mode)}
          choices={choicesOf(dispatchMode.options, dispatchModeText)}
        />
        {mode === 'GRAB' ? <Numbers of={GRAB} defaults={defaults} /> : null}
        {mode === 'BATCH' ? <Numbers of={BATCH} defaults={defaults} /> : null}
      </FieldGroup>
      <FieldGroup title={t('范围')}>
        <Numbers of={reach} defaults={defaults} />
      </FieldGroup>
      <FieldGroup title={t('时间')}>
        <Numbers of={time} defaults={defaults} />
      </FieldGroup>
      <FieldGroup title={t('司机')}>
        <Numbers of={drivers} defaults={defaults} />
      </FieldGroup>
    </>
  )
}

function modeHint(mode: DispatchMode): string {
  switch (mode) {
    case 'NEAREST':
      return t('由近及远逐个询问司机')
    case 'GRAB':
      return t('多名司机同时看到订单，先接者得')
    case 'BATCH':
      return t('每隔几秒把全城等待的订单与空闲司机一起匹配，总接驾时间最短')
    case 'DESK':
      return t('不自动询问司机，由客服指派')
  }
}

const Numbers = ({ of, defaults }: { of: readonly Parameter[]; defaults: DispatchParams }) => (
  <FieldRow>
    {of.map((one) => (
      <UnitField
        key={one.name}
        name={one.name}
        label={one.label}
        required
        hint={t('默认 {value}', { value: numberText(one, defaults) })}
        min={one.min}
        max={one.max}
        unit={{ per: one.per ?? 1, precision: one.per ? 2 : 0, suffix: one.unit }}
      />
    ))}
  </FieldRow>
)

import {
  type DispatchMode,
  type DispatchParams,
  dispatchMode,
  dispatchModeText,
  dispatchSettingsCalls,
} from '@chauffeur/contract/dispatch/settings'
import type { ServiceType } from '@chauffeur/contract/order/model'
import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { type NumberName, numberText, type Parameter, parameters, type Setting, shownNumber } from './settings.view.ts'
import { ChannelAndService, cityOptions, type Places } from '#shared/city/scope-fields.tsx'
import '#shared/city/scope-fields.css'

type Values = { [N in NumberName]?: number | null } & {
  cityId: string
  channelId?: string
  serviceType?: ServiceType
  from?: string
  to?: string
  remark?: string
  mode: DispatchMode
}
interface Props {
  open: boolean
  /** Null for a new one. */
  row: Setting | null
  places: Places
  defaults: DispatchParams
  onClose: () => void
}

const refreshes = [dispatchSettingsCalls.list, dispatchSettingsCalls.applies, dispatchSettingsCalls.history]

export function SettingForm({ open, row: shown, places, defaults, onClose }: Props) {
  const { send: create } = useSend(dispatchSettingsCalls.create, { refreshes })
  const { send: update } = useSend(dispatchSettingsCalls.update, { refreshes })
  const versions = useVersioned(open, shown, async (old) =>
    old ? (await sendCall(dispatchSettingsCalls.history, { settingId: old.settingId })).rows[0] : undefined,
  )
  const row = versions.base
  const numbers = Object.values(parameters()).flat()
  const submit = async ({ cityId: city, channelId, serviceType, from, to, remark, mode, ...typed }: Values) => {
    const params = {
      mode,
      ...Object.fromEntries(
        numbers.flatMap(({ name, per = 1 }) => {
          const number = typed[name]
          return number === undefined || number === null ? [] : [[name, Math.round(number * per)]]
        }),
      ),
    }
    const window = from || to ? { ...(from && { from }), ...(to && { to }) } : {}
    if (row) {
      const allDay = !from && !to
      return versions.guard(() =>
        update({
          settingId: row.settingId,
          version: row.version,
          ...params,
          ...window,
          ...(allDay && { allDay }),
          remark: remark ?? '',
        }),
      )
    }
    return create({
      cityId: city,
      ...(channelId && { channelId }),
      ...(serviceType && { serviceType }),
      ...window,
      ...(remark && { remark }),
      ...params,
    })
  }
  const valuesOf = (setting: Setting | null): Partial<Values> => ({
    ...Object.fromEntries(numbers.map((number) => [number.name, shownNumber(number, setting ?? defaults)])),
    mode: (setting ?? defaults).mode,
    cityId: setting?.cityId,
    channelId: setting?.channelId ?? undefined,
    serviceType: setting?.serviceType ?? undefined,
    from: setting?.from ?? undefined,
    to: setting?.to ?? undefined,
    remark: setting?.remark,
  })
  const fields: ConflictField<Partial<Values>>[] = [
    { name: 'from', label: t('时段开始') },
    { name: 'to', label: t('时段结束') },
    { name: 'remark', label: t('备注') },
    { name: 'mode', label: t('派单方式'), words: (mode: DispatchMode) => tr(dispatchModeText[mode]) },
    ...numbers.map(({ name, label }) => ({ name, label })),
  ]
  return (
    <FormDialog<Values>
      open={open}
      as="drawer"
      width={680}
      title={row ? t('修改派单设置') : t('新增派单设置')}
      initial={valuesOf(row)}
      onSubmit={submit}
      onClose={onClose}
    >
      <VersionConflict<Partial<Values>>
        base={valuesOf(row)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      <fieldset className="dispatch-group">
        <legend>{t('适用范围')}</legend>
        <div className="dispatch-fields">
          <Form.Item name="cityId" label={t('城市')} rules={[{ required: true, message: t('请选择城市') }]}>
            <Select disabled={row !== null} options={cityOptions(places)} />
          </Form.Item>
          <ChannelAndService places={places} disabled={row !== null} />
        </div>
        <div className="dispatch-fields">
          <Form.Item name="from" label={t('时段开始')} extra={t('都不填为全天')}>
            <Input type="time" />
          </Form.Item>
          <Form.Item name="to" label={t('时段结束')} extra={t('早于开始则跨零点')}>
            <Input type="time" />
          </Form.Item>
          <Form.Item name="remark" label={t('备注')}>
            <Input maxLength={200} />
          </Form.Item>
        </div>
      </fieldset>
      <Parameters defaults={defaults} />
    </FormDialog>
  )
}

function Parameters({ defaults }: { defaults: DispatchParams }) {
  const mode = Form.useWatch<DispatchMode | undefined>('mode') ?? 'NEAREST'
  const { reach, time, drivers, GRAB, BATCH } = parameters()
  return (
    <>
      <fieldset className="dispatch-group">
        <legend>{t('派单方式')}</legend>
        <Form.Item name="mode" extra={modeHint(mode)}>
          <Radio.Group options={dispatchMode.options.map((value) => ({ value, label: tr(dispatchModeText[value]) }))} />
        </Form.Item>
        {mode === 'GRAB' ? <Numbers of={GRAB} defaults={defaults} /> : null}
        {mode === 'BATCH' ? <Numbers of={BATCH} defaults={defaults} /> : null}
      </fieldset>
      <fieldset className="dispatch-group">
        <legend>{t('范围')}</legend>
        <Numbers of={reach} defaults={defaults} />
      </fieldset>
      <fieldset className="dispatch-group">
        <legend>{t('时间')}</legend>
        <Numbers of={time} defaults={defaults} />
      </fieldset>
      <fieldset className="dispatch-group">
        <legend>{t('司机')}</legend>
        <Numbers of={drivers} defaults={defaults} />
      </fieldset>
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

function Numbers({ of, defaults }: { of: readonly Parameter[]; defaults: DispatchParams }) {
  return (
    <div className="dispatch-fields">
      {of.map((one) => (
        <Form.Item
          key={one.name}
          name={one.name}
          label={one.label}
          extra={t('默认 {value}', { value: numberText(one, defaults) })}
          rules={[{ required: true, message: t('请填写') }]}
        >
          <InputNumber min={one.min / (one.per ?? 1)} max={one.max / (one.per ?? 1)} precision={one.per ? 2 : 0} suffix={one.unit} />
        </Form.Item>
      ))}
    </div>
  )
}

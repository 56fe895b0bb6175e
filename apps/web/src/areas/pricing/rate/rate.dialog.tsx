import { type DynamicRate, rateCalls, type WeatherRule } from '@chauffeur/contract/pricing-rate'
import { Checkbox, Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { daysOf, daysWords, maskOf, weekdayText } from '#ui/show/weekdays.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { fenOf, yuanOf } from '#ui/show/money.view.ts'
import { clockWords, instantOf, wallClockOf } from '#ui/show/time.view.ts'
import '../pricing.css'

export interface DialogProps<Row> {
  editing: Row | 'new' | null
  cityId: string | undefined
  onClose: () => void
}
const required = () => [{ required: true, message: t('请填写') }]

function Common() {
  const cities = useCities()
  return (
    <div className="pricing-form-row">
      <Form.Item name="name" label={t('名称')} rules={required()}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="cityId" label={t('城市')} rules={required()}>
        <Select options={cities.options} />
      </Form.Item>
    </div>
  )
}
const Enabled = () => (
  <Form.Item name="enabled" label={t('启用')} required valuePropName="checked">
    <Switch />
  </Form.Item>
)

interface DynamicValues {
  name: string
  cityId: string
  days: number[]
  from: string
  to: string
  rate: number
  max?: number | null
  enabled: boolean
}
const dynamicValues = (row: DynamicRate | null, cityId: string | undefined): Partial<DynamicValues> => ({
  name: row?.name,
  cityId: row?.cityId ?? cityId,
  days: daysOf(row?.weekMask ?? 127),
  from: row?.from ?? '21:00:00',
  to: row?.to ?? '24:00:00',
  rate: (row?.rateBp ?? 12_000) / 10_000,
  max: yuanOf(row?.maxFen),
  enabled: row?.enabled ?? true,
})
export function DynamicDialog({ editing, cityId, onClose }: DialogProps<DynamicRate>) {
  const { send } = useSend(rateCalls.dynamicSave, { refreshes: [rateCalls.dynamicList] })
  const cities = useCities()
  const versions = useVersioned(editing !== null, editing === 'new' ? null : editing, async (old) =>
    old
      ? (await sendCall(rateCalls.dynamicList, { cityId: old.cityId, pageSize: 200 })).rows.find(({ rateId }) => rateId === old.rateId)
      : undefined,
  )
  const row = versions.base
  const fields: ConflictField<Partial<DynamicValues>>[] = [
    { name: 'name', label: t('名称') },
    { name: 'cityId', label: t('城市'), words: cities.name },
    { name: 'days', label: t('星期'), words: (days: number[]) => daysWords(maskOf(days)) },
    { name: 'from', label: t('开始') },
    { name: 'to', label: t('结束') },
    { name: 'rate', label: t('倍率') },
    { name: 'max', label: t('最多加价（元，不填为不限）') },
    { name: 'enabled', label: t('启用') },
  ]
  return (
    <FormDialog<DynamicValues>
      open={editing !== null}
      title={row ? t('修改动态加价') : t('新增动态加价')}
      initial={dynamicValues(row, cityId)}
      onClose={onClose}
      onSubmit={({ days, rate, max, ...values }) =>
        versions.guard(() =>
          send({
            ...values,
            ...(row && { rateId: row.rateId, version: row.version }),
            weekMask: maskOf(days),
            rateBp: Math.round(rate * 10_000),
            ...(max !== null && max !== undefined && { maxFen: fenOf(max) }),
          }),
        )
      }
    >
      <VersionConflict<Partial<DynamicValues>>
        base={dynamicValues(row, cityId)}
        present={versions.present ? dynamicValues(versions.present, cityId) : null}
        fields={fields}
        onTake={versions.take}
      />
      <Common />
      <Form.Item name="days" label={t('星期')} rules={[{ required: true, message: t('至少选择一天') }]}>
        <Checkbox.Group options={weekdayText.map((day, value) => ({ value, label: tr(day) }))} />
      </Form.Item>
      <div className="pricing-form-row">
        <Form.Item name="from" label={t('开始')} rules={required()}>
          <Input maxLength={8} />
        </Form.Item>
        <Form.Item name="to" label={t('结束（当天结束为 24:00:00）')} rules={required()}>
          <Input maxLength={8} />
        </Form.Item>
      </div>
      <div className="pricing-form-row">
        <Form.Item name="rate" label={t('倍率')} rules={required()}>
          <InputNumber min={1.01} max={3} step={0.1} />
        </Form.Item>
        <Form.Item name="max" label={t('最多加价（元，不填为不限）')}>
          <InputNumber min={0.01} max={10_000} precision={2} />
        </Form.Item>
      </div>
      <Enabled />
    </FormDialog>
  )
}

interface WeatherValues {
  name: string
  cityId: string
  byRate: boolean
  flat: number
  rate: number
  activeFrom: string
  activeTo: string
  enabled: boolean
}
export function WeatherDialog({ editing, cityId, onClose }: DialogProps<WeatherRule>) {
  const { send } = useSend(rateCalls.weatherSave, { refreshes: [rateCalls.weatherList] })
  const cities = useCities()
  const versions = useVersioned(editing !== null, editing === 'new' ? null : editing, async (old) =>
    old
      ? (await sendCall(rateCalls.weatherList, { cityId: old.cityId, pageSize: 200 })).rows.find(({ ruleId }) => ruleId === old.ruleId)
      : undefined,
  )
  const row = versions.base
  const valuesOf = (rule: WeatherRule | null): Partial<WeatherValues> => {
    const clock = cities.offsetMinutes(rule?.cityId ?? cityId)
    return {
      name: rule?.name,
      cityId: rule?.cityId ?? cityId,
      byRate: (rule?.rateBp ?? null) !== null,
      flat: yuanOf(rule?.flatFen),
      rate: (rule?.rateBp ?? 12_000) / 10_000,
      activeFrom: wallClockOf(rule?.activeFrom ?? Date.now(), clock),
      activeTo: wallClockOf(rule?.activeTo, clock),
      enabled: rule?.enabled ?? true,
    }
  }
  const dayAndTime = (at: string) => at.replace('T', ' ')
  const fields: ConflictField<Partial<WeatherValues>>[] = [
    { name: 'name', label: t('名称') },
    { name: 'cityId', label: t('城市'), words: cities.name },
    { name: 'byRate', label: t('加收方式'), words: (byRate: boolean) => (byRate ? t('起步费与里程费的倍率') : t('每单固定金额')) },
    { name: 'flat', label: t('每单加收（元）') },
    { name: 'rate', label: t('倍率') },
    { name: 'activeFrom', label: t('开始'), words: dayAndTime },
    { name: 'activeTo', label: t('结束'), words: dayAndTime },
    { name: 'enabled', label: t('启用') },
  ]
  return (
    <FormDialog<WeatherValues>
      open={editing !== null}
      title={row ? t('修改天气费') : t('新增天气费')}
      initial={valuesOf(row)}
      onClose={onClose}
      onSubmit={({ byRate, flat, rate, activeFrom, activeTo, ...values }) => {
        const clock = cities.offsetMinutes(values.cityId)
        return versions.guard(() =>
          send({
            ...values,
            ...(row && { ruleId: row.ruleId, version: row.version }),
            ...(byRate ? { rateBp: Math.round(rate * 10_000) } : { flatFen: fenOf(flat) }),
            activeFrom: instantOf(activeFrom, clock, row?.activeFrom) ?? '',
            activeTo: instantOf(activeTo, clock, row?.activeTo) ?? '',
          }),
        )
      }}
    >
      <VersionConflict<Partial<WeatherValues>>
        base={valuesOf(row)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      <Common />
      <Form.Item name="byRate" label={t('加收方式')} required>
        <Radio.Group
          options={[
            { value: false, label: t('每单固定金额') },
            { value: true, label: t('起步费与里程费的倍率') },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) =>
          getFieldValue('byRate') === true ? (
            <Form.Item name="rate" label={t('倍率')} rules={required()} extra={t('1.2 即加收起步费与里程费的 20%，等候费和动态加价不参与')}>
              <InputNumber min={1.01} max={3} step={0.1} />
            </Form.Item>
          ) : (
            <Form.Item name="flat" label={t('每单加收（元）')} rules={required()}>
              <InputNumber min={0.01} max={1000} precision={2} />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item noStyle dependencies={['cityId']}>
        {({ getFieldValue }) => {
          const extra = clockWords(cities.offsetMinutes(getFieldValue('cityId') as string | undefined))
          return (
            <div className="pricing-form-row">
              <Form.Item name="activeFrom" label={t('开始')} rules={required()} extra={extra}>
                <Input type="datetime-local" />
              </Form.Item>
              <Form.Item name="activeTo" label={t('结束')} rules={required()} extra={extra}>
                <Input type="datetime-local" />
              </Form.Item>
            </div>
          )
        }}
      </Form.Item>
      <Enabled />
    </FormDialog>
  )
}

import { type DynamicRate, rateCalls, type WeatherRule } from '@chauffeur/contract/pricing-rate'
import { Checkbox, Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { useSend } from '#platform/call.ts'
import { t, tr } from '#platform/text.ts'
import { useCities } from '#shared/city/use-cities.ts'
import { daysOf, maskOf, weekdayText } from '#shared/weekdays.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { fenOf, yuanOf } from '#ui/money.view.ts'
import { instantOf, localInput } from './pricing.view.ts'

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
export function DynamicDialog({ editing, cityId, onClose }: DialogProps<DynamicRate>) {
  const { send } = useSend(rateCalls.dynamicSave, { refreshes: [rateCalls.dynamicList] })
  const row = editing === 'new' ? null : editing
  return (
    <FormDialog<DynamicValues>
      open={editing !== null}
      title={row ? t('修改动态加价') : t('新增动态加价')}
      initial={
        {
          name: row?.name,
          cityId: row?.cityId ?? cityId,
          days: daysOf(row?.weekMask ?? 127),
          from: row?.from ?? '21:00:00',
          to: row?.to ?? '24:00:00',
          rate: (row?.rateBp ?? 12_000) / 10_000,
          max: yuanOf(row?.maxFen),
          enabled: row?.enabled ?? true,
        } as Partial<DynamicValues>
      }
      onClose={onClose}
      onSubmit={({ days, rate, max, ...values }) =>
        send({
          ...values,
          ...(row && { rateId: row.rateId, version: row.version }),
          weekMask: maskOf(days),
          rateBp: Math.round(rate * 10_000),
          ...(max !== null && max !== undefined && { maxFen: fenOf(max) }),
        })
      }
    >
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
  const row = editing === 'new' ? null : editing
  return (
    <FormDialog<WeatherValues>
      open={editing !== null}
      title={row ? t('修改天气费') : t('新增天气费')}
      initial={
        {
          name: row?.name,
          cityId: row?.cityId ?? cityId,
          byRate: (row?.rateBp ?? null) !== null,
          flat: yuanOf(row?.flatFen),
          rate: (row?.rateBp ?? 12_000) / 10_000,
          activeFrom: localInput(row?.activeFrom ?? new Date().toISOString()),
          activeTo: localInput(row?.activeTo),
          enabled: row?.enabled ?? true,
        } as Partial<WeatherValues>
      }
      onClose={onClose}
      onSubmit={({ byRate, flat, rate, activeFrom, activeTo, ...values }) =>
        send({
          ...values,
          ...(row && { ruleId: row.ruleId, version: row.version }),
          ...(byRate ? { rateBp: Math.round(rate * 10_000) } : { flatFen: fenOf(flat) }),
          activeFrom: instantOf(activeFrom) ?? '',
          activeTo: instantOf(activeTo) ?? '',
        })
      }
    >
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
      <div className="pricing-form-row">
        <Form.Item name="activeFrom" label={t('开始')} rules={required()}>
          <Input type="datetime-local" />
        </Form.Item>
        <Form.Item name="activeTo" label={t('结束')} rules={required()}>
          <Input type="datetime-local" />
        </Form.Item>
      </div>
      <Enabled />
    </FormDialog>
  )
}

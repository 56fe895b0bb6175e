import { withdrawalWay, type WithdrawalWay } from '@chauffeur/contract/withdrawal'
import { withdrawalTermsCalls } from '@chauffeur/contract/withdrawal-terms'
import { Checkbox, Form, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { sendCall, useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { t, tr } from '#platform/text/text.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { daysOf, daysWords, maskOf, weekdayText } from '#ui/show/weekdays.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { fenOf, yuanOf } from '#ui/show/money.view.ts'
import { type Setting, wayText, type WaysAnswer } from './withdrawal.view.ts'
import './withdrawal.css'

export interface Editing {
  /** Null where nothing was saved yet. */
  row: Setting | null
  /** Of all cities without terms of their own. */
  whole: boolean
}
interface Values {
  cityId?: string
  ways: WithdrawalWay[]
  min: number
  max: number
  maxPerDay: number
  reserve: number
  fee: number
  flat: number
  freePerWeek: number
  days: number[]
  accountCoolingHours: number
}

const valuesOf = (terms: WaysAnswer['defaults']): Values => ({
  ways: [...terms.ways],
  min: yuanOf(terms.minFen),
  max: yuanOf(terms.maxFen),
  maxPerDay: terms.maxPerDay,
  reserve: yuanOf(terms.reserveFen),
  fee: terms.feeBp / 100,
  flat: yuanOf(terms.feeFlatFen),
  freePerWeek: terms.freePerWeek,
  days: daysOf(terms.weekMask),
  accountCoolingHours: terms.accountCoolingHours,
})

/** The terms of the tenant, or of one city. */
export function TermsForm({
  editing,
  defaults,
  cities,
  onClose,
}: {
  editing: Editing | null
  defaults: WaysAnswer['defaults']
  cities: WaysAnswer['cities']
  onClose: () => void
}) {
  const { send } = useSend(withdrawalTermsCalls.save, { refreshes: [withdrawalTermsCalls.ways] })
  const [last, setLast] = useState(editing)
  if (editing !== null && editing !== last) setLast(editing)
  const versions = useVersioned(editing !== null, last?.row ?? null, async (old) =>
    old ? sendCall(withdrawalTermsCalls.get, { id: old.settingId }) : undefined,
  )
  const row = versions.base
  const required = [{ required: true, message: t('请填写') }]
  const submit = async ({ min, max, reserve, fee, flat, days, ...values }: Values) => {
    await versions.guard(() =>
      send({
        ...values,
        ...(row && { settingId: row.settingId, version: row.version }),
        minFen: fenOf(min),
        maxFen: fenOf(max),
        reserveFen: fenOf(reserve),
        feeBp: Math.round(fee * 100),
        feeFlatFen: fenOf(flat),
        weekMask: maskOf(days),
      }),
    )
    toast.success(t('已保存'))
  }
  const fields: ConflictField<Values>[] = [
    { name: 'ways', label: t('提现方式'), words: (ways: WithdrawalWay[]) => ways.map((way) => tr(wayText[way])).join(t('、')) },
    { name: 'min', label: t('每笔最低（元）') },
    { name: 'max', label: t('每笔最高（元）') },
    { name: 'maxPerDay', label: t('每日次数') },
    { name: 'reserve', label: t('保留余额（元）') },
    { name: 'fee', label: t('手续费率（%）') },
    { name: 'flat', label: t('每笔手续费（元）') },
    { name: 'freePerWeek', label: t('每周免费次数') },
    { name: 'accountCoolingHours', label: t('换卡冷却（小时）') },
    { name: 'days', label: t('提现日'), words: (days: number[]) => daysWords(maskOf(days)) },
  ]
  return (
    <FormDialog<Values>
      open={editing !== null}
      as="drawer"
      width={520}
      title={
        last?.whole ? t('修改全部城市的提现规则') : row ? t('修改{city}的提现规则', { city: tr(row.cityName) }) : t('新增城市提现规则')
      }
      initial={valuesOf(row ?? defaults)}
      onSubmit={submit}
      onClose={onClose}
    >
      <VersionConflict<Values>
        base={valuesOf(row ?? defaults)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={versions.take}
      />
      {row || last?.whole ? null : (
        <Form.Item name="cityId" label={t('城市')} rules={[{ required: true, message: t('请选择城市') }]}>
          <Select options={cities.map(({ cityId, name }) => ({ value: cityId, label: tr(name) }))} />
        </Form.Item>
      )}
      <Form.Item name="ways" label={t('提现方式')} rules={[{ required: true, message: t('至少选择一种提现方式') }]}>
        <Checkbox.Group options={withdrawalWay.options.map((value) => ({ value, label: tr(wayText[value]) }))} />
      </Form.Item>
      <div className="withdrawal-fields">
        <Form.Item name="min" label={t('每笔最低（元）')} rules={required}>
          <InputNumber min={0.01} max={100_000} precision={2} />
        </Form.Item>
        <Form.Item
          name="max"
          label={t('每笔最高（元）')}
          dependencies={['min']}
          rules={[
            ...required,
            ({ getFieldValue }) => ({
              validator: (_, value?: number) =>
                typeof value === 'number' && value < Number(getFieldValue('min'))
                  ? Promise.reject(new Error(t('不能低于每笔最低')))
                  : Promise.resolve(),
            }),
          ]}
        >
          <InputNumber min={0.01} max={1_000_000} precision={2} />
        </Form.Item>
        <Form.Item name="maxPerDay" label={t('每日次数')} rules={required}>
          <InputNumber min={1} max={50} precision={0} />
        </Form.Item>
        <Form.Item name="reserve" label={t('保留余额（元）')} extra={t('始终留在钱包里')} rules={required}>
          <InputNumber min={0} max={1_000_000} precision={2} />
        </Form.Item>
        <Form.Item name="fee" label={t('手续费率（%）')} rules={required}>
          <InputNumber min={0} max={20} precision={2} />
        </Form.Item>
        <Form.Item name="flat" label={t('每笔手续费（元）')} rules={required}>
          <InputNumber min={0} max={1000} precision={2} />
        </Form.Item>
        <Form.Item name="freePerWeek" label={t('每周免费次数')} rules={required}>
          <InputNumber min={0} max={50} precision={0} />
        </Form.Item>
        <Form.Item name="accountCoolingHours" label={t('换卡冷却（小时）')} extra={t('更换收款账户后多久才能提现')} rules={required}>
          <InputNumber min={0} max={720} precision={0} />
        </Form.Item>
      </div>
      <Form.Item name="days" label={t('提现日')} rules={[{ required: true, message: t('至少选择一天') }]}>
        <Checkbox.Group options={weekdayText.map((day, value) => ({ value, label: tr(day) }))} />
      </Form.Item>
    </FormDialog>
  )
}

import { cancelBy, cancelPaidBy, cancelRulesCalls, cancelStage, cancelVerdict } from '@chauffeur/contract/order/cancel-rules'
import { type ServiceType, serviceTypeText } from '@chauffeur/contract/order/model'
import { Checkbox, Form, Input, InputNumber, Select, Switch } from 'antd'
import { sendCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { cancelByText, cancelStageText, paidByText, verdictText } from '#shared/order/cancel.view.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import type { CancelRow } from './cancel-rule.view.ts'
import { ChannelAndService, channelOptions, cityOptions, type Places } from '#shared/city/scope-fields.tsx'
import '#shared/city/scope-fields.css'

type Amount = number | null | undefined
interface Values {
  code: string
  by: CancelRow['by']
  stage?: CancelRow['stage']
  cityId?: string
  channelId?: string
  serviceType?: ServiceType
  atLeastS: Amount
  upToS: Amount
  lateOverS: Amount
  callsAtLeast: Amount
  paidBy?: CancelRow['paidBy']
  ratingFromX100: Amount
  ratingBelowX100: Amount
  from?: string
  to?: string
  rank: Amount
  verdict: CancelRow['verdict']
  feeFen: Amount
  driverPenaltyFen: Amount
  waivers: Amount
  countsToRate: boolean
  hideDriverS: Amount
  enabled: boolean
}

const shown = (stored: number | null | undefined, per: number) => (stored === null || stored === undefined ? undefined : stored / per)
const stored = (typed: Amount, per: number) => (typed === null || typed === undefined ? undefined : Math.round(typed * per))
const MINUTE = 60
const DAY = 86_400

const valuesOf = (row: Omit<CancelRow, 'cityName' | 'channelName'> | null): Partial<Values> => ({
  code: row?.code,
  by: row?.by ?? 'CUSTOMER',
  stage: row?.stage ?? undefined,
  cityId: row?.cityId ?? undefined,
  channelId: row?.channelId ?? undefined,
  serviceType: row?.serviceType ?? undefined,
  atLeastS: shown(row?.atLeastS, MINUTE),
  upToS: shown(row?.upToS, MINUTE),
  lateOverS: shown(row?.lateOverS, MINUTE),
  callsAtLeast: row?.callsAtLeast ?? undefined,
  paidBy: row?.paidBy ?? undefined,
  ratingFromX100: shown(row?.ratingFromX100, 100),
  ratingBelowX100: shown(row?.ratingBelowX100, 100),
  from: row?.from ?? undefined,
  to: row?.to ?? undefined,
  rank: row?.rank ?? 100,
  verdict: row?.verdict ?? 'NO_FAULT',
  feeFen: shown(row?.feeFen ?? 0, 100),
  driverPenaltyFen: shown(row?.driverPenaltyFen ?? 0, 100),
  waivers: row?.waivers ?? 0,
  countsToRate: row?.countsToRate ?? false,
  hideDriverS: shown(row?.hideDriverS ?? 0, DAY),
  enabled: row?.enabled ?? true,
})

/** Field names are those of the call, so that a refusal finds its field; what is typed in minutes, yuan and stars is stored in its own unit. */
export function CancelRuleForm({
  open,
  row: listed,
  places,
  onClose,
}: {
  open: boolean
  row: CancelRow | null
  places: Places
  onClose: () => void
}) {
  const { send } = useSend(cancelRulesCalls.save, {
    refreshes: [cancelRulesCalls.list, cancelRulesCalls.tryCase, cancelRulesCalls.history],
  })
  const versions = useVersioned<Omit<CancelRow, 'cityName' | 'channelName'> | null>(open, listed, async (old) =>
    old ? (await sendCall(cancelRulesCalls.history, { rowId: old.rowId })).rows[0] : undefined,
  )
  const row = versions.base
  const submit = (values: Values) => {
    const numbers = {
      atLeastS: stored(values.atLeastS, MINUTE),
      upToS: stored(values.upToS, MINUTE),
      lateOverS: stored(values.lateOverS, MINUTE),
      callsAtLeast: values.callsAtLeast ?? undefined,
      ratingFromX100: stored(values.ratingFromX100, 100),
      ratingBelowX100: stored(values.ratingBelowX100, 100),
      rank: values.rank ?? undefined,
      driverPenaltyFen: stored(values.driverPenaltyFen, 100),
      waivers: values.waivers ?? undefined,
      hideDriverS: stored(values.hideDriverS, DAY),
    }
    return versions.guard(() =>
      send({
        ...(row && { rowId: row.rowId, version: row.version }),
        ...Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined)),
        code: values.code,
        by: values.by,
        ...(values.stage && { stage: values.stage }),
        ...(values.cityId && { cityId: values.cityId }),
        ...(values.channelId && { channelId: values.channelId }),
        ...(values.serviceType && { serviceType: values.serviceType }),
        ...(values.paidBy && { paidBy: values.paidBy }),
        ...(values.from && { from: values.from }),
        ...(values.to && { to: values.to }),
        verdict: values.verdict,
        feeFen: stored(values.feeFen, 100) ?? 0,
        countsToRate: values.countsToRate,
        enabled: values.enabled,
      }),
    )
  }
  const required = [{ required: true, message: t('请填写') }]
  const oneOf = (options: { value: string; label: string }[]) => (value?: string) => options.find((one) => one.value === value)?.label ?? ''
  const fields: ConflictField<Partial<Values>>[] = [
    { name: 'code', label: t('编号') },
    { name: 'by', label: t('谁取消'), words: (by: CancelRow['by']) => tr(cancelByText[by]) },
    { name: 'stage', label: t('阶段'), words: (stage?: NonNullable<CancelRow['stage']>) => (stage ? tr(cancelStageText[stage]) : '') },
    { name: 'cityId', label: t('城市'), words: oneOf(cityOptions(places)) },
    { name: 'channelId', label: t('渠道'), words: oneOf(channelOptions(places)) },
    { name: 'serviceType', label: t('业务类型'), words: (type?: ServiceType) => (type ? tr(serviceTypeText[type]) : '') },
    { name: 'atLeastS', label: t('进入阶段至少') },
    { name: 'upToS', label: t('进入阶段至多') },
    { name: 'lateOverS', label: t('司机迟到超过') },
    { name: 'callsAtLeast', label: t('司机致电不少于') },
    { name: 'paidBy', label: t('谁付款'), words: (paidBy?: NonNullable<CancelRow['paidBy']>) => (paidBy ? tr(paidByText[paidBy]) : '') },
    { name: 'ratingFromX100', label: t('司机评分不低于') },
    { name: 'ratingBelowX100', label: t('司机评分低于') },
    { name: 'from', label: t('时段开始') },
    { name: 'to', label: t('时段结束') },
    { name: 'rank', label: t('次序') },
    { name: 'verdict', label: t('判责'), words: (verdict: CancelRow['verdict']) => tr(verdictText[verdict]) },
    { name: 'feeFen', label: t('客户取消费') },
    { name: 'driverPenaltyFen', label: t('扣司机') },
    { name: 'waivers', label: t('30 天内免罚') },
    { name: 'hideDriverS', label: t('不再派给该客户') },
    { name: 'countsToRate', label: t('取消率') },
    { name: 'enabled', label: t('启用') },
  ]
  return (
    <FormDialog<Values>
      open={open}
      as="drawer"
      width={680}
      title={row ? t('修改规则 {code}', { code: row.code }) : t('新增规则')}
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
        <legend>{t('情形')}</legend>
        <div className="dispatch-fields">
          <Form.Item name="code" label={t('编号')} rules={required} extra={t('随判责显示给客服')}>
            <Input maxLength={12} />
          </Form.Item>
          <Form.Item name="by" label={t('谁取消')} rules={required}>
            <Select options={cancelBy.options.map((value) => ({ value, label: tr(cancelByText[value]) }))} />
          </Form.Item>
          <Form.Item name="stage" label={t('阶段')}>
            <Select
              allowClear
              placeholder={t('任何阶段')}
              options={cancelStage.options.map((value) => ({ value, label: tr(cancelStageText[value]) }))}
            />
          </Form.Item>
          <Form.Item name="cityId" label={t('城市')}>
            <Select allowClear placeholder={t('全部城市')} options={cityOptions(places)} />
          </Form.Item>
          <ChannelAndService places={places} />
        </div>
      </fieldset>
      <fieldset className="dispatch-group">
        <legend>{t('条件（不填为不限）')}</legend>
        <div className="dispatch-fields">
          <Form.Item name="atLeastS" label={t('进入阶段至少')}>
            <InputNumber min={0} max={1_440} precision={1} suffix={t('分钟')} />
          </Form.Item>
          <Form.Item name="upToS" label={t('进入阶段至多')}>
            <InputNumber min={0} max={1_440} precision={1} suffix={t('分钟')} />
          </Form.Item>
          <Form.Item name="lateOverS" label={t('司机迟到超过')}>
            <InputNumber min={0} max={1_440} precision={1} suffix={t('分钟')} />
          </Form.Item>
          <Form.Item name="callsAtLeast" label={t('司机致电不少于')}>
            <InputNumber min={0} max={20} precision={0} suffix={t('次')} />
          </Form.Item>
          <Form.Item name="paidBy" label={t('谁付款')}>
            <Select
              allowClear
              placeholder={t('不限')}
              options={cancelPaidBy.options.map((value) => ({ value, label: tr(paidByText[value]) }))}
            />
          </Form.Item>
          <Form.Item name="ratingFromX100" label={t('司机评分不低于')}>
            <InputNumber min={0} max={5} step={0.1} precision={2} />
          </Form.Item>
          <Form.Item name="ratingBelowX100" label={t('司机评分低于')}>
            <InputNumber min={0.01} max={5.01} step={0.1} precision={2} />
          </Form.Item>
          <Form.Item name="from" label={t('时段开始')}>
            <Input type="time" />
          </Form.Item>
          <Form.Item name="to" label={t('时段结束')} extra={t('早于开始则跨零点')}>
            <Input type="time" />
          </Form.Item>
          <Form.Item name="rank" label={t('次序')} extra={t('同样具体时数字小者优先')}>
            <InputNumber min={1} max={10_000} precision={0} />
          </Form.Item>
        </div>
      </fieldset>
      <fieldset className="dispatch-group">
        <legend>{t('结果')}</legend>
        <div className="dispatch-fields">
          <Form.Item name="verdict" label={t('判责')} rules={required}>
            <Select options={cancelVerdict.options.map((value) => ({ value, label: tr(verdictText[value]) }))} />
          </Form.Item>
          <Form.Item name="feeFen" label={t('客户取消费')} rules={required}>
            <InputNumber min={0} max={1_000} precision={2} suffix={t('元')} />
          </Form.Item>
          <Form.Item name="driverPenaltyFen" label={t('扣司机')}>
            <InputNumber min={0} max={1_000} precision={2} suffix={t('元')} />
          </Form.Item>
          <Form.Item name="waivers" label={t('30 天内免罚')}>
            <InputNumber min={0} max={100} precision={0} suffix={t('次')} />
          </Form.Item>
          <Form.Item name="hideDriverS" label={t('不再派给该客户')} extra={t('0 为不限制')}>
            <InputNumber min={0} max={365} precision={0} suffix={t('天')} />
          </Form.Item>
          <Form.Item name="countsToRate" valuePropName="checked" label={t('取消率')}>
            <Checkbox>{t('计入取消率')}</Checkbox>
          </Form.Item>
          <Form.Item name="enabled" label={t('启用')} valuePropName="checked">
            <Switch />
          </Form.Item>
        </div>
      </fieldset>
    </FormDialog>
  )
}

import {
  type DispatchTeam,
  dispatchTeamsCalls,
  type TeamFallback,
  teamFallback,
  teamFallbackText,
  type TeamType,
  teamType,
  teamTypeText,
} from '@chauffeur/contract/dispatch/team'
import { Checkbox, Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { sendCall, useSend } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { cornersOf, type Drawing, emptyDrawing, polygonOf } from '#shared/fence/fence.view.ts'
import { daysOf, daysWords, maskOf, weekdayText } from '#ui/show/weekdays.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { numbersIn } from './team.view.ts'
import { PickupArea } from './pickup-area.tsx'
import { channelOptions, type Choices, cityOptions } from '#shared/city/scope-fields.tsx'
import { teamFault } from './team-fault.ts'
import { type TeamMember, TeamMembers } from './team-members.tsx'
import '#shared/city/scope-fields.css'

interface Values {
  type: TeamType
  cityId: string
  name: string
  channelIds?: string[]
  customerIds?: string[]
  customerPhones?: string
  area: Drawing
  exclusiveS: number
  fallback: TeamFallback
  days: number[]
  from?: string
  to?: string
  members?: readonly TeamMember[]
  enabled: boolean
}
interface Props {
  open: boolean
  /** Null for a new one. */
  row: DispatchTeam | null
  places: Choices
  onClose: () => void
}

interface WeekdaysProps {
  /** Given by the form. */
  id?: string
  value?: number[]
  onChange?: (days: number[]) => void
}
const noDays: number[] = []
/** A group says of itself nothing about being required: its label does. */
function Weekdays({ id = '', value = noDays, onChange = () => {} }: WeekdaysProps) {
  return (
    <div id={id}>
      <Checkbox.Group value={value} onChange={onChange} options={weekdayText.map((day, at) => ({ value: at, label: tr(day) }))} />
    </div>
  )
}

const valuesOf = (row: DispatchTeam | null): Partial<Values> =>
  row
    ? {
        type: row.type,
        cityId: row.cityId,
        name: row.name,
        channelIds: row.channels.map(({ channelId }) => channelId),
        customerIds: row.customers.map(({ customerId }) => customerId),
        area: row.fence ? { corners: cornersOf(row.fence), before: [] } : emptyDrawing,
        exclusiveS: row.exclusiveS,
        fallback: row.fallback,
        enabled: row.enabled,
        days: daysOf(row.weekMask),
        ...(row.from !== null && { from: row.from }),
        ...(row.to !== null && { to: row.to }),
        members: row.members,
      }
    : { type: 'TEAM', area: emptyDrawing, days: daysOf(127), exclusiveS: 30, fallback: 'OPEN', enabled: true }

export default function TeamForm({ open, row: shown, places, onClose }: Props) {
  const { send } = useSend(dispatchTeamsCalls.save, { refreshes: [dispatchTeamsCalls.list] })
  const versions = useVersioned(open, shown, async (old) =>
    old
      ? (await sendCall(dispatchTeamsCalls.list, { cityId: old.cityId, pageSize: 200 })).rows.find(({ teamId }) => teamId === old.teamId)
      : undefined,
  )
  const row = versions.base
  const submit = async ({ members = [], days, from, to, channelIds = [], customerIds = [], customerPhones, area, ...values }: Values) => {
    try {
      await versions.guard(() =>
        send({
          ...values,
          ...(row && { teamId: row.teamId, version: row.version }),
          channelIds,
          customerIds,
          customerPhones: numbersIn(customerPhones),
          ...(area.corners.length > 0 && { fence: polygonOf(area.corners) }),
          weekMask: maskOf(days),
          ...(from && { from }),
          ...(to && { to }),
          members: members.map(({ driverNo, priority }) => ({ driverNo, priority })),
        }),
      )
    } catch (error) {
      throw teamFault(error)
    }
  }
  const need = (message: string) => [{ required: true, message }]
  const named = (options: { value: string; label: string }[]) => (values?: readonly string[]) =>
    joined((values ?? []).map((value) => options.find((one) => one.value === value)?.label ?? value))
  const fields: ConflictField<Partial<Values>>[] = [
    { name: 'name', label: t('车队名称') },
    { name: 'channelIds', label: t('渠道'), words: named(channelOptions(places)) },
    { name: 'customerIds', label: t('客户'), words: (ids?: readonly string[]) => t('{n} 位客户', { n: ids?.length ?? 0 }) },
    { name: 'area.corners', label: t('上车区域'), words: (corners?: readonly unknown[]) => t('{n} 个点', { n: corners?.length ?? 0 }) },
    { name: 'days', label: t('星期'), words: (days: number[]) => daysWords(maskOf(days)) },
    { name: 'from', label: t('时段开始') },
    { name: 'to', label: t('时段结束') },
    { name: 'exclusiveS', label: t('优先时长（秒）') },
    { name: 'fallback', label: t('无人接单时'), words: (fallback: TeamFallback) => tr(teamFallbackText[fallback]) },
    {
      name: 'members',
      label: t('司机工号'),
      words: (members?: readonly TeamMember[]) => joined((members ?? []).map(({ driverNo }) => driverNo)),
    },
    { name: 'enabled', label: t('启用') },
  ]
  return (
    <FormDialog<Values>
      open={open}
      as="drawer"
      width={720}
      title={row ? t('修改车队') : t('新增车队')}
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
      <Form.Item name="name" label={t('车队名称')} rules={need(t('请填写车队名称'))}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item
        name="type"
        label={t('类型')}
        required
        extra={row ? undefined : t('区域排队：空闲司机在区域内先到先得；类型保存后不能修改')}
      >
        <Radio.Group disabled={row !== null} options={teamType.options.map((value) => ({ value, label: tr(teamTypeText[value]) }))} />
      </Form.Item>
      <Form.Item name="cityId" label={t('城市')} rules={need(t('请选择城市'))}>
        <Select disabled={row !== null} options={cityOptions(places)} />
      </Form.Item>
      <fieldset className="dispatch-group">
        <legend>{t('适用订单（填了的都要符合）')}</legend>
        <Form.Item name="channelIds" label={t('渠道')}>
          <Select mode="multiple" options={channelOptions(places)} placeholder={t('全部渠道')} />
        </Form.Item>
        {row && row.customers.length > 0 ? (
          <Form.Item name="customerIds" label={t('客户')}>
            <Select
              mode="multiple"
              optionFilterProp="label"
              options={row.customers.map(({ customerId, name, phone }) => ({ value: customerId, label: `${name} ${phone}`.trim() }))}
            />
          </Form.Item>
        ) : null}
        <Form.Item name="customerPhones" label={t('添加客户')} extra={t('客户电话，每行一个，也可用空格或逗号分开')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
        <Form.Item noStyle dependencies={['cityId', 'type']}>
          {({ getFieldValue }) => (
            <Form.Item
              name="area"
              label={t('上车区域')}
              required={getFieldValue('type') === 'POI_QUEUE'}
              rules={[
                {
                  validator: async (_, area: Drawing | undefined) => {
                    if (getFieldValue('type') === 'POI_QUEUE' && !area?.corners.length) throw new Error(t('区域排队需要上车区域'))
                  },
                },
              ]}
            >
              <PickupArea city={places.cities.find(({ cityId }) => cityId === getFieldValue('cityId'))} />
            </Form.Item>
          )}
        </Form.Item>
      </fieldset>
      <fieldset className="dispatch-group">
        <legend>{t('生效时段（城市当地时间）')}</legend>
        <Form.Item
          name="days"
          label={t('星期')}
          extra={t('跨零点的时段算在开始的那一天')}
          rules={[{ type: 'array', required: true, message: t('至少选择一天') }]}
        >
          <Weekdays />
        </Form.Item>
        <div className="dispatch-fields">
          <Form.Item name="from" label={t('时段开始')} extra={t('都不填为全天')}>
            <Input type="time" />
          </Form.Item>
          <Form.Item name="to" label={t('时段结束')} extra={t('早于开始则跨零点')}>
            <Input type="time" />
          </Form.Item>
        </div>
      </fieldset>
      <Form.Item
        name="exclusiveS"
        label={t('优先时长（秒）')}
        rules={need(t('请填写 0–120 秒'))}
        extra={t('0 秒且之后向全城派单时，车队不优先')}
      >
        <InputNumber min={0} max={120} precision={0} style={{ width: 140 }} />
      </Form.Item>
      <Form.Item name="fallback" label={t('无人接单时')} required>
        <Radio.Group options={teamFallback.options.map((value) => ({ value, label: tr(teamFallbackText[value]) }))} />
      </Form.Item>
      <Form.Item noStyle dependencies={['type']}>
        {({ getFieldValue }) => {
          const queue = getFieldValue('type') === 'POI_QUEUE'
          return (
            <Form.Item
              name="members"
              label={queue ? t('可排队的司机工号') : t('司机工号')}
              extra={queue ? t('不填则全城司机都可排队') : undefined}
              rules={[{ type: 'array', required: !queue, message: t('请填写司机工号') }]}
            >
              <TeamMembers ranked={!queue} />
            </Form.Item>
          )
        }}
      </Form.Item>
      <Form.Item name="enabled" label={t('启用')} required valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}

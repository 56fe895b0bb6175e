import {
  type DispatchTeam,
  dispatchTeamsCalls,
  type TeamFallback,
  teamFallback,
  teamFallbackText,
} from '@chauffeur/contract/dispatch-teams'
import { Form, Input, InputNumber, Radio, Select, Switch } from 'antd'
import { useSend } from '#platform/call.ts'
import { RefusalError } from '#platform/errors.ts'
import { t, tr } from '#platform/text.ts'
import { FormDialog } from '#ui/form-dialog.tsx'
import { channelOptions, cityOptions, type Places } from './scope-fields.tsx'

interface Values {
  cityId: string
  name: string
  channelIds?: string[]
  exclusiveS: number
  fallback: TeamFallback
  driverNos: string
  enabled: boolean
}
interface Props {
  open: boolean
  /** Null for a new one. */
  row: DispatchTeam | null
  cityId: string
  places: Places
  onClose: () => void
}

/** Numbers as they are pasted: apart by spaces, commas or lines. */
const numbersIn = (text: string): string[] => [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))]

export function TeamForm({ open, row, cityId, places, onClose }: Props) {
  const { send } = useSend(dispatchTeamsCalls.save, { refreshes: [dispatchTeamsCalls.list] })
  const submit = async ({ driverNos, channelIds = [], ...values }: Values) => {
    try {
      await send({
        ...values,
        ...(row && { teamId: row.teamId, version: row.version }),
        channelIds,
        driverNos: numbersIn(driverNos),
      })
    } catch (error) {
      const unknown = error instanceof RefusalError && (error.data as { unknown?: string[] } | null)?.unknown
      throw unknown ? new Error(t('不是该城市的司机：{numbers}', { numbers: unknown.join(t('、')) })) : error
    }
  }
  const need = (message: string) => [{ required: true, message }]
  return (
    <FormDialog<Values>
      open={open}
      as="drawer"
      width={560}
      title={row ? t('修改车队') : t('新增车队')}
      initial={
        row
          ? {
              cityId: row.cityId,
              name: row.name,
              channelIds: row.channels.map(({ channelId }) => channelId),
              exclusiveS: row.exclusiveS,
              fallback: row.fallback,
              enabled: row.enabled,
              driverNos: row.members.map(({ driverNo }) => driverNo).join('\n'),
            }
          : { ...(cityId && { cityId }), exclusiveS: 30, fallback: 'OPEN', enabled: true }
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="name" label={t('车队名称')} rules={need(t('请填写车队名称'))}>
        <Input maxLength={40} />
      </Form.Item>
      <Form.Item name="cityId" label={t('城市')} rules={need(t('请选择城市'))}>
        <Select disabled={row !== null} options={cityOptions(places)} />
      </Form.Item>
      <Form.Item
        name="channelIds"
        label={t('渠道')}
        extra={t('这些渠道的订单先派给车队')}
        rules={row && (row.customers > 0 || row.hasFence) ? [] : need(t('请至少选择一个渠道'))}
      >
        <Select mode="multiple" options={channelOptions(places)} />
      </Form.Item>
      <Form.Item name="exclusiveS" label={t('优先时长（秒）')} rules={need(t('请填写 0–120 秒'))}>
        <InputNumber min={0} max={120} precision={0} style={{ width: 140 }} />
      </Form.Item>
      <Form.Item name="fallback" label={t('无人接单时')} required>
        <Radio.Group options={teamFallback.options.map((value) => ({ value, label: tr(teamFallbackText[value]) }))} />
      </Form.Item>
      <Form.Item name="driverNos" label={t('司机工号')} extra={t('每行一个，也可用空格或逗号分开')} rules={need(t('请填写司机工号'))}>
        <Input.TextArea rows={6} />
      </Form.Item>
      <Form.Item name="enabled" label={t('启用')} required valuePropName="checked">
        <Switch />
      </Form.Item>
    </FormDialog>
  )
}

import { fenceCalls, fenceSide, fenceSideText } from '@chauffeur/contract/pricing-fence'
import { templateCalls } from '@chauffeur/contract/pricing-template'
import { Alert, Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import { RefusalError, useCall, useSend } from '#platform/call.ts'
import { t, tr } from '#platform/text.ts'
import { daysOf, maskOf, weekdayText } from '#shared/weekdays.ts'
import type { LngLat } from '#ui/map/map.tsx'
import { FenceCorners } from '#shared/fence/fence-corners.tsx'
import type { Editing } from './fence.screen.tsx'
import { type Drawing, polygonOf } from '#shared/fence/fence.view.ts'
import { instantOf, localInput } from './pricing.view.ts'

interface Values {
  name: string
  side: (typeof fenceSide.options)[number]
  templateId: string
  priority: number
  days: number[]
  effectiveFrom?: string
  effectiveTo?: string
}
export interface FenceEditorProps {
  editing: Editing
  cityId: string
  /** The middle of the city. */
  start: LngLat
  onDraw: (change: (drawing: Drawing) => Drawing) => void
  onFit: (corners: readonly LngLat[]) => void
  onClose: () => void
}

/** The form beside the map; the outline is drawn there, or typed into the corners' list. */
export function FenceEditor({ editing: { fence, drawing }, cityId, start, onDraw, onFit, onClose }: FenceEditorProps) {
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState('')
  const { send, pending } = useSend(fenceCalls.fenceSave, { refreshes: [fenceCalls.fenceList] })
  const templates = useCall(templateCalls.templateList, { cityId, ownerType: 'FENCE', pageSize: 200 }, { enabled: cityId !== '' })

  const save = async (values: Values) => {
    setProblem('')
    try {
      await send({
        ...(fence && { fenceId: fence.fenceId, version: fence.version, enabled: fence.enabled }),
        cityId,
        name: values.name,
        side: values.side,
        templateId: values.templateId,
        priority: values.priority ?? 0,
        weekMask: maskOf(values.days),
        polygon: polygonOf(drawing.corners),
        effectiveFrom: instantOf(values.effectiveFrom) ?? fence?.effectiveFrom,
        effectiveTo: instantOf(values.effectiveTo),
      })
      onClose()
    } catch (error) {
      const fields = error instanceof RefusalError ? error.fields.map(({ message }) => message) : []
      setProblem(fields.length > 0 ? fields.join(t('；')) : error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark="optional"
      disabled={pending}
      initialValues={{
        name: fence?.name ?? '',
        side: fence?.side ?? 'PICKUP',
        templateId: fence?.templateId,
        priority: fence?.priority ?? 0,
        days: daysOf(fence?.weekMask ?? 127),
        effectiveFrom: localInput(fence?.effectiveFrom),
        effectiveTo: localInput(fence?.effectiveTo),
      }}
      onFinish={(values) => void save(values)}
    >
      {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
      <Form.Item name="name" label={t('围栏名称')} rules={[{ required: true, message: t('请填写围栏名称') }]}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="templateId" label={t('所用价格模板')} rules={[{ required: true, message: t('请选择价格模板') }]}>
        <Select
          loading={templates.isPending}
          notFoundContent={t('该城市还没有归属为价格围栏的模板')}
          options={(templates.data?.rows ?? []).map((row) => ({ value: row.templateId, label: row.name }))}
        />
      </Form.Item>
      <div className="pricing-form-row">
        <Form.Item name="side" label={t('判断位置')} required>
          <Select options={fenceSide.options.map((value) => ({ value, label: tr(fenceSideText[value]) }))} />
        </Form.Item>
        <Form.Item name="priority" label={t('优先级（大者先）')} required>
          <InputNumber min={0} max={1000} precision={0} />
        </Form.Item>
      </div>
      <Form.Item name="days" label={t('生效星期')} rules={[{ required: true, message: t('至少选择一天') }]}>
        <Checkbox.Group options={weekdayText.map((day, value) => ({ value, label: tr(day) }))} />
      </Form.Item>
      <div className="pricing-form-row">
        <Form.Item name="effectiveFrom" label={t('生效时间')}>
          <Input type="datetime-local" />
        </Form.Item>
        <Form.Item name="effectiveTo" label={t('失效时间')}>
          <Input type="datetime-local" />
        </Form.Item>
      </div>
      <FenceCorners drawing={drawing} start={start} onDraw={onDraw} onFit={onFit} />
      <div className="fences-buttons">
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button type="primary" htmlType="submit" loading={pending} disabled={drawing.corners.length < 3}>
          {t('保存围栏')}
        </Button>
      </div>
    </Form>
  )
}

import { fenceCalls, fenceSide, fenceSideText, type PriceFence } from '@chauffeur/contract/pricing/fence'
import { templateCalls } from '@chauffeur/contract/pricing/template'
import { Alert, Button, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import { useEffect, useState } from 'react'
import { RefusalError, sendCall, useCall, useSend } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { askToDiscard, useUnsaved } from '#platform/tab/unsaved.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useVersioned } from '#kit/edit/use-versioned.ts'
import { type ConflictField, VersionConflict } from '#kit/edit/version-conflict.tsx'
import { daysOf, daysWords, maskOf, weekdayText } from '#ui/show/weekdays.ts'
import { pressInForm } from '#kit/edit/form-keys.ts'
import { sameTyped } from '#kit/edit/form.view.ts'
import type { LngLat } from '#ui/map/map.tsx'
import { FenceCorners } from '#shared/fence/fence-corners.tsx'
import type { FenceDraft } from './fence.view.ts'
import { cornersOf, type Drawing, polygonOf } from '#shared/fence/fence.view.ts'
import { clockWords, instantOf, wallClockOf } from '#ui/show/time.view.ts'
import '../pricing.css'

interface Values {
  name: string
  side: (typeof fenceSide.options)[number]
  templateId: string
  priority: number
  days: number[]
  effectiveFrom?: string
  effectiveTo?: string
  /** Of the drawing, so that a conflict shows it too. */
  corners: readonly LngLat[]
}
export interface FenceFormProps {
  editing: FenceDraft
  cityId: string
  /** The middle of the city. */
  start: LngLat
  onDraw: (change: (drawing: Drawing) => Drawing) => void
  onFit: (corners: readonly LngLat[]) => void
  onClose: () => void
}

/** The form beside the map; the outline is drawn there, or typed into the corners' list. */
export function FenceForm({ editing: { fence: opened, drawing }, cityId, start, onDraw, onFit, onClose }: FenceFormProps) {
  const [form] = Form.useForm<Values>()
  const [problem, setProblem] = useState('')
  const { send, pending } = useSend(fenceCalls.fenceSave, { refreshes: [fenceCalls.fenceList] })
  const templates = useCall(templateCalls.templateList, { cityId, ownerType: 'FENCE', pageSize: 200 }, { enabled: cityId !== '' })

  const clock = useCities().offsetMinutes(cityId)
  const versions = useVersioned(true, opened, async (old) =>
    old
      ? (await sendCall(fenceCalls.fenceList, { cityId: old.cityId, pageSize: 200 })).rows.find(({ fenceId }) => fenceId === old.fenceId)
      : undefined,
  )
  const fence = versions.base
  const valuesOf = (one: PriceFence | null): Partial<Values> => ({
    name: one?.name ?? '',
    side: one?.side ?? 'PICKUP',
    templateId: one?.templateId,
    priority: one?.priority ?? 0,
    days: daysOf(one?.weekMask ?? 127),
    effectiveFrom: wallClockOf(one?.effectiveFrom, clock),
    effectiveTo: wallClockOf(one?.effectiveTo, clock),
    corners: one ? cornersOf(one.polygon) : [],
  })
  const [started] = useState(() => valuesOf(opened))
  const unsaved = () => !sameTyped(started, { ...started, ...(form.getFieldsValue(true) as Partial<Values>), corners: drawing.corners })
  useUnsaved(unsaved)
  const leave = async () => {
    if (!pending && (!unsaved() || (await askToDiscard()))) onClose()
  }
  // The corners stand on the map; the form knows them for the comparison with what somebody else saved.
  useEffect(() => form.setFieldValue('corners', drawing.corners), [form, drawing.corners])
  const take = () => {
    const corners = form.getFieldValue('corners') as readonly LngLat[]
    onDraw((now) => ({ corners, before: [...now.before, now.corners] }))
    setProblem('')
    versions.take()
  }

  const save = async (values: Values) => {
    setProblem('')
    try {
      await versions.guard(() =>
        send({
          ...(fence && { fenceId: fence.fenceId, version: fence.version, enabled: fence.enabled }),
          cityId,
          name: values.name,
          side: values.side,
          templateId: values.templateId,
          priority: values.priority ?? 0,
          weekMask: maskOf(values.days),
          polygon: polygonOf(drawing.corners),
          effectiveFrom: instantOf(values.effectiveFrom, clock, fence?.effectiveFrom) ?? fence?.effectiveFrom,
          effectiveTo: instantOf(values.effectiveTo, clock, fence?.effectiveTo),
        }),
      )
      onClose()
    } catch (error) {
      const fields = error instanceof RefusalError ? error.fields.map(({ message }) => message) : []
      setProblem(fields.length > 0 ? fields.join(t('；')) : error instanceof Error ? error.message : String(error))
    }
  }
  const dayAndTime = (at?: string) => at?.replace('T', ' ') ?? ''
  const fields: ConflictField<Partial<Values>>[] = [
    { name: 'name', label: t('围栏名称') },
    {
      name: 'templateId',
      label: t('所用价格模板'),
      words: (id: string) => templates.data?.rows.find(({ templateId }) => templateId === id)?.name ?? '',
    },
    { name: 'side', label: t('按哪个点判断'), words: (side: Values['side']) => tr(fenceSideText[side]) },
    { name: 'priority', label: t('优先级（大者先）') },
    { name: 'days', label: t('生效星期'), words: (days: number[]) => daysWords(maskOf(days)) },
    { name: 'effectiveFrom', label: t('生效时间'), words: dayAndTime },
    { name: 'effectiveTo', label: t('失效时间'), words: dayAndTime },
    { name: 'corners', label: t('围栏图形'), words: (corners: readonly LngLat[]) => t('{n} 个点', { n: corners.length }) },
  ]
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark="optional"
      disabled={pending}
      initialValues={started}
      onKeyDown={(event) => pressInForm(event, 'long', form.submit)}
      onFinish={(values) => void save(values)}
    >
      {problem ? <Alert type="error" showIcon title={problem} role="alert" className="ui-form-problem" /> : null}
      <VersionConflict<Partial<Values>>
        base={valuesOf(fence)}
        present={versions.present ? valuesOf(versions.present) : null}
        fields={fields}
        onTake={take}
      />
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
        <Form.Item name="side" label={t('按哪个点判断')} required>
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
        <Form.Item name="effectiveFrom" label={t('生效时间')} extra={clockWords(clock)}>
          <Input type="datetime-local" />
        </Form.Item>
        <Form.Item name="effectiveTo" label={t('失效时间')} extra={clockWords(clock)}>
          <Input type="datetime-local" />
        </Form.Item>
      </div>
      <FenceCorners drawing={drawing} start={start} onDraw={onDraw} onFit={onFit} />
      <div className="fences-buttons">
        <Button onClick={() => void leave()}>{t('取消')}</Button>
        <Button type="primary" htmlType="submit" loading={pending} disabled={drawing.corners.length < 3}>
          {t('保存围栏')}
        </Button>
      </div>
    </Form>
  )
}

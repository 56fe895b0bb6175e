import { fenceCalls, fenceSide, fenceSideText, type PriceFence } from '@chauffeur/contract/pricing/fence'
import { templateCalls } from '@chauffeur/contract/pricing/template'
import { CallForm } from '#kit/edit/call.form.tsx'
import { choicesOf, CountField, FieldRow, InstantField, SelectField, TextField, WeekdaysField } from '#kit/fields/fields.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { sendCall, useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { OutlineField, type OutlineProps } from './outline-field.tsx'
import { type FenceDraft, startWords } from './fence.view.ts'

interface FenceFormProps extends Omit<OutlineProps, 'drawing'> {
  editing: FenceDraft
  cityId: string
  onClose: () => void
}

/** The form beside the map; the outline is drawn there, or typed into the corners' list. */
export function FenceForm({ editing: { fence, drawing }, cityId, onClose, ...outline }: FenceFormProps) {
  const templates = useCall(templateCalls.templateList, { cityId, ownerType: 'FENCE', pageSize: 200 }, { enabled: cityId !== '' })
  const rows = templates.data?.rows ?? []
  const offsetMinutes = useCities().offsetMinutes(cityId)
  return (
    <CallForm<typeof fenceCalls.fenceSave, PriceFence>
      call={fenceCalls.fenceSave}
      as="page"
      title={t('围栏编辑')}
      okText={t('保存围栏')}
      row={fence}
      initial={{ side: 'PICKUP', priority: 0, weekMask: 127 }}
      present={async (old) =>
        (await sendCall(fenceCalls.fenceList, { cityId: old.cityId, pageSize: 200 })).rows.find(({ fenceId }) => fenceId === old.fenceId)
      }
      of="fenceId"
      beside={(row) => ({ cityId, enabled: row?.enabled })}
      onClose={onClose}
    >
      <TextField name="name" label={t('围栏名称')} required maxLength={60} />
      <SelectField
        name="templateId"
        label={t('所用价格模板')}
        required
        loading={templates.isPending}
        hint={templates.data && rows.length === 0 ? t('该城市还没有归属为价格围栏的模板') : undefined}
        choices={rows.map(({ templateId, name }) => ({ value: templateId, label: name }))}
      />
      <FieldRow>
        <SelectField name="side" label={t('按哪个点判断')} required choices={choicesOf(fenceSide.options, fenceSideText)} />
        <CountField name="priority" label={t('优先级（大者先）')} required min={0} max={1000} />
      </FieldRow>
      <WeekdaysField name="weekMask" label={t('生效星期')} required />
      <InstantField name="effectiveFrom" label={startWords(fence)} required={fence !== null} offsetMinutes={offsetMinutes} />
      <InstantField name="effectiveTo" label={t('失效时间（不填为长期有效）')} offsetMinutes={offsetMinutes} />
      <OutlineField drawing={drawing} {...outline} />
    </CallForm>
  )
}

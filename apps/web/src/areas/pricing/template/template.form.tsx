import { type TemplateOwner, templateOwner } from '@chauffeur/contract/pricing/model'
import { serviceType, serviceTypeText } from '@chauffeur/contract/order/model'
import { templateCalls } from '@chauffeur/contract/pricing/template'
import { Form } from 'antd'
import {
  ChannelField,
  choicesOf,
  CityField,
  EnterpriseField,
  FieldRow,
  GroupField,
  InstantField,
  ReasonField,
  SelectField,
  TextField,
} from '#kit/fields/fields.ts'
import { EditForm } from '#kit/edit/edit.form.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { ownerText } from '../pricing.view.ts'
import { RulesFields } from './rules-fields.tsx'
import { emptyRules, rulesOf, rulesValues, type Template, type TemplateValues } from './template.view.ts'

interface TemplateFormProps {
  open: boolean
  /** The version to begin with; null for a new template. */
  source: Template | null
  onClose: () => void
  onSaved: (templateId: string) => void
}

/** Saving never changes a version: orders keep theirs, and a new one takes over at its time. */
export function TemplateForm({ open, source, onClose, onSaved }: TemplateFormProps) {
  const { send } = useSend(templateCalls.templateSave)
  return (
    <EditForm<TemplateValues, Template, { templateId: string }>
      open={open}
      as="drawer"
      width={800}
      title={(row) => (row ? t('修改价格模板（保存为第 {n} 版）', { n: row.newestVersion + 1 }) : t('新建价格模板'))}
      row={source}
      valuesOf={(row) => ({
        ...row,
        effectiveFrom: null,
        // One that is over is to begin again without an end.
        effectiveTo: row.status === 'EXPIRED' ? null : row.effectiveTo,
        rules: rulesValues(row.rules),
      })}
      initial={{ ownerType: 'CITY', serviceType: 'TRIP', rules: rulesValues(emptyRules) }}
      save={({ rules, ...values }, row) =>
        send({
          ...values,
          ...(row && { templateId: row.templateId, baseVersion: row.newestVersion }),
          rules: rulesOf(rules, row?.rules ?? emptyRules),
        })
      }
      draft={`price-template-${source?.templateId ?? 'new'}`}
      onSaved={({ templateId }) => onSaved(templateId)}
      onClose={onClose}
    >
      {(row) => (
        <>
          <FieldRow>
            <TextField name="name" label={t('模板名称')} required maxLength={60} />
            <TextField name="code" label={t('编码')} required maxLength={40} />
            <SelectField
              name="serviceType"
              label={t('业务类型')}
              required
              locked={row !== null}
              choices={choicesOf(serviceType.options, serviceTypeText)}
            />
          </FieldRow>
          <Owner locked={row !== null && t('保存后不能修改')} />
          <CityField name="cityIds" label={t('适用城市')} multiple required />
          <InForce />
          <RulesFields />
          {row ? <ReasonField /> : null}
        </>
      )}
    </EditForm>
  )
}

/** Whose prices they are, and for which channels. */
function Owner({ locked }: { locked: string | false }) {
  const ownerType = Form.useWatch<TemplateOwner | undefined>('ownerType')
  return (
    <FieldRow>
      <SelectField
        name="ownerType"
        label={t('归属')}
        required
        locked={locked}
        choices={templateOwner.options.map((value) => ({ value, label: ownerText(value) }))}
      />
      {ownerType === 'ENTERPRISE' ? <EnterpriseField name="ownerId" label={t('归属企业')} required locked={locked} /> : null}
      {ownerType === 'GROUP' ? (
        <GroupField of="PRICE" name="ownerId" label={t('归属分组')} required locked={locked} hint={t('价格分组')} />
      ) : null}
      {ownerType === 'PARTNER' ? <ChannelField name="ownerId" label={t('归属渠道')} required locked={locked} /> : null}
      <ChannelField name="channelIds" label={t('适用渠道')} multiple placeholder={t('全部渠道')} />
    </FieldRow>
  )
}

/** Typed on the clock of the first city. */
function InForce() {
  const offsetMinutes = useCities().offsetMinutes((Form.useWatch<string[] | undefined>('cityIds') ?? [])[0])
  return (
    <FieldRow>
      <InstantField name="effectiveFrom" label={t('生效时间（不填为立即生效）')} offsetMinutes={offsetMinutes} />
      <InstantField name="effectiveTo" label={t('失效时间（不填为长期有效）')} offsetMinutes={offsetMinutes} />
    </FieldRow>
  )
}

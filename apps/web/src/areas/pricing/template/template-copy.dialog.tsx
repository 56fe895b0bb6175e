import { templateCalls } from '@chauffeur/contract/pricing/template'
import { Form } from 'antd'
import { CallForm } from '#kit/edit/call.form.tsx'
import { InstantField, SelectField } from '#kit/fields/fields.ts'
import { t } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { clockWords } from '#ui/show/time.view.ts'
import type { Template } from './template.view.ts'

/** A template of its own for each chosen city, at the prices of the version on the screen. */
export function TemplateCopyDialog({ open, template, onClose }: { open: boolean; template: Template; onClose: () => void }) {
  const cities = useCities()
  return (
    <CallForm
      call={templateCalls.templateCopy}
      open={open}
      title={t('复制到城市')}
      okText={t('复制')}
      initial={{ cityIds: [] }}
      beside={() => ({ templateId: template.templateId, version: template.version })}
      saved={null}
      onClose={onClose}
    >
      <SelectField
        name="cityIds"
        label={t('城市')}
        required
        multiple
        choices={cities.options.filter(({ value }) => !template.cityIds.includes(value))}
      />
      <EffectiveFrom />
    </CallForm>
  )
}

function EffectiveFrom() {
  const [cityId] = Form.useWatch<string[] | undefined>('cityIds') ?? []
  const clock = useCities().offsetMinutes(cityId)
  return (
    <InstantField name="effectiveFrom" label={t('生效时间')} hint={`${t('不填为立即生效')} · ${clockWords(clock)}`} offsetMinutes={clock} />
  )
}

import { templateCalls } from '@chauffeur/contract/pricing-template'
import { Form, Input, Select } from 'antd'
import { useSend } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { FormDialog } from '#kit/edit/form.dialog.tsx'
import { clockWords, instantOf } from '#ui/show/time.view.ts'
import type { Template } from './template.view.ts'

interface Values {
  cityIds: string[]
  effectiveFrom?: string
}

/** A template of its own for each chosen city, at the prices of the version on the screen. */
export function TemplateCopy({ open, template, onClose }: { open: boolean; template: Template; onClose: () => void }) {
  const { send } = useSend(templateCalls.templateCopy, { refreshes: [templateCalls.templateList] })
  const cities = useCities()
  return (
    <FormDialog<Values>
      open={open}
      title={t('复制到城市')}
      okText={t('复制')}
      initial={{ cityIds: [] }}
      onClose={onClose}
      onSubmit={({ cityIds, effectiveFrom }) =>
        send({
          templateId: template.templateId,
          version: template.version,
          cityIds,
          effectiveFrom: instantOf(effectiveFrom, cities.offsetMinutes(cityIds[0])),
        })
      }
    >
      <Form.Item name="cityIds" label={t('城市')} rules={[{ required: true, message: t('至少选择一个城市') }]}>
        <Select mode="multiple" options={cities.options.filter(({ value }) => !template.cityIds.includes(value))} />
      </Form.Item>
      <Form.Item noStyle dependencies={['cityIds']}>
        {({ getFieldValue }) => (
          <Form.Item
            name="effectiveFrom"
            label={t('生效时间（不填为立即生效）')}
            extra={clockWords(cities.offsetMinutes((getFieldValue('cityIds') as string[])[0]))}
          >
            <Input type="datetime-local" />
          </Form.Item>
        )}
      </Form.Item>
    </FormDialog>
  )
}

import { templateCalls, templateStatusText } from '@chauffeur/contract/pricing/template'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { useTabTitle } from '#platform/tab/tab.ts'
import { t, tr } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { Facts } from '#kit/detail/facts.tsx'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { Page, Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { BandsPicture } from './bands-picture.tsx'
import { Calculator } from './calculator.tsx'
import { statusTone } from '../pricing.view.ts'
import { TemplateCopyDialog } from './template-copy.dialog.tsx'
import { TemplateForm } from './template.form.tsx'
import { templateFacts } from './template-facts.ts'
import { TemplateVersionsPanel } from './template-versions.panel.tsx'
import type { Template } from './template.view.ts'
import './template.css'

/** One template: its prices over the day, a calculator, and its versions. */
export function TemplatePanel({ templateId }: { templateId: string }) {
  const [version, setVersion] = useState<number>()
  const [dialog, setDialog] = useState<'edit' | 'copy' | null>(null)
  const query = useCall(templateCalls.templateGet, { templateId, ...(version && { version }) }, { keepPrevious: true })
  const mayPrice = useMay(templateCalls.templateSave)
  const cities = useCities()
  const template = query.data
  const offsetOf = ({ cityIds }: Template) => cities.offsetMinutes(cityIds[0])
  // A new version holds in all its cities, so that it takes someone who keeps all of them.
  const mayEdit = mayPrice && !!template?.cityIds.every((id) => cities.list.some(({ cityId }) => cityId === id))
  useTabTitle(template?.name ?? t('价格模板'))
  return (
    <Page
      title={template?.name ?? t('价格模板')}
      extra={template ? <Tag tone={statusTone[template.status]}>{tr(templateStatusText[template.status])}</Tag> : undefined}
      actions={
        template ? (
          <>
            <Select
              aria-label={t('版本')}
              value={template.version}
              style={{ width: 120 }}
              onChange={setVersion}
              options={Array.from({ length: template.newestVersion }, (_, index) => ({
                value: template.newestVersion - index,
                label: t('第 {n} 版', { n: template.newestVersion - index }),
              }))}
            />
            {mayPrice ? <Button onClick={() => setDialog('copy')}>{t('复制到城市')}</Button> : null}
            {mayEdit ? (
              <Button type="primary" onClick={() => setDialog('edit')}>
                {t('修改')}
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      <Async query={query} skeleton={<Skeleton lines={8} />}>
        {(shown) => (
          <div className="pricing-columns">
            <div className="pricing-column">
              <Panel title={t('计价规则')} extra={<span className="ui-number">{shown.code}</span>}>
                <BandsPicture bands={shown.rules.bands} />
                <Facts
                  as="pairs"
                  className="pricing-facts"
                  facts={templateFacts(shown, offsetOf(shown)).map(({ label, words }) => [label, words] as const)}
                />
              </Panel>
            </div>
            <div className="pricing-column">
              <Calculator
                templateId={templateId}
                version={shown.version}
                isPackage={shown.mode === 'PACKAGE'}
                offsetMinutes={offsetOf(shown)}
              />
            </div>
            <div className="pricing-versions">
              <TemplateVersionsPanel
                templateId={templateId}
                shown={shown.version}
                onShow={setVersion}
                offsetMinutes={offsetOf(shown)}
                mayReturn={mayEdit}
              />
            </div>
            <TemplateForm open={dialog === 'edit'} source={shown} onClose={() => setDialog(null)} onSaved={() => setVersion(undefined)} />
            <TemplateCopyDialog open={dialog === 'copy'} template={shown} onClose={() => setDialog(null)} />
          </div>
        )}
      </Async>
    </Page>
  )
}

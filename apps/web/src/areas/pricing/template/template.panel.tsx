import { templateCalls, templateStatusText } from '@chauffeur/contract/pricing/template'
import { DEFAULT_COMMISSION_BP } from '@chauffeur/contract/pricing/model'
import { serviceTypeText } from '@chauffeur/contract/order/model'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { useTabTitle } from '#platform/tab/tab.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { type Fact, Facts } from '#kit/detail/facts.tsx'
import { useCities } from '#kit/pickers/use-cities.ts'
import { Async, Skeleton } from '#ui/page/async.tsx'
import { distanceText, durationText } from '#ui/show/measure.view.ts'
import { moneyText } from '#ui/show/money.view.ts'
import { Page, Panel } from '#ui/page/page.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { BandsPicture } from './bands-picture.tsx'
import { Calculator } from './calculator.tsx'
import { modeText, ownerText, statusTone } from '../pricing.view.ts'
import { TemplateCopyDialog } from './template-copy.dialog.tsx'
import { TemplateForm } from './template.form.tsx'
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
                <Rules template={shown} />
              </Panel>
              <TemplateVersionsPanel templateId={templateId} shown={shown.version} onShow={setVersion} />
            </div>
            <div className="pricing-column">
              <Calculator
                templateId={templateId}
                version={shown.version}
                isPackage={shown.mode === 'PACKAGE'}
                offsetMinutes={cities.offsetMinutes(shown.cityIds[0])}
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

function Rules({ template }: { template: Template }) {
  const { rules } = template
  const { wait, remote } = rules
  const pack = rules.package
  const facts: Fact[] = [
    [t('归属'), [ownerText(template.ownerType), template.ownerName].filter(Boolean).join(' ')],
    [t('业务类型'), tr(serviceTypeText[template.serviceType])],
    [t('适用渠道'), joined(template.channelNames.map((name) => tr(name))) || t('全部渠道')],
    [t('适用城市'), joined(template.cityNames.map((name) => tr(name)))],
    [t('计费方式'), tr(modeText[rules.mode])],
    [t('里程费'), t('超出部分每 {step} {price}，不足按一段计', { step: distanceText(rules.stepM), price: moneyText(rules.stepFen) })],
    [
      t('等候费'),
      wait
        ? waitText(wait.kind === 'FULL_BLOCK_FLOOR', {
            free: durationText(wait.freeS),
            unit: durationText(wait.unitS),
            price: moneyText(wait.unitFen),
          })
        : t('不收'),
    ],
    [
      t('远途费'),
      remote.on
        ? t('超过 {from} 每 {step} {price}', {
            from: distanceText(remote.thresholdM),
            step: distanceText(remote.stepM),
            price: moneyText(remote.stepFen),
          })
        : t('不收'),
    ],
    [t('动态加价封顶'), rules.feeMaxFen === null ? t('不封顶') : moneyText(rules.feeMaxFen)],
    [t('平台抽成'), `${(rules.commissionBp ?? DEFAULT_COMMISSION_BP) / 100}%`],
    [t('生效时间'), <Time key="from" at={template.effectiveFrom} as="short" />],
    [t('失效时间'), template.effectiveTo ? <Time key="to" at={template.effectiveTo} as="short" /> : t('长期有效')],
  ]
  if (pack)
    facts.splice(6, 0, [
      t('套餐'),
      t('含 {time}，宽限 {grace}，超时每 {unit} {price}', {
        time: durationText(pack.includedS),
        grace: durationText(pack.freeS),
        unit: durationText(pack.unitS),
        price: moneyText(pack.unitFen),
      }),
    ])
  return <Facts as="pairs" className="pricing-facts" facts={facts} />
}

const waitText = (whole: boolean, words: { free: string; unit: string; price: string }) =>
  whole ? t('免费 {free}，之后每满 {unit} {price}', words) : t('免费 {free}，之后每 {unit} {price}', words)

import { auditRuleKind, auditRuleText, type AuditRuleKind, rightAuditRulesCalls } from '@chauffeur/contract/order/right-audit-rules'
import { useMemo } from 'react'
import { CityRulesPage } from '#kit/config/city-rules.tsx'
import { VersionLine } from '#kit/config/version-line.tsx'
import { Facts } from '#kit/detail/facts.tsx'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Panel } from '#ui/page/page.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { EnabledTag } from '#ui/show/tag.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { factsOfRules, percentWords, ruleWords, type RulesHere } from './audit.view.ts'
import { RulesForm } from './rules.form.tsx'
import './audit.css'

const DAYS = 90

/** The rules of the audit, everywhere or in a city, and how right each of them was. */
export default function RightAuditRulesScreen() {
  return (
    <CityRulesPage
      title={t('权益审核规则')}
      extra={t('修改只影响之后使用的权益')}
      read={rightAuditRulesCalls.rules}
      save={rightAuditRulesCalls.save}
      history={rightAuditRulesCalls.history}
      factsOf={factsOfRules}
      form={(here, at) => <RulesForm here={here} {...at} />}
    >
      {(here, { cityId }) => <Rules here={here} cityId={cityId} />}
    </CityRulesPage>
  )
}

function Rules({ here, cityId }: { here: RulesHere; cityId: string | null }) {
  const range = useMemo(() => {
    const now = Date.now()
    return { usedFrom: new Date(now - DAYS * 86_400_000).toISOString(), usedTo: new Date(now + 86_400_000).toISOString() }
  }, [])
  const precision = useCall(rightAuditRulesCalls.precision, { ...range, ...(cityId && { cityId }) }).data?.rows ?? []
  const { holds } = here
  const count = (rule: AuditRuleKind | null, of: 'caught' | 'open' | 'passed' | 'failed') =>
    countText(precision.find((row) => row.rule === rule)?.[of] ?? 0)
  const rows: (AuditRuleKind | null)[] = [...auditRuleKind.options, null]
  return (
    <>
      <Panel title={t('风险规则')} extra={<VersionLine holds={holds} cityId={cityId} />}>
        <div className="audit-scroll">
          <PlainTable
            label={t('风险规则')}
            rows={rows}
            rowKey={(rule) => rule ?? 'sample'}
            columns={[
              { title: t('规则'), head: true, cell: (rule) => (rule ? tr(auditRuleText[rule]) : t('随机抽查')) },
              {
                title: t('条件'),
                cell: (rule) =>
                  rule ? ruleWords(rule, holds.riskRules) : t('未命中规则的 {percent}', { percent: percentWords(holds.sampleBp) }),
              },
              { title: t('状态'), cell: (rule) => <EnabledTag enabled={rule ? holds.riskRules[rule].on : holds.sampleBp > 0} /> },
              { title: t('90 天命中'), end: true, cell: (rule) => count(rule, 'caught') },
              { title: t('待定'), end: true, cell: (rule) => count(rule, 'open') },
              { title: t('通过数'), end: true, cell: (rule) => count(rule, 'passed') },
              { title: t('未通过数'), end: true, cell: (rule) => count(rule, 'failed') },
              {
                title: t('准确率'),
                end: true,
                cell: (rule) => percentWords(precision.find((row) => row.rule === rule)?.precisionBp ?? null),
              },
            ]}
          />
        </div>
        <p className="ui-none">{t('准确率：命中且已有结论的订单中，审核未通过的比例。')}</p>
      </Panel>
      <Panel title={t('抽查与申诉')}>
        <Facts
          facts={[
            [t('抽查比例'), percentWords(holds.sampleBp)],
            [t('单独设置的权益'), holds.rightSamples.length === 0 ? t('无') : t('{n} 个', { n: holds.rightSamples.length })],
            [t('申诉期'), t('{n} 天', { n: holds.appealDays })],
          ]}
        />
      </Panel>
    </>
  )
}

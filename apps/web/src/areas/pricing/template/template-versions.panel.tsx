import { templateCalls, templateStatusText } from '@chauffeur/contract/pricing/template'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { Async } from '#ui/page/async.tsx'
import { Panel } from '#ui/page/page.tsx'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { statusTone } from '../pricing.view.ts'
import '../pricing.css'
import './template.css'

/** Every version, and what two of them differ in. */
export function TemplateVersionsPanel({
  templateId,
  shown,
  onShow,
}: {
  templateId: string
  shown: number
  onShow: (version: number) => void
}) {
  const query = useCall(templateCalls.templateVersions, { templateId })
  const [other, setOther] = useState<number | null>(null)
  return (
    <Panel title={t('版本')}>
      <Async query={query}>
        {({ rows }) => (
          <PlainTable
            className="pricing-table"
            rows={rows}
            rowKey={({ version }) => version}
            rowProps={({ version }) => (version === shown ? { 'aria-current': 'true' } : {})}
            columns={[
              { title: t('版本'), cell: ({ version }) => <span className="ui-number">{version}</span> },
              { title: t('状态'), cell: ({ status }) => <Tag tone={statusTone[status]}>{tr(templateStatusText[status])}</Tag> },
              { title: t('生效时间'), cell: ({ effectiveFrom }) => <Time at={effectiveFrom} as="short" /> },
              { title: t('修改人'), cell: ({ changedBy }) => changedBy || '—' },
              {
                title: t('操作'),
                cell: ({ version }) =>
                  version === shown ? (
                    t('正在查看')
                  ) : (
                    <span className="pricing-actions">
                      <button type="button" className="ui-text-button" onClick={() => onShow(version)}>
                        {t('查看')}
                      </button>
                      <button type="button" className="ui-text-button" onClick={() => setOther(version === other ? null : version)}>
                        {t('与第 {n} 版比较', { n: shown })}
                      </button>
                    </span>
                  ),
              },
            ]}
          />
        )}
      </Async>
      {other !== null && other !== shown ? <Comparison templateId={templateId} version={shown} other={other} /> : null}
    </Panel>
  )
}

/** Instants come as such, everything else in words. */
function Side({ path, value }: { path: string; value: string | null }) {
  if (!value) return '—'
  return path.startsWith('effective') ? <Time at={value} as="short" /> : value
}

function Comparison({ templateId, version, other }: { templateId: string; version: number; other: number }) {
  const query = useCall(templateCalls.templateCompare, { templateId, version, otherVersion: other })
  return (
    <Async query={query} isEmpty={({ rows }) => rows.length === 0} empty={<p>{t('两个版本完全相同')}</p>}>
      {({ rows }) => (
        <PlainTable
          className="pricing-table pricing-compare"
          caption={t('第 {a} 版与第 {b} 版的差异', { a: version, b: other })}
          rows={rows}
          rowKey={({ path }) => path}
          columns={[
            { title: t('项目'), head: true, cell: ({ label }) => label },
            { title: t('第 {n} 版', { n: version }), cell: ({ path, one }) => <Side path={path} value={one} /> },
            { title: t('第 {n} 版', { n: other }), cell: ({ path, other: value }) => <Side path={path} value={value} /> },
          ]}
        />
      )}
    </Async>
  )
}

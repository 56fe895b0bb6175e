import { templateCalls, templateStatusText } from '@chauffeur/contract/pricing-template'
import { useState } from 'react'
import { useCall } from '#platform/call.ts'
import { t, tr } from '#platform/text.ts'
import { Async } from '#ui/async.tsx'
import { Panel } from '#ui/page.tsx'
import { Tag } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'
import { statusTone } from './pricing.view.ts'

/** Every version, and what two of them differ in. */
export function TemplateVersions({ templateId, shown, onShow }: { templateId: string; shown: number; onShow: (version: number) => void }) {
  const query = useCall(templateCalls.templateVersions, { templateId })
  const [other, setOther] = useState<number | null>(null)
  return (
    <Panel title={t('版本')}>
      <Async query={query}>
        {({ rows }) => (
          <table className="pricing-table">
            <thead>
              <tr>
                <th scope="col">{t('版本')}</th>
                <th scope="col">{t('状态')}</th>
                <th scope="col">{t('生效时间')}</th>
                <th scope="col">{t('修改人')}</th>
                <th scope="col">{t('操作')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.version} aria-current={row.version === shown ? 'true' : undefined}>
                  <td className="ui-number">{row.version}</td>
                  <td>
                    <Tag tone={statusTone[row.status]}>{tr(templateStatusText[row.status])}</Tag>
                  </td>
                  <td>
                    <Time at={row.effectiveFrom} as="exact" />
                  </td>
                  <td>{row.createdBy || '—'}</td>
                  <td>
                    {row.version === shown ? (
                      t('正在查看')
                    ) : (
                      <span className="pricing-actions">
                        <button type="button" className="ui-text-button" onClick={() => onShow(row.version)}>
                          {t('查看')}
                        </button>
                        <button
                          type="button"
                          className="ui-text-button"
                          onClick={() => setOther(row.version === other ? null : row.version)}
                        >
                          {t('与第 {n} 版比较', { n: shown })}
                        </button>
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Async>
      {other !== null && other !== shown ? <Comparison templateId={templateId} version={shown} other={other} /> : null}
    </Panel>
  )
}

/** Instants come as such, everything else in words. */
function Side({ path, value }: { path: string; value: string | null }) {
  if (!value) return '—'
  return path.startsWith('effective') ? <Time at={value} as="exact" /> : value
}

function Comparison({ templateId, version, other }: { templateId: string; version: number; other: number }) {
  const query = useCall(templateCalls.templateCompare, { templateId, version, otherVersion: other })
  return (
    <Async query={query} isEmpty={({ rows }) => rows.length === 0} empty={<p>{t('两个版本完全相同')}</p>}>
      {({ rows }) => (
        <table className="pricing-table pricing-compare">
          <caption>{t('第 {a} 版与第 {b} 版的差异', { a: version, b: other })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('项目')}</th>
              <th scope="col">{t('第 {n} 版', { n: version })}</th>
              <th scope="col">{t('第 {n} 版', { n: other })}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.path}>
                <th scope="row">{row.label}</th>
                <td>
                  <Side path={row.path} value={row.one} />
                </td>
                <td>
                  <Side path={row.path} value={row.other} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Async>
  )
}

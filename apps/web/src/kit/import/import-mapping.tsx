import { importCalls } from '@chauffeur/contract/operations/import'
import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { Fault } from '#ui/page/async.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { columnChoices, lackingFields, mapped, type Import, type Mapping } from './import.view.ts'

interface ImportMappingProps {
  made: Import
  busy: boolean
  onBack: () => void
  onRun: (input: { headed: boolean; mapping: Mapping }) => void
}

/** Which column is what, and what would become of each row then. Nothing is written yet. */
export function ImportMapping({ made, busy, onBack, onRun }: ImportMappingProps) {
  const [headed, setHeaded] = useState(made.headed)
  const [mapping, setMapping] = useState<Mapping>(made.mapping)
  const lacking = lackingFields(made, mapping)
  const choices = columnChoices(made, headed)
  const { importId } = made
  const query = useCall(
    importCalls.preview,
    { importId, headed, mapping },
    { enabled: lacking.length === 0, keepPrevious: true, silent: true },
  )
  const preview = lacking.length === 0 ? query.data : undefined
  const fields = made.fields.filter(({ name }) => (mapping[name] ?? null) !== null)
  return (
    <>
      <p className="import-soft">{t('{file}：共 {n} 行', { file: made.fileName, n: countText(made.rows) })}</p>
      <div className="import-mapping">
        {made.fields.map(({ name, title, required }) => (
          <label key={name}>
            <span>
              {title}
              {required ? null : <span className="ui-none"> {t('（选填）')}</span>}
            </span>
            <Select<number>
              aria-label={title}
              value={mapping[name] ?? null}
              options={choices}
              allowClear
              placeholder={t('没有这一列')}
              disabled={busy}
              status={required && (mapping[name] ?? null) === null ? 'error' : ''}
              onChange={(column?: number) => setMapping(mapped(mapping, name, column ?? null))}
            />
          </label>
        ))}
      </div>
      <Checkbox checked={headed} disabled={busy} onChange={({ target }) => setHeaded(target.checked)}>
        {t('第一行是表头')}
      </Checkbox>
      <div role="status" className="import-figures">
        {lacking.length > 0
          ? t('请选择对应的列：{fields}', { fields: joined(lacking) })
          : preview
            ? t('可导入 {good} 行，不会导入 {bad} 行', { good: countText(preview.good), bad: countText(preview.bad) })
            : t('正在检查…')}
      </div>
      {query.isError && lacking.length === 0 ? <Fault error={query.error} retry={query.refetch} /> : null}
      {preview && preview.problems.length > 0 ? (
        <ul className="import-problems">
          {preview.problems.map(({ problem, rows }) => (
            <li key={problem}>{t('{problem}：{n} 行', { problem, n: countText(rows) })}</li>
          ))}
        </ul>
      ) : null}
      {preview ? (
        <div className="import-preview" role="region" aria-label={t('预览')} tabIndex={0}>
          <PlainTable
            label={t('预览')}
            rows={preview.rows}
            rowKey={({ rowNo }) => rowNo}
            rowProps={({ problem }) => (problem ? { className: 'import-bad' } : {})}
            columns={[
              { title: t('行'), head: true, cell: ({ rowNo }) => <span className="ui-number">{rowNo}</span> },
              {
                title: t('不导入的原因'),
                cell: ({ problem }) => <span className="import-why">{problem || <span className="ui-none">—</span>}</span>,
              },
              ...fields.map(({ name, title }) => ({
                title,
                cell: ({ values, field }: (typeof preview.rows)[number]) => (
                  <span className={field === name ? 'import-cell import-wrong' : 'import-cell'} title={values[name]}>
                    {values[name]}
                  </span>
                ),
              })),
            ]}
          />
        </div>
      ) : null}
      <div className="ui-dialog-footer import-footer">
        <Button onClick={onBack} disabled={busy}>
          {t('上一步')}
        </Button>
        <Button
          type="primary"
          loading={busy}
          disabled={preview === undefined || preview.good === 0 || query.isPlaceholderData}
          onClick={() => onRun({ headed, mapping })}
        >
          {t('导入 {n} 行', { n: countText(preview?.good ?? 0) })}
        </Button>
      </div>
    </>
  )
}

import { templateCalls, templateStatusText, type TemplateVersion } from '@chauffeur/contract/pricing/template'
import { templateOwner } from '@chauffeur/contract/pricing/model'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useMay } from '#platform/session/session.ts'
import { openTab } from '#platform/tab/tab.ts'
import { joined, t, tr, useLocale } from '#platform/text/text.ts'
import { useCities } from '#kit/pickers/use-cities.ts'
import { Page } from '#ui/page/page.tsx'
import { QueryTable } from '#kit/list/query-table.tsx'
import type { Column, Filter } from '#kit/list/query-table.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { modeText, ownerText, statusTone } from '../pricing.view.ts'
import { TemplatePanel } from './template.panel.tsx'
import { TemplateForm } from './template.form.tsx'

type Row = TemplateVersion & { newestVersion: number }
const pathOf = (row: Row) => `/priceTemplateInfo?templateId=${row.templateId}`
const rowKey = (row: Row) => row.templateId
const open = (row: Row) => openTab(pathOf(row))

export default function TemplateScreen() {
  const [params] = useSearchParams()
  const templateId = params.get('templateId') ?? ''
  return /^[1-9]\d{0,17}$/.test(templateId) ? <TemplatePanel key={templateId} templateId={templateId} /> : <TemplateList />
}

function TemplateList() {
  const language = useLocale()
  const cities = useCities()
  const mayEdit = useMay(templateCalls.templateSave)
  const [adding, setAdding] = useState(false)
  const columns = useMemo(() => templateColumns(language === 'en'), [language])
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'text', key: 'keyword', label: t('关键字'), placeholder: t('模板名称或编码'), width: 200 },
      {
        kind: 'select',
        key: 'cityId',
        label: t('城市'),
        width: 130,
        options: cities.options.map(({ value, label }) => ({ key: value, value: label })),
      },
      {
        kind: 'select',
        key: 'ownerType',
        label: t('归属'),
        width: 130,
        options: templateOwner.options.map((key) => ({ key, value: ownerText(key) })),
      },
    ],
    [cities],
  )
  return (
    <Page title={t('价格模板')} fill>
      <QueryTable
        name="pricing.templates"
        label={t('价格模板')}
        call={templateCalls.templateList}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        onOpen={open}
        toolbar={
          mayEdit ? (
            <Button type="primary" onClick={() => setAdding(true)}>
              {t('新建模板')}
            </Button>
          ) : undefined
        }
      />
      <TemplateForm
        open={adding}
        source={null}
        onClose={() => setAdding(false)}
        onSaved={(id) => openTab(`/priceTemplateInfo?templateId=${id}`)}
      />
    </Page>
  )
}

function templateColumns(english: boolean): Column<Row>[] {
  return [
    {
      key: 'name',
      title: t('模板名称'),
      width: 200,
      pin: 'left',
      fixed: true,
      grow: true,
      cell: (row) => (
        <a className="ui-link" href={`#${pathOf(row)}`}>
          {row.name}
        </a>
      ),
    },
    { key: 'code', title: t('编码'), width: 150, sortable: true, cell: (row) => <span className="ui-number">{row.code}</span> },
    {
      key: 'status',
      title: t('状态'),
      width: english ? 120 : 110,
      cell: (row) => <Tag tone={statusTone[row.status]}>{tr(templateStatusText[row.status])}</Tag>,
    },
    { key: 'cityNames', title: t('适用城市'), width: 140, cell: (row) => joined(row.cityNames.map((name) => tr(name))) },
    { key: 'ownerType', title: t('归属'), width: 110, cell: (row) => ownerText(row.ownerType) },
    { key: 'mode', title: t('计费方式'), width: 110, cell: (row) => tr(modeText[row.mode]) },
    {
      key: 'version',
      title: t('版本'),
      width: 120,
      align: 'right',
      cell: (row) =>
        row.version === row.newestVersion
          ? row.version
          : t('{version}（最新 {newest}）', { version: row.version, newest: row.newestVersion }),
    },
    { key: 'rank', title: t('优先级'), width: 90, align: 'right', sortable: true, cell: (row) => row.rank },
    { key: 'effectiveFrom', title: t('生效时间'), width: 110, sortable: true, cell: (row) => <Time at={row.effectiveFrom} as="short" /> },
    { key: 'effectiveTo', title: t('失效时间'), width: 110, cell: (row) => <Time at={row.effectiveTo} as="short" /> },
    { key: 'changedBy', title: t('修改人'), width: 100, cell: (row) => row.changedBy || '—' },
  ]
}

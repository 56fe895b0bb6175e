import { templateOwner } from '@chauffeur/contract/pricing/model'
import { templateCalls, templateStatusText, type TemplateVersion } from '@chauffeur/contract/pricing/template'
import { openTab } from '#platform/tab/tab.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { useIdOf } from '#kit/detail/use-id-of.ts'
import { letters, orNone } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { AddProps } from '#kit/list/define.view.ts'
import { modeText, ownerText, statusTone } from '../pricing.view.ts'
import { TemplateForm } from './template.form.tsx'
import { TemplatePanel } from './template.panel.tsx'
import '../pricing.css'

const pathTo = (templateId: string) => `/priceTemplateInfo?templateId=${templateId}`
const pathOf = (row: TemplateVersion) => pathTo(row.templateId)
const Add = ({ open, onClose }: AddProps) => (
  <TemplateForm open={open} source={null} onClose={onClose} onSaved={(id) => openTab(pathTo(id))} />
)

const Templates = defineList(templateCalls.templateList, ({ c, f }) => ({
  name: 'pricing.templates',
  title: t('价格模板'),
  rowKey: (row) => row.templateId,
  rowName: (row) => row.name,
  open: pathOf,
  add: { may: templateCalls.templateSave, label: t('新建模板'), Dialog: Add },
  filters: [
    f.keyword(t('模板名称或编码')),
    f.city(),
    f.choice(
      'ownerType',
      t('归属'),
      templateOwner.options.map((key) => ({ key, value: ownerText(key) })),
    ),
  ],
  columns: [
    c.link('name', t('模板名称'), pathOf, { like: letters(10), grow: true }),
    c.of('code', t('编码'), (row) => <span className="ui-number">{row.code}</span>, 'TPL-HANGZHOU-00', { sortable: true }),
    c.status('status', t('状态'), templateStatusText, statusTone),
    c.text('cityNames', t('适用城市'), (row) => joined(row.cityNames.map((name) => tr(name)))),
    c.two(
      'ownerType',
      t('归属'),
      (row) => ownerText(row.ownerType),
      (row) => tr(modeText[row.mode]),
      [...templateOwner.options.map(ownerText), ...Object.values(modeText).map(tr)],
    ),
    c.of(
      'version',
      t('版本'),
      (row) =>
        row.version === row.newestVersion
          ? row.version
          : t('{version}（最新 {newest}）', { version: row.version, newest: row.newestVersion }),
      t('{version}（最新 {newest}）', { version: 9, newest: 9 }),
      { align: 'right' },
    ),
    c.count('rank', t('优先级'), { sortable: true }),
    c.time('effectiveFrom', t('生效时间'), { sortable: true }),
    c.time('effectiveTo', t('失效时间')),
    c.of('changedBy', t('修改人'), (row) => orNone(row.changedBy), letters(5), { optional: true }),
  ],
}))

export default function TemplateScreen() {
  const templateId = useIdOf('templateId')
  return templateId ? <TemplatePanel key={templateId} templateId={templateId} /> : <Templates />
}

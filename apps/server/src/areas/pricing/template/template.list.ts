import { serviceTypeText } from '@chauffeur/contract/order/model'
import { templateOwnerText } from '@chauffeur/contract/pricing/model'
import { templateCalls, templateStatusText } from '@chauffeur/contract/pricing/template'
import { sql } from 'kysely'
import { instant, number, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { priceTemplates, versionView } from './template.setting.ts'

/** One row a template. */
export const templateList = defineList(templateCalls.templateList, {
  from: ({ db }) => priceTemplates.table(db),
  filters: {
    keyword: holds('t.name', 't.code'),
    cityId: (cityId) => sql<boolean>`${cityId}::bigint = any (t."cityIds")`,
    ownerType: is('t.ownerType'),
  },
  key: 't.id',
  order: [desc('t.rank'), asc('t.id')],
  sorts: { code: asc('t.code'), name: asc('t.name'), effectiveFrom: asc('t.effectiveFrom'), rank: asc('t.rank') },
  select: (rows) => rows.selectAll('t'),
  file: {
    module: import.meta.url,
    zh: '价格模板',
    en: 'Price templates',
    columns: {
      code: text('编码', 'Code'),
      name: text('名称', 'Name'),
      ownerType: text('归属', 'Owner', (type) => templateOwnerText[type].zh),
      cityNames: text('城市', 'Cities', (cities) => cities.join(' ')),
      serviceType: words('业务类型', 'Service', serviceTypeText),
      rank: number('优先级', 'Priority'),
      version: number('版本', 'Version'),
      status: words('状态', 'Status', templateStatusText),
      effectiveFrom: instant('生效时间', 'In force from'),
      effectiveTo: instant('失效时间', 'In force until'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed'),
    },
  },
  view: (row) => ({ ...versionView(row), newestVersion: row.newestVersion }),
})

import { templateCalls, templateStatusText } from '@chauffeur/contract/pricing/template'
import { type ServiceType, serviceTypeText } from '@chauffeur/contract/order/model'
import { type PriceTemplateRules, templateOwnerText } from '@chauffeur/contract/pricing/model'
import { sql } from 'kysely'
import { instant, number, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { type TemplateRowDb, templates } from './template.queries.ts'

export const rulesOf = (row: Pick<TemplateRowDb, 'rules'>) => row.rules as unknown as PriceTemplateRules

export function versionView(row: TemplateRowDb) {
  return {
    templateId: row.template_id,
    version: row.version,
    code: row.code,
    name: row.name,
    ownerType: row.owner_type,
    ownerId: row.owner_id,
    cityIds: row.city_ids,
    cityNames: row.city_names,
    channelIds: row.channel_ids,
    serviceType: row.service_type as ServiceType,
    rank: row.rank,
    mode: rulesOf(row).mode,
    status: row.status,
    effectiveFrom: row.effective_from.toISOString(),
    effectiveTo: row.effective_to?.toISOString() ?? null,
    changedAt: row.created_at.toISOString(),
    changedBy: row.created_by_name ?? '',
  }
}

/** One row a template. */
export const templateList = defineList(templateCalls.templateList, {
  from: ({ db }) => templates(db),
  filters: {
    keyword: holds('t.name', 't.code'),
    cityId: (cityId) => sql<boolean>`${cityId}::bigint = any (t.city_ids)`,
    ownerType: is('t.owner_type'),
  },
  key: 't.template_id',
  order: [desc('t.rank'), asc('t.template_id')],
  sorts: { code: asc('t.code'), name: asc('t.name'), effectiveFrom: asc('t.effective_from'), rank: asc('t.rank') },
  select: (rows) => rows.selectAll('t'),
  file: {
    module: import.meta.url,
    zh: '价格模板',
    en: 'Price templates',
    columns: {
      code: text('编码', 'Code'),
      name: text('名称', 'Name'),
      ownerType: text('归属', 'Of', (type) => templateOwnerText[type].zh),
      cityNames: text('城市', 'Cities', (cities) => cities.join(' ')),
      serviceType: words('业务类型', 'Service', serviceTypeText),
      rank: number('优先级', 'Rank'),
      version: number('版本', 'Version'),
      status: words('状态', 'Status', templateStatusText),
      effectiveFrom: instant('生效时间', 'From'),
      effectiveTo: instant('失效时间', 'To'),
      changedBy: text('修改人', 'Changed by'),
      changedAt: instant('修改时间', 'Changed at'),
    },
  },
  view: (row) => ({ ...versionView(row), newestVersion: row.newest_version }),
})

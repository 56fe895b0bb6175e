import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { fenceCalls, fenceSideText } from '@chauffeur/contract/pricing/fence'
import { flag, instant, number, text, words } from '#platform/list/columns'
import { holds, is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { type FenceRowDb, fences, withNames } from './fence.queries.ts'

export const fenceView = (row: FenceRowDb) => ({
  fenceId: row.fence_id,
  cityId: row.city_id,
  cityName: row.city_name,
  name: row.name,
  side: row.side,
  templateId: row.template_id,
  templateName: row.template_name ?? '',
  priority: row.priority,
  weekMask: row.week_mask,
  polygon: row.polygon as unknown as Polygon,
  effectiveFrom: row.effective_from.toISOString(),
  effectiveTo: row.effective_to?.toISOString() ?? null,
  enabled: row.enabled,
  version: row.version,
  updatedAt: row.updated_at.toISOString(),
})

export const fenceList = defineList(fenceCalls.fenceList, {
  from: ({ db }) => fences(db),
  filters: { cityId: is('f.city_id'), keyword: holds('f.name'), enabled: is('f.enabled') },
  key: 'f.fence_id',
  order: [asc('f.city_id'), desc('f.priority'), asc('f.fence_id')],
  select: withNames,
  file: {
    module: import.meta.url,
    zh: '价格围栏',
    en: 'Price fences',
    columns: {
      cityName: text('城市', 'City'),
      name: text('名称', 'Name'),
      side: words('适用点', 'Side', fenceSideText),
      templateName: text('价格模板', 'Price template'),
      priority: number('优先级', 'Priority'),
      effectiveFrom: instant('生效时间', 'In force from'),
      effectiveTo: instant('失效时间', 'In force until'),
      enabled: flag('已启用', 'Enabled'),
      updatedAt: instant('修改时间', 'Changed'),
    },
  },
  view: fenceView,
})

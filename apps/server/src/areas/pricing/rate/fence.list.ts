import { fenceCalls, type FenceSide, type Polygon } from '@chauffeur/contract/pricing/fence'
import { holds, is } from '#platform/list/conditions'
import { asc, defineList, desc } from '#platform/list/list'
import { type FenceRowDb, fences, withNames } from './fence.queries.ts'

export const fenceView = (row: FenceRowDb) => ({
  fenceId: row.fence_id,
  cityId: row.city_id,
  cityName: row.city_name,
  name: row.name,
  side: row.side as FenceSide,
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
  view: fenceView,
})

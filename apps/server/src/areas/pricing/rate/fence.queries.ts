import type { Polygon } from '@chauffeur/contract/kernel/fields'
import type { FenceSide } from '@chauffeur/contract/pricing/fence'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'

interface Place {
  lat: number
  lng: number
}

/** Fences of a city in force at an instant whose box holds one of the points; whether the fence itself does is for `fencesOfTrip`. */
export async function fencesNear(db: TenantDb, cityId: string, at: Date, points: readonly Place[]) {
  const rows = await db
    .selectFrom('price_fences')
    .select(['fence_id', 'template_id', 'side', 'priority', 'week_mask', 'polygon'])
    .where('city_id', '=', cityId)
    .where('enabled', '=', true)
    .where('effective_from', '<=', at)
    .where((eb) => eb.or([eb('effective_to', 'is', null), eb('effective_to', '>', at)]))
    .where((eb) =>
      eb.or(
        points.map(({ lat, lng }) =>
          eb.and([eb('min_lat', '<=', lat), eb('max_lat', '>=', lat), eb('min_lng', '<=', lng), eb('max_lng', '>=', lng)]),
        ),
      ),
    )
    .execute()
  return rows.map((row) => ({
    id: row.fence_id,
    templateId: row.template_id,
    side: row.side,
    priority: row.priority,
    weekMask: row.week_mask,
    polygon: row.polygon as unknown as Polygon,
  }))
}

export const fences = (db: TenantDb) => db.selectFrom('price_fences as f')
export const withNames = (rows: ReturnType<typeof fences>) =>
  rows
    .innerJoin('cities', 'cities.city_id', 'f.city_id')
    .selectAll('f')
    .select((eb) => [
      'cities.name as city_name',
      'cities.utc_offset_minutes',
      eb
        .selectFrom('price_templates as t')
        .select('t.name')
        .whereRef('t.tenant_id', '=', 'f.tenant_id')
        .whereRef('t.template_id', '=', 'f.template_id')
        .orderBy('t.version', 'desc')
        .limit(1)
        .as('template_name'),
    ])
export type FenceRowDb = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

export const fencesInForce = (db: TenantDb, cityId: string, at: Date): Promise<FenceRowDb[]> =>
  withNames(fences(db))
    .where('f.city_id', '=', cityId)
    .where('f.enabled', '=', true)
    .where('f.effective_from', '<=', at)
    .where((eb) => eb.or([eb('f.effective_to', 'is', null), eb('f.effective_to', '>', at)]))
    .orderBy('f.priority', 'desc')
    .orderBy('f.fence_id')
    .limit(500)
    .execute()

export const fenceById = (db: TenantDb, fenceId: string): Promise<FenceRowDb> =>
  withNames(fences(db)).where('f.fence_id', '=', fenceId).executeTakeFirstOrThrow()

export const lockFence = (tx: TenantTx, fenceId: string) =>
  tx.selectFrom('price_fences').selectAll().where('fence_id', '=', fenceId).forUpdate().executeTakeFirst()

/** Whether a fence of the city may price by this template: it is a fence's, and its newest version holds in the city. */
export async function isFenceTemplate(db: TenantDb, templateId: string, cityId: string): Promise<boolean> {
  const row = await db
    .selectFrom('price_templates')
    .select(['owner_type', sql<boolean>`${cityId}::bigint = any (city_ids)`.as('in_city')])
    .where('template_id', '=', templateId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.owner_type === 'FENCE' && row.in_city
}

export interface FenceValues {
  cityId: string
  name: string
  side: FenceSide
  templateId: string
  priority: number
  weekMask: number
  polygon: Polygon
  box: { minLat: number; maxLat: number; minLng: number; maxLng: number }
  effectiveFrom: Date
  effectiveTo: Date | null
  enabled: boolean
}
const columns = (fence: FenceValues) => ({
  city_id: fence.cityId,
  name: fence.name,
  side: fence.side,
  template_id: fence.templateId,
  priority: fence.priority,
  week_mask: fence.weekMask,
  polygon: JSON.stringify(fence.polygon),
  min_lat: fence.box.minLat,
  max_lat: fence.box.maxLat,
  min_lng: fence.box.minLng,
  max_lng: fence.box.maxLng,
  effective_from: fence.effectiveFrom,
  effective_to: fence.effectiveTo,
  enabled: fence.enabled,
})
export const insertFence = (tx: TenantTx, tenantId: string, fence: FenceValues, userId: string) =>
  tx
    .insertInto('price_fences')
    .values({ tenant_id: tenantId, ...columns(fence), created_by: userId, updated_by: userId })
    .returning(['fence_id', 'version'])
    .executeTakeFirstOrThrow()
export const updateFence = (tx: TenantTx, fenceId: string, fence: FenceValues | { enabled: boolean }, userId: string) =>
  tx
    .updateTable('price_fences')
    .set({
      ...('polygon' in fence ? columns(fence) : { enabled: fence.enabled }),
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
      updated_by: userId,
    })
    .where('fence_id', '=', fenceId)
    .returning(['fence_id', 'version'])
    .executeTakeFirstOrThrow()

import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { Polygon } from '@chauffeur/contract/kernel/fields'
import { fenceCalls } from '@chauffeur/contract/pricing/fence'
import { findCity } from '#areas/operations/city'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { toWgs84 } from '#platform/values/geo'
import { boxOf } from '#platform/values/geometry'
import { implement, type OperatorContext } from '#platform/http/implement'
import { fieldsOf } from '#platform/http/problems'
import { fenceProblems, fencesOfTrip } from './fence.rules.ts'
import { fenceList, fenceView } from './fence.list.ts'
import { fenceById, fencesInForce, insertFence, isFenceTemplate, lockFence, updateFence } from './fence.queries.ts'

type SaveInput = ParsedInputOf<typeof fenceCalls.fenceSave>

export const fenceRoutes = implement(
  'pricing',
  fenceCalls,
)({
  fenceAt: async ({ input, db }) => ({ rows: await fencesAt(db, input) }),
  fenceTest: async ({ input, db }) => ({ rows: await fencesAt(db, input) }),
  fencesInForce: async ({ input, db }) => ({ rows: (await fencesInForce(db, input.cityId, new Date())).map(fenceView) }),
  fenceList: fenceList.page,
  fenceSave: async ({ input, db, operator, request, fail, audit }) => {
    const saved = await saveFence(db, input, { operator, request, fail }, new Date())
    audit({ object: 'priceFence', objectId: saved.fenceId, after: input })
    return saved
  },
  fenceSwitch: async ({ input, db, operator, fail, audit }) => {
    const fence = (await lockFence(db, input.fenceId)) ?? fail('pricing.fenceNotFound')
    const changed = await updateFence(db, fence.fence_id, { enabled: input.enabled }, operator.userId)
    audit({ object: 'priceFence', objectId: fence.fence_id, before: { enabled: fence.enabled }, after: { enabled: input.enabled } })
    return { fenceId: changed.fence_id, version: changed.version, enabled: input.enabled }
  },
})

/** At a point that is both ends of a trip: what a fence of either side would say. */
async function fencesAt(db: TenantDb, input: ParsedInputOf<typeof fenceCalls.fenceTest>) {
  const at = input.at ? new Date(input.at) : new Date()
  const place = toWgs84(input, input.datum)
  const rows = await fencesInForce(db, input.cityId, at)
  const fences = rows.map((row) => ({
    row,
    id: row.fence_id,
    side: row.side,
    priority: row.priority,
    weekMask: row.week_mask,
    polygon: row.polygon as unknown as Polygon,
  }))
  const trip = { pickup: place, dropoff: place, departAt: at.getTime(), utcOffsetMinutes: rows[0]?.utc_offset_minutes ?? 480 }
  return fencesOfTrip(fences, trip).map(({ row }) => fenceView(row))
}

async function saveFence(
  tx: TenantTx,
  input: SaveInput,
  { operator, request, fail }: Pick<OperatorContext<typeof fenceCalls.fenceSave>, 'operator' | 'request' | 'fail'>,
  now: Date,
): Promise<{ fenceId: string; version: number }> {
  const effectiveFrom = input.effectiveFrom ? new Date(input.effectiveFrom) : now
  const effectiveTo = input.effectiveTo ? new Date(input.effectiveTo) : null
  const problems = fenceProblems(input.polygon)
  if (effectiveTo && effectiveTo <= effectiveFrom)
    problems.push({ path: 'effectiveTo', zh: '失效时间必须晚于生效时间', en: 'the end must be after the beginning' })
  if (problems.length) return fail('pricing.fenceInvalid', fieldsOf(problems, request.english))
  if (!(await findCity(tx, input.cityId))) return fail('pricing.cityOutOfScope')
  if (!(await isFenceTemplate(tx, input.templateId, input.cityId))) return fail('pricing.fenceTemplate')
  const values = {
    cityId: input.cityId,
    name: input.name,
    side: input.side,
    templateId: input.templateId,
    priority: input.priority ?? 0,
    weekMask: input.weekMask ?? 127,
    polygon: input.polygon,
    box: boxOf(input.polygon),
    effectiveFrom,
    effectiveTo,
    enabled: input.enabled ?? true,
  }
  if (!input.fenceId) {
    const made = await insertFence(tx, operator.tenantId, values, operator.userId)
    return { fenceId: made.fence_id, version: made.version }
  }
  const fence = (await lockFence(tx, input.fenceId)) ?? fail('pricing.fenceNotFound')
  if (fence.version !== input.version)
    return fail('pricingFence.versionConflict', { current: fenceView(await fenceById(tx, fence.fence_id)) })
  const changed = await updateFence(tx, fence.fence_id, values, operator.userId)
  return { fenceId: changed.fence_id, version: changed.version }
}

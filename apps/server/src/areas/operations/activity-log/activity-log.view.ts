import type { LogRow } from '@chauffeur/contract/operations/activity-log'
import type { LightLog, namesOfObjects } from './activity-log.queries.ts'

export type Names = Awaited<ReturnType<typeof namesOfObjects>>
export const logView = (row: LightLog, names: Names): LogRow => ({
  logId: row.log_id,
  at: row.at.toISOString(),
  actorType: row.actor_type as LogRow['actorType'],
  actorId: row.actor_id,
  actorName: row.actor_name,
  ip: row.ip,
  call: row.call,
  summary: row.summary,
  object: row.object,
  objectId: row.object_id,
  objectName: names.get(`${row.object} ${row.object_id}`)?.name ?? '',
  orderId: names.get(`${row.object} ${row.object_id}`)?.orderId ?? null,
  code: row.code,
  requestId: row.request_id,
  durationMs: row.duration_ms,
  hasChange: row.has_change,
})

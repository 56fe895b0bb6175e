import { activityLogCalls, type LogRow } from '@chauffeur/contract/activity-log'
import { areas } from '@chauffeur/contract/all'
import type { Call } from '@chauffeur/contract/kernel/call'
import type { TenantDb } from '#platform/db'
import { implement } from '#platform/implement'
import { pageOf } from '#platform/page'
import { countByDay, findLog, listLogs, type LogRowDb, namesOfObjects, objectKinds } from './activity-log.queries.ts'
import { changesOf } from './change.rules.ts'

const DEFAULT_DAYS = 31

type Names = Awaited<ReturnType<typeof namesOfObjects>>
const view = (row: LogRowDb, names: Names): LogRow => ({
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

async function viewed(db: TenantDb, rows: readonly LogRowDb[]): Promise<LogRow[]> {
  const names = await namesOfObjects(db, rows)
  return rows.map((row) => view(row, names))
}

/** Every call that leaves a trace. */
const loggedCalls = Object.entries(areas as Record<string, Record<string, Call>>).flatMap(([area, calls]) =>
  Object.entries(calls)
    .filter(([, call]) => call.effect === 'write' && !call.unlogged)
    .map(([name, call]) => ({ key: `${area}.${name}`, value: call.summary })),
)

export const activityLogRoutes = implement(
  'activity-log',
  activityLogCalls,
)({
  system: async ({ input, db, operator }) => {
    const { rows, counted } = await listLogs(db, operator.tenantId, input, 'all')
    return pageOf(await viewed(db, rows), counted, input)
  },
  product: async ({ input, db, operator }) => {
    const { rows, counted } = await listLogs(db, operator.tenantId, input, 'touched')
    return pageOf(await viewed(db, rows), counted, input)
  },
  changes: async ({ input, db, operator }) => {
    const { rows, counted } = await listLogs(db, operator.tenantId, input, 'changed')
    const seen = await viewed(db, rows)
    const shown = rows.map((row, at) => ({ ...seen[at]!, changes: changesOf(row.before, row.after) }))
    return pageOf(shown, counted, input)
  },
  info: async ({ input, db, operator, fail }) => {
    const row = await findLog(db, operator.tenantId, input.logId, input.at)
    if (!row) return fail('activityLog.notFound')
    return {
      ...view(row, await namesOfObjects(db, [row])),
      input: row.input,
      before: row.before,
      after: row.after,
      changes: changesOf(row.before, row.after),
    }
  },
  options: async ({ db, operator }) => ({
    calls: loggedCalls,
    objects: (await objectKinds(db, operator.tenantId)).map((object) => ({ key: object, value: object })),
  }),
  days: async ({ input, db, operator }) => ({ days: await countByDay(db, operator.tenantId, input.days ?? DEFAULT_DAYS) }),
})

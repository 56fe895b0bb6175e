import { activityLogCalls } from '@chauffeur/contract/operations/activity-log'
import { areas } from '@chauffeur/contract/all'
import type { Call } from '@chauffeur/contract/kernel/call'
import { implement } from '#platform/http/implement'
import { changeList, productLogList, systemLogList } from './activity-log.list.ts'
import { countByDay, findLog, namesOfObjects, objectKinds } from './activity-log.queries.ts'
import { logView } from './activity-log.view.ts'
import { changesOf } from './change.rules.ts'

const DEFAULT_DAYS = 31

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
  system: systemLogList.page,
  product: productLogList.page,
  changes: changeList.page,
  info: async ({ input, db, operator, fail }) => {
    const row = await findLog(db, operator.tenantId, input.logId, input.at)
    if (!row) return fail('activityLog.notFound')
    return {
      ...logView(row, await namesOfObjects(db, [row])),
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

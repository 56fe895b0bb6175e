import { activityLogCalls, type LogRow } from '@chauffeur/contract/operations/activity-log'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { TenantDb } from '#platform/database/db'
import { instant, number, text, words } from '#platform/list/columns'
import { is, isBefore, isFrom } from '#platform/list/conditions'
import { type ListRequest, defineList, desc } from '#platform/list/list'
import { holding, literally } from '#platform/database/sql-text'
import { hasChange, LIGHT, type LightLog, namesOfObjects } from './activity-log.queries.ts'
import { logView, type Names } from './activity-log.view.ts'
import { changesOf } from './change.rules.ts'

/** Without a period a list looks back so far: each further month is another partition to read. */
const DEFAULT_DAYS = 31
/** People whose name fits; more than these is no name but a letter. */
const MAX_PEOPLE = 200

type LogCall = typeof activityLogCalls.system | typeof activityLogCalls.product
type ChangeCall = typeof activityLogCalls.changes

/** Something that is unique by itself (an object, a request) is looked for over all time. */
const isUnbounded = (input: { requestId?: string | undefined; object?: string | undefined; objectId?: string | undefined }) =>
  input.requestId !== undefined || (input.objectId !== undefined && (input.object !== undefined || isNumber(input.objectId)))

/** The tenant is said besides the policy, which says it through a function: the planner then knows it when it chooses an index. */
function logs({ db, operator, input }: ListRequest<LogCall> | ListRequest<ChangeCall>) {
  const rows = db.selectFrom('operation_logs').where('tenant_id', '=', operator.tenantId)
  if (input.atFrom !== undefined || isUnbounded(input)) return rows
  return rows.where('at', '>=', sql<Date>`coalesce(${input.atTo ?? null}::timestamptz, now()) - make_interval(days => ${DEFAULT_DAYS})`)
}

/** Who has or had this in the name: people by id, so that the index on the actor is used, whatever the name was at the time. */
async function actorNamed(name: string, { db }: { db: TenantDb }): Promise<Expression<SqlBool>> {
  const like = holding(name)
  const [users, drivers] = await Promise.all([
    db
      .selectFrom('users')
      .select('user_id as id')
      .where((eb) => eb.or([eb('real_name', 'ilike', like), eb('username', 'ilike', like)]))
      .limit(MAX_PEOPLE)
      .execute(),
    db.selectFrom('drivers').select('driver_id as id').where('name', 'ilike', like).limit(MAX_PEOPLE).execute(),
  ])
  const ids = (of: { id: string }[]) => sql`any(${of.map((row) => row.id)}::bigint[])`
  return sql<boolean>`(actor_id = ${ids([...users, ...drivers])}
    and (actor_type = 'OPERATOR' and actor_id = ${ids(users)} or actor_type = 'DRIVER' and actor_id = ${ids(drivers)}))`
}

const isNumber = (objectId: string) => /^[BD]\d/i.test(objectId)
/** An order or booking is looked for by its number, too: the log knows it by its id. */
async function objectWith(objectId: string, { db, input }: { db: TenantDb; input: { object?: string | undefined } }) {
  const number = objectId.toUpperCase()
  if (!isNumber(number)) return is('object_id')(objectId)
  const [object, found] = number.startsWith('B')
    ? ['booking', await db.selectFrom('bookings').select('booking_id as id').where('booking_no', '=', number).executeTakeFirst()]
    : ['order', await db.selectFrom('orders').select('order_id as id').where('order_no', '=', number).executeTakeFirst()]
  return found ? sql<boolean>`(object = ${input.object ?? object} and object_id = ${found.id})` : sql<boolean>`false`
}

const shared = {
  key: 'log_id',
  order: [desc('at')],
  beside: (rows: readonly LightLog[], { db }: { db: TenantDb }) => namesOfObjects(db, rows),
} as const
const periodAndObject = {
  atFrom: isFrom('at'),
  atTo: isBefore('at'),
  actorName: actorNamed,
  object: is('object'),
  objectId: objectWith,
}

const logColumns = {
  at: instant('时间', 'Time'),
  actorName: text('操作人', 'User'),
  actorType: words('身份', 'Kind', { OPERATOR: '客服', DRIVER: '司机' }),
  summary: text('操作内容', 'Operation'),
  objectName: text('对象', 'Object'),
  code: number('结果码', 'Code'),
  ip: text('IP', 'IP'),
  requestId: text('请求编号', 'Request'),
  durationMs: number('耗时毫秒', 'Milliseconds'),
} as const

const listOf = (call: LogCall, kind: 'all' | 'touched') =>
  defineList(call, {
    ...shared,
    from: (asked) => (kind === 'all' ? logs(asked) : logs(asked).where('object', '<>', '')),
    filters: {
      ...periodAndObject,
      actorId: is('actor_id'),
      actorType: is('actor_type'),
      call: (call) => (call.includes('.') ? is('call')(call) : sql<boolean>`call like ${`${literally(call)}.%`}`),
      requestId: is('request_id'),
      ip: is('ip'),
      result: (result) => (result === 'DONE' ? sql<boolean>`code = 0` : sql<boolean>`code <> 0`),
    },
    select: (rows) => rows.select([...LIGHT, hasChange.as('has_change')]),
    file: {
      module: import.meta.url,
      zh: kind === 'all' ? '系统日志' : '业务操作日志',
      en: kind === 'all' ? 'System log' : 'Operation log',
      columns: logColumns,
    },
    view: (row, _, names): LogRow => logView(row, names),
  })

export const systemLogList = listOf(activityLogCalls.system, 'all')
export const productLogList = listOf(activityLogCalls.product, 'touched')
export const changeList = defineList(activityLogCalls.changes, {
  ...shared,
  from: (asked) => logs(asked).where('object', '<>', '').where(hasChange).where('code', '=', 0),
  filters: periodAndObject,
  select: (rows) => rows.select([...LIGHT, hasChange.as('has_change'), 'before', 'after']),
  file: {
    module: import.meta.url,
    zh: '数据变更记录',
    en: 'Changes of data',
    columns: {
      ...logColumns,
      changes: text('变更', 'Changes', (changes) =>
        changes.map(({ path, before, after }) => `${path}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`).join('\n'),
      ),
    },
  },
  view: (row, _, names: Names) => ({ ...logView(row, names), changes: changesOf(row.before, row.after) }),
})

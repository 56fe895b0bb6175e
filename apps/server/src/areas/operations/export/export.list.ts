import { allRefusals } from '@chauffeur/contract/all'
import { type ExportRow, EXPORT_STATE, exportCalls } from '@chauffeur/contract/operations/export'
import { sql } from 'kysely'
import { inFrom, is, isBefore, isFrom } from '#platform/list/conditions'
import { exportedLists } from '#platform/list/exported'
import { defineList, desc } from '#platform/list/list'
import { type Scope, seesEveryCity } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { type ExportDb, exportsInSight, shownExport } from './export.queries.ts'
import { actionsOf, stateOf } from './export.rules.ts'

/** Those who see the whole of a tenant see the rows of everybody; the authority is asked for here. */
export const seesEverybody = (operator: OperatorSession, scope: Scope) => operator.authorities.has('export.viewAll') && seesEveryCity(scope)

const standingOf = (row: ExportDb) =>
  stateOf(
    { deleted: row.deleted_at !== null, expiresAt: row.expires_at, job: row.job_state, cancelAsked: row.cancel_asked_at !== null },
    new Date(),
  )
export { standingOf as stateOfExport }

const said = (words: { zh: string; en: string } | undefined, english: boolean) => words?.[english ? 'en' : 'zh']

export function exportView(row: ExportDb, operator: OperatorSession, english = row.english): ExportRow {
  const list = exportedLists.get(row.list)
  const state = standingOf(row)
  return {
    exportId: row.export_id,
    list: row.list,
    listName: said(list?.file, english) ?? row.list,
    format: row.format,
    state,
    columns: row.columns.map((key) => ({ key, title: said(list?.file.columns[key], english) ?? key })),
    conditions: row.conditions,
    wholePhones: row.whole_phones,
    reason: row.reason,
    total: row.total ?? row.total_count ?? null,
    written: row.total ?? row.done_count ?? 0,
    bytes: row.bytes === null ? null : Number(row.bytes),
    fileName: row.file_name,
    sha256: row.sha256,
    requestedBy: { userId: row.asked_by, name: row.asked_name },
    createdAt: row.created_at.toISOString(),
    startedAt: row.started_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    problem: state === EXPORT_STATE.failed && row.problem ? (said(allRefusals[row.problem], english) ?? row.problem) : '',
    downloads: row.downloads,
    allowedActions: actionsOf(state, { cancelAsked: row.cancel_asked_at !== null, own: row.asked_by === operator.userId }),
  }
}

/** Where an export of these rows stands, as `stateOf` says it. */
const inState = (state: number) => {
  const has = sql`e.deleted_at is null and e.expires_at`
  switch (state) {
    case EXPORT_STATE.deleted:
      return sql<boolean>`e.deleted_at is not null`
    case EXPORT_STATE.done:
      return sql<boolean>`(${has} > now())`
    case EXPORT_STATE.expired:
      return sql<boolean>`(${has} <= now() or e.deleted_at is null and e.expires_at is null and j.state is null)`
    case EXPORT_STATE.queued:
      return sql<boolean>`(${has} is null and j.state = 'WAITING')`
    case EXPORT_STATE.running:
      return sql<boolean>`(${has} is null and j.state in ('RUNNING', 'DONE'))`
    case EXPORT_STATE.failed:
      return sql<boolean>`(${has} is null and j.state = 'FAILED')`
    case EXPORT_STATE.cancelled:
      return sql<boolean>`(${has} is null and j.state = 'CANCELLED')`
    default:
      return sql<boolean>`false`
  }
}

export const exportList = defineList(exportCalls.list, {
  from: ({ db, input, operator, scope }) => {
    const all = exportsInSight(db)
    return input.everybody && seesEverybody(operator, scope) ? all : all.where('e.asked_by', '=', operator.userId)
  },
  filters: {
    state: inState,
    list: is('e.list'),
    createdAtFrom: isFrom('e.created_at'),
    createdAtTo: isBefore('e.created_at'),
    everybody: inFrom,
  },
  key: 'e.export_id',
  order: [desc('e.created_at')],
  select: shownExport,
  cutFirst: true,
  view: (row, { operator, request }) => exportView(row, operator, request.english),
})

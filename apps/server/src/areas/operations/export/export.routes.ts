import { EXPORT_STATE, exportCalls, exportFormat } from '@chauffeur/contract/operations/export'
import { fileLink } from '#platform/files/link'
import { implement } from '#platform/http/implement'
import type { Scope, Sight } from '#platform/database/scope'
import type { OperatorSession } from '#platform/identity/session'
import { EXPORT_KEEP_DAYS } from './export.job.ts'
import { exportList, exportView, seesEverybody, stateOfExport } from './export.list.ts'
import { downloadsOf, type ExportDb, findExport, lockExport, markDeleted, noteDownload } from './export.queries.ts'
import { actionsOf } from './export.rules.ts'
import { exportableBy, forbiddenFile, maySeeWholePhones } from './export-right.service.ts'
import { createExport, exportAsked, inLog } from './create.service.ts'
import { AT_ONCE, exportAgain } from './export.service.ts'

const ofSight = (row: ExportDb | undefined, operator: OperatorSession, scope: Scope): ExportDb | null =>
  row && (row.asked_by === operator.userId || seesEverybody(operator, scope)) ? row : null
const isOwn = (row: ExportDb, operator: OperatorSession) => row.asked_by === operator.userId
const may = (row: ExportDb, operator: OperatorSession, action: ReturnType<typeof actionsOf>[number]) =>
  actionsOf(stateOfExport(row), { cancelAsked: row.cancel_asked_at !== null, own: isOwn(row, operator) }).includes(action)
const again = exportAsked

export const exportRoutes = implement(
  'export',
  exportCalls,
)({
  dict: ({ operator, request }) => ({
    lists: exportableBy(operator).map(({ call, file }) => ({
      list: call.path,
      name: request.english ? file.en : file.zh,
      columns: Object.entries(file.columns).map(([key, column]) => ({
        key,
        title: request.english ? column.en : column.zh,
        phones: column.phones ?? false,
      })),
    })),
    formats: exportFormat.options,
    wholePhones: maySeeWholePhones(operator),
    keepDays: EXPORT_KEEP_DAYS,
    atOnce: AT_ONCE,
  }),
  create: ({ input, db, request, ...context }) => createExport(input, { tx: db, english: request.english, ...context }),
  list: exportList.page,
  info: async ({ input, db, operator, scope, request, fail }) => {
    const row = ofSight(await findExport(db, input.exportId), operator, scope) ?? fail('export.notFound')
    const downloads = await downloadsOf(db, row.export_id)
    return {
      ...exportView(row, operator, request.english),
      filters: row.filters as Record<string, unknown>,
      downloadLog: downloads.map(({ at, user_name, ip }) => ({ at: at.toISOString(), name: user_name, ip })),
    }
  },
  cancel: async ({ input, db, operator, scope, platform, request, fail, audit }) => {
    const row = ofSight(await lockExport(db, input.exportId), operator, scope) ?? fail('export.notFound')
    if (!may(row, operator, 'CANCEL') || !row.job_id || !(await platform.jobs.cancel(db, row.job_id))) return fail('export.ended')
    audit(inLog(row.export_id))
    return again(db, row.export_id, operator, request.english)
  },
  retry: async ({ input, db, operator, scope, platform, request, fail, audit }) => {
    const row = ofSight(await lockExport(db, input.exportId), operator, scope) ?? fail('export.notFound')
    if (!may(row, operator, 'RETRY')) return fail('export.notRetryable')
    await exportAgain(db, row, { operator, platform, fail })
    audit(inLog(row.export_id))
    return again(db, row.export_id, operator, request.english)
  },
  del: async ({ input, db, operator, scope, platform, request, fail, audit }) => {
    const row = ofSight(await lockExport(db, input.exportId), operator, scope) ?? fail('export.notFound')
    if (!may(row, operator, 'DELETE')) return fail(stateOfExport(row) === EXPORT_STATE.deleted ? 'export.notFound' : 'export.running')
    if (row.file_id) await platform.files.remove(db, [row.file_id])
    await markDeleted(db, row.export_id)
    audit(inLog(row.export_id))
    return again(db, row.export_id, operator, request.english)
  },
  download: async ({ input, db, operator, scope, platform, request, fail, audit }) => {
    const row = ofSight(await findExport(db, input.exportId), operator, scope) ?? fail('export.notFound')
    if (!may(row, operator, 'DOWNLOAD')) {
      const state = stateOfExport(row)
      const gone = state === EXPORT_STATE.expired || state === EXPORT_STATE.deleted
      return fail(gone ? 'export.fileGone' : isOwn(row, operator) ? 'export.notReady' : 'export.notFound')
    }
    const forbidden = forbiddenFile(operator, { ...row, seen: row.seen as Sight })
    if (forbidden) return fail(forbidden)
    const file = (row.file_id && (await platform.files.find(db, row.file_id))) || fail('export.fileGone')
    if (!(await platform.files.isThere(file))) return fail('export.fileGone')
    const { url, validUntil } = fileLink(platform.vault, file, { now: new Date(), until: row.expires_at! })
    await noteDownload(db, {
      tenant_id: operator.tenantId,
      export_id: row.export_id,
      user_id: operator.userId,
      user_name: operator.realName,
      ip: request.ip,
    })
    audit({ ...inLog(row.export_id), after: { fileName: row.file_name, rows: row.total, wholePhones: row.whole_phones } })
    return { url, fileName: file.name, bytes: file.bytes, sha256: file.sha256.toString('hex'), validUntil }
  },
})

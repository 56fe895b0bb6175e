import type { ExportFormat } from '@chauffeur/contract/operations/export'
import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Sight } from '#platform/database/scope'

/** With where their jobs stand. */
export const exportsInSight = (db: TenantDb) =>
  db
    .selectFrom('exports as e')
    .leftJoin('jobs as j', (join) => join.onRef('j.tenant_id', '=', 'e.tenant_id').onRef('j.job_id', '=', 'e.job_id'))
export const shownExport = (rows: ReturnType<typeof exportsInSight>) =>
  rows
    .selectAll('e')
    .select([
      sql<'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED' | null>`j.state`.as('job_state'),
      'j.done_count',
      'j.total_count',
      'j.problem',
      'j.cancel_asked_at',
      'j.started_at',
      'j.ended_at',
      sql<number>`(select count(*)::int from export_downloads d where d.tenant_id = e.tenant_id and d.export_id = e.export_id)`.as(
        'downloads',
      ),
    ])

export const findExport = (db: TenantDb, exportId: string) =>
  shownExport(exportsInSight(db)).where('e.export_id', '=', exportId).executeTakeFirst()
export type ExportDb = NonNullable<Awaited<ReturnType<typeof findExport>>>

/** Of one person: exports are asked for one after the other, and those under way are counted. */
export async function lockAsker(tx: TenantTx, userId: string): Promise<number> {
  await sql`select from users where user_id = ${userId} for no key update`.execute(tx)
  const { n } = await exportsInSight(tx)
    .select(sql<number>`count(*)::int`.as('n'))
    .where('e.asked_by', '=', userId)
    .where('j.state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirstOrThrow()
  return n
}

export interface NewExport {
  tenantId: string
  list: string
  filters: object
  columns: readonly string[]
  format: ExportFormat
  conditions: string
  wholePhones: boolean
  reason: string
  english: boolean
  utcOffsetMinutes: number
  by: { userId: string; realName: string }
}
export const insertExport = async (tx: TenantTx, made: NewExport): Promise<string> =>
  (
    await tx
      .insertInto('exports')
      .values({
        tenant_id: made.tenantId,
        list: made.list,
        filters: JSON.stringify(made.filters),
        columns: [...made.columns],
        format: made.format,
        conditions: made.conditions,
        whole_phones: made.wholePhones,
        reason: made.reason,
        english: made.english,
        utc_offset_minutes: made.utcOffsetMinutes,
        asked_by: made.by.userId,
        asked_name: made.by.realName,
      })
      .returning('export_id')
      .executeTakeFirstOrThrow()
  ).export_id

/** A (new) job writes it; nothing is there of an earlier one. */
export const setJob = (tx: TenantTx, exportId: string, jobId: string) =>
  tx.updateTable('exports').set({ job_id: jobId, expires_at: null, file_id: null, total: null }).where('export_id', '=', exportId).execute()

export interface Written {
  fileId: string
  fileName: string
  bytes: number
  sha256: string
  rows: number
  /** What its asker could see then. */
  seen: Sight
  keepDays: number
}
export const setFile = (tx: TenantTx, exportId: string, jobId: string, file: Written) =>
  tx
    .updateTable('exports')
    .set({
      file_id: file.fileId,
      file_name: file.fileName,
      bytes: String(file.bytes),
      sha256: file.sha256,
      total: file.rows,
      seen: JSON.stringify({ cities: file.seen.cities, orgs: file.seen.orgs, channel: file.seen.channel }),
      expires_at: sql<Date>`now() + make_interval(days => ${file.keepDays})`,
    })
    .where('export_id', '=', exportId)
    .where('job_id', '=', jobId)
    .returning('expires_at')
    .executeTakeFirst()

export const lockExport = async (tx: TenantTx, exportId: string): Promise<ExportDb | undefined> => {
  await tx.selectFrom('exports').select('export_id').where('export_id', '=', exportId).forUpdate().executeTakeFirst()
  return findExport(tx, exportId)
}

export const markDeleted = (tx: TenantTx, exportId: string) =>
  tx.updateTable('exports').set({ deleted_at: sql<Date>`now()`, file_id: null }).where('export_id', '=', exportId).execute()

export const noteDownload = (tx: TenantTx, of: { tenant_id: string; export_id: string; user_id: string; user_name: string; ip: string }) =>
  tx.insertInto('export_downloads').values(of).execute()
export const downloadsOf = (db: TenantDb, exportId: string) =>
  db.selectFrom('export_downloads').selectAll().where('export_id', '=', exportId).orderBy('at', 'desc').limit(500).execute()

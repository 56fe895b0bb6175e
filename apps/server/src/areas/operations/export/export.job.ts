import * as z from 'zod'
import { id } from '@chauffeur/contract/kernel/fields'
import { Refused } from '#platform/http/implement'
import { defineJob } from '#platform/jobs/kind'
import { bytesFromThread } from './export-thread.service.ts'
import type { ExportTask } from './export-task.ts'
import { type ExportDb, findExport, setFile } from './export.queries.ts'
import { forbiddenFile, judgeExport } from './export-right.service.ts'

/** A file is kept for so many days. */
export const EXPORT_KEEP_DAYS = 7
const THREAD = new URL('../../../export-thread.ts', import.meta.url)

const nameOf = (row: ExportDb, list: string): string => {
  const at = new Date(row.created_at.getTime() + row.utc_offset_minutes * 60_000).toISOString().slice(0, 19)
  return `${list} ${at.replace('T', ' ').replaceAll(':', '.')}.${row.format.toLowerCase()}`
}

/** Writes the file of an export: of the rows that its asker may see when it begins, begun anew whenever it is taken up again. */
export const exportJob = defineJob<{ exportId: string }>({
  name: 'operations.export',
  authority: 'export.create',
  input: z.object({ exportId: id }),
  atOnce: { process: 1, tenant: 2 },
  // A store that does not answer for a moment.
  retries: { times: 2, afterS: 5 },
  keepDays: EXPORT_KEEP_DAYS,
  run: async (job) => {
    const operator = await job.asker()
    const row = await findExport(await job.read(), job.input.exportId)
    if (!row || row.job_id !== job.jobId || row.deleted_at) return undefined
    const judged = judgeExport(operator, { list: row.list, wholePhones: row.whole_phones })
    if ('refusal' in judged) throw new Refused(judged.refusal)
    const { file } = judged
    const { platform } = job
    const task: ExportTask = {
      url: judged.call.crossTenant ? platform.db.urls.platform : platform.db.urls.runtime,
      operator,
      list: row.list,
      module: file.module,
      filters: row.filters,
      columns: row.columns,
      format: row.format,
      english: row.english,
      utcOffsetMinutes: row.utc_offset_minutes,
      wholePhones: row.whole_phones,
      fixes: file.livePositions ? [...platform.positions.all(operator.tenantId)] : [],
      settings: platform.settings,
    }
    /** Whoever may see less by now does not get what they could see when it was begun. */
    const judgeAgain = async () => {
      const why = forbiddenFile(await job.asker(), { ...row, seen: operator.scope })
      if (why) throw new Refused(why === 'export.sightNarrowed' ? 'job.notAllowedAnyMore' : why)
    }
    let rows = 0
    async function* body() {
      const bytes = bytesFromThread(THREAD, task, { signal: job.signal, progress: job.progress })
      try {
        for (let next = await bytes.next(); ; next = await bytes.next()) {
          if (next.done) return void (rows = next.value)
          await judgeAgain()
          yield next.value
        }
      } finally {
        await bytes.return(0)
      }
    }
    const name = nameOf(row, row.english ? file.en : file.zh)
    const { tenantId, userId } = operator
    const stored = await platform.files.put({ tenantId, kind: 'EXPORT', userId, name }, body())
    await judgeAgain()
    return {
      data: { exportId: row.export_id, rows },
      write: async (tx) => {
        const kept = await setFile(tx, row.export_id, job.jobId, {
          fileId: stored.fileId,
          fileName: name,
          bytes: stored.bytes,
          sha256: stored.sha256.toString('hex'),
          rows,
          seen: operator.scope,
          keepDays: EXPORT_KEEP_DAYS,
        })
        if (kept) await platform.files.keep(tx, stored.fileId, kept.expires_at!)
      },
    }
  },
})

import type { exportCalls } from '@chauffeur/contract/operations/export'
import type { Call, ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantTx } from '#platform/database/db'
import type { OperatorContext, Platform } from '#platform/http/implement'
import type { ExportedList } from '#platform/list/exported'
import type { OperatorSession } from '#platform/identity/session'
import { CHINA_MINUTES } from '#platform/values/local-clock'
import { exportJob } from './export.job.ts'
import { judgeExport } from './export-right.service.ts'
import { type ExportDb, insertExport, lockAsker, setJob } from './export.queries.ts'

/** Exports of one person under way at the same time. */
export const AT_ONCE = 5

type CallerContext<C extends Call> = Pick<OperatorContext<C>, 'operator' | 'platform' | 'fail'>

export async function askForExport(
  tx: TenantTx,
  input: ParsedInputOf<typeof exportCalls.create>,
  { operator, platform, english, fail }: CallerContext<typeof exportCalls.create> & { english: boolean },
): Promise<{ exportId: string }> {
  const wholePhones = input.wholePhones ?? false
  const list = judgeExport(operator, { list: input.list, wholePhones })
  if ('refusal' in list) return fail(list.refusal)
  if (wholePhones && !input.reason) return fail('export.reasonMissing')
  const unknown = (input.columns ?? []).filter((key) => !Object.hasOwn(list.file.columns, key))
  if (unknown.length) return fail('export.unknownColumn', { columns: unknown })
  // Kept as they were sent: the call's own schema reads them again when the file is begun.
  const filters = { ...input.filters, sortBy: input.sortBy, sortOrder: input.sortOrder }
  const parsed = list.call.input.safeParse(filters)
  if (!parsed.success)
    return fail('export.badFilter', { fields: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })) })
  if ((await lockAsker(tx, operator.userId)) >= AT_ONCE) return fail('export.tooMany', { limit: AT_ONCE })
  const exportId = await insertExport(tx, {
    tenantId: operator.tenantId,
    list: input.list,
    filters,
    columns: input.columns ?? Object.keys(list.file.columns),
    format: input.format,
    conditions: input.conditions ?? '',
    wholePhones,
    reason: input.reason ?? '',
    english,
    utcOffsetMinutes: input.utcOffsetMinutes ?? CHINA_MINUTES,
    by: operator,
  })
  await begin(tx, { exportId, list, reason: input.reason ?? '' }, operator, platform)
  return { exportId }
}

/** The same again, by a job of its own. */
export async function exportAgain(
  tx: TenantTx,
  row: ExportDb,
  { operator, platform, fail }: CallerContext<typeof exportCalls.retry>,
): Promise<void> {
  const list = judgeExport(operator, { list: row.list, wholePhones: row.whole_phones })
  if ('refusal' in list) return fail(list.refusal === 'export.unknownList' ? 'export.listForbidden' : list.refusal)
  if ((await lockAsker(tx, operator.userId)) >= AT_ONCE) return fail('export.tooMany', { limit: AT_ONCE })
  await begin(tx, { exportId: row.export_id, list, reason: row.reason }, operator, platform)
}

async function begin(
  tx: TenantTx,
  { exportId, list, reason }: { exportId: string; list: ExportedList; reason: string },
  operator: OperatorSession,
  platform: Platform,
): Promise<void> {
  const { zh, en } = list.file
  const jobId = await platform.jobs.ask(tx, exportJob, {
    operator,
    tenantId: operator.tenantId,
    title: { zh: `导出${zh}`, en: `Export of ${en.toLowerCase()}` },
    reason,
    input: { exportId },
  })
  await setJob(tx, exportId, jobId)
}

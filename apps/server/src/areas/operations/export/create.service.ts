import type { exportCalls } from '@chauffeur/contract/operations/export'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantDb } from '#platform/database/db'
import type { WriteContext } from '#platform/http/implement'
import type { OperatorSession } from '#platform/identity/session'
import { exportView } from './export.list.ts'
import { findExport } from './export.queries.ts'
import { askForExport } from './export.service.ts'

type Create = typeof exportCalls.create

export const exportAsked = async (db: TenantDb, exportId: string, operator: OperatorSession, english: boolean) =>
  exportView((await findExport(db, exportId))!, operator, english)
export const inLog = (exportId: string) => ({ object: 'export', objectId: exportId })

/** Asks for a file of a list, and shows how it stands. */
export async function createExport(
  input: ParsedInputOf<Create>,
  { tx, english, operator, platform, fail, audit }: WriteContext<Create['failures'][number]> & { english: boolean },
) {
  const { exportId } = await askForExport(tx, input, { operator, platform, english, fail })
  const { list, filters, columns, format, reason, wholePhones } = input
  audit({ ...inLog(exportId), after: { list, filters, columns, format, reason, wholePhones } })
  return exportAsked(tx, exportId, operator, english)
}

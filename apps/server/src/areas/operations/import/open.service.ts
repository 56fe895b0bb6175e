import type { importCalls } from '@chauffeur/contract/operations/import'
import type { ParsedInputOf } from '@chauffeur/contract/kernel/call'
import type { TenantDb } from '#platform/database/db'
import type { Platform, WriteContext } from '#platform/http/implement'
import { addRows, countRows, type ImportDb, insertImport, rowsOf, waitForFile } from '#platform/import/import.queries'
import type { ImportKind } from '#platform/import/kind'
import { guessMapping, isHeaded } from '#platform/import/mapping.rules'
import type { TableProblem } from '#platform/import/read-table'
import { tableFrom } from '#platform/import/table'
import { findJob } from '#platform/jobs/job.queries'
import type { OperatorSession } from '#platform/identity/session'
import { importActions, undoUntil } from './import.rules.ts'

type Open = typeof importCalls.open

const SAMPLE = 5

const UNREADABLE = {
  EMPTY: 'import.empty',
  TOO_MANY_ROWS: 'import.tooManyRows',
  TOO_LARGE: 'import.tooLarge',
  NOT_A_TABLE: 'import.notATable',
  OLD_WORKBOOK: 'import.oldWorkbook',
} as const satisfies Record<TableProblem, string>

export const kindNamed = ({ imports }: Platform, wanted: string): ImportKind | undefined =>
  imports.kinds.find(({ name }) => name === wanted)
export const mayBring = ({ authorities }: OperatorSession, { authority }: ImportKind) => authorities.has(authority)

export async function importView(db: TenantDb, made: ImportDb, kind: ImportKind, english: boolean) {
  const [top, counts, job] = await Promise.all([
    rowsOf(db, made.import_id, { most: SAMPLE + 1 }),
    countRows(db, made.import_id),
    made.job_id === null ? null : findJob(db, made.job_id),
  ])
  const cells = top.map((row) => row.cells)
  const now = new Date()
  return {
    importId: made.import_id,
    kind: made.kind,
    fileName: made.file_name,
    state: made.state,
    fields: Object.entries(kind.fields).map(([name, { zh, en, required = false }]) => ({ name, title: english ? en : zh, required })),
    head: cells[0] ?? [],
    sample: cells.slice(1),
    headed: made.headed,
    mapping: made.mapping,
    rows: made.row_count - (made.headed ? 1 : 0),
    done: counts.DONE + counts.UNDONE + counts.KEPT,
    refused: counts.REFUSED,
    undone: counts.UNDONE,
    jobId: made.job_id,
    undoUntil: undoUntil(made)?.toISOString() ?? null,
    allowedActions: importActions(made, job?.state ?? null, now),
  }
}

/** Whether its first row names the columns, and which field each is most likely taken from. */
function headOf({ fields }: ImportKind, first: readonly string[]) {
  const headed = isHeaded(fields, first)
  return { headed, mapping: guessMapping(fields, headed ? first : null, first.length) }
}

/** Takes a file in, with what its columns most likely are. */
export async function openImport(
  input: ParsedInputOf<Open>,
  { tx, english, operator, platform, fail, audit }: WriteContext<Open['failures'][number]> & { english: boolean },
) {
  const kind = kindNamed(platform, input.kind) ?? fail('import.unknownKind')
  if (!mayBring(operator, kind)) return fail('import.notAllowed')
  const into = kind.into.safeParse(input.into ?? {})
  if (!into.success || !(await kind.isThere(tx, into.data))) return fail('import.notFound')
  const { tenantId, userId } = operator
  await waitForFile(tx)
  let opened: ImportDb | undefined
  const table = await tableFrom(input.file.bytes, async ({ rows, from, count }) => {
    opened ??= await insertImport(tx, {
      tenantId,
      userId,
      kind: kind.name,
      into: into.data,
      fileName: input.file.fileName,
      rowCount: count,
      ...headOf(kind, rows[0]!),
    })
    await addRows(tx, opened, rows, from)
  })
  if ('problem' in table) return fail(UNREADABLE[table.problem])
  const made = opened!
  if (made.headed && table.count === 1) return fail('import.empty')
  audit({
    object: 'import',
    objectId: made.import_id,
    after: { kind: kind.name, into: into.data, fileName: made.file_name, rows: table.count },
  })
  return importView(tx, made, kind, english)
}

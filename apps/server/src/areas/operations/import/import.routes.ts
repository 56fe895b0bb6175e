import { importCalls } from '@chauffeur/contract/operations/import'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { fileLink } from '#platform/files/link'
import { implement, type Platform } from '#platform/http/implement'
import { problemText } from '#platform/import/import.job'
import { countRows, findImport, type ImportDb, insertImport, moveImport, rowsOf, tieJob } from '#platform/import/import.queries'
import { judgeRows } from '#platform/import/judge'
import type { ImportKind } from '#platform/import/kind'
import { guessMapping, isHeaded, type Mapping, mappingProblem } from '#platform/import/mapping.rules'
import type { TableProblem } from '#platform/import/read-table'
import { tableFrom } from '#platform/import/table'
import { findJob } from '#platform/jobs/job.queries'
import { offsetOf, pageOf } from '#platform/list/page'
import type { OperatorSession } from '#platform/identity/session'
import { importActions, undoUntil } from './import.rules.ts'

const SAMPLE = 5
const SHOWN = { bad: 100, good: 20 }

const UNREADABLE = {
  EMPTY: 'import.empty',
  TOO_MANY_ROWS: 'import.tooManyRows',
  TOO_LARGE: 'import.tooLarge',
  NOT_A_TABLE: 'import.notATable',
  OLD_WORKBOOK: 'import.oldWorkbook',
} as const satisfies Record<TableProblem, string>

const kindNamed = ({ imports }: Platform, wanted: string): ImportKind | undefined => imports.kinds.find(({ name }) => name === wanted)
const mayBring = ({ authorities }: OperatorSession, { authority }: ImportKind) => authorities.has(authority)

/** The import of the asker's own, with its kind; a kind that this program does not know any more is gone too. */
async function ownImport(db: TenantDb, platform: Platform, importId: string) {
  const made = await findImport(db, importId)
  const kind = made && kindNamed(platform, made.kind)
  return kind ? { made, kind } : null
}

const askFor = (
  { jobs, imports }: Platform,
  tx: TenantTx,
  operator: OperatorSession,
  made: ImportDb,
  { title }: ImportKind,
  { undo, total }: { undo: boolean; total: number },
) =>
  jobs.ask(tx, imports.job, {
    operator,
    tenantId: made.tenant_id,
    title: undo ? { zh: `撤销导入${title.zh}`, en: `Undo: import of ${title.en}` } : { zh: `导入${title.zh}`, en: `Import of ${title.en}` },
    input: { importId: made.import_id, undo },
    total,
  })

async function view(db: TenantDb, made: ImportDb, kind: ImportKind, english: boolean) {
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

export const importRoutes = implement(
  'import',
  importCalls,
)({
  open: async ({ input, db, operator, platform, request, fail, audit }) => {
    const kind = kindNamed(platform, input.kind) ?? fail('import.unknownKind')
    if (!mayBring(operator, kind)) return fail('import.notAllowed')
    const into = kind.into.safeParse(input.into ?? {})
    if (!into.success || !(await kind.isThere(db, into.data))) return fail('import.notFound')
    const table = await tableFrom(input.file.bytes)
    if ('problem' in table) return fail(UNREADABLE[table.problem])
    const { rows } = table
    const headed = isHeaded(kind.fields, rows[0]!)
    if (headed && rows.length === 1) return fail('import.empty')
    const mapping = guessMapping(kind.fields, headed ? rows[0]! : null, rows[0]!.length)
    const { tenantId, userId } = operator
    const made = await insertImport(db, {
      tenantId,
      userId,
      kind: kind.name,
      into: into.data,
      fileName: input.file.fileName,
      headed,
      mapping,
      rows,
    })
    audit({
      object: 'import',
      objectId: made.import_id,
      after: { kind: kind.name, into: into.data, fileName: made.file_name, rows: rows.length },
    })
    return view(db, made, kind, request.english)
  },
  info: async ({ input, db, platform, request, fail }) => {
    const { made, kind } = (await ownImport(db, platform, input.importId)) ?? fail('import.notFound')
    return view(db, made, kind, request.english)
  },
  preview: async ({ input, db, operator, platform, request, fail }) => {
    const { made, kind } = (await ownImport(db, platform, input.importId)) ?? fail('import.notFound')
    if (!mayBring(operator, kind)) return fail('import.notAllowed')
    const rows = await rowsOf(db, made.import_id, { from: input.headed ? 2 : 1 })
    if (mappingProblem(kind.fields, input.mapping, rows[0]?.cells.length ?? 0)) return fail('import.badMapping')
    const judged = await judgeRows(kind, db, { into: kind.into.parse(made.target), operator }, input.mapping, rows)
    const bad = judged.flatMap((one) => ('problem' in one ? [one] : []))
    const good = judged.filter((one) => 'row' in one)
    const problems = Map.groupBy(bad, ({ problem }) => problemText(problem, request.english))
    const values = (cells: readonly string[]) =>
      Object.fromEntries(
        Object.entries(input.mapping).flatMap(([name, at]) => (at === null || !(name in kind.fields) ? [] : [[name, cells[at] ?? '']])),
      )
    return {
      good: good.length,
      bad: bad.length,
      problems: [...problems].map(([problem, those]) => ({ problem, rows: those.length })).sort((a, b) => b.rows - a.rows),
      rows: [
        ...bad.slice(0, SHOWN.bad).map(({ rowNo, cells, field, problem }) => ({
          rowNo,
          cells: [...cells],
          field,
          problem: problemText(problem, request.english),
          values: values(cells),
        })),
        ...good
          .slice(0, SHOWN.good)
          .map(({ rowNo, cells }) => ({ rowNo, cells: [...cells], field: '', problem: '', values: values(cells) })),
      ],
    }
  },
  run: async ({ input, db, operator, platform, fail, audit }) => {
    const { made, kind } = (await ownImport(db, platform, input.importId)) ?? fail('import.notFound')
    if (!mayBring(operator, kind)) return fail('import.notAllowed')
    const [first] = await rowsOf(db, made.import_id, { most: 1 })
    if (mappingProblem(kind.fields, input.mapping, first?.cells.length ?? 0)) return fail('import.badMapping')
    const { headed } = input
    const mapping: Mapping = Object.fromEntries(Object.keys(kind.fields).map((name) => [name, input.mapping[name] ?? null]))
    const moved = (await moveImport(db, made.import_id, 'READ', { state: 'RUNNING', headed, mapping })) ?? fail('import.alreadyRun')
    const total = made.row_count - (headed ? 1 : 0)
    const jobId = await askFor(platform, db, operator, moved, kind, { undo: false, total })
    await tieJob(db, made.import_id, jobId)
    audit({ object: 'import', objectId: made.import_id, after: { kind: kind.name, mapping, jobId } })
    return { jobId }
  },
  rows: async ({ input, db, platform, request, fail }) => {
    const { made } = (await ownImport(db, platform, input.importId)) ?? fail('import.notFound')
    const head = made.headed ? 1 : 0
    const [rows, counts] = await Promise.all([
      rowsOf(db, made.import_id, { from: head + 1, state: input.state, most: input.pageSize, skip: offsetOf(input) }),
      countRows(db, made.import_id, head + 1),
    ])
    const counted = input.state ? counts[input.state] : Object.values(counts).reduce((sum, n) => sum + n, 0)
    return pageOf(
      rows.map(({ row_no: rowNo, cells, state, field, problem }) => ({
        rowNo,
        cells,
        state,
        field,
        problem: problem && problemText(problem, request.english),
      })),
      counted,
      input,
    )
  },
  refused: async ({ input, db, operator, platform, fail, audit }) => {
    const { made } = (await ownImport(db, platform, input.importId)) ?? fail('import.notFound')
    const file = (made.refused_id && (await platform.files.find(db, made.refused_id))) || fail('import.nothingRefused')
    audit({ object: 'import', objectId: made.import_id, after: { downloaded: file.name } })
    return fileLink(platform.vault, { tenantId: operator.tenantId, fileId: file.fileId }, { now: new Date() })
  },
  undo: async ({ input, db, operator, platform, fail, audit }) => {
    const { made, kind } = (await ownImport(db, platform, input.importId)) ?? fail('import.notFound')
    if (!mayBring(operator, kind)) return fail('import.notAllowed')
    const job = made.job_id === null ? null : await findJob(db, made.job_id)
    if (!importActions(made, job?.state ?? null, new Date()).includes('UNDO')) return fail('import.notUndoable')
    const moved = (await moveImport(db, made.import_id, made.state, { state: 'UNDOING' })) ?? fail('import.notUndoable')
    const { DONE: total } = await countRows(db, made.import_id)
    const jobId = await askFor(platform, db, operator, moved, kind, { undo: true, total })
    await tieJob(db, made.import_id, jobId)
    audit({ object: 'import', objectId: made.import_id, after: { undone: true, jobId } })
    return { jobId }
  },
})

import { importCalls } from '@chauffeur/contract/operations/import'
import type { TenantDb, TenantTx } from '#platform/database/db'
import { fileLink } from '#platform/files/link'
import { implement, type Platform } from '#platform/http/implement'
import { problemText } from '#platform/import/import.job'
import { countRows, findImport, type ImportDb, moveImport, pagesOf, rowsOf, tieJob } from '#platform/import/import.queries'
import { judgeRows } from '#platform/import/judge'
import type { ImportKind } from '#platform/import/kind'
import { type Mapping, mappingProblem } from '#platform/import/mapping.rules'
import { findJob } from '#platform/jobs/job.queries'
import { offsetOf, pageOf } from '#platform/list/page'
import type { OperatorSession } from '#platform/identity/session'
import { importActions } from './import.rules.ts'
import { importView, kindNamed, mayBring, openImport } from './open.service.ts'

const SHOWN = { bad: 100, good: 20 }

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
  { total, ...input }: { undo: boolean; total: number; origin?: string },
) =>
  jobs.ask(tx, imports.job, {
    operator,
    tenantId: made.tenant_id,
    title: input.undo
      ? { zh: `撤销导入${title.zh}`, en: `Undo: import of ${title.en}` }
      : { zh: `导入${title.zh}`, en: `Import of ${title.en}` },
    input: { importId: made.import_id, ...input },
    total,
  })

export const importRoutes = implement(
  'import',
  importCalls,
)({
  open: ({ input, db, request, ...context }) => openImport(input, { tx: db, english: request.english, ...context }),
  info: async ({ input, db, platform, request, fail }) => {
    const { made, kind } = (await ownImport(db, platform, input.importId)) ?? fail('import.notFound')
    return importView(db, made, kind, request.english)
  },
  preview: async ({ input, db, operator, platform, request, fail }) => {
    const { made, kind } = (await ownImport(db, platform, input.importId)) ?? fail('import.notFound')
    if (!mayBring(operator, kind)) return fail('import.notAllowed')
    const [first] = await rowsOf(db, made.import_id, { most: 1 })
    if (mappingProblem(kind.fields, input.mapping, first?.cells.length ?? 0)) return fail('import.badMapping')
    const of = { into: kind.into.parse(made.target), operator, platform, origin: request.origin }
    const problems = new Map<string, number>()
    const good: { rowNo: number; cells: readonly string[] }[] = []
    const bad: { rowNo: number; cells: readonly string[]; field: string; problem: string }[] = []
    const found = { good: 0, bad: 0 }
    const seen = new Set<string>()
    for await (const page of pagesOf(async () => db, made.import_id, { from: input.headed ? 2 : 1 }))
      for (const one of await judgeRows(kind, db, of, input.mapping, page, seen)) {
        if ('row' in one) {
          if (++found.good <= SHOWN.good) good.push(one)
          continue
        }
        const problem = problemText(one.problem, request.english)
        problems.set(problem, (problems.get(problem) ?? 0) + 1)
        if (++found.bad <= SHOWN.bad) bad.push({ ...one, problem })
      }
    const values = (cells: readonly string[]) =>
      Object.fromEntries(
        Object.entries(input.mapping).flatMap(([name, at]) => (at === null || !(name in kind.fields) ? [] : [[name, cells[at] ?? '']])),
      )
    return {
      ...found,
      problems: [...problems].map(([problem, rows]) => ({ problem, rows })).sort((a, b) => b.rows - a.rows),
      rows: [
        ...bad.map(({ rowNo, cells, field, problem }) => ({ rowNo, cells: [...cells], field, problem, values: values(cells) })),
        ...good.map(({ rowNo, cells }) => ({ rowNo, cells: [...cells], field: '', problem: '', values: values(cells) })),
      ],
    }
  },
  run: async ({ input, db, operator, platform, request, fail, audit }) => {
    const { made, kind } = (await ownImport(db, platform, input.importId)) ?? fail('import.notFound')
    if (!mayBring(operator, kind)) return fail('import.notAllowed')
    const [first] = await rowsOf(db, made.import_id, { most: 1 })
    if (mappingProblem(kind.fields, input.mapping, first?.cells.length ?? 0)) return fail('import.badMapping')
    const { headed } = input
    const mapping: Mapping = Object.fromEntries(Object.keys(kind.fields).map((name) => [name, input.mapping[name] ?? null]))
    const moved = (await moveImport(db, made.import_id, 'READ', { state: 'RUNNING', headed, mapping })) ?? fail('import.alreadyRun')
    const total = made.row_count - (headed ? 1 : 0)
    const jobId = await askFor(platform, db, operator, moved, kind, { undo: false, total, origin: request.origin })
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

import { allRefusals } from '@chauffeur/contract/all'
import * as z from 'zod'
import { isDataError, type TenantTx } from '#platform/database/db'
import { Refused } from '#platform/http/implement'
import { defineJob, type JobRun } from '#platform/jobs/kind'
import { csvOf } from '#platform/list/csv'
import {
  countRows,
  findImport,
  type ImportDb,
  maskCells,
  moveImport,
  noteOutcomes,
  type Outcome,
  pagesOf,
  rowsOf,
} from './import.queries.ts'
import { judgeRows } from './judge.ts'
import type { ImportInto, ImportKind } from './kind.ts'

const KEEP_DAYS = 7
/** A job keeps so many of what it refused; all are in the file. */
const KEPT_REFUSED = 500

type Run = JobRun<{ importId: string; undo: boolean; origin?: string | undefined }, null>

/** Brings the rows of one list in, or takes them back; `kinds` are looked up by their names. */
export const importJob = (kinds: readonly ImportKind[]) =>
  defineJob({
    name: 'operations.import',
    // Of its kind, looked at below.
    authority: null,
    input: z.object({ importId: z.string(), undo: z.boolean(), origin: z.string().optional() }),
    atOnce: { process: 2, tenant: 1 },
    retries: { times: 2, afterS: 10 },
    keepDays: KEEP_DAYS,
    run: async (run: Run) => {
      const made = await findImport(await run.read(), run.input.importId)
      const kind = made && kinds.find(({ name }) => name === made.kind)
      if (!kind) throw new Refused('import.notFound')
      const { platform, input } = run
      const outside = { platform, origin: input.origin ?? '' }
      const context = { made, kind, of: async () => ({ into: kind.into.parse(made.target), operator: await asker(run, kind), ...outside }) }
      return run.input.undo ? undo(run, context) : bringIn(run, context)
    },
  })

interface Context {
  made: ImportDb
  kind: ImportKind
  of(): Promise<ImportInto<unknown>>
}

async function asker(run: Run, { authority }: ImportKind) {
  const operator = await run.asker()
  if (!operator.authorities.has(authority)) throw new Refused('job.notAllowedAnyMore')
  return operator
}

async function bringIn(run: Run, { made, kind, of }: Context) {
  let done = 0
  run.progress(done, made.row_count - (made.headed ? 1 : 0))
  const unjudged = { ...kind, judge: async (_: unknown, __: unknown, rows: readonly unknown[]) => rows.map(() => null) }
  const seen = new Set<string>()
  async function* pages() {
    for await (const page of pagesOf(run.read, made.import_id, { from: made.headed ? 2 : 1 })) {
      const waiting = new Set(page.filter(({ state }) => state === 'READ').map(({ row_no }) => row_no))
      // Also those that an earlier run brought in: what comes after them may be the same.
      const judged = await judgeRows(unjudged, await run.read(), await of(), made.mapping, page, seen)
      yield { count: page.length, some: judged.filter(({ rowNo }) => waiting.has(rowNo)) }
    }
  }
  for await (const { count, some } of ahead(pages())) {
    run.signal.throwIfAborted()
    const good = some.flatMap((one) => ('row' in one ? [one] : []))
    const bad = some.flatMap((one): Outcome[] =>
      'row' in one ? [] : [{ rowNo: one.rowNo, state: 'REFUSED', field: one.field, problem: one.problem }],
    )
    const write = (tx: TenantTx, rows: typeof good) => writeRows(tx, kind, made, rows, of)
    try {
      await run.write(async (tx) => {
        await noteOutcomes(tx, made.import_id, bad)
        await write(tx, good)
      })
    } catch (error) {
      if (!isDataError(error)) throw error
      // One of them is not what its table takes: each for itself, so that it holds up no other.
      await run.write((tx) => noteOutcomes(tx, made.import_id, bad))
      for (const one of good)
        await run
          .write((tx) => write(tx, [one]))
          .catch(async (fault: unknown) => {
            if (!isDataError(fault)) throw fault
            await run.write((tx) => noteOutcomes(tx, made.import_id, [{ rowNo: one.rowNo, state: 'REFUSED', problem: 'import.rowFault' }]))
          })
    }
    done += count
    run.progress(done)
  }
  return finish(run, made)
}

/** One after the other; the next is made ready while one is dealt with. */
async function* ahead<T>(all: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = all.next()
  try {
    for (;;) {
      const { done, value } = await next
      if (done) return
      next = all.next()
      // What goes wrong with it is told in its turn.
      next.catch(() => {})
      yield value
    }
  } finally {
    await all.return(undefined)
  }
}

async function writeRows(tx: TenantTx, kind: ImportKind, made: ImportDb, rows: { rowNo: number; row: unknown }[], of: Context['of']) {
  if (rows.length === 0) return
  const target = await of()
  const problems = await kind.judge(
    tx,
    target,
    rows.map(({ row }) => row),
  )
  const fine = rows.filter((_, n) => !problems[n])
  const written =
    fine.length > 0
      ? await kind.write(
          tx,
          target,
          fine.map(({ row }) => row),
        )
      : []
  await noteOutcomes(tx, made.import_id, [
    ...rows.flatMap(({ rowNo }, n): Outcome[] => (problems[n] ? [{ rowNo, state: 'REFUSED', problem: problems[n] }] : [])),
    ...fine.map(({ rowNo }, n): Outcome => {
      const outcome = written[n]!
      return 'made' in outcome ? { rowNo, state: 'DONE', madeId: outcome.made } : { rowNo, state: 'REFUSED', problem: outcome.problem }
    }),
  ])
  const brought = fine.flatMap(({ rowNo }, n) => ('made' in written[n]! ? [rowNo] : []))
  for (const field of kind.secret ?? []) {
    const column = made.mapping[field] ?? null
    if (column !== null) await maskCells(tx, made.import_id, column, brought)
  }
}

/** What was refused is there to be taken away; the list ends, and may be undone for a day. */
async function finish(run: Run, made: ImportDb) {
  const db = await run.read()
  const { REFUSED: count } = await countRows(db, made.import_id)
  const ended = { state: 'DONE', ended: true } as const
  if (count === 0) {
    await run.write((tx) => moveImport(tx, made.import_id, 'RUNNING', ended))
    return { data: { importId: made.import_id } }
  }
  const head = made.headed ? (await rowsOf(db, made.import_id, { most: 1 }))[0]!.cells : null
  const { files } = run.platform
  const file = await files.put(
    { tenantId: made.tenant_id, kind: 'IMPORT', userId: made.user_id, name: `${made.file_name.replace(/\.\w{1,5}$/, '')}-未导入.csv` },
    csvOf(head && [...head, '未导入原因 Reason'], refusedRows(run, made)),
  )
  await run.write(async (tx) => {
    await files.keep(tx, file.fileId)
    await moveImport(tx, made.import_id, 'RUNNING', { ...ended, refusedId: file.fileId })
  })
  return { data: { importId: made.import_id }, refused: await firstOf(run, made, 'REFUSED'), fileId: file.fileId }
}

/** The rows as they were brought, with the reason behind them. */
async function* refusedRows(run: Run, made: ImportDb) {
  for await (const page of pagesOf(run.read, made.import_id, { from: 1, state: 'REFUSED' }))
    yield page.map(({ cells, problem }) => [...cells, problemText(problem, false)])
}
const firstOf = async (run: Run, made: ImportDb, state: 'REFUSED' | 'KEPT') =>
  (await rowsOf(await run.read(), made.import_id, { state, most: KEPT_REFUSED })).map(({ row_no, problem }) => ({
    subject: `#${row_no}`,
    problem,
  }))

/** A refusal’s name, or both sentences of a cell’s own problem. */
export function problemText(problem: string, english: boolean): string {
  const [zh, en] = problem.split(' | ')
  return en ? (english ? en : zh!) : (allRefusals[problem]?.[english ? 'en' : 'zh'] ?? problem)
}

async function undo(run: Run, { made, kind, of }: Context) {
  const { DONE: count } = await countRows(await run.read(), made.import_id)
  let over = 0
  run.progress(over, count)
  for await (const some of pagesOf(run.read, made.import_id, { from: 1, state: 'DONE' })) {
    run.signal.throwIfAborted()
    await run.write(async (tx) => {
      const taken = await kind.undo(
        tx,
        await of(),
        some.flatMap(({ made_id }) => made_id ?? []),
      )
      await noteOutcomes(
        tx,
        made.import_id,
        some.map(({ row_no: rowNo, made_id }) =>
          made_id !== null && taken.has(made_id) ? { rowNo, state: 'UNDONE' } : { rowNo, state: 'KEPT', problem: 'import.touchedSince' },
        ),
      )
    })
    over += some.length
    run.progress(over)
  }
  await run.write((tx) => moveImport(tx, made.import_id, 'UNDOING', { state: 'UNDONE' }))
  return { data: { importId: made.import_id }, refused: await firstOf(run, made, 'KEPT') }
}

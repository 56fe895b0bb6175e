import { sql } from 'kysely'
import type { TenantDb, TenantTx } from '#platform/database/db'
import type { Mapping } from './mapping.rules.ts'

export type ImportState = 'READ' | 'RUNNING' | 'DONE' | 'UNDOING' | 'UNDONE'
export type RowState = 'READ' | 'DONE' | 'REFUSED' | 'UNDONE' | 'KEPT'
export interface ImportDb {
  tenant_id: string
  import_id: string
  kind: string
  target: unknown
  user_id: string
  file_name: string
  state: ImportState
  headed: boolean
  mapping: Mapping
  row_count: number
  job_id: string | null
  refused_id: string | null
  ended_at: Date | null
}
export interface RowDb {
  row_no: number
  cells: string[]
  state: RowState
  field: string
  problem: string
  made_id: string | null
}
export interface Outcome {
  rowNo: number
  state: RowState
  field?: string
  problem?: string
  madeId?: string
}

export async function insertImport(
  tx: TenantTx,
  made: {
    tenantId: string
    userId: string
    kind: string
    into: unknown
    fileName: string
    headed: boolean
    mapping: Mapping
    rowCount: number
  },
): Promise<ImportDb> {
  const { rows } = await sql<ImportDb>`
    insert into imports (tenant_id, user_id, kind, target, file_name, headed, mapping, row_count)
    values (${made.tenantId}, ${made.userId}, ${made.kind}, ${JSON.stringify(made.into)}, ${made.fileName}, ${made.headed}, ${JSON.stringify(made.mapping)}, ${made.rowCount})
    returning *`.execute(tx)
  return rows[0]!
}
/** Its rows behind the `from` that it has. */
export const addRows = (tx: TenantTx, made: ImportDb, rows: readonly string[][], from: number) =>
  sql`insert into import_rows (tenant_id, import_id, row_no, cells)
    select ${made.tenant_id}::bigint, ${made.import_id}::bigint, ${from}::int + n, array(select jsonb_array_elements_text(cells))
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as list (cells, n)`.execute(tx)

export const findImport = async (db: TenantDb, importId: string): Promise<ImportDb | null> =>
  (await sql<ImportDb>`select * from imports where import_id = ${importId}`.execute(db)).rows[0] ?? null

/** Of one that was found: rows from a number on, the head among them. */
export const rowsOf = async (
  db: TenantDb,
  importId: string,
  { from = 1, most, skip = 0, state }: { from?: number; most?: number; skip?: number; state?: RowState | undefined } = {},
): Promise<RowDb[]> =>
  (
    await sql<RowDb>`select row_no, cells, state, field, problem, made_id from import_rows
      where import_id = ${importId} and row_no >= ${from} and (${state ?? null}::text is null or state = ${state ?? null})
      order by row_no limit ${most ?? null} offset ${skip}`.execute(db)
  ).rows

const PAGE = 2_000
/** The same, some at a time: no more than these are in memory. Each read is one of `db`, asked for anew. */
export async function* pagesOf(
  db: () => Promise<TenantDb>,
  importId: string,
  of: { from: number; state?: RowState },
): AsyncGenerator<RowDb[]> {
  for (let from = of.from; ; ) {
    const rows = await rowsOf(await db(), importId, { ...of, from, most: PAGE })
    if (rows.length === 0) return
    yield rows
    from = rows.at(-1)!.row_no + 1
  }
}

export async function countRows(db: TenantDb, importId: string, from = 1): Promise<Record<RowState, number>> {
  const { rows } = await sql<{ state: RowState; n: number }>`
    select state, count(*)::int as n from import_rows where import_id = ${importId} and row_no >= ${from} group by state`.execute(db)
  return { READ: 0, DONE: 0, REFUSED: 0, UNDONE: 0, KEPT: 0, ...Object.fromEntries(rows.map(({ state, n }) => [state, n])) }
}

/** From one state to another; null where somebody was first. */
export const moveImport = async (
  tx: TenantTx,
  importId: string,
  from: ImportState,
  to: { state: ImportState; headed?: boolean; mapping?: Mapping; ended?: boolean; refusedId?: string },
): Promise<ImportDb | null> =>
  (
    await sql<ImportDb>`update imports set state = ${to.state}, headed = coalesce(${to.headed ?? null}::boolean, headed), mapping = coalesce(${to.mapping ? JSON.stringify(to.mapping) : null}::jsonb, mapping),
      refused_id = coalesce(${to.refusedId ?? null}::uuid, refused_id),
      ended_at = case when ${to.ended ?? false} then now() else ended_at end
      where import_id = ${importId} and state = ${from} returning *`.execute(tx)
  ).rows[0] ?? null

/** The job that is at it. */
export const tieJob = (tx: TenantTx, importId: string, jobId: string) =>
  sql`update imports set job_id = ${jobId} where import_id = ${importId}`.execute(tx)

export async function noteOutcomes(tx: TenantTx, importId: string, outcomes: readonly Outcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await sql`update import_rows r set state = o.state, field = coalesce(o.field, ''), problem = coalesce(o.problem, ''), made_id = coalesce(o."madeId", r.made_id)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o ("rowNo" int, state text, field text, problem text, "madeId" text)
    where r.import_id = ${importId} and r.row_no = o."rowNo"`.execute(tx)
}

/** Of a column, counted from 0, in these rows nothing is left but the last four characters. */
export const maskCells = (tx: TenantTx, importId: string, column: number, rowNos: readonly number[]) =>
  sql`update import_rows set cells[${column + 1}::int] = repeat('*', greatest(length(cells[${column + 1}::int]) - 4, 0)) || right(cells[${column + 1}::int], 4)
    where import_id = ${importId} and row_no = any (${rowNos}::int[])`.execute(tx)

/** A long file is read whole before its first rows come, and nothing is asked of the database meanwhile. */
export const waitForFile = (tx: TenantTx) => sql`set local idle_in_transaction_session_timeout = '3min'`.execute(tx)

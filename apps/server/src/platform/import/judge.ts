import type { TenantDb } from '#platform/database/db'
import type { RowDb } from './import.queries.ts'
import type { ImportInto, ImportKind } from './kind.ts'
import { type Mapping, readRow } from './mapping.rules.ts'

export type JudgedRow<R> = { rowNo: number; cells: readonly string[] } & ({ row: R } | { field: string; problem: string })

/** What would become of each row of a list: its cells first, then those before it (whose keys are in `seen`), then what is there already. */
export async function judgeRows<T, R>(
  kind: ImportKind<T, R>,
  db: TenantDb,
  of: ImportInto<T>,
  mapping: Mapping,
  rows: readonly Pick<RowDb, 'row_no' | 'cells'>[],
  seen: Set<string>,
): Promise<JudgedRow<R>[]> {
  const judged = rows.map(({ row_no: rowNo, cells }): JudgedRow<R> => {
    const read = readRow<R>(kind.fields, mapping, cells)
    if (!('row' in read)) return { rowNo, cells, ...read }
    const keys = [kind.keyOf(read.row)].flat()
    if (keys.some((key) => seen.has(key))) return { rowNo, cells, field: '', problem: 'import.twice' }
    for (const key of keys) seen.add(key)
    return { rowNo, cells, row: read.row }
  })
  const good = judged.flatMap((one, at) => ('row' in one ? [{ at, row: one.row }] : []))
  if (good.length === 0) return judged
  const problems = await kind.judge(
    db,
    of,
    good.map(({ row }) => row),
  )
  for (const [n, { at }] of good.entries()) {
    const problem = problems[n]
    const { rowNo, cells } = judged[at]!
    if (problem) judged[at] = { rowNo, cells, field: '', problem }
  }
  return judged
}

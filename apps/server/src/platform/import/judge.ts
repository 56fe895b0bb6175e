import type { TenantDb } from '#platform/database/db'
import type { RowDb } from './import.queries.ts'
import type { ImportInto, ImportKind } from './kind.ts'
import { type Mapping, readRow } from './mapping.rules.ts'

export type JudgedRow<R> = { rowNo: number; cells: readonly string[] } & ({ row: R } | { field: string; problem: string })

const AT_ONCE = 500

/** What would become of each row of a list: its cells first, then those before it, then what is there already. */
export async function judgeRows<T, R>(
  kind: ImportKind<T, R>,
  db: TenantDb,
  of: ImportInto<T>,
  mapping: Mapping,
  rows: readonly Pick<RowDb, 'row_no' | 'cells'>[],
): Promise<JudgedRow<R>[]> {
  const seen = new Set<string>()
  const judged = rows.map(({ row_no: rowNo, cells }): JudgedRow<R> => {
    const read = readRow<R>(kind.fields, mapping, cells)
    if (!('row' in read)) return { rowNo, cells, ...read }
    const key = kind.keyOf(read.row)
    if (seen.has(key)) return { rowNo, cells, field: '', problem: 'import.twice' }
    seen.add(key)
    return { rowNo, cells, row: read.row }
  })
  const good = judged.flatMap((one, at) => ('row' in one ? [{ at, row: one.row }] : []))
  for (let from = 0; from < good.length; from += AT_ONCE) {
    const some = good.slice(from, from + AT_ONCE)
    const problems = await kind.judge(
      db,
      of,
      some.map(({ row }) => row),
    )
    for (const [n, { at }] of some.entries()) {
      const problem = problems[n]
      const { rowNo, cells } = judged[at]!
      if (problem) judged[at] = { rowNo, cells, field: '', problem }
    }
  }
  return judged
}

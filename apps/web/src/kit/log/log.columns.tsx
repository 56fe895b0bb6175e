import { t } from '#platform/text/text.ts'
import { callWords } from '#kit/log/call-words.ts'
import { Time } from '#ui/show/time.tsx'
import { columnsOf } from '../list/columns.tsx'
import type { Column } from '../list/query-table.view.ts'

interface Logged {
  at: string
  call: string
  summary: string
}

/** The moment of an entry, to the second, and what was done. */
export function logColumns<Row extends Logged>(): [at: Column<Row>, operation: Column<Row>] {
  const c = columnsOf<Row>()
  return [
    c.of('at', t('时间'), (row) => <Time at={row.at} as="exact" />, '2000-00-00 00:00:00', { fixed: true }),
    c.text('summary', t('操作内容'), (row) => callWords(row.summary, row.call), { width: 170 }),
  ]
}

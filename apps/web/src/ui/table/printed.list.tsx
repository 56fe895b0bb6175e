import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useSession } from '#platform/session/session.ts'
import { t } from '#platform/text/text.ts'
import type { Column } from '#ui/table/grid.view.ts'
import { PlainTable } from '#ui/table/plain-table.tsx'
import { exactTimeText } from '#ui/show/time.view.ts'

interface PrintedListProps<Row> {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  onDone: () => void
}

/** The page of a list on paper: all of its rows, the columns as they are shown, and whose print of what moment it is. */
export default function PrintedList<Row>({ title, rows, columns, rowKey, onDone }: PrintedListProps<Row>) {
  const by = useSession((state) => state.realName)
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const end = () => done.current()
    window.addEventListener('afterprint', end)
    const frame = requestAnimationFrame(() => window.print())
    return () => {
      window.removeEventListener('afterprint', end)
      cancelAnimationFrame(frame)
    }
  }, [])
  return createPortal(
    <section className="ui-printed" aria-hidden="true">
      <h1>{title}</h1>
      <p>{t('{by} 打印于 {at}', { by, at: exactTimeText(new Date().toISOString()) })}</p>
      <PlainTable
        rows={rows}
        rowKey={rowKey}
        columns={columns.map((column) => ({ title: column.title, cell: column.cell, end: column.align === 'right' }))}
      />
    </section>,
    document.body,
  )
}

import type { HTMLAttributes, ReactNode } from 'react'

export interface PlainColumn<Row> {
  title: string
  cell: (row: Row) => ReactNode
  /** Numbers stand on the right. */
  end?: boolean
  /** Names the row. */
  head?: boolean
  width?: string
}

export interface PlainTableProps<Row> {
  rows: readonly Row[]
  /** Their sum. */
  foot?: Row
  columns: readonly PlainColumn<Row>[]
  rowKey: (row: Row) => string | number
  /** What it is, for those who do not see where it stands. */
  label?: string
  caption?: ReactNode
  className?: string
  rowProps?: (row: Row) => HTMLAttributes<HTMLTableRowElement>
}

/** A few rows that are all there: no filters, no pages. Longer lists are declared by `defineList`. */
export function PlainTable<Row>({ rows, foot, columns, rowKey, label, caption, className = '', rowProps }: PlainTableProps<Row>) {
  const cells = (row: Row) =>
    columns.map(({ title, end, head, cell }) =>
      head ? (
        <th key={title} scope="row">
          {cell(row)}
        </th>
      ) : (
        <td key={title} className={end ? 'ui-end' : undefined}>
          {cell(row)}
        </td>
      ),
    )
  return (
    <table className={`ui-plain-table ${className}`} aria-label={label}>
      {caption === undefined ? null : <caption>{caption}</caption>}
      <thead>
        <tr>
          {columns.map(({ title, end, width }) => (
            <th key={title} scope="col" className={end ? 'ui-end' : undefined} style={{ width }}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...rowProps?.(row)}>
            {cells(row)}
          </tr>
        ))}
      </tbody>
      {foot === undefined ? null : (
        <tfoot>
          <tr>{cells(foot)}</tr>
        </tfoot>
      )}
    </table>
  )
}

import type { ReactNode } from 'react'
import { t } from '#platform/text.ts'

export interface Cell<Row> {
  title: string
  /** Numbers stand on the right. */
  number?: boolean
  cell: (row: Row) => ReactNode
  width?: string
}

interface Props<Row> {
  label: string
  rows: readonly Row[]
  cells: readonly Cell<Row>[]
  rowKey: (row: Row) => string
  /** What an empty table means. */
  none: string
  /** Something that somebody should look at. */
  alarm?: (row: Row) => boolean
}

/** A small table of live numbers. */
export function MonitorTable<Row>({ label, rows, cells, rowKey, none, alarm }: Props<Row>) {
  if (rows.length === 0) {
    return (
      <div className="monitor-block">
        <h3>{label}</h3>
        <p className="ui-none">{none}</p>
      </div>
    )
  }
  return (
    <div className="monitor-block">
      <h3>
        {label} <span className="ui-none">{t('共 {n} 条', { n: rows.length })}</span>
      </h3>
      <div className="monitor-scroll" role="region" aria-label={label} tabIndex={0}>
        <table className="monitor-table">
          <thead>
            <tr>
              {cells.map(({ title, number, width }) => (
                <th key={title} scope="col" className={number ? 'monitor-number' : undefined} style={{ width }}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)} className={alarm?.(row) ? 'monitor-alarm' : undefined}>
                {cells.map(({ title, number, cell }) => (
                  <td key={title} className={number ? 'monitor-number' : undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

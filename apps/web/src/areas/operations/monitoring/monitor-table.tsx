import { t } from '#platform/text/text.ts'
import { type PlainColumn, PlainTable } from '#ui/table/plain-table.tsx'

interface Props<Row> {
  label: string
  rows: readonly Row[]
  cells: readonly PlainColumn<Row>[]
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
        <PlainTable
          className="monitor-table"
          rows={rows}
          columns={cells}
          rowKey={rowKey}
          rowProps={(row) => ({ className: alarm?.(row) ? 'monitor-alarm' : undefined })}
        />
      </div>
    </div>
  )
}

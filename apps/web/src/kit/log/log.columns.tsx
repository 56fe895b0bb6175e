import { t } from '#platform/text/text.ts'
import { callWords } from '#kit/log/call-words.ts'
import type { Column } from '../list/query-table.tsx'
import { Time } from '#ui/show/time.tsx'

interface LogRow {
  at: string
  call: string
  summary: string
}

export const atColumn = <Row extends LogRow>(): Column<Row> => ({
  key: 'at',
  title: t('时间'),
  width: 156,
  fixed: true,
  cell: (row) => <Time at={row.at} as="exact" />,
})

export const operationColumn = <Row extends LogRow>(width: number): Column<Row> => ({
  key: 'summary',
  title: t('操作内容'),
  width,
  grow: true,
  cell: (row) => <span title={row.call}>{callWords(row.summary, row.call)}</span>,
})

export const openColumn = <Row extends LogRow>(onOpen: (row: Row) => void): Column<Row> => ({
  key: 'actions',
  title: t('详情'),
  width: 64,
  pin: 'right',
  fixed: true,
  cell: (row) => (
    <button
      type="button"
      className="ui-text-button"
      aria-label={t('查看 {what}', { what: callWords(row.summary, row.call) })}
      onClick={() => onOpen(row)}
    >
      {t('查看')}
    </button>
  ),
})

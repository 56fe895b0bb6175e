import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import { Button } from 'antd'
import { t } from '#platform/text/text.ts'
import type { Column } from '#ui/table/grid.view.ts'

interface PeekProps<Row> {
  row: Row | undefined
  columns: readonly Column<Row>[]
  rowName?: ((row: Row) => string) | undefined
  onOpen?: ((row: Row) => void) | undefined
  onClose: () => void
}

/** Everything of the row that the keyboard is on, beside the list: also what its columns have no room for. */
export default function Peek<Row>({ row, columns, rowName, onOpen, onClose }: PeekProps<Row>) {
  return (
    <aside className="ui-peek" aria-label={t('查看所在行')}>
      <header>
        <strong>{row === undefined ? t('没有选中的行') : rowName?.(row)}</strong>
        {row !== undefined && onOpen ? (
          <Button size="small" onClick={() => onOpen(row)}>
            {t('打开')}
          </Button>
        ) : null}
        <Button size="small" type="text" icon={<CloseOutlined />} aria-label={t('关闭')} title={t('关闭（P）')} onClick={onClose} />
      </header>
      {row === undefined ? null : (
        <dl aria-live="polite">
          {columns.map((column) => (
            <div key={column.key}>
              <dt>{column.title}</dt>
              <dd>{column.cell(row)}</dd>
            </div>
          ))}
        </dl>
      )}
    </aside>
  )
}

import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useKept } from './use-kept.ts'

interface KeptDrawerProps<Row> {
  /** Null while closed. */
  row: Row | null
  title: ReactNode | ((row: Row) => ReactNode)
  size: number
  /** Beside the title. */
  extra?: ReactNode
  onClose: () => void
  children: (row: Row) => ReactNode
}

/** What somebody opens of a list, beside it. While it closes it still shows what it showed. */
export function KeptDrawer<Row>({ row, title, children, ...frame }: KeptDrawerProps<Row>) {
  const shown = useKept(row)
  return (
    <Drawer {...frame} open={row !== null} title={typeof title === 'function' ? shown && title(shown) : title} destroyOnHidden>
      {shown === null ? null : children(shown)}
    </Drawer>
  )
}

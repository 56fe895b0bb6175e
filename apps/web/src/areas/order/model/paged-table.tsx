import type { UseQueryResult } from '@tanstack/react-query'
import { Pagination } from 'antd'
import type { ReactNode } from 'react'
import type { CallError } from '#platform/http/call.ts'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import '../order.css'
import '../detail/detail.css'

export const PAGE_SIZE = 20

interface Props<Row> {
  query: UseQueryResult<{ rows: Row[]; total: number }, CallError>
  /** Says that there is nothing. */
  empty: string
  heads: readonly string[]
  row: (row: Row) => ReactNode
  pageNo: number
  pageSize?: number
  onPage: (pageNo: number) => void
}

/** What belongs to an order and comes in pages: calls, recordings, log. */
export function PagedTable<Row>({ query, empty, heads, row, pageNo, pageSize = PAGE_SIZE, onPage }: Props<Row>) {
  return (
    <Async query={query} isEmpty={({ total }) => total === 0} empty={<EmptyState title={empty} />}>
      {({ rows, total }) => (
        <>
          <table className="order-table order-texts">
            <thead>
              <tr>
                {heads.map((head) => (
                  <th scope="col" key={head}>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows.map(row)}</tbody>
          </table>
          {total > pageSize ? (
            <Pagination size="small" current={pageNo} pageSize={pageSize} total={total} showSizeChanger={false} onChange={onPage} />
          ) : null}
        </>
      )}
    </Async>
  )
}

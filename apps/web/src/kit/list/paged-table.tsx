import type { Call } from '@chauffeur/contract/kernel/call'
import { Pagination } from 'antd'
import { useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { Async } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { PlainTable, type PlainColumn } from '#ui/table/plain-table.tsx'
import type { RowOf } from './define.view.ts'
import type { PageOf } from './query-table.view.ts'

interface PagedTableProps<C extends Call> {
  call: C
  /** What they belong to. */
  input: Record<string, string>
  columns: readonly PlainColumn<RowOf<C>>[]
  rowKey: (row: RowOf<C>) => string | number
  label: string
  /** Says that there is nothing. */
  empty: string
  pageSize?: number
  pollS?: number
}

/** What belongs to one thing and comes in pages, without filters: its calls, its log. A list of its own is a `defineList`. */
export function PagedTable<C extends Call>({ call, input, columns, rowKey, label, empty, pageSize = 20, pollS }: PagedTableProps<C>) {
  const [pageNo, setPageNo] = useState(1)
  const query = useCall(call as Call, { ...input, pageNo, pageSize } as never, { keepPrevious: true, refetchIntervalS: pollS })
  return (
    <Async
      query={query as typeof query & { data: PageOf<RowOf<C>> | undefined }}
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState title={empty} />}
    >
      {({ rows, total }) => (
        <>
          <PlainTable rows={rows} columns={columns} rowKey={rowKey} label={label} />
          {total > pageSize ? (
            <Pagination
              size="small"
              className="ui-pages"
              current={pageNo}
              pageSize={pageSize}
              total={total}
              showSizeChanger={false}
              onChange={setPageNo}
            />
          ) : null}
        </>
      )}
    </Async>
  )
}

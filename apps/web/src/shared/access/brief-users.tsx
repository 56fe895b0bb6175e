import { userStatusText, type userBrief } from '@chauffeur/contract/access/people-model'
import type { Call } from '@chauffeur/contract/kernel/call'
import { Pagination } from 'antd'
import { useState } from 'react'
import type * as z from 'zod'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { FindInput } from '#ui/page/find-input.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Grid } from '#ui/table/grid.tsx'
import { type ColumnKit, letters, useColumns } from '#kit/list/columns.tsx'
import type { Column, PageOf } from '#kit/list/query-table.view.ts'
import './brief-users.css'

type Brief = z.infer<typeof userBrief>

interface BriefUsersProps {
  label: string
  /** A list call that answers people in brief and takes `keyword`. */
  call: Call
  input: Record<string, string | boolean>
  empty: string
}

const columnsOfBrief = (c: ColumnKit<Brief>): Column<Brief>[] => [
  c.link('username', t('用户名'), (row) => `/Sys/User?keyword=${encodeURIComponent(row.username)}`, { like: letters(11) }),
  c.text('realName', t('姓名'), undefined, { like: letters(6) }),
  c.text('deptName', t('部门')),
  c.status('status', t('状态'), userStatusText, userStatusTone),
]
const userStatusTone = { ENABLED: 'done', DISABLED: 'off' } as const
const rowKey = (row: Brief) => row.userId
const pageSize = 50

/** People of a department or a role, page by page. */
export function BriefUsers({ label, call, input, empty }: BriefUsersProps) {
  const [asked, setAsked] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const query = useCall(call, { ...input, keyword: asked.trim(), pageNo, pageSize } as never, { keepPrevious: true })
  const page = query.data as PageOf<Brief> | undefined
  const columns = useColumns(columnsOfBrief)
  const placeholder =
    page === undefined ? (
      query.error ? (
        <Fault error={query.error} retry={query.refetch} />
      ) : (
        <Skeleton lines={6} height={28} />
      )
    ) : page.rows.length === 0 ? (
      <EmptyState title={asked.trim() ? t('没有符合条件的记录') : empty} />
    ) : undefined
  return (
    <div className="brief-users">
      <FindInput
        label={t('查找用户')}
        placeholder={t('用户名 / 姓名')}
        value={asked}
        widthPx={220}
        onChange={(typed) => {
          setAsked(typed)
          setPageNo(1)
        }}
      />
      <Grid
        label={label}
        rows={page?.rows ?? []}
        columns={columns}
        rowKey={rowKey}
        density="compact"
        placeholder={placeholder}
        stale={query.isPlaceholderData}
      />
      {page && page.total > pageSize ? (
        <Pagination size="small" current={pageNo} pageSize={pageSize} total={page.total} showSizeChanger={false} onChange={setPageNo} />
      ) : null}
    </div>
  )
}

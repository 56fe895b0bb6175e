import { userStatusText, type userBrief } from '@chauffeur/contract/access/people-model'
import type { Call } from '@chauffeur/contract/kernel/call'
import { Input, Pagination } from 'antd'
import { useMemo, useState } from 'react'
import type * as z from 'zod'
import { useCall } from '#platform/http/call.ts'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { Fault, Skeleton } from '#ui/page/async.tsx'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Grid } from '#ui/table/grid.tsx'
import type { Column, PageOf } from '#kit/list/query-table.view.ts'
import { Tag } from '#ui/show/tag.tsx'
import './brief-users.css'

type Brief = z.infer<typeof userBrief>

interface BriefUsersProps {
  label: string
  /** A list call that answers people in brief and takes `keyword`. */
  call: Call
  input: Record<string, string | boolean>
  empty: string
}

const rowKey = (row: Brief) => row.userId
const pageSize = 50

/** People of a department or a role, page by page. */
export function BriefUsers({ label, call, input, empty }: BriefUsersProps) {
  const language = useLocale()
  const [asked, setAsked] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const query = useCall(call, { ...input, keyword: asked.trim(), pageNo, pageSize } as never, { keepPrevious: true })
  const page = query.data as PageOf<Brief> | undefined
  const columns = useMemo<Column<Brief>[]>(
    () => [
      {
        key: 'username',
        title: t('用户名'),
        width: 130,
        cell: (row) => (
          <a className="ui-link" href={`#/Sys/User?keyword=${encodeURIComponent(row.username)}`}>
            {row.username}
          </a>
        ),
      },
      { key: 'realName', title: t('姓名'), width: 110, cell: (row) => <span title={row.realName}>{row.realName}</span> },
      { key: 'deptName', title: t('部门'), width: 130, grow: true, cell: (row) => <span title={row.deptName}>{row.deptName}</span> },
      {
        key: 'status',
        title: t('状态'),
        width: language === 'en' ? 100 : 84,
        cell: (row) => <Tag tone={row.status === 'ENABLED' ? 'done' : 'off'}>{tr(userStatusText[row.status])}</Tag>,
      },
    ],
    [language],
  )
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
      <Input
        aria-label={t('查找用户')}
        placeholder={t('用户名 / 姓名')}
        allowClear
        maxLength={60}
        value={asked}
        style={{ width: 220 }}
        onChange={(event) => {
          setAsked(event.target.value)
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

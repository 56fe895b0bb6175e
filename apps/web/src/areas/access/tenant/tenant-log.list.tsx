import { tenancyCalls } from '@chauffeur/contract/access/tenant'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Drawer } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t, useLocale, type Locale } from '#platform/text/text.ts'
import { callWords } from '#kit/log/call-words.ts'
import { atColumn, openColumn, operationColumn } from '#kit/log/log.columns.tsx'
import { Difference } from '#kit/log/difference.tsx'
import { QueryTable, type Column, type Filter } from '#kit/list/query-table.tsx'
import { Time } from '#ui/show/time.tsx'

type Row = AnswerOf<typeof tenancyCalls.logs>['rows'][number]
const rowKey = (row: Row) => row.logId

/** English words are longer. */
function logColumns(language: Locale, onOpen: (row: Row) => void): Column<Row>[] {
  return [
    atColumn(),
    { key: 'brandName', title: t('租户'), width: 140, cell: (row) => row.brandName },
    { key: 'actorName', title: t('操作人'), width: 130, cell: (row) => row.actorName },
    operationColumn(language === 'en' ? 240 : 200),
    { key: 'reason', title: t('原因'), width: 220, grow: true, cell: (row) => reasonOf(row.after) || <span className="ui-none">—</span> },
    { key: 'ip', title: 'IP', width: 130, cell: (row) => <span className="ui-number">{row.ip}</span> },
    { key: 'requestId', title: t('请求号'), width: 160, optional: true, cell: (row) => row.requestId },
    openColumn(onOpen),
  ]
}

/** What was done to tenants. */
export function TenantLog() {
  const language = useLocale()
  const [open, setOpen] = useState<Row | null>(null)
  const tenants = useCall(tenancyCalls.list, { pageSize: 200 }).data?.rows
  const columns = useMemo(() => logColumns(language, setOpen), [language])
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'text', key: 'keyword', label: t('关键字'), placeholder: t('操作人 / 操作内容'), width: language === 'en' ? 220 : 180 },
      {
        kind: 'select',
        key: 'tenantId',
        label: t('租户'),
        width: 150,
        options: (tenants ?? []).map(({ tenantId, brandName }) => ({ key: tenantId, value: brandName })),
      },
      { kind: 'days', key: 'at', label: t('日期'), width: 230 },
    ],
    [language, tenants],
  )
  return (
    <>
      <QueryTable
        name="tenancy.log"
        label={t('租户日志')}
        call={tenancyCalls.logs}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        onOpen={setOpen}
      />
      <Drawer
        open={open !== null}
        title={open ? callWords(open.summary, open.call) : ''}
        size={680}
        onClose={() => setOpen(null)}
        destroyOnHidden
      >
        {open ? (
          <>
            <p className="tenancy-sentence">
              {open.brandName} · {open.actorName} · <Time at={open.at} as="exact" />
            </p>
            <Difference before={open.before} after={open.after} />
          </>
        ) : null}
      </Drawer>
    </>
  )
}

/** The reason that was given, which the log keeps with the new state. */
function reasonOf(after: unknown): string {
  return typeof after === 'object' && after !== null && 'reason' in after && typeof after.reason === 'string' ? after.reason : ''
}

import { tenancyCalls } from '@chauffeur/contract/access/tenant'
import { Drawer } from 'antd'
import { useMemo } from 'react'
import { useCall } from '#platform/http/call.ts'
import { t } from '#platform/text/text.ts'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowDialogProps } from '#kit/list/define.view.ts'
import { callWords } from '#kit/log/call-words.ts'
import { logColumns } from '#kit/log/log.columns.tsx'
import { Difference } from '#kit/log/difference.tsx'
import { Time } from '#ui/show/time.tsx'
import { View } from './tenant-views.tsx'
import type { TenantLogRow } from './tenant.view.ts'

function useTenantChoices() {
  const rows = useCall(tenancyCalls.list, { pageSize: 200 }).data?.rows
  return useMemo(() => (rows ?? []).map(({ tenantId, brandName }) => ({ key: tenantId, value: brandName })), [rows])
}

const Entry = ({ row, open, onClose }: RowDialogProps<TenantLogRow>) => (
  <Drawer open={open} title={callWords(row.summary, row.call)} size={680} onClose={onClose} destroyOnHidden>
    <p className="tenancy-sentence">
      {row.brandName} · {row.actorName} · <Time at={row.at} as="exact" />
    </p>
    <Difference before={row.before} after={row.after} />
  </Drawer>
)

/** The reason that was given, which the log keeps with the new state. */
function reasonOf(after: unknown): string {
  return typeof after === 'object' && after !== null && 'reason' in after && typeof after.reason === 'string' ? after.reason : ''
}

/** What was done to tenants. */
export const TenantLog = defineList(tenancyCalls.logs, ({ c, f }) => ({
  name: 'tenancy.log',
  title: t('租户管理'),
  rowKey: (row) => row.logId,
  rowName: (row) => callWords(row.summary, row.call),
  Extra: View,
  open: ['look'],
  filters: [f.keyword(t('操作人 / 操作内容')), f.choice('tenantId', t('租户'), useTenantChoices), f.days('at', t('日期'))],
  columns: [
    ...logColumns<TenantLogRow>(),
    c.text('brandName', t('租户'), undefined, { like: letters(8) }),
    c.text('actorName', t('操作人'), undefined, { like: 'wangxiaoming' }),
    c.text('reason', t('原因'), (row) => reasonOf(row.after), { shows: ['after'] }),
    c.of('ip', 'IP', (row) => <span className="ui-number">{row.ip}</span>, '255.255.255.255'),
    c.text('requestId', t('请求号'), undefined, { optional: true }),
  ],
  actions: [{ key: 'look', label: t('查看'), letter: 'V', can: () => true, Dialog: Entry }],
}))

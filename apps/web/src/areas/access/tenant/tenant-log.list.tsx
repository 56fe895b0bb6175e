import { tenancyCalls } from '@chauffeur/contract/access/tenant'
import { t } from '#platform/text/text.ts'
import { KeptDrawer } from '#kit/detail/kept.drawer.tsx'
import { letters } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { RowDrawerProps } from '#kit/list/define.view.ts'
import { choicesFrom } from '#kit/list/filters.ts'
import { callWords } from '#kit/log/call-words.ts'
import { logColumns } from '#kit/log/log.columns.tsx'
import { Difference } from '#kit/log/difference.tsx'
import { Time } from '#ui/show/time.tsx'
import { View } from './tenant-views.tsx'
import type { TenantLogRow } from './tenant.view.ts'

const useTenantChoices = choicesFrom(tenancyCalls.list, { pageSize: 200 }, ({ rows }) =>
  rows.map(({ tenantId, brandName }) => ({ key: tenantId, value: brandName })),
)

const Entry = ({ row, onClose }: RowDrawerProps<TenantLogRow>) => (
  <KeptDrawer row={row} title={({ summary, call }) => callWords(summary, call)} size={680} onClose={onClose}>
    {({ brandName, actorName, at, before, after }) => (
      <>
        <p className="tenancy-sentence">
          {brandName} · {actorName} · <Time at={at} as="exact" />
        </p>
        <Difference before={before} after={after} />
      </>
    )}
  </KeptDrawer>
)

/** The reason that was given, which the log keeps with the new state. */
function reasonOf(after: unknown): string {
  return typeof after === 'object' && after !== null && 'reason' in after && typeof after.reason === 'string' ? after.reason : ''
}

/** What was done to tenants. */
export const TenantLog = defineList(tenancyCalls.logs, ({ c, f, a }) => ({
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
  actions: [a.look(Entry)],
}))

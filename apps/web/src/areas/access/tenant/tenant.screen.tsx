import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { tenancyCalls, type TenantRow } from '@chauffeur/contract/access/tenant'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCan } from '#platform/session/session.ts'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { OneTimeLinkDialog, type OneTimeLink } from '#shared/access/one-time-link.dialog.tsx'
import { Page } from '#ui/page/page.tsx'
import { QueryTable, type Filter } from '#kit/list/query-table.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { tenantColumns } from './tenant.columns.tsx'
import { TenantLog } from './tenant-log.list.tsx'
import { tenantStateText, type TenantChange } from './tenant.view.ts'
import './tenant.css'

const Wizard = lazyPiece(() => import('./tenant-wizard.drawer.tsx'))
const Edit = lazyPiece(() => import('./tenant.form.tsx'))
const Reasoned = lazyPiece(() => import('./tenant-reason.dialog.tsx'))

const rowKey = (row: TenantRow) => row.tenantId

/** The businesses on this platform, and what was done to them. */
export default function TenantScreen() {
  const [params, setParams] = useSearchParams()
  const mayEdit = useCan('tenant.edit')
  const view = params.get('view') === 'log' ? 'log' : 'list'
  const [creating, setCreating] = useState(false)
  const [link, setLink] = useState<OneTimeLink | null>(null)
  return (
    <Page
      title={t('租户管理')}
      fill
      extra={
        <Segmented<'list' | 'log'>
          value={view}
          aria-label={t('租户或日志')}
          onChange={(next) => setParams(next === 'log' ? { view: 'log' } : {}, { replace: true })}
          options={[
            { value: 'list', label: t('租户列表') },
            { value: 'log', label: t('租户日志') },
          ]}
        />
      }
      actions={
        mayEdit ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setCreating(true)}>
            {t('新建租户')}
          </Button>
        ) : undefined
      }
    >
      {view === 'log' ? <TenantLog /> : <List onLink={setLink} onLog={(tenantId) => setParams({ view: 'log', tenantId })} />}
      <WhenOpened open={creating}>
        <Wizard open={creating} onClose={() => setCreating(false)} onLink={setLink} />
      </WhenOpened>
      <OneTimeLinkDialog link={link} onClose={() => setLink(null)} />
    </Page>
  )
}

function List({ onLink, onLog }: { onLink: (link: OneTimeLink) => void; onLog: (tenantId: string) => void }) {
  const language = useLocale()
  const mayEdit = useCan('tenant.edit')
  const [asked, setAsked] = useState<TenantChange | null>(null)
  const [editing, setEditing] = useState<TenantRow | null>(null)
  const columns = useMemo(
    () => tenantColumns(language, mayEdit, { ask: setAsked, edit: setEditing, log: (row) => onLog(row.tenantId) }),
    [language, mayEdit, onLog],
  )
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'text', key: 'keyword', label: t('关键字'), placeholder: t('名称 / 品牌 / 域名'), width: language === 'en' ? 230 : 200 },
      {
        kind: 'select',
        key: 'state',
        label: t('状态'),
        options: Object.entries(tenantStateText).map(([key, value]) => ({ key, value: tr(value) })),
      },
    ],
    [language],
  )
  return (
    <>
      <QueryTable
        name="tenancy.list"
        label={t('租户列表')}
        call={tenancyCalls.list}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        onOpen={mayEdit ? setEditing : undefined}
      />
      <WhenOpened open={asked !== null}>
        <Reasoned asked={asked} onClose={() => setAsked(null)} onLink={onLink} />
      </WhenOpened>
      <WhenOpened open={editing !== null}>
        <Edit row={editing} onClose={() => setEditing(null)} />
      </WhenOpened>
    </>
  )
}

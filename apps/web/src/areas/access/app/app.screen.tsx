import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { appPlatform, appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useSend } from '#platform/http/call.ts'
import { toast } from '#platform/browser/events.ts'
import { useCan } from '#platform/session/session.ts'
import { t, tr, useLocale } from '#platform/text/text.ts'
import { ConfirmDialog } from '#ui/dialog/confirm.dialog.tsx'
import { Page } from '#ui/page/page.tsx'
import { QueryTable, type Filter } from '#kit/list/query-table.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { appColumns, type AppAction } from './app.columns.tsx'
import { platformText } from './app.view.ts'
import './app.css'

const AppForm = lazyPiece(() => import('./app.form.tsx'))
const Certify = lazyPiece(() => import('./app-certify.dialog.tsx'))
const Administrators = lazyPiece(() => import('./app-administrators.dialog.tsx'))
const Pays = lazyPiece(() => import('./app-pays.drawer.tsx'))
const Settings = lazyPiece(() => import('./app-settings.drawer.tsx'))

const rowKey = (row: AppRow) => row.appId

/** The apps of the business: customers' and drivers', on each platform. */
export default function AppScreen() {
  const language = useLocale()
  const mayEdit = useCan('app.edit')
  const mayPay = useCan('app.pays')
  const [doing, setDoing] = useState<AppAction | null>(null)
  const close = () => setDoing(null)
  const columns = useMemo(() => appColumns(language, { mayPay }, setDoing), [language, mayPay])
  const filters = useMemo<Filter[]>(
    () => [
      { kind: 'text', key: 'keyword', label: t('关键字'), placeholder: t('应用名称 / 标识'), width: language === 'en' ? 200 : 180 },
      {
        kind: 'select',
        key: 'platform',
        label: t('应用平台'),
        options: appPlatform.options.map((key) => ({ key, value: tr(platformText[key]) })),
      },
      {
        kind: 'select',
        key: 'enabled',
        label: t('启用状态'),
        options: [
          { key: 'true', value: t('已启用') },
          { key: 'false', value: t('已停用') },
        ],
      },
    ],
    [language],
  )
  const rowOf = (what: AppAction['what']) => (doing?.what === what ? doing.row : null)
  return (
    <Page
      title={t('应用管理')}
      fill
      actions={
        mayEdit ? (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setDoing({ what: 'create', row: null })}>
            {t('新建应用')}
          </Button>
        ) : undefined
      }
    >
      <QueryTable
        name="apps.list"
        label={t('应用管理')}
        call={appsCalls.list}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        fills={t('登记客户端、小程序等应用后，在这里设置支付和管理员。')}
        onOpen={(row) => setDoing({ what: row.allowedActions.includes('update') ? 'update' : 'settings', row })}
      />
      <WhenOpened open={doing?.what === 'create' || doing?.what === 'update'}>
        <AppForm open={doing?.what === 'create' || doing?.what === 'update'} row={rowOf('update')} onClose={close} />
      </WhenOpened>
      <WhenOpened open={doing?.what === 'certify'}>
        <Certify row={rowOf('certify')} onClose={close} />
      </WhenOpened>
      <WhenOpened open={doing?.what === 'administrators'}>
        <Administrators row={rowOf('administrators')} onClose={close} />
      </WhenOpened>
      <WhenOpened open={doing?.what === 'pays'}>
        <Pays row={rowOf('pays')} onClose={close} />
      </WhenOpened>
      <WhenOpened open={doing?.what === 'settings'}>
        <Settings row={rowOf('settings')} onClose={close} />
      </WhenOpened>
      <Enable row={rowOf('enable')} onClose={close} />
    </Page>
  )
}

/** Switching off is confirmed, since people may be using it; switching on is done at once by the same dialog. */
function Enable({ row, onClose }: { row: AppRow | null; onClose: () => void }) {
  const enable = useSend(appsCalls.enable, { refreshes: [appsCalls.list] })
  const [kept, setKept] = useState(row)
  if (row !== null && row !== kept) setKept(row)
  if (kept === null) return null
  const on = !kept.enabled
  return (
    <ConfirmDialog
      open={row !== null}
      title={on ? t('启用应用 {name}', { name: kept.name }) : t('停用应用 {name}', { name: kept.name })}
      okText={on ? t('启用') : t('停用')}
      danger={!on}
      onConfirm={async () => {
        await enable.send({ appId: kept.appId, enabled: on })
        toast.success(on ? t('已启用') : t('已停用应用'))
      }}
      onClose={onClose}
    >
      <p>{on ? t('启用后，该应用可以正常使用。') : t('停用后，用户打开该应用时会看到停用提示，无法下单。')}</p>
    </ConfirmDialog>
  )
}

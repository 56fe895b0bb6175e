import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import { sendCall } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { undoBy } from '#kit/edit/undo.ts'
import { defineList } from '#kit/list/define.list.tsx'
import { Logo } from '#kit/media/logo.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { certifyText, certifyTone, platformText } from './app.view.ts'
import './app.css'

const AppForm = lazyPiece(() => import('./app.form.tsx'))
const Certify = lazyPiece(() => import('./app-certify.dialog.tsx'))
const Administrators = lazyPiece(() => import('./app-administrators.dialog.tsx'))
const Pays = lazyPiece(() => import('./app-pays.drawer.tsx'))
const Settings = lazyPiece(() => import('./app-settings.drawer.tsx'))

const allows = (row: AppRow, ...actions: AppRow['allowedActions']) => actions.some((action) => row.allowedActions.includes(action))

/** The apps of the business: customers' and drivers', on each platform. */
export default defineList(appsCalls.list, ({ c, f }) => ({
  name: 'apps.list',
  title: t('应用管理'),
  rowKey: (row) => row.appId,
  rowName: (row) => row.name,
  open: ['update', 'settings'],
  fills: t('登记客户端、小程序等应用后，在这里设置支付和管理员。'),
  add: { may: appsCalls.update, label: t('新建应用'), Dialog: ({ open, onClose }) => <AppForm open={open} row={null} onClose={onClose} /> },
  filters: [
    f.keyword(t('应用名称 / 标识')),
    f.word('platform', t('应用平台'), platformText),
    f.flag('enabled', t('启用状态'), t('已启用'), t('已停用')),
  ],
  columns: [
    c.name(
      'name',
      t('应用名称'),
      (row) => (
        <span className="apps-name" title={row.name}>
          <Logo src={row.logo} name={row.name} sizePx={20} /> {row.name}
        </span>
      ),
      { width: 190 },
    ),
    c.word('platform', t('应用平台'), platformText),
    c.text('identifier', t('标识'), undefined, { width: 180 }),
    c.enabled('enabled', t('启用状态'), (row) => row.enabled),
    c.status('certifyState', t('认证'), certifyText, certifyTone),
    c.text('administrators', t('应用管理员'), (row) => joined(row.administrators.map(({ realName }) => realName))),
    c.text('remark', t('备注')),
    c.time('updatedAt', t('更新时间')),
  ],
  actions: [
    {
      key: 'settings',
      label: t('设置'),
      letter: 'V',
      can: () => true,
      Dialog: ({ row, open, onClose }) => <Settings row={open ? row : null} onClose={onClose} />,
    },
    {
      key: 'pays',
      label: t('支付'),
      can: () => true,
      may: appsCalls.pays,
      Dialog: ({ row, open, onClose }) => <Pays row={open ? row : null} onClose={onClose} />,
    },
    { key: 'update', label: t('修改与图标'), letter: 'E', Dialog: AppForm },
    {
      key: 'certify',
      label: (row) => (allows(row, 'decide') ? t('审核认证') : t('提交认证')),
      can: (row) => allows(row, 'submit', 'decide'),
      Dialog: ({ row, open, onClose }) => <Certify row={open ? row : null} onClose={onClose} />,
    },
    {
      key: 'administrators',
      label: t('设置管理员'),
      Dialog: ({ row, open, onClose }) => <Administrators row={open ? row : null} onClose={onClose} />,
    },
    {
      key: 'enable',
      label: t('启用'),
      confirm: {
        text: () => <p>{t('启用后，该应用可以正常使用。')}</p>,
        send: ({ appId }) => sendCall(appsCalls.enable, { appId, enabled: true }),
        undo: ({ appId }) => undoBy(appsCalls.enable, { appId, enabled: false }),
        done: t('已启用'),
      },
    },
    {
      key: 'disable',
      label: t('停用'),
      danger: true,
      confirm: {
        text: () => <p>{t('停用后，用户打开该应用时会看到停用提示，无法下单。')}</p>,
        send: ({ appId }) => sendCall(appsCalls.enable, { appId, enabled: false }),
        undo: ({ appId }) => undoBy(appsCalls.enable, { appId, enabled: true }),
        done: t('已停用应用'),
      },
    },
  ],
}))

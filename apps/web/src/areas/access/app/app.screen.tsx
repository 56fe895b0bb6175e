import { appsCalls, type AppRow } from '@chauffeur/contract/access/app'
import { sendCall } from '#platform/http/call.ts'
import { joined, t } from '#platform/text/text.ts'
import { undoBy } from '#kit/edit/undo.ts'
import { defineList } from '#kit/list/define.list.tsx'
import { Logo } from '#kit/media/logo.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { certifyText, certifyTone, platformText } from './app.view.ts'
import './app.css'

const AppForm = lazyPiece(() => import('./app.form.tsx'))
const Certify = lazyPiece(() => import('./app-certify.dialog.tsx'))
const Administrators = lazyPiece(() => import('./app-administrators.dialog.tsx'))
const Pays = lazyPiece(() => import('./app-pays.drawer.tsx'))
const Settings = lazyPiece(() => import('./app-settings.drawer.tsx'))

const allows = (row: AppRow, ...actions: AppRow['allowedActions']) => actions.some((action) => row.allowedActions.includes(action))

/** The apps through which the drivers of the business work, and with whose merchant they are paid. */
export default defineList(appsCalls.list, ({ c, f }) => ({
  name: 'apps.list',
  title: t('应用管理'),
  rowKey: (row) => row.appId,
  rowName: (row) => row.name,
  open: ['update', 'settings'],
  fills: t('登记司机端应用后，在这里设置最低版本、公告、支付和管理员。'),
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
          {row.driverDefault ? <Tag tone="done">{t('司机默认')}</Tag> : null}
        </span>
      ),
      { width: 240 },
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
      key: 'makeDefault',
      label: t('设为司机默认应用'),
      confirm: {
        text: () => <p>{t('没有指明应用的司机端（例如浏览器里的司机端）将按该应用的版本、公告和启停状态处理，并代替原来的默认应用。')}</p>,
        send: ({ appId }) => sendCall(appsCalls.driverDefault, { appId, driverDefault: true }),
        done: t('已设为司机默认应用'),
      },
    },
    {
      key: 'endDefault',
      label: t('取消司机默认应用'),
      confirm: {
        text: () => <p>{t('没有指明应用的司机端将不再受任何应用的版本和启停限制。')}</p>,
        send: ({ appId }) => sendCall(appsCalls.driverDefault, { appId, driverDefault: false }),
        undo: ({ appId }) => undoBy(appsCalls.driverDefault, { appId, driverDefault: true }),
        done: t('已取消司机默认应用'),
      },
    },
    {
      key: 'disable',
      label: t('停用'),
      danger: true,
      confirm: {
        text: ({ driverDefault }) => (
          <>
            <p>
              {t(
                '停用后几秒内，使用该应用的司机会看到停用提示：不能登录、接单，进行中的订单也要换用其他应用继续。它的支付配置不再用于付款。',
              )}
            </p>
            {driverDefault ? <p>{t('这是司机默认应用：没有指明应用的司机端也会停用。')}</p> : null}
          </>
        ),
        send: ({ appId }) => sendCall(appsCalls.enable, { appId, enabled: false }),
        undo: ({ appId }) => undoBy(appsCalls.enable, { appId, enabled: true }),
        done: t('已停用应用'),
      },
    },
  ],
}))

import type { AppRow } from '@chauffeur/contract/access/app'
import { Dropdown } from 'antd'
import { joined, t, tr, type Locale } from '#platform/text/text.ts'
import { Logo } from '#kit/media/logo.tsx'
import type { Column } from '#kit/list/query-table.tsx'
import { EnabledTag, Tag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { certifyText, certifyTone, platformText } from './app.view.ts'

/** What an operator is about to do with an app. */
export type AppAction =
  | { what: 'create'; row: null }
  | { what: 'update' | 'certify' | 'administrators' | 'pays' | 'settings' | 'enable'; row: AppRow }

const orNone = (text: string) => (text === '' ? <span className="ui-none">—</span> : <span title={text}>{text}</span>)

export function appColumns(language: Locale, may: { mayPay: boolean }, act: (doing: AppAction) => void): Column<AppRow>[] {
  const wide = (chinesePx: number, englishPx: number) => (language === 'en' ? englishPx : chinesePx)
  return [
    {
      key: 'name',
      title: t('应用名称'),
      width: 180,
      pin: 'left',
      fixed: true,
      cell: (row) => (
        <span className="apps-name" title={row.name}>
          <Logo src={row.logo} name={row.name} sizePx={20} /> {row.name}
        </span>
      ),
    },
    { key: 'platform', title: t('应用平台'), width: wide(84, 108), cell: (row) => tr(platformText[row.platform]) },
    { key: 'identifier', title: t('标识'), width: 200, grow: true, cell: (row) => orNone(row.identifier) },
    {
      key: 'enabled',
      title: t('启用状态'),
      width: wide(88, 100),
      cell: (row) => <EnabledTag enabled={row.enabled} />,
    },
    {
      key: 'certifyState',
      title: t('认证'),
      width: wide(96, 128),
      cell: (row) => (
        <span title={[row.certifyCompany, row.certifyNote].filter(Boolean).join(' · ')}>
          <Tag tone={certifyTone[row.certifyState]}>{tr(certifyText[row.certifyState])}</Tag>
        </span>
      ),
    },
    {
      key: 'administrators',
      title: t('应用管理员'),
      width: 150,
      grow: true,
      cell: (row) => orNone(joined(row.administrators.map(({ realName }) => realName))),
    },
    { key: 'remark', title: t('备注'), width: 160, grow: true, cell: (row) => orNone(row.remark) },
    { key: 'updatedAt', title: t('更新时间'), width: 110, cell: (row) => <Time at={row.updatedAt} /> },
    {
      key: 'actions',
      title: t('操作'),
      width: wide(168, 200),
      pin: 'right',
      fixed: true,
      cell: (row) => {
        const allowed = (action: AppRow['allowedActions'][number]) => row.allowedActions.includes(action)
        const more = [
          ...(allowed('update') ? [{ key: 'update', label: t('修改与图标'), onClick: () => act({ what: 'update', row }) }] : []),
          ...(allowed('submit') || allowed('decide')
            ? [{ key: 'certify', label: allowed('decide') ? t('审核认证') : t('提交认证'), onClick: () => act({ what: 'certify', row }) }]
            : []),
          ...(allowed('administrators')
            ? [{ key: 'administrators', label: t('设置管理员'), onClick: () => act({ what: 'administrators', row }) }]
            : []),
          ...(allowed('enable') ? [{ key: 'enable', label: t('启用'), onClick: () => act({ what: 'enable', row }) }] : []),
          ...(allowed('disable') ? [{ key: 'enable', label: t('停用'), danger: true, onClick: () => act({ what: 'enable', row }) }] : []),
        ]
        return (
          <span className="apps-actions">
            <button
              type="button"
              className="ui-text-button"
              aria-label={t('{name} 的设置', { name: row.name })}
              onClick={() => act({ what: 'settings', row })}
            >
              {t('设置')}
            </button>
            {may.mayPay ? (
              <button
                type="button"
                className="ui-text-button"
                aria-label={t('{name} 的支付配置', { name: row.name })}
                onClick={() => act({ what: 'pays', row })}
              >
                {t('支付')}
              </button>
            ) : null}
            {more.length > 0 ? (
              <Dropdown menu={{ items: more }} trigger={['click']}>
                <button type="button" className="ui-text-button" aria-label={t('{name} 的更多操作', { name: row.name })}>
                  {t('更多')}
                </button>
              </Dropdown>
            ) : null}
          </span>
        )
      },
    },
  ]
}

import { Dropdown } from 'antd'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import type { roleCalls } from '@chauffeur/contract/access/role'
import { joined, t, type Locale } from '#platform/text/text.ts'
import type { Column } from '#kit/list/query-table.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Time } from '#ui/show/time.tsx'
import '../access.css'
import './role.css'

export type RoleRow = AnswerOf<typeof roleCalls.roleList>['rows'][number]
export interface RoleActions {
  open: (row: RoleRow) => void
  edit: (row: RoleRow) => void
  copy: (row: RoleRow) => void
  compare: (row: RoleRow) => void
  remove: (row: RoleRow) => void
}

const orNone = (text: string) => (text === '' ? <span className="ui-none">—</span> : <span title={text}>{text}</span>)

export function roleColumns(language: Locale, deptPath: (id: string) => string, actions: RoleActions): Column<RoleRow>[] {
  const wide = (chinesePx: number, englishPx: number) => (language === 'en' ? englishPx : chinesePx)
  return [
    {
      key: 'name',
      title: t('角色'),
      width: 230,
      pin: 'left',
      fixed: true,
      sortable: true,
      cell: (row) => (
        <span className="authority-name">
          <button type="button" className="ui-text-button" title={row.name} onClick={() => actions.open(row)}>
            {row.name}
          </button>
          {row.administrator ? <span className="tree-chip">{t('管理员')}</span> : null}
          {row.own ? <span className="tree-chip">{t('我的角色')}</span> : null}
        </span>
      ),
    },
    { key: 'remark', title: t('备注'), width: 180, grow: true, cell: (row) => orNone(row.remark) },
    {
      key: 'functionCount',
      title: t('功能数'),
      width: wide(76, 100),
      align: 'right',
      cell: (row) => <span className="ui-number">{countText(row.functionCount)}</span>,
    },
    {
      key: 'userCount',
      title: t('用户数'),
      width: wide(76, 90),
      align: 'right',
      cell: (row) => <span className="ui-number">{countText(row.userCount)}</span>,
    },
    {
      key: 'deptIds',
      title: t('适用部门'),
      width: 160,
      grow: true,
      cell: (row) => (row.deptIds.length === 0 ? t('全部部门') : orNone(joined(row.deptIds.map(deptPath)))),
    },
    {
      key: 'lacking',
      title: t('您缺少的功能'),
      width: wide(108, 130),
      cell: (row) =>
        row.lacking.length === 0 ? (
          <span className="ui-none">—</span>
        ) : (
          <span title={joined(row.lacking)}>{t('{n} 项', { n: row.lacking.length })}</span>
        ),
    },
    { key: 'updatedAt', title: t('修改时间'), width: wide(100, 110), sortable: true, cell: (row) => <Time at={row.updatedAt} /> },
    { key: 'updatedByName', title: t('修改人'), width: 96, cell: (row) => orNone(row.updatedByName) },
    {
      key: 'actions',
      title: t('操作'),
      width: wide(140, 170),
      pin: 'right',
      fixed: true,
      cell: (row) => {
        const can = (action: string) => row.allowedActions.includes(action)
        const more = [
          { key: 'compare', label: t('与其他角色比较'), onClick: () => actions.compare(row) },
          ...(can('copy') ? [{ key: 'copy', label: t('复制'), onClick: () => actions.copy(row) }] : []),
          ...(can('delete') ? [{ key: 'delete', label: t('删除'), danger: true, onClick: () => actions.remove(row) }] : []),
        ]
        return (
          <span className="authority-actions">
            <button
              type="button"
              className="ui-text-button"
              aria-label={t('查看角色 {name} 的功能', { name: row.name })}
              onClick={() => actions.open(row)}
            >
              {t('功能')}
            </button>
            {can('edit') ? (
              <button
                type="button"
                className="ui-text-button"
                aria-label={t('修改角色 {name}', { name: row.name })}
                onClick={() => actions.edit(row)}
              >
                {t('修改')}
              </button>
            ) : null}
            <Dropdown menu={{ items: more }} trigger={['click']}>
              <button type="button" className="ui-text-button" aria-label={t('{name} 的更多操作', { name: row.name })}>
                {t('更多')}
              </button>
            </Dropdown>
          </span>
        )
      },
    },
  ]
}

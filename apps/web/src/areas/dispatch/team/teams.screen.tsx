import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { type DispatchTeam, dispatchTeamsCalls, teamFallbackText, teamTypeText } from '@chauffeur/contract/dispatch/team'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useCall } from '#platform/http/call.ts'
import { useMay } from '#platform/session/session.ts'
import { joined, t, tr, type Locale, useLocale } from '#platform/text/text.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { Page } from '#ui/page/page.tsx'
import { type Column, QueryTable } from '#kit/list/query-table.tsx'
import { EnabledTag } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { WhenOpened } from '#ui/dialog/when-opened.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { hoursWords } from './team.view.ts'
import { cityFilters } from '#shared/city/scope-fields.tsx'
import '#shared/city/scope-fields.css'

const TeamForm = lazyPiece(() => import('./team.form.tsx'))
const TeamQueue = lazyPiece(() => import('./area-queue.drawer.tsx'))

type Doing = { what: 'edit' | 'queue'; row: DispatchTeam } | { what: 'create' }
const rowKey = (row: DispatchTeam) => row.teamId

/** Drivers who are asked for the orders of a place, of customers or of a channel before everybody else, or alone. */
export default function TeamsScreen() {
  const language = useLocale()
  const { data } = useCall(dispatchSettingsCalls.choices, {})
  const mayEdit = useMay(dispatchTeamsCalls.save)
  const [doing, setDoing] = useState<Doing | null>(null)
  const columns = useMemo(() => columnsOf(language, mayEdit, setDoing), [language, mayEdit])
  const filters = useMemo(() => cityFilters(data), [data])
  const editing = doing?.what === 'edit' || doing?.what === 'create'
  return (
    <Page
      title={t('派单车队')}
      extra={t('车队的司机先于他人接到适用的订单')}
      fill
      actions={
        mayEdit ? (
          <Button type="primary" icon={<PlusOutlined />} disabled={!data} onClick={() => setDoing({ what: 'create' })}>
            {t('新增车队')}
          </Button>
        ) : undefined
      }
    >
      <QueryTable
        name="dispatch.teams"
        label={t('派单车队')}
        call={dispatchTeamsCalls.list}
        columns={columns}
        filters={filters}
        rowKey={rowKey}
        onOpen={(row) => {
          if (row.type === 'POI_QUEUE') setDoing({ what: 'queue', row })
          else if (mayEdit) setDoing({ what: 'edit', row })
        }}
        pollS={15}
        empty={<EmptyState title={t('还没有车队，所有司机一起接单')} />}
      />
      {data ? (
        <WhenOpened open={editing}>
          <TeamForm open={editing} row={doing?.what === 'edit' ? doing.row : null} places={data} onClose={() => setDoing(null)} />
        </WhenOpened>
      ) : null}
      <WhenOpened open={doing?.what === 'queue'}>
        <TeamQueue row={doing?.what === 'queue' ? doing.row : null} onClose={() => setDoing(null)} />
      </WhenOpened>
    </Page>
  )
}

const forWhom = (row: DispatchTeam): string =>
  joined([
    ...row.channels.map(({ name }) => tr(name)),
    row.customerCount > 0 && t('指定客户 {n} 名', { n: row.customerCount }),
    row.fence && t('指定上车区域'),
  ])
const namesOf = (row: DispatchTeam): string =>
  row.type === 'POI_QUEUE' && row.members.length === 0
    ? t('全城司机')
    : joined(row.members.map(({ name, driverNo }) => `${name} ${driverNo}`))

function columnsOf(language: Locale, mayEdit: boolean, onDo: (doing: Doing) => void): Column<DispatchTeam>[] {
  const wide = (chinesePx: number, englishPx: number) => (language === 'en' ? englishPx : chinesePx)
  return [
    {
      key: 'name',
      title: t('车队'),
      width: 150,
      pin: 'left',
      fixed: true,
      cell: (row) => (
        <span lang="zh-CN" title={row.name}>
          {row.name}
        </span>
      ),
    },
    { key: 'type', title: t('类型'), width: wide(84, 110), cell: (row) => tr(teamTypeText[row.type]) },
    { key: 'state', title: t('状态'), width: wide(76, 96), cell: (row) => <EnabledTag enabled={row.enabled} /> },
    { key: 'cityName', title: t('城市'), width: wide(76, 96), cell: (row) => tr(row.cityName) },
    { key: 'for', title: t('适用订单'), width: 140, grow: true, cell: (row) => <span title={forWhom(row)}>{forWhom(row)}</span> },
    {
      key: 'hours',
      title: t('生效时段'),
      width: wide(150, 200),
      cell: (row) => (
        <span className="ui-number" title={hoursWords(row)}>
          {hoursWords(row)}
        </span>
      ),
    },
    {
      key: 'exclusiveS',
      title: t('优先时长'),
      width: wide(84, 100),
      align: 'right',
      cell: (row) => <span className="ui-number">{row.fallback === 'STRICT' ? '—' : t('{n} 秒', { n: row.exclusiveS })}</span>,
    },
    { key: 'fallback', title: t('无人接单时'), width: wide(120, 170), cell: (row) => tr(teamFallbackText[row.fallback]) },
    {
      key: 'count',
      title: t('司机数'),
      width: wide(76, 84),
      align: 'right',
      cell: (row) => <span className="ui-number">{row.members.length || '—'}</span>,
    },
    {
      key: 'members',
      title: t('司机'),
      width: 190,
      grow: true,
      cell: (row) => (
        <span lang="zh-CN" title={namesOf(row)}>
          {namesOf(row) || '—'}
        </span>
      ),
    },
    { key: 'changed', title: t('最近修改'), width: 110, cell: (row) => <Time at={row.changedAt} /> },
    {
      key: 'actions',
      title: t('操作'),
      pin: 'right',
      width: wide(130, 160),
      cell: (row) => (
        <span className="dispatch-actions">
          {mayEdit ? (
            <button
              type="button"
              className="ui-text-button"
              aria-label={`${t('修改')} ${row.name}`}
              onClick={(event) => {
                event.stopPropagation()
                onDo({ what: 'edit', row })
              }}
            >
              {t('修改')}
            </button>
          ) : null}
          {row.type === 'POI_QUEUE' ? (
            <button
              type="button"
              className="ui-text-button"
              aria-label={`${t('排队 {n}', { n: row.waiting })} ${row.name}`}
              onClick={(event) => {
                event.stopPropagation()
                onDo({ what: 'queue', row })
              }}
            >
              {t('排队 {n}', { n: row.waiting })}
            </button>
          ) : null}
        </span>
      ),
    },
  ]
}

import { dispatchSettingsCalls } from '@chauffeur/contract/dispatch/settings'
import { type DispatchTeam, dispatchTeamsCalls, teamFallbackText, teamTypeText } from '@chauffeur/contract/dispatch/team'
import { sendCall, useCall } from '#platform/http/call.ts'
import { joined, t, tr } from '#platform/text/text.ts'
import { letters, none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { hoursWords } from './team.view.ts'
import '#shared/city/scope-fields.css'

const TeamForm = lazyPiece(() => import('./team.form.tsx'))
const AreaQueue = lazyPiece(() => import('./area-queue.drawer.tsx'))

function Form({ row, open, onClose }: { row: DispatchTeam | null; open: boolean; onClose: () => void }) {
  const { data } = useCall(dispatchSettingsCalls.choices, {})
  return data ? <TeamForm open={open} row={row} places={data} onClose={onClose} /> : null
}

const forWhom = (row: DispatchTeam): string =>
  joined([
    ...row.channels.map(({ name }) => tr(name)),
    row.groups.length > 0 && joined(row.groups.map(({ name }) => name)),
    row.customerCount > 0 && t('指定客户 {n} 名', { n: row.customerCount }),
    row.fence && t('指定上车区域'),
  ])
const namesOf = (row: DispatchTeam): string =>
  row.type === 'POI_QUEUE' && row.members.length === 0
    ? t('全城司机')
    : joined(row.members.map(({ name, driverNo }) => `${name} ${driverNo}`))

/** Drivers who are asked for the orders of a place, of customers or of a channel before everybody else, or alone. */
export default defineList(dispatchTeamsCalls.list, ({ c, f, a }) => ({
  name: 'dispatch.teams',
  title: t('派单车队'),
  extra: t('车队的司机先于他人接到适用的订单'),
  rowKey: (row) => row.teamId,
  rowName: (row) => row.name,
  open: ['queue', 'edit'],
  empty: t('还没有车队，所有司机一起接单'),
  add: { may: dispatchTeamsCalls.save, label: t('新建车队'), Dialog: Form },
  filters: [f.keyword(t('车队名称或司机工号')), f.city(), f.word('type', t('类型'), teamTypeText), f.enabled()],
  columns: [
    c.opener('name', t('车队'), { like: letters(10), under: (row) => tr(row.cityName), shows: ['name', 'cityName'] }),
    c.two(
      'type',
      t('类型'),
      (row) => tr(teamTypeText[row.type]),
      (row) => (row.type === 'POI_QUEUE' ? t('排队 {n}', { n: row.waiting }) : ''),
      Object.values(teamTypeText).map(tr),
      { shows: ['type', 'waiting'] },
    ),
    c.enabled('enabled', t('状态'), (row) => row.enabled),
    c.text('for', t('适用订单'), forWhom, { shows: ['channels', 'customerCount', 'groups'] }),
    c.text('hours', t('生效时段'), hoursWords, { width: 130, shows: ['from', 'to'] }),
    c.two(
      'fallback',
      t('无人接单时'),
      (row) => tr(teamFallbackText[row.fallback]),
      (row) => (row.fallback === 'STRICT' ? '' : t('优先 {n} 秒', { n: row.exclusiveS })),
      Object.values(teamFallbackText).map(tr),
      { shows: ['fallback', 'exclusiveS'] },
    ),
    c.of('count', t('司机数'), (row) => <span className="ui-number">{row.members.length || '—'}</span>, '000', { align: 'right' }),
    c.of(
      'members',
      t('司机'),
      (row) => (
        <span lang="zh-CN" title={namesOf(row)}>
          {namesOf(row) || none}
        </span>
      ),
      '',
      { grow: true, width: 150 },
    ),
    c.time('changedAt', t('最近修改')),
  ],
  actions: [
    a.edit(Form, { may: dispatchTeamsCalls.save }),
    a.look(AreaQueue, { key: 'queue', label: (row) => t('排队 {n}', { n: row.waiting }), can: (row) => row.type === 'POI_QUEUE' }),
    ...a.onOff(dispatchTeamsCalls.status, {
      input: ({ teamId, version }, enabled) => ({ teamId, version, enabled }),
      isOn: (row) => row.enabled,
      may: dispatchTeamsCalls.status,
      on: ({ name }) => t('启用后，新的派单先给 {name}。', { name }),
      off: ({ name }) => t('停用后，新的派单不再先给 {name}；进行中的派单不变，排队中的司机离队。', { name }),
    }),
    {
      ...a.remove({
        text: ({ name }) => t('删除 {name}。进行中的派单不变，排队中的司机离队；删除后不能恢复。', { name }),
        send: ({ teamId, version }) => sendCall(dispatchTeamsCalls.del, { teamId, version }),
      }),
      may: dispatchTeamsCalls.del,
    },
  ],
  pollS: 15,
}))

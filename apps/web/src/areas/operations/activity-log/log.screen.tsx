import { activityLogCalls, type LogRow } from '@chauffeur/contract/operations/activity-log'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router-dom'
import { t, tr } from '#platform/text/text.ts'
import { none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import type { ListKit } from '#kit/list/define.view.ts'
import { choicesFrom } from '#kit/list/filters.ts'
import { useNarrow } from '#kit/list/list-state.ts'
import { callWords } from '#kit/log/call-words.ts'
import { logColumns } from '#kit/log/log.columns.tsx'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { LogDays } from './log-days.tsx'
import { actorText, changedFieldsText, objectPath, objectWords } from './log.view.ts'
import './log.css'

const Entry = lazyPiece(() => import('./log-entry.drawer.tsx'))
type ChangeRow = AnswerOf<typeof activityLogCalls.changes>['rows'][number]

const views = ['system', 'product', 'changes'] as const
type View = (typeof views)[number]
const viewOf = (params: URLSearchParams): View => views.find((view) => view === params.get('view')) ?? 'system'

/** Which of the logs; the filters stay when it changes. */
function Views() {
  const [params] = useSearchParams()
  const narrow = useNarrow()
  return (
    <Segmented<View>
      value={viewOf(params)}
      aria-label={t('日志种类')}
      onChange={(view) => narrow({ view: view === 'system' ? '' : view })}
      options={[
        { value: 'system', label: t('系统日志') },
        { value: 'product', label: t('业务操作日志') },
        { value: 'changes', label: t('数据变更记录') },
      ]}
    />
  )
}

const useOperations = choicesFrom(activityLogCalls.options, {}, ({ calls }) =>
  calls.filter(({ key }) => key !== '').map(({ key, value }) => ({ key, value: callWords(value, key) })),
)
const useKinds = choicesFrom(activityLogCalls.options, {}, ({ objects }) =>
  objects.filter(({ key }) => key !== '').map(({ key }) => ({ key, value: objectWords(key) })),
)

/** Narrows the list to what was clicked. */
function Narrowing({ name, value, words = value }: { name: string; value: string; words?: string }) {
  const narrow = useNarrow()
  if (value === '') return none
  return (
    <button
      type="button"
      className="ui-text-button ui-number log-narrow"
      title={t('只看 {value}', { value: words })}
      onClick={() => narrow({ [name]: value })}
    >
      {words}
    </button>
  )
}

function Subject({ row }: { row: LogRow }) {
  if (row.object === '') return none
  const path = row.objectName === '' ? null : objectPath(row)
  return (
    <span>
      <Narrowing name="object" value={row.object} words={objectWords(row.object)} />{' '}
      {path === null ? (
        <Narrowing name="objectId" value={row.objectId} words={row.objectName || row.objectId} />
      ) : (
        <a className="ui-link ui-number" href={`#${path}`}>
          {row.objectName}
        </a>
      )}
    </span>
  )
}

const actorOf = (row: LogRow) =>
  `${row.actorName || tr(actorText[row.actorType])}${row.actorType === 'DRIVER' ? ` ${tr(actorText.DRIVER)}` : ''}`
const around = <Row extends LogRow>({ a }: ListKit<Row>) => ({
  title: t('日志管理'),
  rowKey: (row: Row) => row.logId,
  rowName: (row: Row) => callWords(row.summary, row.call),
  Extra: Views,
  Buttons: LogDays,
  open: ['look'],
  actions: [a.look(Entry)],
})
/** The longest of what is often there. */
const LIKE_OBJECT = () => [`${objectWords('order')} D0000000000000-0`, `${objectWords('booking')} B0000000000000`]

const whose = ({ f }: ListKit<LogRow>) => [
  f.text('actorName', t('操作人')),
  f.choice('object', t('对象类型'), useKinds),
  f.text('objectId', t('对象编号'), { placeholder: t('订单号、预约单号或编号') }),
  f.days('at', t('日期')),
]

const logList = (view: 'system' | 'product') =>
  defineList(view === 'system' ? activityLogCalls.system : activityLogCalls.product, (kit) => {
    const { c, f } = kit
    return {
      ...around(kit),
      name: `activity-log.${view}`,
      filters: [
        ...whose(kit),
        f.choice('call', t('操作内容'), useOperations, { more: true }),
        f.word('actorType', t('身份'), actorText, { more: true }),
        f.word('result', t('结果'), { DONE: t('成功'), REFUSED: t('被拒') }, { more: true }),
        f.text('requestId', t('请求号'), { more: true }),
        f.text('ip', 'IP', { more: true }),
      ],
      columns: [
        ...logColumns<LogRow>(),
        c.text('actorName', t('操作人'), actorOf),
        c.of(
          'code',
          t('结果'),
          (row) => (row.code === 0 ? <Tag tone="done">{t('成功')}</Tag> : <Tag tone="lost">{t('被拒 {code}', { code: row.code })}</Tag>),
          t('被拒 {code}', { code: 40_900 }),
          { besidePx: 13 },
        ),
        c.of('objectId', t('对象'), (row) => <Subject row={row} />, LIKE_OBJECT(), { shows: ['objectName'] }),
        c.of('hasChange', t('变更'), (row) => (row.hasChange ? t('有') : none), t('有')),
        c.of('ip', 'IP', (row) => <Narrowing name="ip" value={row.ip} />, '000.000.000.000'),
        c.of(
          'durationMs',
          t('耗时'),
          (row) => <span className="ui-number">{t('{n} 毫秒', { n: row.durationMs })}</span>,
          t('{n} 毫秒', { n: 9999 }),
          { align: 'right' },
        ),
        c.of('requestId', t('请求号'), (row) => <Narrowing name="requestId" value={row.requestId} />, '', { optional: true, width: 160 }),
        c.text('call', t('接口'), undefined, { optional: true }),
      ],
    }
  })
const lists = { system: logList('system'), product: logList('product') }

const Changes = defineList(activityLogCalls.changes, (kit) => ({
  ...around(kit),
  name: 'activity-log.changes',
  filters: whose(kit as unknown as ListKit<LogRow>),
  columns: [
    ...logColumns<ChangeRow>(),
    kit.c.text('actorName', t('操作人'), actorOf),
    kit.c.of('objectId', t('对象'), (row) => <Subject row={row} />, LIKE_OBJECT(), { shows: ['objectName'] }),
    kit.c.text('changes', t('变更内容'), (row) => changedFieldsText(row.changes), { width: 260 }),
  ],
}))

/** Who did what: everything, what touched the business, and what changed in it. */
export default function LogScreen() {
  const [params] = useSearchParams()
  const view = viewOf(params)
  const Shown = view === 'changes' ? Changes : lists[view]
  return <Shown key={view} />
}

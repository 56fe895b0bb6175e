import { EXPORT_STATE, exportCalls, type ExportRow, type ExportState, exportStateText } from '@chauffeur/contract/operations/export'
import { jobCalls } from '@chauffeur/contract/operations/job'
import { sendCall } from '#platform/http/call.ts'
import { t, tr } from '#platform/text/text.ts'
import { downloadExport } from '#kit/jobs/download.ts'
import { JobProgress } from '#kit/jobs/job-progress.tsx'
import { letters, none } from '#kit/list/columns.tsx'
import { defineList } from '#kit/list/define.list.tsx'
import { choicesFrom } from '#kit/list/filters.ts'
import { lazyPiece } from '#ui/dialog/lazy-piece.tsx'
import { countText } from '#ui/show/measure.view.ts'
import { Tag, type Tone } from '#ui/show/tag.tsx'
import { Time } from '#ui/show/time.tsx'
import { bytesText } from '../monitoring/monitoring.view.ts'

const Details = lazyPiece(() => import('./export.drawer.tsx'))

const tone: Record<ExportState, Tone> = { 10: 'wait', 20: 'run', 30: 'done', 40: 'lost', 50: 'off', 60: 'off', 70: 'off' }
const underWay = ({ state }: ExportRow) => state === EXPORT_STATE.queued || state === EXPORT_STATE.running
const useLists = choicesFrom(exportCalls.dict, {}, ({ lists }) => lists.map(({ list, name }) => ({ key: list, value: name })))
const refreshes = [jobCalls.list, exportCalls.info]

/** What was exported, by whom and why, how far it is, and who took it. */
export default defineList(exportCalls.list, ({ c, f, a }) => ({
  name: 'operations.exports',
  title: t('导出中心'),
  rowKey: (row) => row.exportId,
  rowName: (row) => row.listName,
  open: ['look'],
  fills: t('在任意列表点“导出”，文件会出现在这里。'),
  filters: [
    f.choice('list', t('列表'), useLists),
    f.word('state', t('状态'), exportStateText),
    f.days('createdAt', t('导出时间')),
    f.flag('everybody', t('导出人'), t('所有人'), undefined, { authority: 'export.viewAll' }),
  ],
  columns: [
    c.opener('listName', t('列表'), {
      like: letters(9),
      shows: ['listName', 'format'],
      under: (row) => [row.format, row.wholePhones && t('完整电话号码')].filter(Boolean).join(' · '),
    }),
    c.two(
      'state',
      t('状态'),
      (row) => <StateOf row={row} />,
      (row) => (row.problem ? <span title={row.problem}>{row.problem}</span> : ''),
      [letters(13)],
    ),
    c.two(
      'total',
      t('行数'),
      (row) => (row.total === null ? none : countText(row.total)),
      (row) => (row.bytes === null ? '' : bytesText(row.bytes)),
      ['1,000,000', '999.9 MB'],
      { align: 'right', shows: ['total', 'bytes'] },
    ),
    c.two(
      'conditions',
      t('筛选条件'),
      (row) => row.conditions || t('全部'),
      (row) => row.reason,
      [],
      { grow: true, width: 220, shows: ['conditions', 'reason'] },
    ),
    c.two(
      'requestedBy',
      t('导出人'),
      (row) => row.requestedBy.name,
      (row) => <Time at={row.createdAt} as="short" />,
      [letters(5), '2000-00-00'],
      { shows: ['requestedBy', 'createdAt'] },
    ),
    c.time('expiresAt', t('保存至')),
    c.count('downloads', t('下载次数')),
  ],
  actions: [
    a.look(Details),
    { key: 'DOWNLOAD', label: t('下载'), letter: 'D', run: (row) => downloadExport(row.exportId).catch(() => undefined) },
    {
      key: 'RETRY',
      label: t('重试'),
      confirm: {
        text: () => t('按现在的数据重新导出，列和筛选条件不变。'),
        send: ({ exportId }) => sendCall(exportCalls.retry, { exportId }),
        refreshes,
      },
    },
    {
      key: 'CANCEL',
      label: t('取消导出'),
      danger: true,
      confirm: {
        text: () => t('已写入的行不会保留。'),
        send: ({ exportId }) => sendCall(exportCalls.cancel, { exportId }),
        refreshes,
      },
    },
    {
      ...a.remove({
        text: () => t('文件不能再下载；导出和下载的记录仍然保留。'),
        send: ({ exportId }) => sendCall(exportCalls.del, { exportId }),
        refreshes,
      }),
      key: 'DELETE',
    },
  ],
  live: { topic: 'jobs', about: ({ kind }) => kind === 'operations.export' },
  pollS: (rows) => (rows.some(underWay) ? { live: 5, otherwise: 2 } : { live: 60, otherwise: 20 }),
}))

const StateOf = ({ row }: { row: ExportRow }) =>
  row.state === EXPORT_STATE.running ? (
    <JobProgress label={t('{name}导出进度', { name: row.listName })} done={row.written} total={row.total} active />
  ) : (
    <Tag tone={tone[row.state]}>{tr(exportStateText[row.state])}</Tag>
  )

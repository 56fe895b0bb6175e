import type { activityLogCalls, LogRow } from '@chauffeur/contract/operations/activity-log'
import type { AnswerOf } from '@chauffeur/contract/kernel/call'
import { t, tr, type Locale } from '#platform/text/text.ts'
import { atColumn, openColumn, operationColumn } from '#kit/log/log.columns.tsx'
import type { Column } from '#kit/list/query-table.tsx'
import { Tag } from '#ui/show/tag.tsx'
import { actorText, changedFieldsText, objectPath, objectWords } from './log.view.ts'

type ChangeRow = AnswerOf<typeof activityLogCalls.changes>['rows'][number]
/** Narrows the list to what was clicked. */
type Narrow = (name: string, value: string) => void

const orNone = (text: string) => (text === '' ? <span className="ui-none">—</span> : <span title={text}>{text}</span>)

function Narrowing({ name, value, words = value, onNarrow }: { name: string; value: string; words?: string; onNarrow: Narrow }) {
  if (value === '') return <span className="ui-none">—</span>
  return (
    <button
      type="button"
      className="ui-text-button ui-number log-narrow"
      title={t('只看 {value}', { value: words })}
      onClick={(event) => {
        event.stopPropagation()
        onNarrow(name, value)
      }}
    >
      {words}
    </button>
  )
}

const actor = <Row extends LogRow>(language: Locale): Column<Row> => ({
  key: 'actorName',
  title: t('操作人'),
  width: language === 'en' ? 150 : 132,
  cell: (row) => (
    <span title={row.actorName}>
      {row.actorName || tr(actorText[row.actorType])}
      {row.actorType === 'DRIVER' ? <span className="ui-none"> {tr(actorText.DRIVER)}</span> : null}
    </span>
  ),
})
const subject = <Row extends LogRow>(onNarrow: Narrow): Column<Row> => ({
  key: 'objectId',
  title: t('对象'),
  width: 230,
  cell: (row) => {
    if (row.object === '') return <span className="ui-none">—</span>
    const path = row.objectName === '' ? null : objectPath(row)
    return (
      <span>
        <Narrowing name="object" value={row.object} words={objectWords(row.object)} onNarrow={onNarrow} />{' '}
        {path === null ? (
          <Narrowing name="objectId" value={row.objectId} words={row.objectName || row.objectId} onNarrow={onNarrow} />
        ) : (
          <a className="ui-link ui-number" href={`#${path}`} onClick={(event) => event.stopPropagation()}>
            {row.objectName}
          </a>
        )}
      </span>
    )
  },
})
export function logColumns(language: Locale, onNarrow: Narrow, onOpen: (row: LogRow) => void): Column<LogRow>[] {
  return [
    atColumn(),
    actor(language),
    operationColumn(170),
    {
      key: 'code',
      title: t('结果'),
      width: language === 'en' ? 124 : 100,
      cell: (row) => (row.code === 0 ? <Tag tone="done">{t('成功')}</Tag> : <Tag tone="lost">{t('被拒 {code}', { code: row.code })}</Tag>),
    },
    subject(onNarrow),
    { key: 'hasChange', title: t('变更'), width: 72, cell: (row) => (row.hasChange ? t('有') : <span className="ui-none">—</span>) },
    {
      key: 'ip',
      title: 'IP',
      width: 124,
      cell: (row) => <Narrowing name="ip" value={row.ip} onNarrow={onNarrow} />,
    },
    {
      key: 'durationMs',
      title: t('耗时'),
      width: 76,
      align: 'right',
      cell: (row) => <span className="ui-number">{t('{n} 毫秒', { n: row.durationMs })}</span>,
    },
    {
      key: 'requestId',
      title: t('请求号'),
      width: 130,
      grow: true,
      cell: (row) => <Narrowing name="requestId" value={row.requestId} onNarrow={onNarrow} />,
    },
    { key: 'call', title: t('接口'), width: 180, optional: true, cell: (row) => orNone(row.call) },
    openColumn(onOpen),
  ]
}

export function changeColumns(language: Locale, onNarrow: Narrow, onOpen: (row: LogRow) => void): Column<ChangeRow>[] {
  return [
    atColumn(),
    actor(language),
    operationColumn(170),
    subject(onNarrow),
    {
      key: 'changes',
      title: t('变更内容'),
      width: 260,
      grow: true,
      cell: (row) => orNone(changedFieldsText(row.changes)),
    },
    openColumn(onOpen),
  ]
}
